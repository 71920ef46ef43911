"""Exact counts of galaxies boards: divisions into symmetric connected regions.

A board is divided region by region, always the region of the first cell that is left,
in shells around one corner, so that what remains stays compact. What remains falls
apart into connected shapes, which are divided independently of each other. The number
of divisions of a shape is the sum, over the regions of its first cell, of the products
over the shapes that remain. Different beginnings leave equal shapes, and each shape is
treated once: shapes are collected in levels by their first cell, forwards, and counted
backwards. Regions are found in both directions, so memory is needed for the shapes,
and not for their regions.
The sampler keeps all numbers; `compiled` counts the same depth first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards import word_board
from galaxies_asp.counting.boards.word_board import Index, Regions, Sets, WordBoard
from galaxies_asp.counting.exact import number_modulo, places_in
from galaxies_asp.processes.checkpoint import Arrays

SHAPES_AT_ONCE = 1 << 12
"""Number of shapes that are searched at the same time; fewer take less memory."""

_NO_SETS = np.zeros(0, dtype=np.uint64)

PRIME = (1 << 31) - 1

Numbers = NDArray[np.uint64]
"""(2, n): numbers modulo 2**64, and modulo `PRIME`."""


def integers_of(numbers: Numbers) -> list[int]:
    """Return the numbers as Python integers, exact below 2^95.

    No board of 64 cells has more divisions into connected regions, symmetric or not:
    those of 8 x 8 are fewer than 2^94.6.
    """
    return [number_modulo(pair, (1 << 64, PRIME)) for pair in numbers.T.tolist()]


@dataclass(frozen=True)
class ShapeSearch:
    """How the shapes of a board are divided."""

    board: WordBoard
    around_center: bool = True
    """Whether a region must contain the cells around its center of symmetry."""

    @cached_property
    def order(self) -> list[int]:
        """The bits of the cells, in shells around the corner of the first.

        Within a shell, cells farther from the diagonal come first.
        """
        cells = product(range(self.board.height), range(self.board.width))
        ordered = sorted(cells, key=lambda cell: (max(cell), min(cell), cell))
        return [self.board.bit(*cell) for cell in ordered]

    @cached_property
    def _ranks(self) -> NDArray[np.uint8]:
        """(8, 256): the least rank of the cells of a byte; 255 if there are none."""
        rank = np.full(64, 255, dtype=np.uint8)
        rank[self.order] = np.arange(len(self.order))
        tables = np.full((8, 256), 255, dtype=np.uint8)
        for cell in range(64):
            byte, bit = divmod(cell, 8)
            with_bit = tables[byte].reshape(-1, 2, 1 << bit)[:, 1]
            np.minimum(with_bit, rank[cell], out=with_bit)
        return tables

    def ranks(self, shapes: Sets) -> NDArray[np.uint8]:
        """Return the place of the first cell of each shape in the order."""
        digits = shapes.astype("<u8").view(np.uint8).reshape(-1, 8)
        ranks = (t[column] for t, column in zip(self._ranks, digits.T, strict=True))
        return reduce(np.minimum, ranks)

    def lookup(self, wanted: Sets, known: Sequence[tuple[Sets, Numbers]]) -> Numbers:
        """Return the numbers of some shapes. Raises `KeyError` if one is missing.

        `known` are the sorted shapes and their numbers, for each of the last ranks.
        """
        result = np.empty((2, len(wanted)), dtype=np.uint64)
        ranks = self.ranks(wanted)
        for rank in np.unique(ranks).tolist():
            index = np.flatnonzero(ranks == rank)
            (shapes, values), some = known[rank - len(self.order)], wanted[index]
            at = places_in(shapes, some)
            if (at < 0).any():
                raise KeyError(int(some[at < 0][0]))
            result[:, index] = values[:, at]
        return result

    def regions_of(self, rank: int, shapes: Sets) -> Iterator[Regions]:
        """Yield, in parts, the regions that the first cell of some shapes may have."""
        first = self.order[rank]
        return word_board.regions_at(
            self.board, shapes, first, around_center=self.around_center
        )

    def explored(self, rank: int, waiting: Sets) -> Arrays:
        """Return the shapes of a level, and those that wait for later ones.

        `waiting` are the different shapes of this level and later ones, sorted.
        """
        is_level = self.ranks(waiting) == rank
        shapes = waiting[is_level]
        pieces = [_NO_SETS]
        for _, _, remainders in self._remainders(rank, shapes):
            parts = [part for _, part in components(self.board, remainders)]
            pieces.append(word_board.distinct(np.concatenate([_NO_SETS, *parts])))
            if sum(map(len, pieces[1:])) > len(pieces[0]):
                pieces = [word_board.distinct(np.concatenate(pieces))]
        left = word_board.distinct(np.concatenate(pieces))
        later = word_board.distinct(np.concatenate([waiting[~is_level], left]))
        return {"shapes": shapes, "left": left, "waiting": later}

    def counted(
        self, rank: int, level: Arrays, later: Sequence[tuple[Sets, Numbers]]
    ) -> Numbers:
        """Return the numbers of the shapes of a level; for `later` see `lookup`."""
        shapes, known = level["shapes"], level["left"]
        numbers = self.lookup(known, later)
        counts = np.zeros((2, len(shapes)), dtype=np.uint64)
        for shape, remainder, remainders in self._remainders(rank, shapes):
            products = np.ones((2, len(remainders)), dtype=np.uint64)
            for owner, part in components(self.board, remainders):
                at = np.searchsorted(known, part)
                products[0][owner] *= numbers[0][at]
                products[1][owner] = products[1][owner] * numbers[1][at] % PRIME
            for numbers_of, some in zip(counts, products, strict=True):
                np.add.at(numbers_of, shape, some[remainder])
        counts[1] %= PRIME
        return counts

    def _remainders(
        self, rank: int, shapes: Sets
    ) -> Iterator[tuple[Index, Index, Sets]]:
        """Yield what the regions of the first cell leave, but for single cells.

        For some shapes at a time, for each region the index of its shape and of its
        remainder, and the remainders.
        """
        for start in range(0, len(shapes), SHAPES_AT_ONCE):
            some = shapes[start : start + SHAPES_AT_ONCE]
            index, left = [np.zeros(0, dtype=np.intp)], [_NO_SETS]
            for regions in self.regions_of(rank, some):
                rest = some[regions.shape] & ~regions.cells
                index.append(start + regions.shape)
                left.append(rest & self.board.neighbors(rest))
            remainders, remainder = np.unique(np.concatenate(left), return_inverse=True)
            yield np.concatenate(index), remainder, remainders


def count_levels(
    search: ShapeSearch, report: Report = silent
) -> list[tuple[Sets, Numbers]]:
    """Return what `lookup` needs; the first level has the board alone."""
    waiting = np.array([search.board.everything])
    ranks = range(int(search.ranks(waiting)[0]), len(search.order))
    levels = []
    for rank in ranks:
        levels.append(search.explored(rank, waiting))
        waiting = levels[-1]["waiting"]
        report("levels", len(levels), len(ranks))
    known: list[tuple[Sets, Numbers]] = []
    for rank, level in zip(reversed(ranks), reversed(levels), strict=True):
        known.insert(0, (level["shapes"], search.counted(rank, level, known)))
        report("levels counted", len(known), len(ranks))
    return known


def components(board: WordBoard, sets: Sets) -> Iterator[tuple[Index, Sets]]:
    """Yield the first components of the sets, then the second, and so on.

    Each time the indices of the sets that have one, and the components.
    """
    index = np.flatnonzero(sets)
    rest = sets[index]
    while index.size:
        part = board.component(word_board.lowest(rest), rest)
        yield index, part
        rest = rest & ~part
        more = np.flatnonzero(rest)
        index, rest = index[more], rest[more]
