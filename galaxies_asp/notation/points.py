"""Dots as several notations list them: by the numbers of their points.

The points inside a board are numbered in reading order: all points of the doubled grid
that are not on the border, that is (2W-1) x (2H-1) of them, row by row, from 0 at
(1, 1).
"""

from collections.abc import Iterable

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle

Dot = tuple[int, bool]
"""The number of a point, and whether the dot there is black."""


def point_count(width: int, height: int) -> int:
    """Return how many points are inside a board."""
    return (2 * width - 1) * (2 * height - 1)


def point_at(index: int, width: int) -> Point:
    """Return the point with this number."""
    y, x = divmod(index, 2 * width - 1)
    return Point(x + 1, y + 1)


def dots_in_order(puzzle: Puzzle) -> list[Dot]:
    """Return the dots of a puzzle, by the number of their point."""
    points_in_row = 2 * puzzle.width - 1
    return sorted(
        ((dot.y - 1) * points_in_row + dot.x - 1, dot in puzzle.black)
        for dot in puzzle.centers
    )


def puzzle_with_dots(
    width: int, height: int, dots: Iterable[Dot], holes: Iterable[Point] = ()
) -> Puzzle:
    """Return the puzzle with the given dots, in their order."""
    centers = {point_at(index, width): is_black for index, is_black in dots}
    black = frozenset(point for point, is_black in centers.items() if is_black)
    return Puzzle(width, height, tuple(centers), black=black, holes=frozenset(holes))
