"""Exact counts of galaxies boards: divisions into symmetric connected regions.

A board is divided region by region, always the region of the first cell that is left,
in shells around one corner, so that what remains stays compact. What remains falls
apart into connected shapes, which are divided independently of each other. The number
of divisions of a shape is the sum, over the regions of its first cell, of the products
over the shapes that remain. Different beginnings leave equal shapes, and each shape is
treated once: shapes are collected in levels by their first cell, forwards, and counted
backwards. What the regions of a shape leave is kept between the two only as long as
there is room, and found a second time otherwise; so memory is needed for the shapes,
and not for their regions.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.growth import Index, Regions, regions_at
from galaxies_asp.counting.boards.slabs import (
    LEAST_ROOM,
    FirstCells,
    Search,
    Slab,
    components,
    shell_order,
)
from galaxies_asp.counting.boards.word_board import Sets, WordBoard
from galaxies_asp.processes.checkpoint import NO_CHECKPOINTS, CheckpointFolder
from galaxies_asp.processes.progress import Report, silent


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

    def at(self, index: Index) -> "Numbers":
        """Return some of the numbers."""
        return Numbers(self.words[index], self.rough[index])

    def integers(self) -> list[int]:
        """Return the numbers as Python integers."""
        carries = np.rint((self.rough - self.words.astype(np.float64)) / 2.0**64)
        pairs = zip(self.words.tolist(), carries.tolist(), strict=True)
        return [word + (int(carry) << 64) for word, carry in pairs]


@dataclass(frozen=True)
class Counts:
    """The number of divisions of every shape that a board can leave.

    Attributes
    ----------
    shapes, values
        By rank of the first cell: the shapes, sorted, and their numbers of divisions.
    """

    board: WordBoard
    around_center: bool
    shapes: Sequence[Sets]
    values: Sequence[Numbers]

    @cached_property
    def _order(self) -> list[int]:
        return shell_order(self.board)

    @cached_property
    def _first_cells(self) -> FirstCells:
        return FirstCells(self._order)

    @property
    def total(self) -> int:
        """The number of divisions of the whole board."""
        return self.values[0].integers()[0]

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
                divisions = self.values[rank].at(at).integers()
                product[owner[index]] *= np.array(divisions, dtype=object)
        return [int(value) for value in product]

    def regions_of(self, shape: int) -> Iterator[Regions]:
        """Yield, in parts, the regions that the first cell of one shape may have."""
        shapes = np.array([shape], dtype=np.uint64)
        first = self._order[int(self._first_cells.ranks(shapes)[0])]
        return regions_at(self.board, shapes, first, around_center=self.around_center)


def count(
    board: WordBoard,
    *,
    around_center: bool = True,
    files: CheckpointFolder = NO_CHECKPOINTS,
    executor: Executor | None = None,
    report: Report = silent,
    room: int = LEAST_ROOM,
) -> Counts:
    """Count the divisions of a board into symmetric connected regions.

    Parameters
    ----------
    around_center
        Whether a region must contain the cells around its center of symmetry.
    files
        Keeps each level; what is there already is not searched again.
    executor
        Processes that share the search for regions.
    room
        Bytes for what regions leave; what has no room is searched twice.
    """
    search = Search(board, around_center, executor, report, room)
    shapes = explore(search, files, report)
    values = count_backwards(search, shapes, files, report)
    return Counts(board, around_center, shapes, values)


def explore(search: Search, files: CheckpointFolder, report: Report) -> list[Sets]:
    """Return all shapes that the division of a board can meet, in levels."""
    shapes = [_NO_SETS] * len(search.order)
    shapes[0] = np.array([search.board.everything])
    for rank in range(len(shapes)):
        level = partial(_level_explored, search, rank, shapes)
        parts = files.kept(f"parts-{rank:02}", level)["parts"]
        for other, index in search.first_cells.split(parts):
            shapes[other] = np.union1d(shapes[other], parts[index])
        report("levels", rank + 1, len(shapes))
    return shapes


def _level_explored(
    search: Search, rank: int, shapes: list[Sets]
) -> dict[str, np.ndarray]:
    return {"parts": search.parts(rank, shapes[rank])}


def count_backwards(
    search: Search, shapes: list[Sets], files: CheckpointFolder, report: Report
) -> list[Numbers]:
    """Return the number of divisions of all shapes; the last level is counted first."""
    values = [_NO_NUMBERS] * len(shapes)
    for done, rank in enumerate(reversed(range(len(shapes))), 1):
        level = partial(_level_counted, search, rank, shapes, values)
        values[rank] = Numbers(**files.kept(f"values-{rank:02}", level))
        report("levels counted", done, len(shapes))
    return values


def _level_counted(
    search: Search, rank: int, shapes: list[Sets], values: list[Numbers]
) -> dict[str, np.ndarray]:
    """Return the fields of the numbers of divisions of the shapes of a level."""
    parts = [_NO_NUMBERS]
    for slab in search.slabs(rank, shapes[rank]):
        of_parts = _looked_up(slab.parts, search.first_cells, shapes, values)
        parts.append(_divisions(slab, of_parts))
    return {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("words", "rough")
    }


def _looked_up(
    parts: Sets, first_cells: FirstCells, shapes: list[Sets], values: list[Numbers]
) -> Numbers:
    """Return the number of divisions of each part."""
    words, rough = np.zeros(len(parts), dtype=np.uint64), np.zeros(len(parts))
    for rank, index in first_cells.split(parts):
        numbers = values[rank].at(np.searchsorted(shapes[rank], parts[index]))
        words[index], rough[index] = numbers.words, numbers.rough
    return Numbers(words, rough)


_NO_SETS = np.zeros(0, dtype=np.uint64)
_NO_NUMBERS = Numbers(_NO_SETS, np.zeros(0))


def _divisions(slab: Slab, of_parts: Numbers) -> Numbers:
    """Return the number of divisions of each shape of a slab."""
    words = np.ones(slab.remainders, dtype=np.uint64)
    rough = np.ones(slab.remainders)
    for owner, part in zip(
        np.split(slab.owner, slab.rounds[1:]),
        np.split(slab.part, slab.rounds[1:]),
        strict=True,
    ):
        words[owner] *= of_parts.words[part]
        rough[owner] *= of_parts.rough[part]
    total = np.zeros(len(slab.shapes), dtype=np.uint64)
    np.add.at(total, slab.shape, words[slab.remainder])
    about = np.zeros(len(slab.shapes))
    np.add.at(about, slab.shape, rough[slab.remainder])
    return Numbers(total, about)
