"""Boards that are given by box-drawing characters, one per cell, and closed lines.

There is a character for each set of lines from a cell to its neighbors.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from galaxies_asp.core.board.answer import Natural, Part
from galaxies_asp.counting.intervals import Interval, mean, ratio

LEFT, UP, DOWN, RIGHT = 1, 2, 4, 8

STEPS = {LEFT: (-1, 0), UP: (0, -1), DOWN: (0, 1), RIGHT: (1, 0)}
"""Where a line leads: (columns to the right, rows down)."""

OPPOSITE = {LEFT: RIGHT, UP: DOWN, DOWN: UP, RIGHT: LEFT}

NAMES = {"left": LEFT, "up": UP, "down": DOWN, "right": RIGHT}

BLANK = "·"

CHARACTERS = f"{BLANK}╴╵┘╷┐│┤╶─└┴┌┬├┼"
"""The index of a character is the sum of its lines."""


def lines_of(character: str) -> int:
    """Return the sum of a character's lines; 0 for one that draws none."""
    return max(CHARACTERS.find(character), 0)


# Closed lines -------------------------------------------------------------------------

_ALL = len(CHARACTERS) - 1


@dataclass(frozen=True)
class LoopSummary(Part):
    """Closed lines on a sample."""

    boards: Annotated[Natural, "Number of sampled boards."]
    number: Annotated[Interval, "Mean number on a board, with its 95 % interval."]
    length: Annotated[
        Interval | None, "Mean length in steps, with its 95 % confidence interval."
    ]
    lengths: Annotated[
        Mapping[int, Natural], "Number of closed lines of the sample by length."
    ]


def are_closed(rows: Sequence[str]) -> bool:
    """Return whether no line of a board has an end or a branch."""
    return all(lines_of(cell).bit_count() in (0, 2, 4) for row in rows for cell in row)


def lengths(rows: Sequence[str]) -> list[int]:
    """Return the lengths of the closed lines of a board without ends and branches.

    Two lines cross in a ┼, each going straight on.
    """
    # A line passes each cell on one of its sides; a ┼ is passed twice.
    unused = {
        (x, y, side)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        for side in STEPS
        if lines_of(cell) & side
    }
    loops = []
    while unused:
        x, y, side = start = min(unused)
        length = 0
        while length == 0 or (x, y, side) != start:
            unused.discard((x, y, side))
            dx, dy = STEPS[side]
            x, y, entered = x + dx, y + dy, OPPOSITE[side]
            unused.discard((x, y, entered))
            lines = lines_of(rows[y][x])
            side = OPPOSITE[entered] if lines == _ALL else lines - entered
            length += 1
        loops.append(length)
    return loops


def summarize(boards: Iterable[Sequence[str]]) -> LoopSummary:
    """Summarize a sample of at least two boards without ends and branches."""
    samples = [lengths(rows) for rows in boards]
    numbers = [len(loops) for loops in samples]
    return LoopSummary(
        boards=len(samples),
        number=mean(numbers),
        length=ratio([sum(loops) for loops in samples], numbers),
        lengths=dict(sorted(Counter(chain.from_iterable(samples)).items())),
    )
