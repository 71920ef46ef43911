"""The rules of variants about the shapes of regions, and their clues."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point, cell_at, describe
from galaxies_asp.board.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.board.variants import RuleVariant, Variants
from galaxies_asp.verifying.violations import Kind, Violation, dot_name

Ints = NDArray[np.integer]


def misshapen(regions: Ints, variants: Variants) -> Iterator[Violation]:
    """Check shapes, given (H, W) numbers of regions, `NO_DOT` for cells of none."""
    if RuleVariant.RECTANGULAR in variants:
        yield from _not_rectangles(regions)
    if RuleVariant.THIN in variants:
        yield from _squares(regions)


def _not_rectangles(regions: Ints) -> Iterator[Violation]:
    for number in np.unique(regions[regions != NO_DOT]).tolist():
        rows, columns = np.nonzero(regions == number)
        height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
        if height * width != len(rows):
            cell = cell_at(int(columns[0]), int(rows[0]))
            message = f"the region of {describe(cell)} is not a rectangle"
            yield Violation(Kind.NOT_A_RECTANGLE, (cell,), message)


def _squares(regions: Ints) -> Iterator[Violation]:
    first = regions[:-1, :-1]
    same = (first != NO_DOT) & (first == regions[1:, 1:])
    same &= (first == regions[1:, :-1]) & (first == regions[:-1, 1:])
    for row, column in np.argwhere(same).tolist():
        cell = cell_at(column, row)
        message = f"the square of 2x2 cells from {describe(cell)} lies in one region"
        yield Violation(Kind.SQUARE_IN_REGION, (cell,), message)


def unturned(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    """Check that the quarter turn about a dot maps its region to itself."""
    for dot, (x, y) in enumerate(puzzle.centers):
        rows, columns = np.nonzero(labels == dot)
        pairs = zip(columns.tolist(), rows.tolist(), strict=True)
        cells = {cell_at(column, row) for column, row in pairs}
        turned = {Point(x + y - cell.y, y + cell.x - x) for cell in cells}
        if cells != turned:
            message = "a quarter turn does not map the region of "
            message += f"{dot_name(puzzle, dot)} to itself"
            places = tuple(sorted(cells - turned))
            yield Violation(Kind.UNTURNED_REGION, places, message)


def wrong_clues(puzzle: Puzzle, **numbers: int) -> Iterator[Violation]:
    """Compare clues such as `black_cells` with the numbers that an answer has."""
    for name, number in numbers.items():
        clue = puzzle.number(name)
        if clue is not None and clue != number:
            thing = name.replace("_", " ")
            message = f"{number} {thing}, where the clue is {clue}"
            yield Violation(Kind.WRONG_CLUE, (), message)
