"""From matrices of labels to boards: solutions with the dots of the regions."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.counting.boards.matrices import Ints, canonical
from galaxies_asp.verifying.rules import verify


def solution_of(labels: NDArray[np.integer]) -> Solution:
    """Return a board with the dots of its regions, in reading order of the regions.

    Raises `ValueError` if the (H, W) matrix is not a Galaxies board.
    """
    matrix = canonical(labels)
    height, width = matrix.shape
    # A symmetric region has its center at the mean of its cells.
    flat = matrix.ravel() - 1
    ys, xs = (
        np.bincount(flat, coordinate.ravel()).astype(np.int64) // np.bincount(flat)
        for coordinate in np.mgrid[1 : 2 * height : 2, 1 : 2 * width : 2]
    )
    dots = tuple(map(Point, xs.tolist(), ys.tolist()))
    labels_of_dots = (matrix - 1).astype(np.int32)
    solution = Solution(Puzzle(width, height, dots), labels_of_dots)
    if violations := verify(solution):
        raise ValueError(str(violations[0]))
    return solution


def boards_among(labels: Ints) -> Iterator[tuple[int, Solution]]:
    """Yield those of (n, H, W) matrices that are Galaxies boards, with their numbers.

    Labels are whole numbers from 0. The half turn of a symmetric region reverses the
    order of its cells, in which a cell and its image have the same sum. The verifier
    decides on the matrices in which all regions are like this.
    """
    n, height, width = labels.shape
    # Rows are so far apart that the sum of two cells tells their middle.
    cells = np.add.outer(2 * width * np.arange(height), np.arange(width)).ravel()
    most = int(labels.max(initial=0)) + 1
    region = labels.reshape(n, len(cells)) + most * np.arange(n)[:, None]
    order = np.argsort(region, axis=None, kind="stable")
    starts = np.flatnonzero(np.diff(region.ravel()[order], prepend=-1))
    sizes = np.diff(starts, append=len(order))
    first = np.repeat(starts, sizes)
    last = first + np.repeat(sizes, sizes) - 1
    cell = cells[order % len(cells)]
    image = cell[first + last - np.arange(len(order))]
    is_wrong = cell + image != cell[first] + cell[last]
    for number in np.delete(np.arange(n), order[is_wrong] // len(cells)).tolist():
        try:
            board = solution_of(labels[number])
        except ValueError:
            continue
        yield number, board
