"""Options that several verbs share."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from galaxies_asp.grid import Point
from galaxies_asp.notation import NOTATIONS
from galaxies_asp.puzzle import Position
from galaxies_asp.render.text import puzzle_and_solution, text

_Command = TypeVar("_Command", bound=Callable[..., Any])

_MEGABYTE = 1_000_000

READABLE = [notation.name for notation in NOTATIONS]
WRITABLE = [notation.name for notation in NOTATIONS if notation.write]


@dataclass(frozen=True)
class Look:
    """How boards are drawn as text."""

    letters: bool | None
    inner_lines: bool | None
    rulers: bool
    color: bool

    def draw(self, position: Position, marks: Iterable[Point] = ()) -> str:
        """Draw the position alone, with crosses on some points."""
        details = self._details(position)
        return text(position, color=self.color, marks=marks, **details)

    def draw_beside_puzzle(self, position: Position) -> str:
        """Draw the puzzle and the position, side by side if the terminal is wide."""
        return puzzle_and_solution(
            position,
            width=shutil.get_terminal_size((80, 24)).columns,
            color=self.color,
            **self._details(position),
        )

    def _details(self, position: Position) -> dict[str, bool]:
        # Large boards are too busy with everything shown.
        small = max(position.puzzle.width, position.puzzle.height) < 10
        return {
            "letters": small if self.letters is None else self.letters,
            "inner_lines": small if self.inner_lines is None else self.inner_lines,
            "rulers": self.rulers,
        }


def inputs_argument(command: _Command) -> _Command:
    """Take any number of sources of puzzles."""
    return click.argument("inputs", nargs=-1, metavar="[INPUT]...")(command)


def from_option(command: _Command) -> _Command:
    """Let the user say in which notation the input is."""
    return click.option(
        "--from",
        "from_",
        type=click.Choice(READABLE),
        metavar="NOTATION",
        help="The notation of the input, if it is not to be detected: "
        + ", ".join(READABLE)
        + ".",
    )(command)


@dataclass(frozen=True)
class Limits:
    """What the work on a puzzle may take: seconds, and bytes of memory."""

    time: float | None
    memory: int | None


def limits_options(command: _Command) -> _Command:
    """Let the user limit the work on each puzzle; passes `limits`."""
    import functools

    @click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="For each puzzle, grounding included.",
    )
    @click.option(
        "--memory-limit",
        type=click.IntRange(min=1),
        metavar="MB",
        help="For each puzzle, grounding included.",
    )
    @functools.wraps(command)
    def with_limits(
        *args: Any, time_limit: float | None, memory_limit: int | None, **kwargs: Any
    ) -> Any:
        memory = None if memory_limit is None else memory_limit * _MEGABYTE
        return command(*args, limits=Limits(time_limit, memory), **kwargs)

    return with_limits  # type: ignore[return-value]


def look_options(command: _Command) -> _Command:
    """Let the user choose how boards are drawn as text; passes `look`."""
    import functools

    @click.option(
        "--letters/--no-letters",
        default=None,
        help="Region letters in the cells (default: on boards under 10x10).",
    )
    @click.option(
        "--inner-lines/--no-inner-lines",
        default=None,
        help="Light lines between cells (default: on boards under 10x10).",
    )
    @click.option(
        "--rulers/--no-rulers", default=True, help="Coordinates at the sides."
    )
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colour regions; auto: in a terminal, unless NO_COLOR is set.",
    )
    @functools.wraps(command)
    def with_look(
        *args: Any,
        letters: bool | None,
        inner_lines: bool | None,
        rulers: bool,
        color: str,
        **kwargs: Any,
    ) -> Any:
        look = Look(letters, inner_lines, rulers, use_color(color))
        return command(*args, look=look, **kwargs)

    return with_look  # type: ignore[return-value]


def use_color(choice: str) -> bool:
    """Decide whether to colour; NO_COLOR is honoured where the user did not choose."""
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
