"""Regions as pairs of a cell and its dot, as facts and models have them."""

from collections.abc import Iterable, Iterator

from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows, Solution


def labels_of(puzzle: Puzzle, pairs: Iterable[tuple[Point, Point]]) -> Rows:
    """Return the labels that pairs of a cell and its dot describe.

    Raises `PuzzleError` if a point is no cell or no dot, or a cell is paired with two
    dots.
    """
    labels = puzzle.empty_rows()
    describe = puzzle.lattice.describe
    numbers = {dot: number for number, dot in enumerate(puzzle.centers)}
    for cell, dot in pairs:
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


def pairs_of(position: Position | Solution) -> Iterator[tuple[Point, Point]]:
    """Yield the cells whose dot is known, each with its dot."""
    for cell, label in known(position.rows()):
        yield cell, position.puzzle.centers[label]
