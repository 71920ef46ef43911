"""What the commands on strips share: the puzzle, its height and constants, limits."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Annotated, TypeVar

import click

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import Argument, Group, Option
from galaxies_asp.cli.output import ProgressBar
from galaxies_asp.cli.values import Parsed, one_of
from galaxies_asp.core.board.effort import LimitReachedError, Report, silent
from galaxies_asp.core.board.errors import LimitError, StripError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.matrix import Strip
from galaxies_asp.counting.strips.puzzles import ENCODED, SWEPT, StripPuzzle

Result = TypeVar("Result")

SQUARE = "two-not-touch-square"
GALAXIES = "galaxies"

Checkpoint = Annotated[
    options.NewFile, "Save intermediate results to this file, and continue from them."
]

_CONSTANT = re.compile(r"(_*[a-z][A-Za-z0-9_]*)=(-?[0-9]{1,10})")
_LARGEST = 2**31 - 1
"""clingo computes with 32 bits."""


def _constant(text: str) -> tuple[str, int]:
    """Read a constant of an encoding, and its value."""
    found = _CONSTANT.fullmatch(text)
    if not found or abs(int(found[2])) > _LARGEST:
        raise click.UsageError(
            f"{text!r}: a constant is NAME=NUMBER, with a name of clingo and a number "
            f"up to {_LARGEST}"
        )
    return found[1], int(found[2])


def _ways(_context: object, _option: object, text: str | None) -> frozenset[str] | None:
    """Return the names of ways of touching; None if they are not given."""
    if text is None:
        return None
    return frozenset(filter(None, map(str.strip, text.split(",")))) - {"none"}


@dataclass(frozen=True, kw_only=True)
class StripRun:
    """A puzzle on strips of a height, with the constants of its rules."""

    rows: Annotated[int | None, Range(1), "Height of the strip."]
    stars: Annotated[int | None, Range(0), "two-not-touch: stars per column."]
    declarative: Annotated[
        bool, "Read the rules from the encoding with clingo, instead of from Python."
    ]
    puzzle: Annotated[
        str, Argument(shell_complete=one_of((*SWEPT, *ENCODED, SQUARE, GALAXIES)))
    ]
    forbidden: Annotated[
        frozenset[str] | None,
        Option("--forbid", metavar="WAYS", callback=_ways),
        "two-not-touch: forbidden ways of touching: vertical, horizontal, diagonal, "
        "falling, rising, joined by commas, or none.  "
        "[default: vertical,horizontal,diagonal]",
    ]
    constants: Annotated[
        tuple[tuple[str, int], ...],
        Option("--const"),
        Parsed("NAME=NUMBER", _constant),
        "A constant of an encoding; repeatable.",
    ]
    quiet: options.Quiet

    @cached_property
    def board(self) -> StripPuzzle:
        """The puzzle. Raises `click.UsageError` where there is no automaton."""
        if self.puzzle in (SQUARE, GALAXIES):
            raise click.UsageError(
                f"{self.puzzle} has no finite automaton, only `terms`; see "
                "docs/strips.md"
            )
        if self.rows is None:
            raise click.UsageError("give the height of the strip with --rows")
        given = {each.name: getattr(self, each.name) for each in fields(StripPuzzle)}
        given["constants"] = dict(self.constants)
        try:
            return StripPuzzle(**given)
        except StripError as error:
            raise click.UsageError(str(error)) from None

    def automaton(self) -> Automaton:
        """Return the minimal automaton; show progress."""
        return self.board.automaton(ProgressBar(self.quiet)).minimal()


def check_time(what: str, seconds: float, force: bool) -> None:
    """Raise `LimitError` if work would take over an hour, unless it is forced."""
    if seconds > 3600 and not force:
        raise LimitError(
            f"{what} would take about {seconds / 3600:,.3g} hours; --force starts it "
            "anyway"
        )


_LIMITS = Group(
    options.WorkLimits,
    time_limit=Option(help="Wall-clock limit."),
    memory_limit=Option(help="Memory limit (1 MB = 10^6 bytes)."),
)


@dataclass(frozen=True, kw_only=True)
class LimitedRun(StripRun):
    """Work on a puzzle that limits end."""

    limits: Annotated[options.WorkLimits, _LIMITS]
    force: options.Force

    def strip(self, report: Report = silent) -> Strip:
        """Return the states and steps of the puzzle."""
        return self.board.strip(report, force=self.force)

    def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call a function with a callback for progress, its argument `report`.

        Under a limit it runs in a process of its own, without progress. Raises
        `LimitError` if a limit is reached.
        """
        report = silent if self.limits.any else ProgressBar(self.quiet)
        try:
            return self.limits.call(partial(function, *arguments, report=report))
        except LimitReachedError as error:
            raise LimitError(str(error)) from None
