"""Directives that run commands while the site is built, and show their output.

`{console}` runs the lines that start with `$ ` in a shell, in a folder that all blocks
of a page share and that is empty at first. `{file} NAME` writes a file there. A command
that fails is an error of the build, unless `:exit:` gives its exit code; so is an
output that lacks a text of `:shows:`.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective

TIME_LIMIT = 600
COLUMNS = 88


class CommandError(SphinxError):
    """A command of a page failed, or its output is not what the page says."""

    category = "Command error"


@dataclass(frozen=True)
class Block:
    """A block of commands: the expected exit code, and texts in the output."""

    commands: tuple[str, ...]
    exit_code: int = 0
    shows: tuple[str, ...] = ()


def commands_in(lines: list[str]) -> tuple[str, ...]:
    """Return the commands of a block; lines that start with `> ` continue one."""
    found: list[str] = []
    for line in lines:
        if line.startswith("$ "):
            found.append(line.removeprefix("$ "))
        elif line.startswith("> ") and found:
            found[-1] += "\n" + line.removeprefix("> ")
        else:
            raise CommandError(f"neither a command nor its continuation: {line!r}")
    return tuple(found)


def run(command: str, folder: Path, programs: Path) -> tuple[int, str]:
    """Run a command in a shell; return the exit code and what it prints."""
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOME": str(folder),
        "COLUMNS": str(COLUMNS),
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        **{name: os.environ[name] for name in ("TMPDIR",) if name in os.environ},
    }
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIME_LIMIT,
        check=False,
    )
    text = done.stdout.decode().replace(str(folder), "~")
    return done.returncode, text


def transcript(block: Block, folder: Path, programs: Path) -> str:
    """Run the commands of a block; return them with their output.

    Raises `CommandError` if the last one ends with another exit code than expected, any
    other one fails, or a text is missing.
    """
    shown = []
    for command in block.commands:
        code, output = run(command, folder, programs)
        expected = block.exit_code if command == block.commands[-1] else 0
        if code != expected:
            raise CommandError(f"exit code {code}, not {expected}: {command}\n{output}")
        shown.append("$ " + command.replace("\n", "\n> ") + "\n" + output)
    text = "".join(shown)
    for part in block.shows:
        if part not in text:
            raise CommandError(f"the output lacks {part!r}:\n{text}")
    return text.rstrip("\n")


def own_programs() -> Path:
    """Return the folder of the programs of this Python."""
    return Path(sys.executable).parent


class Console(SphinxDirective):
    """A block of commands and their output."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "exit": directives.nonnegative_int,
        "shows": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Run the commands."""
        shows = self.options.get("shows", "").splitlines()
        block = Block(
            commands_in(list(self.content)),
            self.options.get("exit", 0),
            tuple(filter(None, map(str.strip, shows))),
        )
        try:
            text = transcript(block, folder_of(self), own_programs())
        except CommandError as error:
            raise CommandError(f"{self.env.docname}:{self.lineno}: {error}") from None
        return [nodes.literal_block(text, text, language="console")]


class File(SphinxDirective):
    """A file that the commands of the page use."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write the file, and show it under its name."""
        name = self.arguments[0]
        text = "\n".join(self.content) + "\n"
        (folder_of(self) / name).write_text(text, encoding="utf-8")
        language = {".lp": "prolog", ".py": "python", ".json": "json"}
        code = nodes.literal_block(
            text, text, language=language.get(Path(name).suffix, "text")
        )
        caption = nodes.caption("", "", nodes.literal(name, name))
        return [
            nodes.container(
                "", caption, code, literal_block=True, classes=["literal-block-wrapper"]
            )
        ]


def folder_of(directive: SphinxDirective) -> Path:
    """Return the folder of a page, which is empty when the page begins."""
    data = directive.env.temp_data
    if "console_folder" not in data:
        data["console_folder"] = tempfile.TemporaryDirectory(prefix="lesson-")
    return Path(data["console_folder"].name)


_FENCE = re.compile(
    r"^```\{(console|file)\} *([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
_OPTION = re.compile(r"^:(\w+): *(.*)$")


def blocks_of(page: str) -> Iterator[Block | tuple[str, str]]:
    """Yield the blocks of commands of a page, and the files as (name, text)."""
    for kind, argument, body in _FENCE.findall(page):
        if kind == "file":
            yield argument.strip(), body
            continue
        lines = body.splitlines()
        options: dict[str, str] = {}
        while lines and (match := _OPTION.match(lines[0])):
            options[match[1]] = match[2]
            lines.pop(0)
        shows = (options["shows"],) if "shows" in options else ()
        yield Block(commands_in(lines), int(options.get("exit", 0)), shows)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("console", Console)
    app.add_directive("file", File)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
