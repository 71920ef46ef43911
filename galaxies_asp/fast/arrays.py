"""Propagation of all rules in numpy, for boards that are large for bit sets.

The rules and the fixpoint are those of `propagation`, here on candidate pairs:

* a cell with one pair left takes it, and so does its mirror image;
* a pair with a cell that another region has taken falls;
* a pair that its dot no longer reaches through its other pairs falls.

This is separate because the time of array operations hardly depends on the size of the
board, while bit sets take time for each dot and cell; see `fixpoint.MAX_BITS`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import cell_at
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.candidates import Pairs, is_contested, reachable_pairs
from galaxies_asp.fast.pairs import Bools, Ints, Ints32, OpenPairs


def open_pairs(puzzle: Puzzle) -> OpenPairs:
    """Return the pairs that propagation leaves open; see `fixpoint.open_pairs`."""
    if is_contested(puzzle):
        raise NoSolutionError.of_contested_cell(puzzle)
    fixpoint = _Fixpoint(puzzle, reachable_pairs(puzzle))
    fixpoint.settle()
    return fixpoint.open_pairs()


class _Fixpoint:
    """The candidate pairs that remain.

    Attributes
    ----------
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

    def __init__(self, puzzle: Puzzle, pairs: Pairs) -> None:
        self.shape = puzzle.height, puzzle.width
        self.pairs = pairs
        self.beside = pairs.beside
        n, cells = len(pairs.dots), puzzle.width * puzzle.height
        self.alive = np.ones(n + 1, dtype=bool)
        self.alive[n] = False
        self.is_core = np.zeros(n, dtype=bool)
        self.is_core[pairs.core] = True
        self.owner = np.full(cells, NO_DOT, dtype=np.int32)
        for where in (pairs.cells, pairs.images):
            self.owner[where[pairs.core]] = pairs.dots[pairs.core]
        dots = np.arange(len(puzzle.centers) + 1)
        self.first_of_dot = np.searchsorted(pairs.dots, dots)
        two = np.flatnonzero(pairs.cells != pairs.images)
        holders = np.concatenate([np.arange(n), two])
        held = np.concatenate([pairs.cells, pairs.images[two]])
        self.at_cell = holders[np.argsort(held, kind="stable")].astype(np.int32)
        self.count = np.bincount(held, minlength=cells)
        self.first_at_cell = np.concatenate([[0], np.cumsum(self.count)])
        self.total = np.zeros(cells, dtype=np.int64)
        np.add.at(self.total, held, holders)
        self.mask = puzzle.cell_mask().ravel()
        self.apart = self._wall_off(puzzle)
        self.deduced = False

    def _wall_off(self, puzzle: Puzzle) -> Ints:
        """Find the pairs of one dot that a given wall keeps apart, and unlink them."""
        touched_cells = puzzle.lattice.touched_cells
        sides = [
            [cell.y // 2 * puzzle.width + cell.x // 2 for cell in touched_cells(wall)]
            for wall in sorted(puzzle.walls)
        ]
        first, second = np.array(sides, dtype=np.int64).reshape(-1, 2).T
        first_pairs, first_walls = self._pairs_at(first)
        second_pairs, second_walls = self._pairs_at(second)
        dots, size = self.pairs.dots, len(puzzle.centers)
        _, ours, theirs = np.intersect1d(
            first_walls * size + dots[first_pairs],
            second_walls * size + dots[second_pairs],
            return_indices=True,
        )
        apart = np.stack([first_pairs[ours], second_pairs[theirs]]).astype(np.int64)
        if apart.size:
            self.beside = self.beside.copy()
        for pair, neighbor in (apart, apart[::-1]):
            for way in self.beside:
                way[pair[way[pair] == neighbor]] = len(dots)
        return apart

    def _pairs_at(self, cells: NDArray[np.integer[Any]]) -> tuple[Ints32, Ints]:
        """Return the pairs that hold each cell, and for each the index of the cell."""
        first, stop = self.first_at_cell[cells], self.first_at_cell[cells + 1]
        index, of_cell = _ranges(first, stop)
        return self.at_cell[index], of_cell

    def settle(self) -> None:
        """Propagate to the fixpoint.

        Raises
        ------
        NoSolutionError
            If no pair is left for a cell.
        """
        self._drop(self._apart_from(self.pairs.core))
        walled = np.unique(self.pairs.dots[self.apart])
        cells = np.flatnonzero(self.mask)
        while cells.size:
            dots = np.union1d(self._decide(cells), walled)
            cells = self._drop(self._unreached(dots))
            walled = walled[:0]

    def _decide(self, cells: Ints) -> Ints32:
        """Take the pair of each cell that has one left, starting from these cells.

        Returns the dots that lost a pair.
        """
        pairs = self.pairs
        losers = [pairs.dots[:0]]
        while cells.size:
            left = self.count[cells]
            if not left.all():
                self._fail(int(cells[left == 0][0]))
            single = cells[(left == 1) & (self.owner[cells] == NO_DOT)]
            taken = np.unique(self.total[single])
            self.deduced |= bool(taken.size)
            both = np.concatenate([pairs.cells[taken], pairs.images[taken]])
            self.owner[both] = np.tile(pairs.dots[taken], 2)
            rivals, of_cell = self._pairs_at(both)
            other = pairs.dots[rivals] != self.owner[both][of_cell]
            rivals = np.concatenate([rivals[other], self._apart_from(taken)])
            rivals = np.unique(rivals[self.alive[rivals]])
            losers.append(pairs.dots[rivals])
            cells = self._drop(rivals)
        lost: Ints32 = np.unique(np.concatenate(losers))
        return lost

    def _apart_from(self, taken: Ints) -> Ints:
        """Return the pairs that given walls keep apart from these, each once."""
        first, second = self.apart[0], self.apart[1]
        if not first.size:
            return taken[:0]
        # Two walls can keep the same two pairs apart.
        others: Ints = np.unique(
            np.concatenate(
                [second[np.isin(first, taken)], first[np.isin(second, taken)]]
            )
        )
        return others

    def _fail(self, cell: int) -> None:
        row, column = divmod(cell, self.shape[1])
        raise NoSolutionError.of_cell(cell_at(column, row), self.deduced)

    def _drop(self, dropped: NDArray[np.integer[Any]]) -> Ints:
        """Rule these pairs out; return the cells that they held."""
        pairs = self.pairs
        self.alive[dropped] = False
        two = dropped[pairs.cells[dropped] != pairs.images[dropped]]
        held = np.concatenate([pairs.cells[dropped], pairs.images[two]])
        np.subtract.at(self.count, held, 1)
        np.subtract.at(self.total, held, np.concatenate([dropped, two]))
        touched: Ints = np.unique(held).astype(np.int64)
        return touched

    def _unreached(self, dots: Ints32) -> Ints:
        """Return the pairs of these dots that are no longer connected to their dot."""
        mine, _ = _ranges(self.first_of_dot[dots], self.first_of_dot[dots + 1])
        mine = mine[self.alive[mine]]
        reached = self._reach(mine[self.is_core[mine]], self.alive)
        return mine[~reached[mine]]

    def _reach(self, start: Ints, allowed: Bools) -> Bools:
        """Return (n + 1,): which pairs allowed ones connect to those of `start`."""
        unseen = allowed.copy()
        unseen[start] = False
        layer: NDArray[np.integer[Any]] = start
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

    def open_pairs(self) -> OpenPairs:
        """Return the pairs that are possible, but not both taken and connected."""
        pairs = self.pairs
        taken = self.alive.copy()
        taken[:-1] &= self.owner[pairs.cells] == pairs.dots
        connected = self._reach(pairs.core, taken)
        open_ = np.flatnonzero(self.alive & ~connected)
        number = np.full(len(self.alive), len(open_), dtype=np.int32)
        number[open_] = np.arange(len(open_))
        beside = self.beside[:, open_]
        apart = number[self.apart.T]
        return OpenPairs(
            labels=self.owner.reshape(self.shape),
            dots=pairs.dots[open_],
            cells=pairs.cells[open_],
            images=pairs.images[open_],
            beside=number[beside],
            supported=np.asarray(connected[beside].any(axis=0)),
            apart=apart[(apart < len(open_)).all(axis=1)].astype(np.int64),
        )


def _ranges(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of all ranges, and for each number which range it is from."""
    length = stop - first
    which = np.repeat(np.arange(len(length)), length)
    offset = np.repeat(first - (np.cumsum(length) - length), length)
    return np.arange(len(which)) + offset, which
