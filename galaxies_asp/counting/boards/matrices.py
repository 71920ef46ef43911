"""Boards as matrices of region labels, and as walls.

The words are those of N. Morris, "Combinatorics of Rotationally Symmetric Grid
Regions" (2023). He gives the cell in column c and row r, from 1, the index (c, r), and
puts intersections and gridlines at halves. Here everything is a point (x, y) of the
doubled grid (see `grid`), which is twice his index less one.

Walls are two arrays: `beside` (H, W - 1) tells which gridlines between a cell and the
next one in its row are walls, and `below` (H - 1, W) which of those between a cell and
the one below it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.verifying.regions import components

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Walls = tuple[Bools, Bools]


def gridlines(height: int, width: int) -> Ints:
    """Return the edges between two cells, as (n, 2) points: upright, then level ones.

    There are H(W - 1) + W(H - 1) of them, 2n(n - 1) on a square board.
    """
    upright = _points(range(2, 2 * width, 2), range(1, 2 * height, 2))
    level = _points(range(1, 2 * width, 2), range(2, 2 * height, 2))
    return np.concatenate([upright, level])


def _points(xs: Sequence[int], ys: Sequence[int]) -> Ints:
    grid = np.meshgrid(np.array(xs, np.int64), np.array(ys, np.int64))
    return np.stack([axis.ravel() for axis in grid], 1)


def canonical(labels: NDArray[np.integer]) -> Ints:
    """Return the matrix notation of a partition: labels "least to greatest".

    Regions are numbered from 1 in the order in which they first occur in reading order,
    so that two (H, W) matrices are equal if and only if the divisions are.
    """
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    order = np.empty(len(first), dtype=np.int64)
    order[np.argsort(first)] = np.arange(1, len(first) + 1)
    return order[number].reshape(labels.shape)


def walls_of(labels: NDArray[np.integer]) -> Walls:
    """Return the walls between different labels."""
    return labels[:, :-1] != labels[:, 1:], labels[:-1] != labels[1:]


def labels_of(walls: Walls) -> Ints:
    """Return the (H, W) matrix notation of the regions that walls enclose.

    If the walls are no partition, those inside a region are lost.
    """
    beside, below = walls
    return canonical(components([~beside, ~below]))


def is_partition(walls: Walls) -> bool:
    """Tell whether every wall separates two different regions."""
    beside, below = walls_of(labels_of(walls))
    return np.array_equal(beside, walls[0]) and np.array_equal(below, walls[1])


def silly_squares(walls: Walls) -> Bools:
    """Return where, (H - 1, W - 1), the four cells around a vertex contradict.

    One wall alone separates two cells that three lawns connect.
    """
    beside, below = (part.astype(np.int64) for part in walls)
    number: Ints = beside[:-1] + beside[1:] + below[:, :-1] + below[:, 1:]
    return np.equal(number, 1)
