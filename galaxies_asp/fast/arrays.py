"""Propagation of all rules in numpy, for boards that are large for bit sets.

The rules and the fixpoint are those of `propagation`. A region contains a cell if and
only if it contains the cell's mirror image in the dot, so that cells are taken in
pairs. The candidates of a dot are all pairs that it can reach from the cells that it
touches, through free cells whose images are free too. Of these,

* a cell with one pair left takes it, and so does its mirror image;
* a pair with a cell that another region has taken falls;
* a pair that its dot no longer reaches through its other pairs falls.

Cells are numbered so that mirroring is a difference: rows lie 3W apart, so that no step
and no mirror image that leaves the board meets a cell, and the array of all numbers
that can occur begins `origin` before the first cell.

This is separate because the time of array operations hardly depends on the size of the
board, while bit sets take time for each dot and cell; see `fixpoint.MAX_BITS`.
"""

from array import array

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.grid import cell_at
from galaxies_asp.core.board.labels import point_array
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.pairs import PairLists

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Bools = NDArray[np.bool_]


def open_pairs(puzzle: Puzzle) -> PairLists:
    """Return the pairs that propagation leaves open; see `fixpoint.open_lists`."""
    fixpoint = _Fixpoint(puzzle)
    fixpoint.settle()
    return fixpoint.open_pairs()


class _Fixpoint:
    """The candidate pairs that remain; all n of them are sorted by dot.

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
    alive
        (n + 1,): whether a pair is possible; the last one stands for no pair.
    owner
        (H * W,): the dot whose region has taken the cell, or `NO_DOT`.
    count, total
        (H * W,): how many possible pairs hold the cell, and the sum of their indices:
        where there is one, the sum is its index.
    apart
        (2, k): pairs of one dot that a given wall keeps apart.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.width, size = puzzle.width, puzzle.width * puzzle.height
        self._find_candidates(puzzle)
        n = len(self.dots)
        self.alive = np.ones(n + 1, dtype=bool)
        self.alive[n] = False
        self.is_core = np.zeros(n, dtype=bool)
        self.is_core[self.core] = True
        self.owner = np.full(size, NO_DOT, dtype=np.int32)
        for where in (self.cells, self.images):
            self.owner[where[self.core]] = self.dots[self.core]
        dots = np.arange(len(puzzle.centers) + 1)
        self.first_of_dot = np.searchsorted(self.dots, dots)
        two = np.flatnonzero(self.cells != self.images)
        holders = np.concatenate([np.arange(n), two])
        held = np.concatenate([self.cells, self.images[two]])
        self.at_cell = holders[np.argsort(held, kind="stable")].astype(np.int32)
        self.count = np.bincount(held, minlength=size)
        self.first_at_cell = np.concatenate([[0], np.cumsum(self.count)])
        self.total = np.zeros(size, dtype=np.int64)
        np.add.at(self.total, held, holders)
        self.mask = puzzle.cell_mask().ravel()
        self.apart = self._wall_off(puzzle)
        self.deduced = False

    def _find_candidates(self, puzzle: Puzzle) -> None:
        """Find the pairs that each dot can reach.

        A pair is found by its key: its dot times the size of all numbers, and the
        larger one of its numbers.
        """
        stride, lattice = 3 * puzzle.width, puzzle.lattice
        origin = puzzle.height * stride + puzzle.width
        x, y = point_array(puzzle.centers).T - 1
        sums = x + stride * y + 2 * origin
        # The lower right cell mirrors the upper left one, the lower left cell the upper
        # right one; of hexagons only these two touch a dot between them.
        left, right = x // 2, (x + 1) // 2
        top, bottom = y // 2 * stride, (y + 1) // 2 * stride
        straight = origin + right + bottom
        touched = origin + np.where(top == bottom, right + top, left + bottom)
        dots = np.arange(len(sums))
        if lattice.corners:
            two = touched != straight
            dots = np.concatenate([dots, dots[two]])
            touched = np.concatenate([straight, touched[two]])
        images = sums[dots] - touched
        held = np.concatenate([touched, images[images != touched]])
        if len(np.unique(held)) < len(held):
            raise NoSolutionError.of_contested_cell(puzzle)
        free = np.zeros(3 * puzzle.height * stride, dtype=bool)
        rows, columns = np.nonzero(puzzle.cell_mask())
        free[origin + rows * stride + columns] = True
        free[held] = False
        steps = [x // 2 + y // 2 * stride for x, y in lattice.steps]
        ways = [sign * step for step in steps for sign in (1, -1)]
        core = np.sort(dots * len(free) + touched)
        keys = _spread(core, sums, ways, free)
        dots, cells = np.divmod(keys, len(free))
        self.beside = np.empty((len(ways), len(keys)), dtype=np.int32)
        for beside, way in zip(self.beside, ways, strict=True):
            larger = np.maximum(cells + way, sums[dots] - cells - way)
            wanted = dots * len(free) + larger
            place = np.searchsorted(keys, wanted)
            is_pair = np.append(keys, -1)[place] == wanted
            beside[:] = np.where(is_pair, place, len(keys))
        self.core = np.searchsorted(keys, core)
        self.dots = dots.astype(np.int32)
        self.cells, self.images = (
            (rows * puzzle.width + columns).astype(np.int32)
            for rows, columns in (
                np.divmod(numbers - origin, stride)
                for numbers in (cells, sums[dots] - cells)
            )
        )

    def _wall_off(self, puzzle: Puzzle) -> Ints:
        """Find the pairs of one dot that a given wall keeps apart, and unlink them."""
        apart: list[tuple[int, int]] = []
        for wall in sorted(puzzle.walls):
            cells = puzzle.lattice.touched_cells(wall)
            sides = np.array([y // 2 * puzzle.width + x // 2 for x, y in cells])
            of_dot: dict[int, list[int]] = {}
            for pair in self._pairs_at(sides)[0].tolist():
                of_dot.setdefault(int(self.dots[pair]), []).append(pair)
            apart += [(two[0], two[1]) for two in of_dot.values() if len(two) > 1]
        for two in apart:
            for pair, neighbor in (two, two[::-1]):
                for way in self.beside:
                    if way[pair] == neighbor:
                        way[pair] = len(self.dots)
        return np.array(apart, dtype=np.int64).reshape(-1, 2).T

    def _pairs_at(self, cells: NDArray[np.integer]) -> tuple[Ints32, Ints]:
        """Return the pairs that hold each cell, and for each the index of the cell."""
        first, stop = self.first_at_cell[cells], self.first_at_cell[cells + 1]
        index, of_cell = _ranges(first, stop)
        return self.at_cell[index], of_cell

    def settle(self) -> None:
        """Propagate to the fixpoint.

        Raises `NoSolutionError` if no pair is left for a cell.
        """
        self._drop(self._apart_from(self.core))
        walled = np.unique(self.dots[self.apart])
        cells = np.flatnonzero(self.mask)
        while cells.size:
            dots = np.union1d(self._decide(cells), walled)
            mine, _ = _ranges(self.first_of_dot[dots], self.first_of_dot[dots + 1])
            mine = mine[self.alive[mine]]
            reached = self._reach(mine[self.is_core[mine]], self.alive)
            cells = self._drop(mine[~reached[mine]])
            walled = walled[:0]

    def _decide(self, cells: Ints) -> Ints32:
        """Take the pair of each cell that has one left, starting from these cells.

        Returns the dots that lost a pair.
        """
        losers = [self.dots[:0]]
        while cells.size:
            left = self.count[cells]
            if not left.all():
                row, column = divmod(int(cells[left == 0][0]), self.width)
                raise NoSolutionError.of_cell(cell_at(column, row), self.deduced)
            single = cells[(left == 1) & (self.owner[cells] == NO_DOT)]
            taken = np.unique(self.total[single])
            self.deduced |= bool(taken.size)
            both = np.concatenate([self.cells[taken], self.images[taken]])
            self.owner[both] = np.tile(self.dots[taken], 2)
            rivals, of_cell = self._pairs_at(both)
            other = self.dots[rivals] != self.owner[both][of_cell]
            rivals = np.concatenate([rivals[other], self._apart_from(taken)])
            rivals = np.unique(rivals[self.alive[rivals]])
            losers.append(self.dots[rivals])
            cells = self._drop(rivals)
        lost: Ints32 = np.unique(np.concatenate(losers))
        return lost

    def _apart_from(self, taken: Ints) -> Ints:
        """Return the pairs that given walls keep apart from these, each once."""
        first, second = self.apart
        if not first.size:
            return taken[:0]
        # Two walls can keep the same two pairs apart.
        both = second[np.isin(first, taken)], first[np.isin(second, taken)]
        others: Ints = np.unique(np.concatenate(both))
        return others

    def _drop(self, dropped: NDArray[np.integer]) -> Ints:
        """Rule these pairs out; return the cells that they held."""
        self.alive[dropped] = False
        two = dropped[self.cells[dropped] != self.images[dropped]]
        held = np.concatenate([self.cells[dropped], self.images[two]])
        np.subtract.at(self.count, held, 1)
        np.subtract.at(self.total, held, np.concatenate([dropped, two]))
        touched: Ints = np.unique(held).astype(np.int64)
        return touched

    def _reach(self, start: Ints, allowed: Bools) -> Bools:
        """Return (n + 1,): which pairs allowed ones connect to those of `start`."""
        unseen = allowed.copy()
        unseen[start] = False
        layer: NDArray[np.integer] = start
        mark = np.empty(len(unseen), dtype=np.int32)
        while layer.size:
            layer = self.beside[:, layer].ravel()
            layer = layer[unseen[layer]]
            unseen[layer] = False
            # Of equal pairs the last one stays.
            order = np.arange(layer.size, dtype=np.int32)
            mark[layer] = order
            layer = layer[mark[layer] == order]
        return allowed & ~unseen

    def open_pairs(self) -> PairLists:
        """Return the pairs that are possible, but not both taken and connected."""
        taken = self.alive.copy()
        taken[:-1] &= self.owner[self.cells] == self.dots
        connected = self._reach(self.core, taken)
        open_ = np.flatnonzero(self.alive & ~connected)
        number = np.full(len(self.alive), len(open_), dtype=np.int32)
        number[open_] = np.arange(len(open_))
        beside = self.beside[:, open_]
        apart = number[self.apart.T]
        return PairLists(
            labels=_ints(self.owner),
            dots=_ints(self.dots[open_]),
            cells=_ints(self.cells[open_]),
            images=_ints(self.images[open_]),
            beside=tuple(map(_ints, number[beside])),
            supported=np.asarray(connected[beside].any(axis=0)).tolist(),
            apart=[(a, b) for a, b in apart.tolist() if max(a, b) < len(open_)],
        )


def _ints(numbers: Ints32) -> "array[int]":
    return array("i", numbers.tobytes())


def _spread(core: Ints, sums: Ints, ways: list[int], free: Bools) -> Ints:
    """Return the keys of all pairs that are reached from the core.

    A pair `steps` away from the dot has neighbors only `steps - 1`, `steps` and
    `steps + 1` away, so that new pairs are compared with the last two layers only.
    """
    layers = [core[:0], core]
    while layers[-1].size:
        dots, cells = np.divmod(layers[-1], len(free))
        pairs = []
        for way in ways:
            cell = cells + way
            image = sums[dots] - cell
            open_ = free[cell] & free[image]
            larger = np.maximum(cell[open_], image[open_])
            pairs.append(dots[open_] * len(free) + larger)
        new = np.unique(np.concatenate(pairs))
        for known in layers[-2:]:
            new = new[np.append(known, -1)[np.searchsorted(known, new)] != new]
        layers.append(new)
    return np.sort(np.concatenate(layers))


def _ranges(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of all ranges, and for each number which range it is from."""
    length = stop - first
    which = np.repeat(np.arange(len(length)), length)
    offset = np.repeat(first - (np.cumsum(length) - length), length)
    return np.arange(len(which)) + offset, which
