"""The reference of the commands: a page for each with its help, which has examples."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
from sphinx.application import Sphinx

from galaxies_asp.cli import galaxies
from galaxies_asp.cli.helping import texts

WIDTH = 88
FOLDER = Path("reference") / "commands"


def pages(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, str]]:
    """Yield the words of each command, the command, and the text of its help."""
    context.terminal_width = WIDTH
    yield context.command_path, command, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from pages(part, click.Context(part, context, name))


def write_pages(app: Sphinx) -> None:
    """Write the pages, and one that lists them in the groups of the help."""
    folder = app.srcdir / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    parts: dict[str, list[str]] = {}
    for words, command, text in pages(
        galaxies, click.Context(galaxies, None, "galaxies")
    ):
        name = words.replace(" ", "-")
        summary = command.get_short_help_str(200).rstrip(".")
        page = f"# `{words}`\n\n{summary}.\n\n```text\n{text}\n```\n"
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
        parts.setdefault(" ".join(words.split()[1:2]), []).append(name)
    lines = ["# Commands\n"]
    groups = {"": [""], **{title: [*names] for title, names in texts().groups.items()}}
    for title, names in groups.items():
        listed = [page for name in names for page in parts[name]]
        lines += [
            "```{toctree}",
            f":caption: {title}" if title else "",
            *listed,
            "```\n",
        ]
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages before they are read."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
