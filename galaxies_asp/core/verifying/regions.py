"""Boards of squares in numpy: connected components, and solutions of large boards."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.labels import Labels, point_array
from galaxies_asp.core.board.puzzle import Puzzle


def components(links: Sequence[NDArray[np.bool_]]) -> NDArray[np.int32]:
    """Return the connected components of the cells of a board of squares.

    `links`: (H, W - 1) and (H - 1, W): whether a cell is connected to the next one in
    its row, and to the one below it.

    Returns
    -------
    (H, W): for each cell the smallest index, in reading order, in its component.
    """
    beside, below = links
    height, width = len(beside), below.shape[1]
    root = np.arange(height * width, dtype=np.int32)
    index = root.reshape(height, width)
    first = np.concatenate([index[:, :-1][beside], index[:-1][below]])
    other = np.concatenate([index[:, 1:][beside], index[1:][below]])
    while first.size:
        # Each root takes over the smaller root of a neighbor; then all links are
        # shortened until every cell points to its root.
        np.minimum.at(root, np.maximum(first, other), np.minimum(first, other))
        while not np.array_equal(root, above := root[root]):
            root = above
        first, other = root[first], root[other]
        apart = first != other
        first, other = first[apart], other[apart]
    return root.reshape(height, width)


def solves(puzzle: Puzzle, labels: Labels) -> bool:
    """Tell whether (H, W) labels solve a puzzle on squares by the standard rules."""
    mask, dots = puzzle.cell_mask(), np.arange(len(puzzle.centers))
    rows, columns = (index.astype(np.int32) for index in mask.nonzero())
    own = labels[mask].astype(np.int32)
    if not np.array_equal(labels >= 0, mask) or own.max(initial=-1) >= len(dots):
        return False
    x, y = point_array(puzzle.centers).T.astype(np.int32) - 1
    row, column = y[own] - rows, x[own] - columns  # of the mirror images
    if min(row.min(initial=0), column.min(initial=0)) < 0:
        return False
    if (row >= puzzle.height).any() or (column >= puzzle.width).any():
        return False
    near = [(y + down, x + right) for down in (0, 1) for right in (0, 1)]
    touched = np.array([labels[below // 2, beside // 2] for below, beside in near])
    if (labels[row, column] != own).any() or (touched != dots).any():
        return False
    same = labels[:, 1:] == labels[:, :-1], labels[1:] == labels[:-1]
    is_first = components(same)[mask] == rows * puzzle.width + columns
    walls = point_array(sorted(puzzle.walls)).T
    (x, y), (right, below) = (walls - 1) // 2, walls // 2  # the cells beside them
    walled = labels[y, x] == labels[below, right]
    return np.count_nonzero(is_first) == len(dots) and not walled.any()
