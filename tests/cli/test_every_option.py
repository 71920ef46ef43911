"""Every command without arguments, and with each of its options alone."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from galaxies_asp.cli import galaxies
from galaxies_asp.core.board.errors import GalaxiesError

SECONDS = 0.3
"""Work that takes longer is killed: it has begun without a fault."""
SERVING = ("play",)
"""Commands that do not end."""
HOSTILE = ("9" * 30, "x" * 300, "pipe.lp", "folder.lp", "loop.lp", "deep.json")
"""Values that no option expects: numbers, names and files; see `hostile_files`."""


def commands(
    group: click.Group, context: click.Context, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield all commands with their words."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*words, name), command
        if isinstance(command, click.Group):
            yield from commands(command, context, (*words, name))


ALL = dict(commands(galaxies, click.Context(galaxies)))


def values(option: click.Option) -> Iterator[list[str]]:
    """Yield uses of an option: without a value, with a usual one, with odd ones."""
    name = option.opts[-1]
    yield [name]
    if option.is_flag:
        return
    usual = "1"
    if isinstance(option.type, click.Choice):
        usual = option.type.choices[0]
    for value in (usual, "x", ""):
        yield [name, value] * option.nargs if option.nargs > 1 else [name, value]


def calls(words: tuple[str, ...], command: click.Command) -> Iterator[list[str]]:
    """Yield command lines: no option, or one, each with and without a puzzle."""
    options = [one for one in command.params if isinstance(one, click.Option)]
    for given in ([], *(use for option in options for use in values(option))):
        yield [*words, *given]
        yield [*words, "idp-5x5", *given]
    for value in HOSTILE:
        yield [*words, value]
        for option in options:
            if not option.is_flag and not isinstance(option.type, click.Choice):
                yield [*words, "idp-5x5", option.opts[-1], *[value] * option.nargs]


@pytest.fixture
def hostile_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with files that cannot be read as they should."""
    monkeypatch.chdir(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe.lp")
    Path("folder.lp").mkdir()
    Path("loop.lp").symlink_to("loop.lp")
    Path("deep.json").write_text("[" * 100_000)


def ends_well(arguments: list[str]) -> bool:
    """Run a command in a child process; tell whether it ends without a traceback."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        error = CliRunner().invoke(galaxies, arguments, input="").exception
        expected = (SystemExit, GalaxiesError, OSError)
        os._exit(error is not None and not isinstance(error, expected))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) in (0, -signal.SIGALRM)


@pytest.mark.slow
@pytest.mark.usefixtures("hostile_files")
@pytest.mark.parametrize("words", [words for words in ALL if words[0] not in SERVING])
@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.nightly)])
def test_no_option_alone_ends_with_a_traceback(
    words: tuple[str, ...], step: int
) -> None:
    """Every twelfth use of an option, or each of them."""
    for arguments in [*calls(words, ALL[words])][::step]:
        assert ends_well(arguments), arguments
