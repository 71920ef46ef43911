"""`galaxies repl`: the interactive prompt."""

import contextlib
import shlex
import sys
from collections.abc import Iterator

import click

from galaxies_asp.board.errors import GalaxiesError, OptionError, OutputError
from galaxies_asp.cli import commands
from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.inputs import (
    Inputs,
    family_option,
    from_option,
    inputs_argument,
)
from galaxies_asp.cli.options import style_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.session import COMMANDS, HELP, QUESTIONS, Session, States
from galaxies_asp.families.entry import Entry
from galaxies_asp.processes.files import make_folder, replace_file

_PROMPT = "galaxies> "
_HISTORY_LINES = 1000


@commands.command("repl", inputs_argument, from_option, family_option, style_options)
def command(
    run: Run, inputs: tuple[str, ...], from_: str | None, family: str | None
) -> int:
    """Enter IDP or clingo models, walls or facts in any order.

    An empty line draws and verifies the current position. Start with puzzles as INPUT,
    or enter 'size 7x7' and 'dots (8,1) (3,2)' at the prompt; 'help' lists all commands.
    Puzzles of other families are loaded, drawn and asked about, but not changed.
    """
    states = States(Session())
    if inputs:
        for entry in Inputs(inputs, from_, family=family):
            states.now.load(entry)
    shown = True
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    for line in _lines():
        try:
            shown = _answer(states, line, run)
        except _Quit:
            break
        except click.exceptions.Exit:  # after the help text of a command
            pass
        except click.ClickException as error:
            echo(error.format_message(), err=True)
        except (GalaxiesError, KeyboardInterrupt) as error:
            echo(str(error) or "interrupted", err=True)
            shown = False
    if not shown and not sys.stdin.isatty():
        with contextlib.suppress(GalaxiesError):
            _draw(states.now, run)
    return 0


class _Quit(Exception):  # noqa: N818 (a request, not an error)
    """The user wants to leave."""


def _answer(states: States, line: str, run: Run) -> bool:
    """Execute a line; return whether it drew the position."""
    word, _, rest = line.strip().partition(" ")
    session, rest = states.now, rest.strip()
    if word in ("quit", "exit"):
        raise _Quit
    if not word:
        _draw(session, run)
    elif word in QUESTIONS:
        _ask(word, rest, session.entry())
    elif word in ("help", "?"):
        echo(HELP, nl=False)
        return False
    elif word in ("undo", "redo") and not rest:
        if not (states.undo() if word == "undo" else states.redo()):
            raise OptionError(f"there is nothing to {word}")
        return False
    else:
        states.change()
        if word == "load" and rest:
            for entry in Inputs((rest,)):
                states.now.load(entry)
        elif not states.now.take(line):
            states.forget()
            echo(f"not understood: {line.strip()[:60]!r}", err=True)
        return False
    return True


def _ask(word: str, rest: str, entry: Entry) -> None:
    """Let a command of galaxies answer about the present puzzle."""
    present = click.get_current_context()
    root = present.find_root()
    group = root.command
    assert isinstance(group, click.Group)
    options = shlex.split(rest)
    if word == "explain" and options and not options[0].startswith("-"):
        options.insert(0, "--at")
    asked = group.get_command(root, word)
    assert asked is not None
    with asked.make_context(word, options, parent=root) as context:
        style = ("letters", "inner_lines", "rulers", "color")
        shared = {name: present.params[name] for name in style}
        context.params |= {n: v for n, v in shared.items() if n in context.params}
        context.params["inputs"] = (entry,)
        asked.invoke(context)


def _draw(session: Session, run: Run) -> None:
    entry = session.entry()
    run.show(entry)
    for line in entry.judgment() if entry.is_attempt else ():
        echo(line)


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; on a terminal with a prompt and a history."""
    if not sys.stdin.isatty():
        data = sys.stdin.buffer
        yield from (line.decode("utf-8", "replace") for line in data)
        return
    echo("An empty line draws and verifies; 'help' lists the commands.")
    with _history():
        while True:
            try:
                yield input(_PROMPT)
            except KeyboardInterrupt:
                echo()
            except EOFError:
                echo()
                return


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Keep the history of lines in a file, and complete commands with Tab."""
    try:
        import readline
    except ImportError:  # not on every system
        yield
        return
    from platformdirs import user_state_path

    path = user_state_path("galaxies-asp") / "history"
    with contextlib.suppress(OSError):  # none yet, or not readable
        readline.read_history_file(path)
    readline.set_history_length(_HISTORY_LINES)
    readline.set_completer(_completion)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        last = readline.get_current_history_length()
        lines = (readline.get_history_item(n) for n in range(1, last + 1))
        kept = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        with contextlib.suppress(OutputError):  # a history is not worth an error
            make_folder(path.parent)
            replace_file(path, kept)


def _completion(text: str, state: int) -> str | None:
    found = [command for command in COMMANDS if command.startswith(text)]
    return f"{found[state]} " if state < len(found) else None
