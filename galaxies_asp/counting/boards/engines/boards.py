"""From matrices of labels to boards: the test for symmetry, and solutions with dots."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.counting.boards.matrices import Bools, Ints, canonical
from galaxies_asp.verifying.rules import verify


class _Means(NamedTuple):
    """The means of the cells of m labels on n boards.

    `y` and `x` (n, m) are in doubled coordinates, rounded down; `present` (n, m) are
    the labels that there are; `exact` (n,) are the boards without rounding.
    """

    y: Ints
    x: Ints
    present: Bools
    exact: Bools


def _means(labels: Ints) -> _Means:
    """Return the means of (n, H, W) matrices."""
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
    return _Means(means[0], means[1], sizes > 0, exact)


def solution_of(labels: NDArray[np.integer]) -> Solution:
    """Return a board with the dots of its regions, in reading order of the regions.

    Raises `ValueError` if the (H, W) matrix is not a Galaxies board.
    """
    matrix = canonical(labels)
    height, width = matrix.shape
    means = _means(matrix[np.newaxis])
    dots = zip(means.x[0, 1:].tolist(), means.y[0, 1:].tolist(), strict=True)
    puzzle = Puzzle(width, height, tuple(Point(x, y) for x, y in dots))
    solution = Solution(puzzle, (matrix - 1).astype(np.int32))
    if violations := verify(solution):
        raise ValueError(str(violations[0]))
    return solution


def are_galaxies_boards(labels: Ints) -> Bools:
    """Return (n,): in which of the (n, H, W) matrices every region contains its center.

    Labels are whole numbers from 0; that regions are connected is not tested. A
    symmetric region has its center at the mean of its cells; few boards have only
    regions whose mean is a point of the doubled grid.
    """
    means = _means(labels)
    fine = means.exact
    for test in (_are_symmetric, _contain_centers):
        left = np.flatnonzero(fine)
        y, x, present, exact = means
        of_left = _Means(y[left], x[left], present[left], exact[left])
        fine[left] = test(labels[left], of_left)
    return fine


def _are_symmetric(labels: Ints, centers: _Means) -> Bools:
    """Return whether half turns about the centers keep the regions of each board."""
    n, height, width = labels.shape
    flat = labels.reshape(n, height * width)
    y, x = np.mgrid[1 : 2 * height : 2, 1 : 2 * width : 2]
    image_y = 2 * np.take_along_axis(centers.y, flat, 1) - y.ravel()
    image_x = 2 * np.take_along_axis(centers.x, flat, 1) - x.ravel()
    inside = (image_y > 0) & (image_y < 2 * height)
    inside &= (image_x > 0) & (image_x < 2 * width)
    image = np.where(inside, image_y // 2 * width + image_x // 2, 0)
    same = inside & (np.take_along_axis(flat, image, 1) == flat)
    return np.asarray(same.all(axis=1))


def _contain_centers(labels: Ints, centers: _Means) -> Bools:
    """Return whether symmetric regions have the cells around their centers."""
    board, label = np.nonzero(centers.present)
    y, x = centers.y[board, label], centers.x[board, label]
    # The cells around a center are each other's images: those on the left suffice.
    above = labels[board, (y - 1) // 2, (x - 1) // 2] == label
    below = labels[board, y // 2, (x - 1) // 2] == label
    result = np.ones(len(labels), dtype=bool)
    result[board[~(above & below)]] = False
    return result
