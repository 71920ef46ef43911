"""Cells and their dots as pairs of points, as facts and IDP models have them."""

from collections.abc import Iterable, Iterator

import numpy as np

from galaxies_asp.errors import PuzzleError
from galaxies_asp.grid import Point, cell_at, describe, is_cell
from galaxies_asp.puzzle import NO_DOT, Labels, Position, Puzzle


def labels_of(puzzle: Puzzle, belongs: Iterable[tuple[Point, Point]]) -> Labels:
    """Return the (H, W) labels that pairs of a cell and its dot describe.

    Raises `PuzzleError` if a point is no cell or no dot, or a cell is paired with two
    dots.
    """
    labels = np.full((puzzle.height, puzzle.width), NO_DOT, np.int32)
    numbers = {dot: number for number, dot in enumerate(puzzle.centers)}
    for cell, dot in belongs:
        if not puzzle.has_cell(cell):
            fault = "it is not on the board" if is_cell(cell) else "it is not a cell"
            raise PuzzleError(f"{describe(cell)} belongs to a galaxy, but {fault}")
        if dot not in numbers:
            raise PuzzleError(f"{describe(cell)} belongs to {dot}, which is not a dot")
        place = (cell.y // 2, cell.x // 2)
        if labels[place] not in (NO_DOT, numbers[dot]):
            raise PuzzleError(f"{describe(cell)} belongs to two dots")
        labels[place] = numbers[dot]
    return labels


def belonging(position: Position) -> Iterator[tuple[Point, Point]]:
    """Yield the cells whose dot is known, each with its dot."""
    if position.labels is None:
        return
    for row, labels in enumerate(position.labels.tolist()):
        for column, label in enumerate(labels):
            if label != NO_DOT:
                yield cell_at(column, row), position.puzzle.centers[label]
