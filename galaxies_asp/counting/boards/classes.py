"""Classes of the beginnings of dot sets, see `dot_sets`, and compiled work on them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.word_board import Index, Sets
from galaxies_asp.counting.compiled import Threads, functions
from galaxies_asp.counting.exact import HashError, ranges, starts_of

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Bools = NDArray[np.bool_]
Sizes = NDArray[np.int64]

SEEDS = np.array([0xD6E8FEB86659FD93, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
"""Factors of two hashes; classes are equal if both agree."""

_FACTORS = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)
_INCREMENT = np.uint64(0x9E3779B97F4A7C15)
WORD = 64


@dataclass(frozen=True)
class Decision:
    """Where a center leads from m residual sets: first without a dot, then with one."""

    starts: Index
    """(2m + 1,): where the sets after each set before begin, those without a dot first.
    """
    after: Index
    """(t,): the indices of sets after the center, in order for each set before."""

    def hashes(self, of_sets: Words) -> Words:
        """Return, (2, 2m), the hashes of what the residual sets before become.

        `of_sets` are the hashes (2, n) of the sets after.
        """
        ends = np.zeros((2, len(self.after) + 1), dtype=np.uint64)
        np.cumsum(of_sets[:, self.after], axis=1, out=ends[:, 1:])
        return ends[:, self.starts[1:]] - ends[:, self.starts[:-1]]

    def rows(self, has_dot: Bools) -> Numbers:
        """Return what is added to the indices of residual sets before the center."""
        return has_dot * np.uint32(len(self.starts) // 2)


@dataclass(frozen=True)
class Classes:
    """Classes of the beginnings of dot sets."""

    lengths: Index
    """(n,): the number of options of each class."""
    residual: Numbers
    ways: Numbers
    """(t,) each: an option of a class, by the index of the residual set, and the number
    of ways to leave it. The residual sets of a class are in order.
    """
    sizes: Sizes
    """(n,): the number of beginnings in each class."""
    example: Words
    """(n, w): one beginning of each class; bit i of word j stands for the center number
    64 j + i.
    """

    def __len__(self) -> int:
        return len(self.lengths)

    def at(self, index: Index, sizes: Sizes) -> "Classes":
        """Return some of the classes, with other sizes."""
        lengths = self.lengths[index]
        option = ranges(starts_of(self.lengths)[index], lengths)
        options = self.residual[option], self.ways[option]
        return Classes(lengths, *options, sizes, self.example[index])


def beginning(centers: int) -> Classes:
    """Return the class of no decisions: the whole board is left."""
    single = np.ones(1, dtype=np.int64)
    way = np.ones(1, dtype=np.uint32)
    words = np.zeros((1, -(-centers // WORD)), dtype=np.uint64)
    return Classes(single, way - way, way, single, words)


def hashes_of(sets: Sets) -> Words:
    """Return (2, n) words that look random: the mixing steps of SplitMix64."""
    words = sets * SEEDS[:, None] + _INCREMENT
    for shift, factor in ((30, _FACTORS[0]), (27, _FACTORS[1])):
        words = (words ^ words >> np.uint64(shift)) * factor
    return words ^ words >> np.uint64(31)


class Kernel:
    """Compiled functions of classes, which some threads share."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads

    def hashes(self, classes: Classes, of_residual: Words) -> Words:
        """Return the hashes (2, n) of classes, from those of residual sets."""
        sums = np.empty((2, len(classes)), dtype=np.uint64)
        words, ends = np.ascontiguousarray(of_residual.T), np.cumsum(classes.lengths)
        given = ends, len(classes), classes.residual, classes.ways, words, sums

        def hash_part(first: int, last: int) -> None:
            functions().classes_hash(*given, first, last)

        self._threads.share(ends, hash_part)
        return sums

    def options(
        self, classes: Classes, step: Decision, has_dot: Bools, source: Index
    ) -> tuple[Index, Numbers, Numbers]:
        """Return the lengths, residual sets and ways of (n,) classes after a center.

        For each is known whether the center is a dot, and the class before, its source.
        """
        lengths = np.empty(len(source), dtype=np.int64)
        before = np.cumsum(classes.lengths), classes.residual, classes.ways
        weights = np.cumsum(classes.lengths[source])
        leads = step.starts, step.after, step.rows(has_dot), source
        room = np.empty((2, 0), dtype=np.uint32)
        starts = np.zeros(len(source) + 1, dtype=np.int64)
        sets_after = 1 + int(step.after.max(initial=-1))

        # Once to count the options and once to write them, so they are never copied.
        for writes in (False, True):

            def find(first: int, last: int) -> None:
                places = np.full(sets_after, -1, dtype=np.int64)
                functions().classes_options(
                    *(*before, *leads, first, last, starts[first]),
                    *(places, lengths, writes, *room),  # noqa: B023
                )

            self._threads.share(weights, find)
            if not writes:
                np.cumsum(lengths, out=starts[1:])
                room = np.empty((2, int(starts[-1])), dtype=np.uint32)
        residual, ways = room
        return lengths, residual, ways

    def distinct(self, hashes: Words, sizes: Sizes) -> tuple[Index, Sizes]:
        """Return the first numbers of different hashes, and the sums of their sizes.

        The numbers are in order. A class without options, which is left out, has the
        hash 0. Raises `HashError` if only one of the two hashes is equal.
        """
        count, parts = hashes.shape[1], self._threads.count
        bits = max(6, (3 * count // parts).bit_length())
        sums = np.zeros(count, dtype=np.int64)

        def group(part: int) -> bool:
            slots = np.full(1 << bits, -1, dtype=np.int64)
            given = hashes, sizes, count, part, parts, slots, bits, sums
            return bool(functions().classes_group(*given))

        if not all(self._threads.map(group, range(parts))):
            raise HashError("two states of a count have the same hash")
        chosen = np.flatnonzero(sums)
        return chosen, sums[chosen]
