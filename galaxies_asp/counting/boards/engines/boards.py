"""From matrices of labels to boards: solutions with the dots of the regions."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.counting.boards.matrices import Bools, Ints, canonical
from galaxies_asp.verifying.rules import verify


def solution_of(labels: NDArray[np.integer]) -> Solution:
    """Return a board with the dots of its regions, in reading order of the regions.

    Raises `ValueError` if the (H, W) matrix is not a Galaxies board.
    """
    matrix = canonical(labels)
    height, width = matrix.shape
    (ys, xs), _ = _means(matrix[np.newaxis])
    dots = zip(xs[0, 1:].tolist(), ys[0, 1:].tolist(), strict=True)
    puzzle = Puzzle(width, height, tuple(Point(x, y) for x, y in dots))
    solution = Solution(puzzle, (matrix - 1).astype(np.int32))
    if violations := verify(solution):
        raise ValueError(str(violations[0]))
    return solution


def boards_among(labels: Ints) -> Iterator[tuple[int, Solution]]:
    """Yield those of (n, H, W) matrices that are Galaxies boards, with their numbers.

    Labels are whole numbers from 0. A symmetric region has its center at the mean of
    its cells; few matrices have only regions whose mean is a point of the doubled grid.
    The verifier decides on those that are symmetric.
    """
    (ys, xs), exact = _means(labels)
    numbers = np.flatnonzero(exact)
    are_symmetric = _are_symmetric(labels[numbers], ys[numbers], xs[numbers])
    for number in numbers[are_symmetric].tolist():
        try:
            board = solution_of(labels[number])
        except ValueError:
            continue
        yield number, board


def _are_symmetric(labels: Ints, ys: Ints, xs: Ints) -> Bools:
    """Return (n,): in which matrices half turns about the means keep all regions."""
    n, height, width = labels.shape
    flat = labels.reshape(n, height * width)
    y, x = np.mgrid[1 : 2 * height : 2, 1 : 2 * width : 2]
    row = (2 * np.take_along_axis(ys, flat, 1) - y.ravel()) // 2
    column = (2 * np.take_along_axis(xs, flat, 1) - x.ravel()) // 2
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    image = np.where(inside, row * width + column, 0)
    same = inside & (np.take_along_axis(flat, image, 1) == flat)
    return np.asarray(same.all(axis=1))


def _means(labels: Ints) -> tuple[list[Ints], Bools]:
    """Return the means of the cells of each of m labels of (n, H, W) matrices.

    As y and x, (n, m) each, in doubled coordinates and rounded down; and (n,): which
    matrices need no rounding.
    """
    n, height, width = labels.shape
    most = int(labels.max(initial=0)) + 1
    by_board = labels.reshape(n, height * width) + most * np.arange(n)[:, None]
    numbered = by_board.ravel()
    sizes = np.bincount(numbered, minlength=n * most).reshape(n, most)
    exact = np.ones(n, dtype=bool)
    means = []
    for coordinate in np.mgrid[1 : 2 * height : 2, 1 : 2 * width : 2]:
        # Sums of so few small whole numbers are exact as floats.
        weights = np.tile(coordinate.ravel(), n)
        sums = np.bincount(numbered, weights, n * most).astype(np.int64)
        mean, rest = np.divmod(sums.reshape(n, most), np.maximum(sizes, 1))
        exact &= ~rest.any(axis=1)
        means.append(mean)
    return means, exact
