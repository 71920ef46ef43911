"""Single regions and their symmetry, in the terms of Morris (see `matrices`).

A region is an (H, W) array of truth values with at least one cell.
"""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point, touched_cells
from galaxies_asp.counting.boards.matrices import Bools


def regions_of(labels: NDArray[np.integer]) -> list[Bools]:
    """Return the regions of an (H, W) matrix, by rising label."""
    return [labels == label for label in np.unique(labels)]


def centroid(region: Bools) -> Point | None:
    """Return the point about which the half turn keeps the region; None if none.

    It is the middle of the smallest rectangle around the region.
    """
    rows, columns = np.nonzero(region)
    box = region[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    if not np.array_equal(box, box[::-1, ::-1]):
        return None
    return Point(
        int(columns.min() + columns.max()) + 1, int(rows.min() + rows.max()) + 1
    )


def contains_centroid(region: Bools) -> bool:
    """Tell whether the region is symmetric and has all cells around its centroid."""
    center = centroid(region)
    return center is not None and all(
        region[y // 2, x // 2] for x, y in touched_cells(center)
    )


def passes_palindrome_test(region: Bools) -> bool:
    """Tell whether the region's one-dimensional form is a palindrome.

    Every symmetric region passes, but so do others, as the rows of the board are put
    one behind the other: three cells around a corner of a 2 x 2 board do.
    """
    index = np.flatnonzero(region)
    sums = index + index[::-1]
    return bool((sums == sums[0]).all())


def is_galaxies_board(labels: NDArray[np.integer]) -> bool:
    """Tell whether every region of an (H, W) matrix contains its centroid.

    That the regions are connected is not looked at.
    """
    return all(contains_centroid(region) for region in regions_of(labels))
