"""Regions of a board that walls divide: connected components in numpy."""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]


def components(beside: Bools, below: Bools) -> Ints:
    """Return the connected components of the cells of a board.

    Parameters
    ----------
    beside
        (H, W - 1): whether the cells (i, j) and (i, j + 1) are connected.
    below
        (H - 1, W): whether the cells (i, j) and (i + 1, j) are connected.

    Returns
    -------
    (H, W): for each cell the smallest index, in reading order, in its component.
    """
    height, width = beside.shape[0], below.shape[1]
    index = np.arange(height * width, dtype=np.int32).reshape(height, width)
    one = np.concatenate([index[:, :-1][beside], index[:-1][below]])
    other = np.concatenate([index[:, 1:][beside], index[1:][below]])
    root = index.ravel()
    while one.size:
        # Each root takes over the smaller root of a neighbor; then all links are
        # shortened until every cell points to its root.
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(root, above := root[root]):
            root = above
        one, other = root[one], root[other]
        apart = one != other
        one, other = one[apart], other[apart]
    return root.reshape(height, width)


def same_label(puzzle: Puzzle, labels: NDArray[np.int32]) -> tuple[Bools, Bools]:
    """Return which neighbors have equal labels, shaped as `components` takes them."""
    mask = puzzle.cell_mask()
    beside = (labels[:, :-1] == labels[:, 1:]) & mask[:, :-1] & mask[:, 1:]
    below = (labels[:-1] == labels[1:]) & mask[:-1] & mask[1:]
    return beside, below


def not_walled(puzzle: Puzzle, walls: frozenset[Point]) -> tuple[Bools, Bools]:
    """Return which neighbors no wall separates, shaped as `components` takes them."""
    mask = puzzle.cell_mask()
    beside = mask[:, :-1] & mask[:, 1:]
    below = mask[:-1] & mask[1:]
    for x, y in walls:
        if x % 2 and 0 < y < 2 * puzzle.height:
            below[y // 2 - 1, x // 2] = False
        elif y % 2 and 0 < x < 2 * puzzle.width:
            beside[y // 2, x // 2 - 1] = False
    return beside, below
