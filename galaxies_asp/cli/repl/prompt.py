"""`galaxies repl`: the interactive prompt."""

import contextlib
import sys
from collections.abc import Iterator

import click

from galaxies_asp.cli.options.inputs import Inputs, from_option, inputs_argument
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.repl.session import HELP, Session
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.verify.rules import verify

_PROMPT = "galaxies> "
_HISTORY_LINES = 1000


@click.command(name="repl")
@inputs_argument
@from_option
@look_options
def command(inputs: tuple[str, ...], from_: str | None, look: Look) -> int:
    """Enter IDP or clingo models, walls or facts in any order.

    An empty line draws and verifies the current position. Start with puzzles as INPUT,
    or enter 'size 7x7' and 'dots (8,1) (3,2)' at the prompt; 'help' lists all commands.
    """
    session = Session()
    if inputs:
        for entry in Inputs(inputs, from_):
            session.load(entry.position)
    shown = True
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
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


class _Quit(Exception):  # noqa: N818 (a request, not an error)
    """The user wants to leave."""


def _answer(session: Session, line: str, look: Look) -> bool:
    """Execute a line; return whether it drew the position."""
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
    """Yield the lines of standard input; on a terminal with a prompt and a history."""
    if not sys.stdin.isatty():
        data = sys.stdin.buffer
        yield from (line.decode("utf-8", "replace") for line in data)
        return
    click.echo("An empty line draws and verifies; 'help' lists the commands.")
    with _history():
        while True:
            try:
                yield input(_PROMPT)
            except EOFError:
                click.echo()
                return


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Keep the history of lines in a file."""
    try:
        import readline
    except ImportError:  # not on every system
        yield
        return
    from platformdirs import user_state_path

    path = user_state_path("galaxies-asp") / "history"
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_HISTORY_LINES)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)
