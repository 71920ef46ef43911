"""Symmetries of a board of square cells, and which points they take to each other."""

from collections.abc import Sequence
from typing import Literal, TypeVar, get_args

from galaxies_asp.core.board.grid import Point

Pattern = Literal[
    "none", "half-turn", "left-right", "top-bottom", "both-ways", "quarter-turn"
]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)

Item = TypeVar("Item")
Rows = Sequence[Sequence[Item]]


def turned(rows: Rows[Item], pattern: Pattern) -> list[list[list[Item]]]:
    """Return the images of rows by the symmetries but the identity."""
    left_right, top_bottom = [[*row[::-1]] for row in rows], [[*r] for r in rows[::-1]]
    half = left_right[::-1]
    columns = [[*column] for column in zip(*rows, strict=True)]
    return {
        "none": [],
        "half-turn": [half],
        "left-right": [left_right],
        "top-bottom": [top_bottom],
        "both-ways": [left_right, top_bottom, half],
        "quarter-turn": [columns[::-1], half, [column[::-1] for column in columns]],
    }[pattern]


def orbits(width: int, height: int, pattern: Pattern) -> dict[Point, int]:
    """Return for each point a number, the same for all its images."""
    rows, columns = 2 * height + 1, 2 * width + 1
    numbers = [[y * columns + x for x in range(columns)] for y in range(rows)]
    images = [numbers, *turned(numbers, pattern)]
    return {
        Point(x, y): min(image[y][x] for image in images)
        for y in range(rows)
        for x in range(columns)
    }
