"""Walls of boards, and what makes them partitions or galaxies boards.

The words are those of N. Morris, "Combinatorics of Rotationally Symmetric Grid
Regions" (2023); see `galaxies_asp.counting.boards.matrices`.
"""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.matrices import (
    Bools,
    Ints,
    Walls,
    contains_centroid,
    labels_of,
    regions_of,
)


def gridlines(height: int, width: int) -> Ints:
    """Return the edges between two cells, as (n, 2) points: upright, then level ones.

    There are H(W - 1) + W(H - 1) of them, 2n(n - 1) on a square board.
    """
    upright = [(x, y) for y in range(1, 2 * height, 2) for x in range(2, 2 * width, 2)]
    level = [(x, y) for y in range(2, 2 * height, 2) for x in range(1, 2 * width, 2)]
    return np.array(upright + level, dtype=np.int64).reshape(-1, 2)


def walls_from(drawn: Bools, height: int, width: int) -> Walls:
    """Return walls from (n,): which of the `gridlines` are walls."""
    beside, below = np.split(drawn, [height * (width - 1)])
    return beside.reshape(height, width - 1), below.reshape(height - 1, width)


def drawn_of(walls: Walls) -> Bools:
    """Return (n,): which of the `gridlines` are walls."""
    return np.concatenate([part.ravel() for part in walls])


def walls_of(labels: NDArray[np.integer]) -> Walls:
    """Return the walls between different labels."""
    return labels[:, :-1] != labels[:, 1:], labels[:-1] != labels[1:]


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


def is_galaxies_board(labels: NDArray[np.integer]) -> bool:
    """Tell whether each region, connected or not, contains its centroid."""
    return all(contains_centroid(region) for region in regions_of(labels))
