"""Every command without arguments, and with each of its options alone."""

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import click
import pytest
from click.testing import CliRunner

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli import galaxies

SECONDS = 5
"""Work that takes longer is stopped: it has begun without a fault."""
SERVING = ("play",)
"""Commands that do not end."""


class StoppedError(BaseException):
    """The work took too long."""


def stop(_number: int, _frame: FrameType | None) -> None:
    raise StoppedError


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


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("words", [words for words in ALL if words[0] not in SERVING])
def test_no_option_alone_ends_with_a_traceback(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for arguments in calls(words, ALL[words]):
            try:
                signal.setitimer(signal.ITIMER_REAL, SECONDS)
                result = CliRunner().invoke(galaxies, arguments, input="")
                signal.setitimer(signal.ITIMER_REAL, 0)
            except StoppedError:
                continue
            if isinstance(result.exception, (SystemExit, GalaxiesError, OSError)):
                continue
            assert result.exception is None, arguments
    finally:
        signal.signal(signal.SIGALRM, before)
