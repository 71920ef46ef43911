"""The command line `galaxies`: one file a verb; nothing else in the package prints."""

import importlib
import os
import sys

import click

from galaxies_asp.cli.exits import DATA_ERROR, INTERRUPTED, USAGE_ERROR
from galaxies_asp.errors import GalaxiesError

_VERBS = {
    "solve": "Solve puzzles, and prove that there is no other solution.",
    "enumerate": "Give all solutions in bulk, or some drawn uniformly.",
    "count": "Count the solutions exactly, without going through them.",
    "forced": "Show what all solutions have in common.",
    "check": "Judge attempts: list every broken rule and where it is broken.",
    "convert": "Rewrite puzzles in another notation.",
    "render": "Draw puzzles: as text, SVG, PNG, PDF, or TikZ.",
    "book": "Make a book of puzzles: as PDF or LaTeX, with solutions at the back.",
    "lab": "Compare encodings, leave rules out, look into ground programs.",
    "explain": "Say why: which rules force a cell's dot, a wall, or no solution.",
    "hint": "Say what follows next in a position, or what is wrong in it.",
    "walkthrough": "Deduce the solution step by step, and rate the puzzle.",
    "generate": "Make puzzles with exactly one solution.",
    "picture": "Make a puzzle whose solution shows a picture.",
    "repair": "Change as little as possible until there is exactly one solution.",
    "boards": "All boards of a size: count, sample and examine them.",
    "strip": "Count other puzzles on strips: terms, generating functions, automata.",
    "hex": "Fences and a symmetric loop, on hexagons or squares: solve, draw, make.",
    "play": "Play, explore and make puzzles in the browser.",
    "repl": "Paste models, walls or facts; an empty line draws and verifies.",
}


class _LazyGroup(click.Group):
    """Verbs are imported when they are used, so that starting costs little."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _VERBS:
            return None
        command: click.Command = importlib.import_module(
            f"galaxies_asp.cli.{cmd_name}"
        ).command
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="galaxies-asp")
def galaxies() -> None:
    """Galaxies (Tentai Show) in answer set programming.

    INPUT is a file, `-` for standard input, the name of a puzzle that comes with the
    program (such as idp-15x15), or a puzzle itself: a game ID, a puzz.link or Penpa+
    address, JSON, facts. Notations are detected.

    Exit codes: 0 answered, 1 a negative answer (no solution, not unique, a broken
    rule), 2 wrong usage, 3 a limit was reached, 65 bad data, 130 interrupted.
    """


def main() -> None:
    """Run the command line, and exit."""
    try:
        code = galaxies.main(prog_name="galaxies", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.ClickException as error:
        error.show()
        code = USAGE_ERROR
    except GalaxiesError as error:
        click.echo(f"galaxies: {error}", err=True)
        code = DATA_ERROR
    except BrokenPipeError:
        # Whoever reads our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, click.Abort):
        click.echo("galaxies: interrupted", err=True)
        # A thread may still be grounding; there is nothing to wait for.
        sys.stdout.flush()
        os._exit(INTERRUPTED)
    sys.exit(code)
