"""Exact counts of galaxies boards: divisions into symmetric connected regions.

A board is divided region by region, always the region of the first cell that is left,
in shells around one corner, so that what remains stays compact. What remains falls
apart into connected shapes, which are divided independently of each other. The number
of divisions of a shape is the sum, over the regions of its first cell, of the products
over the shapes that remain. Different beginnings leave equal shapes, and each shape is
treated once: shapes are collected in levels by their first cell, forwards, and counted
backwards. Regions are found in both directions, so memory is needed for the shapes,
and not for their regions.

Each shape belongs to one part of an `Exchange`, by a hash. Forwards a part sends the
shapes that its regions leave to their owners; backwards it gets their numbers.
`compiled` is a second implementation.
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
from galaxies_asp.processes.exchange import Exchange, Results, owners, to

SHAPES_AT_ONCE = 1 << 12
"""Number of shapes that are searched at the same time; fewer take less memory."""

_NO_SETS = np.zeros(0, dtype=np.uint64)
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)

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
    """How the shapes of a board are divided; its methods are the tasks of a count."""

    board: WordBoard
    around_center: bool = True
    """Whether a region must contain the cells around its center of symmetry."""
    owners: int = 1
    """The number of parts among which the shapes are spread."""

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

    def explored(self, rank: int, *waiting: Sets) -> Arrays:
        """Return the shapes of a level, those that wait, and those for each part.

        `waiting` are shapes of this level and later ones, in several arrays.
        """
        all_waiting = word_board.distinct(np.concatenate(waiting))
        is_level = self.ranks(all_waiting) == rank
        shapes = all_waiting[is_level]
        pieces = [_NO_SETS]
        for _, _, remainders in self._remainders(rank, shapes):
            parts = [part for _, part in components(self.board, remainders)]
            pieces.append(word_board.distinct(np.concatenate([_NO_SETS, *parts])))
            if sum(map(len, pieces[1:])) > len(pieces[0]):
                pieces = [word_board.distinct(np.concatenate(pieces))]
        left = word_board.distinct(np.concatenate(pieces))
        owner = owners(left * _HASH_FACTOR, self.owners)
        sent = {to(part): left[owner == part] for part in range(self.owners)}
        return {"shapes": shapes, "waiting": all_waiting[~is_level], **sent}

    def answered(self, known: Sequence[tuple[Sets, Numbers]], *asked: Sets) -> Arrays:
        """Return the numbers of the shapes that each part asks for; see `lookup`."""
        return {to(part): self.lookup(each, known) for part, each in enumerate(asked)}

    def counted(
        self, rank: int, shapes: Sets, left: Sequence[Sets], values: Sequence[Numbers]
    ) -> Arrays:
        """Return the numbers of the shapes of a level.

        From each part come shapes that the regions have `left`, and their numbers.
        """
        known = np.concatenate(left)
        order = np.argsort(known)
        known = known[order]
        numbers = np.concatenate(values, axis=1)[:, order]
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
        return {"values": counts}

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


def count(
    board: WordBoard,
    *,
    around_center: bool = True,
    exchange: Exchange | None = None,
    report: Report = silent,
) -> int:
    """Count the divisions of a board into symmetric connected regions.

    Parameters
    ----------
    around_center
        Whether a region must contain the cells around its center of symmetry.
    exchange
        Workers that share the shapes; by default one part in this process.
    """
    exchange = exchange or Exchange()
    search = ShapeSearch(board, around_center, exchange.parts)
    _, values = count_levels(search, exchange, report)
    return integers_of(exchange.read(values[0])["values"])[0]


def count_levels(
    search: ShapeSearch, exchange: Exchange, report: Report
) -> tuple[list[list[tuple[Sets, Numbers]]], list[Results]]:
    """Return for each part what `lookup` needs, and the `values` of the board.

    These are the result of the task of each part; the first one has the board.
    """
    whole, owners = np.array([search.board.everything]), range(exchange.parts)
    ranks = range(int(search.ranks(whole)[0]), len(search.order))
    waiting = [[_NO_SETS] if owner else [whole] for owner in owners]
    levels: list[list[Results]] = []
    for rank in ranks:
        inputs = [(rank, *sets) for sets in waiting]
        level = exchange.run(f"shapes-{rank:02}", search.explored, inputs)
        waiting = [
            [level[owner]["waiting"], *(sent[to(owner)] for sent in level)]
            for owner in owners
        ]
        levels.append(level)
        report("levels", len(levels), len(ranks))
    known: list[list[tuple[Sets, Numbers]]] = [[] for _ in owners]
    for rank, level in zip(reversed(ranks), reversed(levels), strict=True):
        asked = [
            (known[owner], *(asking[to(owner)] for asking in level)) for owner in owners
        ]
        answers = exchange.run("", search.answered, asked)
        inputs = [
            (
                rank,
                level[owner]["shapes"],
                [level[owner][to(other)] for other in owners],
                [answer[to(owner)] for answer in answers],
            )
            for owner in owners
        ]
        values = exchange.run(f"values-{rank:02}", search.counted, inputs)
        for owner in owners:
            known[owner].insert(0, (level[owner]["shapes"], values[owner]["values"]))
        report("levels counted", len(known[0]), len(ranks))
    return known, values


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
