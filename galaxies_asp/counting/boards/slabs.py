"""What the regions of the first cells of many shapes leave.

The first cell of a shape is the first one in shells around a corner of the board. All
shapes with the same first cell are a level; a level is worked on in slabs.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.growth import Index, regions_at
from galaxies_asp.counting.boards.word_board import Sets, WordBoard, lowest
from galaxies_asp.processes.progress import Report

Places = NDArray[np.int32]

_NO_SETS = np.zeros(0, dtype=np.uint64)
_NO_PLACES = np.zeros(0, dtype=np.int32)

SHAPES_AT_ONCE = 1 << 12
"""Number of shapes that are searched at the same time, or by one process."""

SHAPES_IN_SLAB = 1 << 13
"""Number of shapes in a slab; fewer take less memory, but share less."""

LEAST_ROOM = 1 << 26
"""Bytes for slabs that are kept between the two directions, unless more are given."""


@dataclass(frozen=True)
class Slab:
    """Some shapes with one first cell, and what their regions leave.

    Attributes
    ----------
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

    shapes: Sets
    shape: Places
    remainder: Places
    remainders: int
    parts: Sets
    owner: Places
    part: Places
    rounds: Places

    @property
    def size(self) -> int:
        """The number of bytes of its arrays."""
        return sum(getattr(value, "nbytes", 0) for value in vars(self).values())


def shell_order(board: WordBoard) -> list[int]:
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


class Search:
    """Finds what the regions of shapes leave, slab by slab; keeps some slabs."""

    def __init__(
        self,
        board: WordBoard,
        around_center: bool,
        executor: Executor | None,
        report: Report,
        room: int = LEAST_ROOM,
    ) -> None:
        self.board = board
        self.order = shell_order(board)
        self.first_cells = FirstCells(self.order)
        self._around_center = around_center
        self._executor = executor
        self._report = report
        self._kept: dict[tuple[int, int], Slab] = {}
        self._room = room

    def parts(self, rank: int, shapes: Sets) -> Sets:
        """Return the connected shapes that the regions of a level leave, sorted."""
        parts, pieces, waiting = _NO_SETS, [_NO_SETS], 0
        for slab in self.slabs(rank, shapes):
            pieces.append(slab.parts)
            waiting += len(slab.parts)
            if waiting > len(parts):
                parts = np.unique(np.concatenate([parts, *pieces]))
                pieces, waiting = [_NO_SETS], 0
        return np.unique(np.concatenate([parts, *pieces]))

    def slabs(self, rank: int, shapes: Sets) -> Iterator[Slab]:
        """Yield the slabs of a level."""
        for start in range(0, len(shapes), SHAPES_IN_SLAB):
            slab = self._kept.pop((rank, start), None)
            if slab is None:
                slab = self._slab(rank, shapes[start : start + SHAPES_IN_SLAB])
                if slab.size <= self._room:
                    self._room -= slab.size
                    self._kept[rank, start] = slab
            yield slab
            done = min(start + SHAPES_IN_SLAB, len(shapes))
            self._report(f"shapes of level {rank + 1}", done, len(shapes))

    def _slab(self, rank: int, shapes: Sets) -> Slab:
        """Find what the regions of the shapes' first cell leave, and its components."""
        search = partial(
            remainders_at,
            self.board,
            first=self.order[rank],
            around_center=self._around_center,
        )
        starts = range(0, len(shapes), SHAPES_AT_ONCE)
        chunks = [shapes[start : start + SHAPES_AT_ONCE] for start in starts]
        remainders_of: Iterable[tuple[Index, Sets]]
        remainders_of = (
            self._executor.map(search, chunks)
            if self._executor
            else map(search, chunks)
        )
        shape, left = [_NO_PLACES], [_NO_SETS]
        for start, (index, rest) in zip(starts, remainders_of, strict=True):
            shape.append((index + start).astype(np.int32))
            left.append(rest)
        remainders, remainder = np.unique(np.concatenate(left), return_inverse=True)
        del left
        owner, part, rounds = [_NO_PLACES], [_NO_SETS], [0]
        for owners, component in components(self.board, remainders):
            owner.append(owners.astype(np.int32))
            part.append(component)
            rounds.append(rounds[-1] + len(owners))
        parts, number = np.unique(np.concatenate(part), return_inverse=True)
        return Slab(
            shapes,
            np.concatenate(shape),
            remainder.astype(np.int32),
            len(remainders),
            parts,
            np.concatenate(owner),
            number.astype(np.int32),
            np.array(rounds[:-1], dtype=np.int32),
        )


def remainders_at(
    board: WordBoard, shapes: Sets, *, first: int, around_center: bool
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
