"""Boards as matrices of region labels, and as walls.

The words are those of N. Morris, "Combinatorics of Rotationally Symmetric Grid
Regions" (2023). He gives the cell in column c and row r, from 1, the index (c, r), and
puts intersections and gridlines at halves. Here everything is a point (x, y) of the
doubled grid (see `grid`), which is twice his index less one.

Walls are two arrays: `beside` (H, W - 1) tells which gridlines between a cell and the
next one in its row are walls, and `below` (H - 1, W) which of those between a cell and
the one below it.
"""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.grid import SQUARE, Lattice, Point
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.verifying.regions import components
from galaxies_asp.core.verifying.rules import verify

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Walls = tuple[Bools, Bools]


def canonical(labels: NDArray[np.integer]) -> Ints:
    """Return the matrix notation of a partition: labels "least to greatest".

    Regions are numbered from 1 in the order in which they first occur in reading order,
    so that two (H, W) matrices are equal if and only if the divisions are.
    """
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    order = np.empty(len(first), dtype=np.int64)
    order[np.argsort(first)] = np.arange(1, len(first) + 1)
    return order[number].reshape(labels.shape)


def labels_of(walls: Walls) -> Ints:
    """Return the (H, W) matrix notation of the regions that walls enclose.

    If the walls are no partition, those inside a region are lost.
    """
    beside, below = walls
    return canonical(components([~beside, ~below]))


# Regions and their symmetry ----------------------------------------------------------
# A region is an (H, W) array of truth values with at least one cell.


def regions_of(labels: NDArray[np.integer]) -> list[Bools]:
    """Return the regions of an (H, W) matrix, by rising label."""
    return [labels == label for label in np.unique(labels)]


def centroid(region: Bools) -> Point | None:
    """Return the point about which the half turn keeps the region; None if none.

    It is the middle of the smallest rectangle around the region.
    """
    rows, columns = np.nonzero(region)
    (top, bottom), (left, right) = ((at.min(), at.max()) for at in (rows, columns))
    box = region[top : bottom + 1, left : right + 1]
    if not np.array_equal(box, box[::-1, ::-1]):
        return None
    return Point(int(left + right) + 1, int(top + bottom) + 1)


def contains_centroid(region: Bools, lattice: Lattice = SQUARE) -> bool:
    """Tell whether the region is symmetric and has all cells around its centroid."""
    center = centroid(region)
    return center is not None and all(
        region[y // 2, x // 2] for x, y in lattice.touched_cells(center)
    )


# Boards with dots -------------------------------------------------------------------


def solution_of(labels: NDArray[np.integer]) -> Solution:
    """Return a board with the dots of its regions, in reading order of the regions.

    Raises `ValueError` if the (H, W) matrix is not a Galaxies board.
    """
    matrix = canonical(labels) - 1
    height, width = matrix.shape
    # A symmetric region has its center at the mean of its cells.
    flat = matrix.ravel()
    ys, xs = (
        (np.bincount(flat, coordinate.ravel()) // np.bincount(flat)).astype(np.int64)
        for coordinate in np.mgrid[1 : 2 * height : 2, 1 : 2 * width : 2]
    )
    dots = tuple(map(Point, xs.tolist(), ys.tolist()))
    solution = Solution(Puzzle(width, height, dots), matrix.astype(np.int32))
    if violations := verify(solution):
        raise ValueError(str(violations[0]))
    return solution
