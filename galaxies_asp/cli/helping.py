"""Texts of help: commands and options in groups, and two examples at the end."""

import os
import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import click

from galaxies_asp.core.board import errors

_SECTIONS = {
    "Input": {"from_", "family"},
    "Rules": {"encoding", "with_", "confirm"},
    "Limits": {
        *("time_limit", "memory_limit", "cpu_limit", "jobs", "force"),
        "checkpoint",
    },
    "Output": {
        *("output", "format_", "as_json", "quiet", "style"),
        *("solution", "statistics"),
    },
}
"""The parameters in each section of a help; the others come first."""

_PUZZLE = re.compile(r"^\d+x\d+\w*:|://|^\s*\{|\.lp$|^[a-z]+(?:-[a-z]+)*-\d+x\d+")
"""Game IDs, addresses, JSON, files of facts, and names of shipped puzzles."""


class Texts(NamedTuple):
    """The summaries of the commands in each group, and the examples."""

    groups: Mapping[str, Mapping[str, str]]
    examples: list[str]

    @property
    def summaries(self) -> dict[str, str]:
        """The summaries of all commands."""
        return {k: v for group in self.groups.values() for k, v in group.items()}


def _blocks(name: str) -> dict[str, list[str]]:
    """Return the lines below each title of a file of this package."""
    text = Path(__file__).with_name(name).read_text("utf-8")
    blocks = (block.partition("]\n") for block in text.split("\n[")[1:])
    return {title: lines.strip().split("\n") for title, _, lines in blocks}


@cache
def replacements(command: str) -> Mapping[str, str]:
    """Return what to use instead of options that a command had in earlier versions.

    `command`: the words of a command, such as `lab rules`.
    """
    lines: list[str] = []
    for title, rows in _blocks("removed.txt").items():
        named = (f"{one} " for one in title.split(", "))
        if title == "all" or f"{command} ".startswith(tuple(named)):
            lines += rows
    return dict(line.split(": ", 1) for line in lines)


@cache
def texts() -> Texts:
    """Return the texts of `commands.txt`."""
    parts = _blocks("commands.txt")
    examples = parts.pop("Examples")
    return Texts(
        {
            title: dict(line.split(": ", 1) for line in lines)
            for title, lines in parts.items()
        },
        examples,
    )


class Helping(click.Command):
    """A command whose help has sections of options, and ends with examples."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; say what to use instead of a removed option."""
        known = {
            name for one in self.params for name in (*one.opts, *one.secondary_opts)
        }
        words = () if isinstance(self, click.Group) else args
        replaced = replacements(ctx.command_path.partition(" ")[2])
        for name in (word.partition("=")[0] for word in words):
            if not name.startswith("-") or name in known:
                continue
            if instead := replaced.get(name):
                ctx.fail(f"there is no option {name}: {instead}")
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            for old, instead in replaced.items():
                _, _, value = old.partition(" ")
                if value and f"{value!r} is no" in error.message:
                    ctx.fail(f"{error.format_message()}; {instead}")
            raise

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options in sections."""
        rows: dict[str, list[tuple[str, str]]] = {"": []}
        rows |= {section: [] for section in _SECTIONS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record and isinstance(parameter, click.Option):
                named = (
                    key for key, names in _SECTIONS.items() if parameter.name in names
                )
                rows[next(named, "")].append(record)
        for section, records in rows.items():
            if records:
                with formatter.section(section or "Options"):
                    formatter.write_dl(records)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write two examples."""
        path = ctx.command_path.split()
        found = [one for one in texts().examples if one.split()[: len(path)] == path]
        with formatter.section("Examples"):
            formatter.write("".join(f"{'':2}{example}\n" for example in found[:2]))


class CommandGroup(Helping, click.Group):
    """A group of commands that understands `help`, and proposes names."""

    def add_all(self, *modules: ModuleType) -> None:
        """Add the commands of modules."""
        for part in chain.from_iterable(vars(module).values() for module in modules):
            if isinstance(part, click.Command):
                self.add_command(part)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a message about an unknown one names the closest.

        `help COMMAND` stands for `COMMAND --help`.
        """
        name, known = str(args[0]), self.list_commands(ctx)
        if name == "help":
            return self.resolve_command(ctx, [*args[1:], "--help"])
        if name == "--help":  # `galaxies help`
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in known and not (name.startswith("-") or ctx.resilient_parsing):
            path = f"{ctx.command_path} {name}".partition(" ")[2]
            instead = replacements("commands").get(path)
            more = f": {instead}" if instead else errors.did_you_mean(name, known)
            if not more and (_PUZZLE.search(name) or os.path.exists(name)):
                from shlex import quote  # for this alone

                more = f"; to solve a puzzle, write galaxies solve {quote(name)}"
            ctx.fail(f"no command {name!r}{more}")
        return super().resolve_command(ctx, args)
