"""docs/conventions.md, enforced over all commands."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from support.commands import galaxies as galaxies_output

from galaxies_asp.cli import galaxies
from galaxies_asp.cli.options import MAX_SEED

PAGE = Path(__file__).parents[2] / "docs" / "conventions.md"


def walk(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from walk(part, (*path, name))


ALL = dict(walk(galaxies))
COMMANDS = {
    path: command
    for path, command in ALL.items()
    if not isinstance(command, click.Group)
}


def options() -> Iterator[tuple[str, click.Option]]:
    for path, command in COMMANDS.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield path, parameter


OPTIONS = list(options())

SPELLINGS = {
    "-n": ("-n", "--count"),
    "-o": ("-o", "--output"),
    "-f": ("-f", "--format"),
    "-j": ("-j", "--jobs"),
    "-q": ("-q", "--quiet"),
    "-e": ("-e", "--encoding"),
    "-c": ("-c", "--clingo"),
}
"""Options with a short name."""

METAVARS = {
    "--count": "N",
    "--jobs": "N",
    "--seed": "N",
    "--output": "FILE",
    "--format": "NAME",
    "--time-limit": "SECONDS",
    "--cpu-limit": "SECONDS",
    "--memory-limit": "MB",
    "--from": "NOTATION",
    "--encoding": "NAME",
}

GONE = {
    *("--models", "--number", "--terms", "--samples", "--all", "--processes"),
    *("--to", "--with-solution", "--sheet", "--show"),
}
"""Other spellings of the meanings above."""

VERSIONS = ("lab compare", "--clingo")
"""Which versions of clingo are compared; elsewhere the option passes options to it."""


@pytest.mark.parametrize("path", ALL)
def test_help_is_complete(path: str) -> None:
    result = CliRunner().invoke(galaxies, [*path.split(), "--help"])
    assert result.exit_code == 0
    listed = result.output.partition("Commands:")[2]
    assert "..." not in listed.replace("0, 1, 2, ...", ""), "summaries are not cut"
    if path:
        assert ALL[path].help, "a command documents itself"


def test_options_have_one_spelling_and_metavar() -> None:
    for path, option in OPTIONS:
        assert option.help, (path, option.opts)
        assert not GONE & set(option.opts), (path, option.opts)
        for name in option.opts:
            short = name if len(name) == 2 else None
            if short is not None:
                assert tuple(option.opts) == SPELLINGS[short], path
            if name in METAVARS:
                assert option.metavar == METAVARS[name], (path, name)
        for short, spelling in SPELLINGS.items():
            if spelling[1] in option.opts and (path, spelling[1]) != VERSIONS:
                assert short in option.opts, path


def test_options_can_be_left_out() -> None:
    for path, option in OPTIONS:
        if not option.required:
            context = click.Context(COMMANDS[path])
            option.handle_parse_result(context, {}, [])


def typed(name: str) -> list[tuple[str, click.Option]]:
    found = [(path, option) for path, option in OPTIONS if name in option.opts]
    assert found, name
    return found


def test_numbers_have_one_range() -> None:
    for path, option in typed("--seed"):
        assert isinstance(option.type, click.IntRange)
        assert (option.type.min, option.type.max) == (0, MAX_SEED), path
    for path, option in typed("--jobs"):
        assert option.process_value(click.Context(COMMANDS[path]), "0") is not None
        assert option.show_default, path
    for path, option in typed("--count"):
        assert isinstance(option.type, click.IntRange)
        assert option.type.max == sys.maxsize, path
        assert option.type.min or "0: all" in (option.help or ""), path
    for name in ("--time-limit", "--cpu-limit"):
        for path, option in typed(name):
            assert isinstance(option.type, click.FloatRange)
            assert (option.type.min, option.type.min_open) == (0, True), path
    for path, option in typed("--memory-limit"):
        assert isinstance(option.type, click.IntRange)
        assert "10^6 bytes" in (option.help or ""), path
        context = click.Context(COMMANDS[path])
        assert option.process_value(context, "3") == 3_000_000, path
    for path, option in typed("--json"):
        assert option.is_flag, path


@pytest.mark.parametrize(
    "line",
    [
        *("solve idp-5x5", "forced 6x6:pzizizcf", "render idp-5x5"),
        *("hint 7x7:cghsppedzzaccdtce", "walkthrough idp-5x5", "cover --text I"),
        *("repair 6x5:hentcgqncf", "boards sample galaxies 4x3 --seed 1"),
        f"check {PAGE.parents[1] / 'tests' / 'broken' / 'border-gap.txt'}",
    ],
)
def test_drawings_end_with_one_newline_and_can_have_colors(line: str) -> None:
    plain = galaxies_output(*line.split()).stdout
    assert plain.endswith(b"\n")
    assert not plain.endswith(b"\n\n")
    colored = galaxies_output(*line.split(), FORCE_COLOR="1").stdout
    assert b"\x1b[" in colored
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", colored) == plain


def test_commands_that_take_puzzles_take_the_same_inputs() -> None:
    for path, command in COMMANDS.items():
        names = {parameter.name: parameter for parameter in command.params}
        if "inputs" not in names:
            continue
        assert names["inputs"].nargs == -1, path
        assert "from_" in names, path


def test_commands_that_write_have_an_output_option() -> None:
    writes = {"format_", "record", "folder"}
    for path, command in COMMANDS.items():
        names = {one.name: getattr(one.type, "choices", ()) for one in command.params}
        if writes & names.keys() and names.get("format_") != ("text", "csv"):
            assert "output" in names, path


def test_the_page_names_each_shared_option() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shared = {
        name
        for name in {max(option.opts, key=len) for _, option in OPTIONS}
        if sum(name in option.opts for _, option in OPTIONS) > 6
    }
    for name in shared | set(METAVARS):
        assert f"{name}" in page, name
