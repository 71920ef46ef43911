"""Options of the commands on strips: the puzzle, its height and its constants."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from galaxies_asp.cli.completion import one_of
from galaxies_asp.cli.inputs import stopped
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import (
    force_option,
    grouped,
    memory_limit_option,
    quiet_option,
    time_limit_option,
)
from galaxies_asp.cli.output import Progress
from galaxies_asp.counting.strips.errors import StripError
from galaxies_asp.counting.strips.puzzles import ENCODED, SWEPT, StripPuzzle
from galaxies_asp.errors import LimitError, did_you_mean
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.processes.stopped import LimitReachedError

Result = TypeVar("Result")

SQUARE = "two-not-touch-square"
GALAXIES = "galaxies"

checkpoint_option = click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save intermediate results to this file, and continue from them.",
)


@dataclass(frozen=True)
class Strip:
    """The requested puzzle; no board where there is no automaton."""

    puzzle: str
    rows: int | None
    stars: int | None
    board: StripPuzzle | None
    progress: Progress

    def automatic(self) -> StripPuzzle:
        """Return the board of a puzzle that has an automaton."""
        if self.board is None:
            raise click.UsageError(
                f"{self.puzzle} has no finite automaton, only `terms`; see "
                "docs/strips.md"
            )
        return self.board


@dataclass(frozen=True)
class StripLimits:
    """Limits of the work, and whether to start expensive work."""

    limits: Limits
    force: bool

    def call(
        self, function: Callable[..., Result], progress: Report, *arguments: Any
    ) -> Result:
        """Call the function with the arguments and a callback for progress.

        Under a limit it runs in a process of its own, without progress.

        Raises
        ------
        LimitError
            If a limit is reached.
        """
        is_limited = (self.limits.time, self.limits.memory) != (None, None)
        report = silent if is_limited else progress
        try:
            return self.limits.call(function, *arguments, report)
        except LimitReachedError as error:
            raise LimitError(stopped(error)) from None


def _limits(
    time_limit: float | None, memory_limit: int | None, force: bool
) -> StripLimits:
    return StripLimits(Limits(time_limit, memory_limit), force)


limits_options = grouped(
    "limits",
    _limits,
    time_limit_option("Wall-clock limit."),
    memory_limit_option(help_text="Memory limit (1 MB = 10^6 bytes)."),
    force_option,
)


def _strip(
    puzzle: str,
    rows: int | None,
    stars: int | None,
    forbid: str | None,
    constants: tuple[str, ...],
    declarative: bool,
    quiet: bool,
) -> Strip:
    board: StripPuzzle | None = None
    if puzzle not in (SQUARE, GALAXIES):
        board = _board(puzzle, rows, stars, forbid, constants, declarative)
    elif forbid is not None or constants or declarative:
        raise click.UsageError(f"{puzzle} takes no further options")
    return Strip(puzzle, rows, stars, board, Progress(quiet))


def _board(
    puzzle: str,
    rows: int | None,
    stars: int | None,
    forbid: str | None,
    constants: tuple[str, ...],
    declarative: bool,
) -> StripPuzzle:
    if rows is None:
        raise click.UsageError("give the height of the strip with --rows")
    if puzzle not in (*SWEPT, *ENCODED) and not Path(puzzle).is_file():
        known = list(dict.fromkeys((*SWEPT, *ENCODED)))
        raise click.UsageError(
            f"no puzzle {puzzle!r}: neither a file nor one of {', '.join(known)}"
            + did_you_mean(puzzle, known)
        )
    values = {}
    for constant in constants:
        name, _, value = constant.partition("=")
        if not name.isidentifier() or not value.lstrip("-").isdigit():
            raise click.UsageError(f"{constant!r}: a constant is NAME=NUMBER")
        values[name] = int(value)
    ways = None
    if forbid is not None:
        ways = frozenset(filter(None, (way.strip() for way in forbid.split(","))))
        ways -= {"none"}
    try:
        return StripPuzzle(puzzle, rows, stars, ways, values, declarative)
    except StripError as error:
        raise click.UsageError(str(error)) from None


strip_options = grouped(
    "strip",
    _strip,
    click.argument(
        "puzzle",
        shell_complete=one_of((*SWEPT, *ENCODED, SQUARE, GALAXIES)),
    ),
    click.option(
        "--rows", type=click.IntRange(min=1), metavar="N", help="Height of the strip."
    ),
    click.option(
        "--stars",
        type=click.IntRange(min=0),
        metavar="N",
        help="two-not-touch: stars per column.",
    ),
    click.option(
        "--forbid",
        metavar="WAYS",
        help="two-not-touch: forbidden ways of touching: vertical, horizontal, "
        "diagonal, falling, rising, joined by commas, or none.  "
        "[default: vertical,horizontal,diagonal]",
    ),
    click.option(
        "--const",
        "constants",
        multiple=True,
        metavar="NAME=NUMBER",
        help="A constant of an encoding; repeatable.",
    ),
    click.option(
        "--declarative",
        is_flag=True,
        help="Read the rules from the encoding with clingo, instead of from Python.",
    ),
    quiet_option,
)
