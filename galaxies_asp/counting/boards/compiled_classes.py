"""What takes most of the time of a count of dot sets, compiled; see `classes`."""

import numpy as np

from galaxies_asp.counting.boards.classes import (
    Bools,
    Classes,
    Decision,
    Numbers,
    Sizes,
    Words,
)
from galaxies_asp.counting.boards.word_board import Index
from galaxies_asp.counting.compiled import functions
from galaxies_asp.counting.exact import HashError
from galaxies_asp.counting.threads import Threads


class Kernel:
    """Functions of classes, which some threads share."""

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
