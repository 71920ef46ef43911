"""Exact counts of galaxies boards: divisions into symmetric connected regions.

A board is divided region by region, always the region of the first cell that is left,
in shells around one corner, so that what remains stays compact. What remains falls
apart into connected shapes, which are divided independently of each other. The number
of divisions of a shape is the sum, over the regions of its first cell, of the products
over the shapes that remain. Different beginnings leave equal shapes, and each shape is
treated once: shapes are collected in levels by their first cell, forwards, and counted
backwards. Within a level everything is done for all shapes at the same time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.boards.bitboard import Bitboard, Sets, lowest
from galaxies_asp.boards.growth import Index, Regions, regions_at
from galaxies_asp.processes.progress import Report, silent

Values = NDArray[np.int64] | NDArray[np.object_]
Numbers = NDArray[np.int32]

SHAPES_AT_ONCE = 1 << 12
"""Number of shapes that are searched at the same time, or by one process."""

SHAPES_IN_SLAB = 1 << 16
"""Number of shapes in a slab; fewer take less memory, but share less."""

_FLOAT_LIMIT = 2.0**62


@dataclass(frozen=True)
class Slab:
    """Shapes with one first cell, and what their regions leave.

    A level, all shapes with one first cell, is worked on in slabs, so that what is in
    memory at a time has a bound.

    Attributes
    ----------
    rank
        The place of the first cell in the order of all cells.
    shapes
        (n,): the shapes, sorted.
    shape, remainder
        (t,) each: a region of the shape number `shape[i]` leaves the remainder number
        `remainder[i]`, a number below `remainders`.
    parts
        (p,): the components of all remainders, sorted. Components of one cell are left
        out: there is one way to divide them.
    owner, part
        (k,) each: the remainder number `owner[i]` has the component `parts[part[i]]`.
    rounds
        (q,): where each round begins in `owner`; in a round no owner occurs twice.
    """

    rank: int
    shapes: Sets
    shape: Numbers
    remainder: Numbers
    remainders: int
    parts: Sets
    owner: Numbers
    part: Numbers
    rounds: Numbers


class Slabs(Protocol):
    """Where the slabs of a board are kept, level by level."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> Slab: ...

    def append(self, slab: Slab, /) -> None:
        """Keep one more slab."""


def shell_order(board: Bitboard) -> list[int]:
    """Return the bits of the cells, in shells around the corner of the first.

    Within a shell, cells farther from the diagonal come first.
    """
    cells = [
        (max(row, column), min(row, column), row, board.bit(row, column))
        for row in range(board.height)
        for column in range(board.width)
    ]
    return [bit for *_, bit in sorted(cells)]


class FirstCells:
    """Finds the first cell of a shape, by tables for 16 bits at a time."""

    def __init__(self, order: Sequence[int]) -> None:
        rank = np.full(64, 255, dtype=np.uint8)
        rank[list(order)] = np.arange(len(order))
        self._tables = []
        for word in range((len(order) + 15) // 16):
            table = np.full(1 << 16, 255, dtype=np.uint8)
            for i in range(16):
                with_bit = table.reshape(-1, 2, 1 << i)[:, 1]
                np.minimum(with_bit, rank[16 * word + i], out=with_bit)
            self._tables.append(table)

    def ranks(self, shapes: Sets) -> NDArray[np.uint8]:
        """Return the place of the first cell of each shape in the order."""
        rank = np.full(shapes.shape, 255, dtype=np.uint8)
        for word, table in enumerate(self._tables):
            bits = (shapes >> np.uint64(16 * word)) & np.uint64(0xFFFF)
            np.minimum(rank, table[bits], out=rank)
        return rank

    def split(self, shapes: Sets) -> Iterator[tuple[int, Index]]:
        """Yield each rank that occurs, with the indices of its shapes."""
        ranks = self.ranks(shapes)
        for rank in np.unique(ranks):
            yield int(rank), np.flatnonzero(ranks == rank)


@dataclass(frozen=True)
class Counts:
    """The number of divisions of every shape that a board can leave.

    Attributes
    ----------
    shapes, values
        By rank of the first cell: the shapes, sorted, and their numbers of divisions,
        exact (int64 where they are small enough, Python integers elsewhere).
    """

    board: Bitboard
    around_center: bool
    shapes: tuple[Sets, ...]
    values: tuple[Values, ...]

    @cached_property
    def _order(self) -> list[int]:
        return shell_order(self.board)

    @cached_property
    def _first_cells(self) -> FirstCells:
        return FirstCells(self._order)

    @property
    def total(self) -> int:
        """The number of divisions of the whole board."""
        return int(self.values[0][0])

    def of(self, sets: Sets) -> list[int]:
        """Return the numbers of divisions of n sets of cells, connected or not.

        Raises `KeyError` if the division of the board cannot meet one of them.
        """
        sets = sets & self.board.neighbors(sets)
        product = np.ones(len(sets), dtype=object)
        for owner, parts in components(self.board, sets):
            for rank, index in self._first_cells.split(parts):
                shapes, wanted = self.shapes[rank], parts[index]
                at = np.searchsorted(shapes, wanted)
                unknown = wanted != shapes[np.minimum(at, len(shapes) - 1)]
                if unknown.any():
                    raise KeyError(int(wanted[unknown][0]))
                product[owner[index]] *= self.values[rank][at].astype(object)
        return [int(value) for value in product]

    def regions_of(self, shape: int) -> Iterator[Regions]:
        """Yield, in parts, the regions that the first cell of one shape may have."""
        shapes = np.array([shape], dtype=np.uint64)
        first = self._order[int(self._first_cells.ranks(shapes)[0])]
        return regions_at(self.board, shapes, first, around_center=self.around_center)


def count(
    board: Bitboard,
    *,
    around_center: bool = True,
    slabs: Slabs | None = None,
    executor: Executor | None = None,
    report: Report = silent,
) -> Counts:
    """Count the divisions of a board into symmetric connected regions.

    Parameters
    ----------
    around_center
        Whether a region must contain the cells around its center of symmetry.
    slabs
        Where to keep what is found; slabs that are there already are not searched
        again. By default a list in memory.
    executor
        Processes that share the search for regions.
    """
    if slabs is None:
        slabs = []
    explore(board, slabs, around_center, executor, report)
    return count_backwards(board, slabs, around_center, report)


def explore(
    board: Bitboard,
    slabs: Slabs,
    around_center: bool = True,
    executor: Executor | None = None,
    report: Report = silent,
) -> None:
    """Find all shapes that the division of a board can meet; see `count`."""
    order = shell_order(board)
    first_cells = FirstCells(order)
    waiting: list[list[Sets]] = [[] for _ in order]
    waiting[0].append(np.array([board.everything]))
    number = 0
    for rank, first in enumerate(order):
        shapes = np.unique(np.concatenate([_NO_SETS, *waiting[rank]]))
        waiting[rank] = []
        search = partial(remainders_at, board, first=first, around_center=around_center)
        for start in range(0, len(shapes), SHAPES_IN_SLAB):
            if number == len(slabs):
                some = shapes[start : start + SHAPES_IN_SLAB]
                slabs.append(_slab(board, rank, some, search, executor, report))
            parts = slabs[number].parts
            number += 1
            for other, index in first_cells.split(parts):
                waiting[other].append(parts[index])
        report("levels", rank + 1, len(order))


_NO_SETS = np.zeros(0, dtype=np.uint64)
_NO_NUMBERS = np.zeros(0, dtype=np.int32)


def remainders_at(
    board: Bitboard, shapes: Sets, *, first: int, around_center: bool
) -> tuple[Index, Sets]:
    """Return what the regions of the shapes' first cell leave, but for single cells.

    As two arrays (t,): the indices of the shapes, and the cells that are left.
    """
    index, left = [np.zeros(0, dtype=np.intp)], [_NO_SETS]
    for regions in regions_at(board, shapes, first, around_center=around_center):
        index.append(regions.shape)
        rest = shapes[regions.shape] & ~regions.cells
        left.append(rest & board.neighbors(rest))
    return np.concatenate(index), np.concatenate(left)


def _slab(
    board: Bitboard,
    rank: int,
    shapes: Sets,
    search: Callable[[Sets], tuple[Index, Sets]],
    executor: Executor | None,
    report: Report,
) -> Slab:
    """Find what the regions of the shapes' first cell leave, and its components."""
    starts = range(0, len(shapes), SHAPES_AT_ONCE)
    chunks = [shapes[start : start + SHAPES_AT_ONCE] for start in starts]
    found: Iterable[tuple[Index, Sets]]
    found = executor.map(search, chunks) if executor else map(search, chunks)
    shape, left = [_NO_NUMBERS], [_NO_SETS]
    for start, (index, rest) in zip(starts, found, strict=True):
        shape.append((index + start).astype(np.int32))
        left.append(rest)
        report("shapes", min(start + SHAPES_AT_ONCE, len(shapes)), len(shapes))
    remainders, remainder = np.unique(np.concatenate(left), return_inverse=True)
    del left
    owner, part, rounds = [_NO_NUMBERS], [_NO_SETS], [0]
    for owners, component in components(board, remainders):
        owner.append(owners.astype(np.int32))
        part.append(component)
        rounds.append(rounds[-1] + len(owners))
    parts, number = np.unique(np.concatenate(part), return_inverse=True)
    return Slab(
        rank,
        shapes,
        np.concatenate(shape),
        remainder.astype(np.int32),
        len(remainders),
        parts,
        np.concatenate(owner),
        number.astype(np.int32),
        np.array(rounds[:-1], dtype=np.int32),
    )


def components(board: Bitboard, sets: Sets) -> Iterator[tuple[Index, Sets]]:
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


def count_backwards(
    board: Bitboard,
    slabs: Slabs,
    around_center: bool = True,
    report: Report = silent,
) -> Counts:
    """Count the divisions of the shapes of all slabs, the last slab first."""
    order = shell_order(board)
    first_cells = FirstCells(order)
    shapes: list[Sets] = [_NO_SETS] * len(order)
    values: list[Values] = [np.zeros(0, dtype=np.int64)] * len(order)
    for number in reversed(range(len(slabs))):
        slab = slabs[number]
        of_parts: Values = np.zeros(len(slab.parts), dtype=np.int64)
        for other, index in first_cells.split(slab.parts):
            found = values[other][np.searchsorted(shapes[other], slab.parts[index])]
            if found.dtype == object:
                of_parts = of_parts.astype(object)
            of_parts[index] = found
        rank = slab.rank
        shapes[rank] = np.concatenate([slab.shapes, shapes[rank]])
        values[rank] = np.concatenate([_divisions(slab, of_parts), values[rank]])
        report("slabs counted", len(slabs) - number, len(slabs))
    return Counts(board, around_center, tuple(shapes), tuple(values))


def _divisions(slab: Slab, of_parts: Values) -> Values:
    """Return the number of divisions of each shape of a slab, exactly.

    The numbers are computed as floating-point numbers first. Sums and products of
    non-negative numbers have small relative errors there, and no term is larger than
    the result; so if that is under 2**62, 64-bit integers cannot overflow.
    """
    roughly = _sums_of_products(slab, of_parts.astype(np.float64))
    if roughly.max(initial=0) < _FLOAT_LIMIT:
        return _sums_of_products(slab, of_parts.astype(np.int64))
    return _sums_of_products(slab, of_parts.astype(object))


def _sums_of_products(slab: Slab, of_parts: NDArray[np.generic]) -> Values:
    product = np.ones(slab.remainders, dtype=of_parts.dtype)
    for owner, part in zip(
        np.split(slab.owner, slab.rounds[1:]),
        np.split(slab.part, slab.rounds[1:]),
        strict=True,
    ):
        product[owner] *= of_parts[part]
    result = np.zeros(len(slab.shapes), dtype=of_parts.dtype)
    np.add.at(result, slab.shape, product[slab.remainder])
    return result
