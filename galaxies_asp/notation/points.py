"""Dots and labels as several notations list them: by numbers of points, and in pairs.

The points inside a board are numbered in reading order: all points of the doubled grid
that are not on the border, that is (2W-1) x (2H-1) of them, row by row, from 0 at
(1, 1). Facts and IDP models pair each cell with its dot.
"""

from collections.abc import Iterable, Iterator

from galaxies_asp.board.grid import Point, cell_at, describe, is_cell
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle, Rows
from galaxies_asp.errors import PuzzleError

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


def labels_of(puzzle: Puzzle, belongs: Iterable[tuple[Point, Point]]) -> Rows:
    """Return the labels that pairs of a cell and its dot describe.

    Raises `PuzzleError` if a point is no cell or no dot, or a cell is paired with two
    dots.
    """
    labels = puzzle.empty_rows()
    numbers = {dot: number for number, dot in enumerate(puzzle.centers)}
    for cell, dot in belongs:
        if not puzzle.has_cell(cell):
            fault = "it is not on the board" if is_cell(cell) else "it is not a cell"
            raise PuzzleError(f"{describe(cell)} belongs to a galaxy, but {fault}")
        if dot not in numbers:
            raise PuzzleError(f"{describe(cell)} belongs to {dot}, which is not a dot")
        row, column = labels[cell.y // 2], cell.x // 2
        if row[column] not in (NO_DOT, numbers[dot]):
            raise PuzzleError(f"{describe(cell)} belongs to two dots")
        row[column] = numbers[dot]
    return labels


def belonging(position: Position) -> Iterator[tuple[Point, Point]]:
    """Yield the cells whose dot is known, each with its dot."""
    for row, labels in enumerate(position.rows() or ()):
        for column, label in enumerate(labels):
            if label != NO_DOT:
                yield cell_at(column, row), position.puzzle.centers[label]
