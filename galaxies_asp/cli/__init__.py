"""The command line `galaxies`: one module per command; only this package prints."""

import errno
import importlib
import io
import os
import re
import sys
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from galaxies_asp import __version__
from galaxies_asp._start import IS_COMMAND, leave
from galaxies_asp.cli import exits, signals
from galaxies_asp.cli.helping import CommandGroup, texts
from galaxies_asp.core.board import errors
from galaxies_asp.processes import system
from galaxies_asp.processes.errors import SolverCrashedError

_MODULES = {
    "convert": "render",
    "count": "all_solutions",
    "enumerate": "all_solutions",
    "forced": "all_solutions",
    "hint": "explain",
    "walkthrough": "explain",
    "picture": "generate",
    "list": "listing",  # `list` would hide the type here
}
"""Modules that are not named like their command."""

_NAMING = ("-e", "--encoding", "--confirm", "--family")
"""Options whose value may be a file with an encoding."""

_COMPLETE = "_GALAXIES_COMPLETE"
"""The variable in which the shell asks for completions."""


class _LazyGroup(CommandGroup):
    """Import commands when they are used, so that the program starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(texts().summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in texts().summaries:
            return None
        name = _MODULES.get(cmd_name, cmd_name)
        module = importlib.import_module(f"galaxies_asp.cli.{name}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Complete a command without the import of all commands."""
        return [
            CompletionItem(name, help=summary)
            for name, summary in texts().summaries.items()
            if name.startswith(incomplete)
        ] + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        for title, commands in texts().groups.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def galaxies() -> None:
    """Galaxies (Tentai Show) in answer set programming.

    INPUT is a file, `-` for standard input, the name of a shipped puzzle such as
    idp-15x15, or a puzzle itself: a game ID, a puzz.link or Penpa+ address, JSON, or
    facts. The notation is detected.

    Exit codes: 0 answered, 1 negative answer (no solution, not unique, a broken rule),
    2 wrong usage, 3 limit reached, 65 bad data, 69 missing optional library, 70 fault
    of the program, 74 output error, 130 interrupted.
    """


def main() -> None:
    """Run the command line, and exit."""
    with signals.handled():
        code = _run()
    leave(code)


def _run() -> int:
    """Run the command line; return the exit code."""
    system.prepare_standard_files()
    try:
        if sys.stdout is None:
            raise errors.OutputError("standard output is closed")
        if _COMPLETE in os.environ:  # the shell asks; see docs/how-to
            from click.shell_completion import shell_complete

            asked = os.environ[_COMPLETE]
            return shell_complete(galaxies, {}, "galaxies", _COMPLETE, asked)
        if IS_COMMAND and _may_name_encoding(sys.argv[1:]):
            code = system.continued_in_child()
            if code is not None and system.is_crash(code):
                raise SolverCrashedError
            if code is not None:
                return code if code >= 0 else 128 - code
        try:
            with galaxies.make_context("galaxies", sys.argv[1:]) as context:
                code = galaxies.invoke(context)
        except click.exceptions.Exit as stop:
            code = stop.exit_code
        sys.stdout.flush()
        return code
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        text = message.getvalue().rstrip("\n") + _missing_option(error)
        click.echo(errors.printable(f"{text}\n"), nl=False, err=True)
        return exits.USAGE_ERROR
    except BrokenPipeError:  # the reader of the pipe has ended
        _discard_output()
        return exits.ANSWERED
    except (KeyboardInterrupt, click.Abort, SystemExit) as stop:
        code = exits.INTERRUPTED
        if isinstance(stop, SystemExit):  # a signal
            code = int(stop.code or 0)
        else:
            click.echo("galaxies: interrupted", err=True)
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(code)  # it does not wait for a thread that may still be grounding
    except (errors.GalaxiesError, OSError, MemoryError) as error:
        said = str(error)
        if isinstance(error, MemoryError):
            said = "there is not enough memory"
        if isinstance(error, OSError):
            _discard_output()
            if error.strerror:
                verb = "used" if error.errno == errno.ENAMETOOLONG else "written"
                place = error.filename or "standard output"
                said = f"{place}: cannot be {verb}: {error.strerror}"
        click.echo(f"galaxies: {said}", err=True)
        return exits.code_of(error)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and exits.missing_library(error):
            click.echo(f"galaxies: {exits.missing_library(error)}", err=True)
            return exits.MISSING_LIBRARY
        import traceback

        traceback.print_exc()
        return exits.INTERNAL_ERROR


def _missing_option(error: click.ClickException) -> str:
    """Say how to write a size or a family that is given without its option."""
    word = re.search(r"extra argument \(([\w-]+)\)$", error.message)
    context = getattr(error, "ctx", None)
    if not word or not context:
        return ""
    from galaxies_asp.families.registry import all_names

    is_size = re.fullmatch(r"\d+(x\d+)?", word[1])
    option = "--size" if is_size else "--family" if word[1] in all_names() else ""
    known = {name for one in context.command.params for name in one.opts}
    return f"; write {option} {word[1]}" if option in known else ""


def _may_name_encoding(words: list[str]) -> bool:
    """Tell whether a command line may name an encoding or a family of the user's.

    clingo crashes at some encodings, such as terms nested 100,000 deep.
    """
    parts = (part for word in words for part in word.replace("+", "=").split("="))
    return (
        words[:1] == ["lab"]
        or any(word.startswith(_NAMING) for word in words)
        or any(part.endswith(".lp") or os.path.isdir(part) for part in parts)
    )


def _discard_output() -> None:
    """Send what standard output still buffers nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
