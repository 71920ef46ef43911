"""`galaxies repl`: the interactive prompt."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from galaxies_asp.cli.options.common import Look, inputs_argument, look_options
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.session import HELP, Session
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.verify.rules import verify

_PROMPT = "galaxies> "
_HISTORY_LINES = 1000


@click.command(name="repl")
@inputs_argument
@look_options
def command(inputs: tuple[str, ...], look: Look) -> int:
    """Paste IDP or clingo models, walls or facts in any order.

    An empty line draws and verifies what has been said. Start with puzzles as INPUT, or
    say 'size 7x7' and 'dots (8,1) (3,2)' at the prompt; 'help' lists all commands.
    """
    session = Session()
    if inputs:
        for entry in Inputs(inputs):
            session.load(entry.position)
    shown = True
    for line in _lines():
        try:
            shown = _answer(session, line, look)
        except _Quit:
            break
        except GalaxiesError as error:
            click.echo(f"{error}", err=True)
            shown = False
    if not shown and not sys.stdin.isatty():
        with contextlib.suppress(GalaxiesError):
            _draw(session, look)
    return 0


class _Quit(Exception):  # noqa: N818 (a wish, no error)
    """The user wants to leave."""


def _answer(session: Session, line: str, look: Look) -> bool:
    """Do what a line asks for; return whether it was answered by a drawing."""
    word, _, rest = line.strip().partition(" ")
    if not word:
        _draw(session, look)
        return True
    if word in ("quit", "exit"):
        raise _Quit
    if word in ("help", "?"):
        click.echo(HELP, nl=False)
    elif word == "load" and rest.strip():
        for entry in Inputs((rest.strip(),)):
            session.load(entry.position)
    elif word == "solve" and not rest:
        _solve(session, look)
        return True
    else:
        session.take(line)
    return False


def _draw(session: Session, look: Look) -> None:
    if session.ignored:
        plural = "line" if session.ignored == 1 else "lines"
        click.echo(f"({session.ignored} {plural} ignored)")
        session.ignored = 0
    position = session.position()
    click.echo(look.draw(position), nl=False, color=True)
    if not position.is_attempt:
        return
    violations = verify(position)
    for violation in violations:
        click.echo(str(violation))
    if not violations:
        click.echo("correct")


def _solve(session: Session, look: Look) -> None:
    from galaxies_asp.asp.search import SearchInterrupted
    from galaxies_asp.cli.solve import verdict
    from galaxies_asp.solve.search import solve

    try:
        result = solve(session.position().puzzle)
    except SearchInterrupted as stop:
        result = stop.result
    click.echo(verdict(result))
    for solution in result.solutions:
        click.echo(look.draw(solution.position()), nl=False, color=True)


def _lines() -> Iterator[str]:
    """Yield what is typed or piped in, with a prompt and a history in a terminal."""
    if not sys.stdin.isatty():
        data = sys.stdin.buffer
        yield from (line.decode("utf-8", "replace") for line in data)
        return
    click.echo("An empty line draws and verifies; 'help' tells more.")
    with _history():
        while True:
            try:
                yield input(_PROMPT)
            except EOFError:
                click.echo()
                return


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Let earlier lines be called back, also those of earlier sessions."""
    try:
        import readline
    except ImportError:  # not on every system
        yield
        return
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    path = Path(state) / "galaxies-asp" / "history"
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_HISTORY_LINES)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)
