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
`compiled` is a second implementation, which needs numba.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.values import dataclass
from galaxies_asp.counting.boards.growth import Index, Regions, regions_at
from galaxies_asp.counting.boards.word_board import Sets, WordBoard, distinct, lowest
from galaxies_asp.processes.checkpoint import Arrays
from galaxies_asp.processes.exchange import Exchange, to
from galaxies_asp.processes.progress import Report, silent

SHAPES_AT_ONCE = 1 << 12
"""Number of shapes that are searched at the same time; fewer take less memory."""

_NO_SETS = np.zeros(0, dtype=np.uint64)
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Numbers:
    """Exact numbers, as words and roughly.

    A number below 2**90 is known from both if the relative error of `rough` is below
    2**-27. Sums and products of positive numbers keep it near 2**-53 times the number
    of operations.

    Attributes
    ----------
    words
        (n,): the numbers modulo 2**64.
    rough
        (n,): the numbers as floating-point numbers.
    """

    words: NDArray[np.uint64]
    rough: NDArray[np.float64]

    @classmethod
    def ones(cls, count: int) -> "Numbers":
        """Return `count` numbers, each of them 1."""
        return cls(np.ones(count, dtype=np.uint64), np.ones(count))

    def at(self, index: Index) -> "Numbers":
        """Return some of the numbers."""
        return Numbers(self.words[index], self.rough[index])

    def put(self, index: Index, numbers: "Numbers") -> None:
        """Replace some of the numbers."""
        self.words[index], self.rough[index] = numbers.words, numbers.rough

    def multiply(self, index: Index, numbers: "Numbers") -> None:
        """Multiply some of the numbers, each once."""
        self.words[index] *= numbers.words
        self.rough[index] *= numbers.rough

    def sums(self, group: Index, groups: int) -> "Numbers":
        """Return the sum of each group; `group` (n,) are the groups of the numbers."""
        result = Numbers(np.zeros(groups, dtype=np.uint64), np.zeros(groups))
        np.add.at(result.words, group, self.words)
        np.add.at(result.rough, group, self.rough)
        return result

    def integers(self) -> list[int]:
        """Return the numbers as Python integers."""
        carries = np.rint((self.rough - self.words.astype(np.float64)) / 2.0**64)
        pairs = zip(self.words.tolist(), carries.tolist(), strict=True)
        return [word + (int(carry) << 64) for word, carry in pairs]


@dataclass(frozen=True)
class Table:
    """Sorted shapes by the rank of their first cell, and their numbers."""

    shapes: Sequence[Sets]
    values: Sequence[Numbers]
    first_rank: int = 0

    def lookup(self, shapes: Sets, search: "Search") -> Numbers:
        """Return the numbers of shapes. Raises `KeyError` if one is missing."""
        result = Numbers.ones(len(shapes))
        for rank, index in search.by_rank(shapes):
            level = rank - self.first_rank
            known, wanted = self.shapes[level], shapes[index]
            at = np.searchsorted(known, wanted)
            missing = wanted != known[np.minimum(at, len(known) - 1)]
            if missing.any():
                raise KeyError(int(wanted[missing][0]))
            result.put(index, self.values[level].at(at))
        return result


@dataclass(frozen=True)
class Search:
    """How the shapes of a board are divided; its methods are the tasks of a count.

    Attributes
    ----------
    around_center
        Whether a region must contain the cells around its center of symmetry.
    owners
        The number of parts among which the shapes are spread.
    """

    board: WordBoard
    around_center: bool = True
    owners: int = 1

    @cached_property
    def order(self) -> list[int]:
        """The bits of the cells, in shells around the corner of the first.

        Within a shell, cells farther from the diagonal come first.
        """
        cells = [
            (max(row, column), min(row, column), row, self.board.bit(row, column))
            for row in range(self.board.height)
            for column in range(self.board.width)
        ]
        return [bit for *_, bit in sorted(cells)]

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
        result: NDArray[np.uint8] = self._ranks[0][digits[:, 0]]
        for table, column in zip(self._ranks[1:], digits.T[1:], strict=True):
            np.minimum(result, table[column], out=result)
        return result

    def by_rank(self, shapes: Sets) -> Iterator[tuple[int, Index]]:
        """Yield each rank that occurs, with the indices of its shapes."""
        ranks = self.ranks(shapes)
        for rank in np.unique(ranks):
            yield int(rank), np.flatnonzero(ranks == rank)

    def regions_of(self, rank: int, shapes: Sets) -> Iterator[Regions]:
        """Yield, in parts, the regions that the first cell of some shapes may have."""
        first = self.order[rank]
        return regions_at(self.board, shapes, first, around_center=self.around_center)

    def explored(self, rank: int, *waiting: Sets) -> Arrays:
        """Return the shapes of a level, those that wait, and those for each part.

        Parameters
        ----------
        waiting
            Shapes of this level and later ones, in several arrays.
        """
        all_waiting = distinct(np.concatenate(waiting))
        is_level = self.ranks(all_waiting) == rank
        shapes = all_waiting[is_level]
        left, pieces, more = _NO_SETS, [_NO_SETS], 0
        for _, _, remainders in self._remainders(rank, shapes):
            parts = [part for _, part in components(self.board, remainders)]
            pieces.append(distinct(np.concatenate([_NO_SETS, *parts])))
            more += len(pieces[-1])
            if more > len(left):
                left = distinct(np.concatenate([left, *pieces]))
                pieces, more = [_NO_SETS], 0
        left = distinct(np.concatenate([left, *pieces]))
        owner = (left * _HASH_FACTOR >> np.uint64(32)) * np.uint64(self.owners)
        owner >>= np.uint64(32)
        sent = {to(part): left[owner == part] for part in range(self.owners)}
        return {"shapes": shapes, "waiting": all_waiting[~is_level], **sent}

    def answered(
        self,
        shapes: Sequence[Sets],
        words: Sequence[Sets],
        rough: Sequence[NDArray[np.float64]],
        first: int,
        *asked: Sets,
    ) -> Arrays:
        """Return the numbers of the shapes that each part asks for.

        Parameters
        ----------
        shapes, words, rough
            For each rank from `first` the shapes of this part and their numbers.
        asked
            From each part, the shapes whose numbers it needs.
        """
        table = Table(shapes, list(map(Numbers, words, rough)), first)
        answers = [table.lookup(wanted, self) for wanted in asked]
        return {
            to(part, name): getattr(numbers, name)
            for part, numbers in enumerate(answers)
            for name in ("words", "rough")
        }

    def counted(
        self,
        rank: int,
        shapes: Sets,
        left: Sequence[Sets],
        words: Sequence[Sets],
        rough: Sequence[NDArray[np.float64]],
    ) -> Arrays:
        """Return the numbers of the shapes of a level.

        Parameters
        ----------
        left, words, rough
            From each part, the shapes that the regions leave and their numbers.
        """
        known = np.concatenate(left)
        order = np.argsort(known)
        known = known[order]
        values = Numbers(np.concatenate(words), np.concatenate(rough)).at(order)
        counts = [Numbers.ones(0)]
        for shape, remainder, remainders in self._remainders(rank, shapes):
            products = Numbers.ones(len(remainders))
            for owner, part in components(self.board, remainders):
                products.multiply(owner, values.at(np.searchsorted(known, part)))
            begun = SHAPES_AT_ONCE * (len(counts) - 1)
            groups = min(SHAPES_AT_ONCE, len(shapes) - begun)
            counts.append(products.at(remainder).sums(shape, groups))
        return {
            name: np.concatenate([getattr(part, name) for part in counts])
            for name in ("words", "rough")
        }

    def _remainders(
        self, rank: int, shapes: Sets
    ) -> Iterator[tuple[Index, Index, Sets]]:
        """Yield what the regions of the first cell leave, but for single cells.

        For `SHAPES_AT_ONCE` shapes at a time, for each region the index of its shape
        and of its remainder, and the remainders.
        """
        for start in range(0, len(shapes), SHAPES_AT_ONCE):
            some = shapes[start : start + SHAPES_AT_ONCE]
            index, left = [np.zeros(0, dtype=np.intp)], [_NO_SETS]
            for regions in self.regions_of(rank, some):
                rest = some[regions.shape] & ~regions.cells
                index.append(regions.shape)
                left.append(rest & self.board.neighbors(rest))
            remainders, remainder = np.unique(np.concatenate(left), return_inverse=True)
            yield np.concatenate(index), remainder, remainders


@dataclass(frozen=True)
class Counts:
    """The number of divisions of every shape that a board can leave."""

    search: Search
    table: Table

    @property
    def total(self) -> int:
        """The number of divisions of the whole board."""
        return self.of(np.array([self.search.board.everything]))[0]

    def of(self, sets: Sets) -> list[int]:
        """Return the numbers of divisions of n sets of cells, connected or not.

        Raises `KeyError` if the division of the board cannot meet one of them.
        """
        board = self.search.board
        sets = sets & board.neighbors(sets)
        product = np.ones(len(sets), dtype=object)
        for owner, parts in components(board, sets):
            divisions = self.table.lookup(parts, self.search).integers()
            product[owner] *= np.array(divisions, dtype=object)
        return [int(value) for value in product]

    def regions_of(self, shape: int) -> Iterator[Regions]:
        """Yield, in parts, the regions that the first cell of one shape may have."""
        shapes = np.array([shape], dtype=np.uint64)
        return self.search.regions_of(int(self.search.ranks(shapes)[0]), shapes)


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
    search, _, values = _levels(board, around_center, exchange, report)
    first = int(search.ranks(np.array([board.everything]))[0])
    arrays = exchange.read(values[first][0])
    return Numbers(arrays["words"], arrays["rough"]).integers()[0]


def counts(
    board: WordBoard, *, around_center: bool = True, report: Report = silent
) -> Counts:
    """Return the counts of all shapes that a board can leave; see `count`."""
    search, levels, values = _levels(board, around_center, Exchange(), report)
    shapes = [level[0]["shapes"] for level in levels]
    return Counts(search, Table(shapes, [Numbers(**value[0]) for value in values]))


def _levels(
    board: WordBoard, around_center: bool, exchange: Exchange, report: Report
) -> tuple[Search, list[list[Any]], list[list[Any]]]:
    """Return the search, and for each rank what the parts explored and counted."""
    owners = range(exchange.parts)
    search = Search(board, around_center, exchange.parts)
    ranks = range(len(search.order))
    whole = np.array([board.everything])
    waiting: list[list[Any]] = [[_NO_SETS] if owner else [whole] for owner in owners]
    levels: list[list[Any]] = []
    for rank in ranks:
        inputs = [(rank, *sets) for sets in waiting]
        level = exchange.run(f"shapes-{rank:02}", search.explored, inputs)
        waiting = [
            [level[owner]["waiting"], *(sent[to(owner)] for sent in level)]
            for owner in owners
        ]
        levels.append(level)
        report("levels", rank + 1, len(ranks))
    nothing = {"shapes": _NO_SETS, "words": _NO_SETS, "rough": np.zeros(0)}
    values: list[list[Any]] = [[nothing] * exchange.parts for _ in ranks]
    for rank in reversed(ranks):
        level = levels[rank]
        answers = exchange.run(
            "",
            search.answered,
            [
                (
                    [known[owner]["shapes"] for known in levels[rank + 1 :]],
                    [known[owner]["words"] for known in values[rank + 1 :]],
                    [known[owner]["rough"] for known in values[rank + 1 :]],
                    rank + 1,
                    *(asking[to(owner)] for asking in level),
                )
                for owner in owners
            ],
        )
        inputs = [
            (
                rank,
                level[owner]["shapes"],
                [level[owner][to(other)] for other in owners],
                [answer[to(owner, "words")] for answer in answers],
                [answer[to(owner, "rough")] for answer in answers],
            )
            for owner in owners
        ]
        values[rank] = exchange.run(f"values-{rank:02}", search.counted, inputs)
        report("levels counted", len(ranks) - rank, len(ranks))
    return search, levels, values


def components(board: WordBoard, sets: Sets) -> Iterator[tuple[Index, Sets]]:
    """Yield the first components of the sets, then the second, and so on.

    Each time the indices of the sets that have one, and the components.
    """
    index = np.flatnonzero(sets)
    rest = sets[index]
    while index.size:
        part = board.component(lowest(rest), rest)
        yield index, part
        rest = rest & ~part
        more = np.flatnonzero(rest)
        index, rest = index[more], rest[more]
