"""Manual pages of all commands, from the texts of their help: `man -l FILE`."""

from collections.abc import Iterator
from pathlib import Path

import click

import galaxies_asp
from galaxies_asp.cli import galaxies


def write_all(folder: Path) -> int:
    """Write a page for each command into a folder; return how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = list(_pages(galaxies, click.Context(galaxies, info_name="galaxies")))
    for name, text in pages:
        (folder / f"{name}.1").write_text(text, encoding="utf-8")
    return len(pages)


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of the page of a command and of those below it."""
    yield context.command_path.replace(" ", "-"), _page(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from _pages(part, click.Context(part, context, name))


def _page(command: click.Command, context: click.Context) -> str:
    name = context.command_path
    summary = command.get_short_help_str(200).rstrip(".")
    usage = " ".join(command.collect_usage_pieces(context))
    title = name.replace(" ", "-").upper()
    lines = [
        f'.TH "{title}" "1" "" "galaxies-asp {galaxies_asp.__version__}" "Galaxies"',
        *(".SH NAME", f"{_plain(name.replace(' ', '-'))} \\- {_plain(summary)}"),
        *(".SH SYNOPSIS", f".B {_plain(name)}", _plain(usage)),
        *(".SH DESCRIPTION", *_paragraphs(command.help or "")),
        *(".SH OPTIONS", *_options(command, context)),
        *_commands(command, context),
    ]
    return "\n".join(lines) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.strip().split("\n\n"):
        yield ".PP"
        is_list = paragraph.startswith("\b\n")
        lines = paragraph.split("\n")[1:] if is_list else [" ".join(paragraph.split())]
        yield "\n.br\n".join(map(_plain, lines))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield ".TP"
            yield f".B {_plain(record[0])}"
            yield _plain(" ".join(record[1].split()))


def _commands(command: click.Command, context: click.Context) -> Iterator[str]:
    if not isinstance(command, click.Group):
        return
    yield ".SH COMMANDS"
    for name in command.list_commands(context):
        part = command.get_command(context, name)
        assert part is not None
        page = f"{context.command_path} {name}".replace(" ", "-")
        yield ".TP"
        yield f".BR {_plain(page)} (1)"
        yield _plain(part.get_short_help_str(200))


def _plain(text: str) -> str:
    """Escape the characters that mean something to roff."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
