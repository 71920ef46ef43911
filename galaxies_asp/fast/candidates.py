"""The candidate pairs of each dot before propagation, in numpy.

A region contains a cell if and only if it contains the cell's mirror image in the dot,
so that cells are taken in pairs. The candidates of a dot are all pairs that it can
reach from the cells that it touches, through free cells whose images are free too.

Cells are numbered so that mirroring is a difference: rows lie 3W apart, so that no step
and no mirror image that leaves the board meets a cell, and the array of all numbers
that can occur begins `origin` before the first cell.
"""

from dataclasses import dataclass

import numpy as np

from galaxies_asp.board.labels import point_array
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast.pairs import Bools, Ints, Ints32


@dataclass(frozen=True)
class Pairs:
    """All pairs, sorted by dot.

    Attributes
    ----------
    dots
        (n,): the dot of each pair.
    cells, images
        (n,): its two cells, as indices into the flat board; equal where the dot lies in
        the middle of a cell.
    beside
        (d, n): the pairs of the same dot next to it in each direction, n where there is
        none.
    core
        The pairs of the cells that the dots touch.
    """

    dots: Ints32
    cells: Ints32
    images: Ints32
    beside: Ints32
    core: Ints


class _Numbering:
    """The numbers of cells, and the dots by the sum of two mirrored numbers."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.width = puzzle.width
        self.stride = 3 * puzzle.width
        self.origin = puzzle.height * self.stride + puzzle.width
        self.size = 3 * puzzle.height * self.stride
        self.steps = [
            sign * (x // 2 + y // 2 * self.stride)
            for x, y in puzzle.lattice.steps
            for sign in (1, -1)
        ]
        self._has_corners = bool(puzzle.lattice.corners)
        centers = point_array(puzzle.centers)
        self.x, self.y = centers[:, 0] - 1, centers[:, 1] - 1
        self.sums = self.x + self.stride * self.y + 2 * self.origin

    def of_cells(self, mask: Bools) -> Ints:
        """Return the numbers of the cells in an (H, W) mask."""
        rows, columns = np.nonzero(mask)
        return self.origin + rows * self.stride + columns

    def flat(self, numbers: Ints) -> Ints32:
        """Return the indices of cells in the flat board."""
        rows, columns = np.divmod(numbers - self.origin, self.stride)
        return (rows * self.width + columns).astype(np.int32)

    def touched(self) -> tuple[Ints, Ints]:
        """Return the pairs that touch the dots: dots, and the larger numbers.

        The lower right cell mirrors the upper left one, the lower left cell the upper
        right one; of hexagons only these two touch a dot between them.
        """
        left, right = self.x // 2, (self.x + 1) // 2
        top, bottom = self.y // 2 * self.stride, (self.y + 1) // 2 * self.stride
        straight = self.origin + right + bottom
        crossed = self.origin + np.where(top == bottom, right + top, left + bottom)
        dots = np.arange(len(self.sums))
        if not self._has_corners:
            return dots, crossed
        two = crossed != straight
        return np.concatenate([dots, dots[two]]), np.concatenate(
            [straight, crossed[two]]
        )


def is_contested(puzzle: Puzzle) -> bool:
    """Tell whether several dots touch one cell."""
    numbering = _Numbering(puzzle)
    dots, cells = numbering.touched()
    images = numbering.sums[dots] - cells
    held = np.concatenate([cells, images[images != cells]])
    return len(np.unique(held)) < len(held)


def reachable_pairs(puzzle: Puzzle) -> Pairs:
    """Return the pairs that each dot can reach.

    No two dots may touch one cell.
    """
    numbering = _Numbering(puzzle)
    dots, cells = numbering.touched()
    free = np.zeros(numbering.size, dtype=bool)
    free[numbering.of_cells(puzzle.cell_mask())] = True
    free[cells] = False
    free[numbering.sums[dots] - cells] = False
    core = np.sort(dots * numbering.size + cells)
    keys = _spread(core, numbering, free)
    dots, cells = np.divmod(keys, numbering.size)
    sums = numbering.sums[dots]
    beside = np.empty((len(numbering.steps), len(keys)), dtype=np.int32)
    for way, step in enumerate(numbering.steps):
        larger = np.maximum(cells + step, sums - cells - step)
        beside[way] = _find(keys, dots * numbering.size + larger)
    return Pairs(
        dots.astype(np.int32),
        numbering.flat(cells),
        numbering.flat(sums - cells),
        beside,
        np.searchsorted(keys, core),
    )


def _spread(core: Ints, numbering: _Numbering, free: Bools) -> Ints:
    """Return all keys, dot * size + larger number, that are reached from the core.

    A pair `steps` away from the dot has neighbors only `steps - 1`, `steps` and
    `steps + 1` away, so that new pairs are compared with the last two layers only.
    """
    before, keys = core[:0], core
    layers = [core]
    while keys.size:
        dots, cells = np.divmod(keys, numbering.size)
        sums = numbering.sums[dots]
        pairs = []
        for step in numbering.steps:
            cell = cells + step
            image = sums - cell
            open_ = free[cell] & free[image]
            larger = np.maximum(cell[open_], image[open_])
            pairs.append(dots[open_] * numbering.size + larger)
        new = np.unique(np.concatenate(pairs))
        new = new[~(_contains(keys, new) | _contains(before, new))]
        before, keys = keys, new
        layers.append(new)
    return np.sort(np.concatenate(layers))


def _contains(ordered: Ints, values: Ints) -> Bools:
    """Tell which values are in a sorted array."""
    return _find(ordered, values) < len(ordered)


def _find(ordered: Ints, values: Ints) -> Ints:
    """Return the places of values in a sorted array, its length where they are not."""
    if not ordered.size:
        return np.zeros(len(values), dtype=np.int64)
    place = np.searchsorted(ordered, values)
    last = np.minimum(place, len(ordered) - 1)
    place[ordered[last] != values] = len(ordered)
    return place
