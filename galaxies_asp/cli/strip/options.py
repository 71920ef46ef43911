"""What the commands on strips share: the puzzle, its height and constants, limits."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, TypeVar

import click

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import Argument, Group, Option
from galaxies_asp.cli.helping import replacements
from galaxies_asp.cli.output import ProgressBar
from galaxies_asp.cli.values import Parsed, one_of
from galaxies_asp.core.board.effort import LimitReachedError, Report, silent
from galaxies_asp.core.board.errors import LimitError, StripError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.counting.strips.automaton import Automaton
from galaxies_asp.counting.strips.matrix import Strip
from galaxies_asp.counting.strips.puzzles import ENCODED, SWEPT, StripPuzzle

Result = TypeVar("Result")

Checkpoint = Annotated[
    options.NewFile, "Save intermediate results to this file, and continue from them."
]

_CONSTANT = re.compile(r"(_*[a-z][A-Za-z0-9_]*)=(-?[0-9]{1,10})")
STARS, _FORBID = "stars", "forbid"
"""What `--const` sets for two-not-touch beside the constants of an encoding."""
_LARGEST = 2**31 - 1
"""clingo computes with 32 bits."""


def _constant(text: str) -> tuple[str, int | frozenset[str]]:
    """Read a constant and its value: a number, or the names of ways of touching."""
    if text.startswith(f"{_FORBID}="):
        ways = map(str.strip, text.removeprefix(f"{_FORBID}=").split(","))
        return _FORBID, frozenset(filter(None, ways)) - {"none"}
    found = _CONSTANT.fullmatch(text)
    if not found or abs(int(found[2])) > _LARGEST:
        raise click.UsageError(
            f"{text!r}: a constant is NAME=NUMBER, with a name of clingo and a number "
            f"up to {_LARGEST}"
        )
    return found[1], int(found[2])


@dataclass(frozen=True, kw_only=True)
class StripRun:
    """A puzzle on strips of a height, with the constants of its rules."""

    rows: Annotated[int | None, Range(1), "Height of the strip."]
    puzzle: Annotated[str, Argument(shell_complete=one_of((*SWEPT, *ENCODED)))]
    constants: Annotated[
        tuple[tuple[str, int | frozenset[str]], ...],
        Option("--const"),
        Parsed("NAME=VALUE[,VALUE]", _constant),
        "A constant of an encoding; repeatable. For two-not-touch: stars=2 per column; "
        "forbid=vertical,diagonal, the ways of touching, of vertical, horizontal, "
        "diagonal, falling, rising, none (default: vertical,horizontal,diagonal).",
    ]

    @cached_property
    def board(self) -> StripPuzzle:
        """The puzzle; raises `click.UsageError` where it is not known."""
        if self.rows is None:
            raise click.UsageError("give the height of the strip with --rows")
        name = self.puzzle.removesuffix(".lp")
        declarative = name in ENCODED and not Path(self.puzzle).is_file()
        name = name if declarative else self.puzzle
        numbers = {n: value for n, value in self.constants if isinstance(value, int)}
        stars = numbers.pop(STARS, None) if name == "two-not-touch" else None
        ways = [value for _, value in self.constants if isinstance(value, frozenset)]
        try:
            return StripPuzzle(
                name,
                self.rows,
                stars,
                ways[-1] if ways else None,
                numbers,
                declarative=declarative and name != self.puzzle,
            )
        except StripError as error:
            instead = replacements("strip terms").get(self.puzzle, "")
            fault = f"{error}; {instead}" if instead else str(error)
            raise click.UsageError(fault) from None

    def automaton(self) -> Automaton:
        """Return the minimal automaton; show progress."""
        return self.board.automaton(ProgressBar()).minimal()


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
        report = silent if self.limits.any else ProgressBar()
        try:
            return self.limits.call(partial(function, *arguments, report=report))
        except LimitReachedError as error:
            raise LimitError(str(error)) from None
