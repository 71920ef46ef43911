"""Symmetries of a board of square cells, and which points they take to each other."""

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.grid import Point

Pattern = Literal[
    "none", "half-turn", "left-right", "top-bottom", "both-ways", "quarter-turn"
]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


def turned(array: NDArray[Any], pattern: Pattern) -> list[NDArray[Any]]:
    """Return the images of an array by the symmetries but the identity."""
    return {
        "none": [],
        "half-turn": [array[::-1, ::-1]],
        "left-right": [array[:, ::-1]],
        "top-bottom": [array[::-1]],
        "both-ways": [array[:, ::-1], array[::-1], array[::-1, ::-1]],
        "quarter-turn": [np.rot90(array, turns) for turns in (1, 2, 3)],
    }[pattern]


def orbits(width: int, height: int, pattern: Pattern) -> dict[Point, int]:
    """Return for each point a number, the same for all its images."""
    rows, columns = 2 * height + 1, 2 * width + 1
    numbers = np.arange(rows * columns).reshape(rows, columns)
    least = np.minimum.reduce([numbers, *turned(numbers, pattern)])
    return {Point(x, y): int(number) for (y, x), number in np.ndenumerate(least)}
