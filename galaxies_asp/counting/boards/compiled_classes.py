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


def hashes(classes: Classes, of_residual: Words) -> Words:
    """Do the same as `classes.hashes`."""
    sums = np.empty((2, len(classes)), dtype=np.uint64)
    words, ends = np.ascontiguousarray(of_residual.T), np.cumsum(classes.lengths)
    options = classes.residual, classes.ways
    functions().classes_hash(ends, len(classes), *options, words, sums)
    return sums


def options(
    classes: Classes, step: Decision, has_dot: Bools, source: Index
) -> tuple[Index, Numbers, Numbers]:
    """Do the same as `classes.options`."""
    lengths = np.empty(len(source), dtype=np.int64)
    # As many residual sets after, as far as one leads there.
    places = np.empty(1 + step.after.max(initial=-1), dtype=np.int64)
    before = np.cumsum(classes.lengths), classes.residual, classes.ways
    leads, rows = (step.starts, step.after), step.rows(has_dot)
    room = np.empty((2, 0), dtype=np.uint32)
    # Once to count the options and once to write them, so that they are never copied.
    for writes in (False, True):
        places.fill(-1)
        functions().classes_options(
            *(*before, *leads, rows, source, len(source)),
            *(places, lengths, writes, *room),
        )
        if not writes:
            room = np.empty((2, int(lengths.sum())), dtype=np.uint32)
    residual, ways = room
    return lengths, residual, ways


def distinct(hashes: Words, sizes: Sizes) -> tuple[Index, Sizes]:
    """Do the same as `classes.distinct`."""
    count = hashes.shape[1]
    bits = max(4, (2 * count).bit_length())
    slots = np.full(1 << bits, -1, dtype=np.int64)
    chosen, sums = np.empty((2, count), dtype=np.int64)
    number = functions().classes_group(hashes, sizes, count, slots, bits, chosen, sums)
    if number < 0:
        raise HashError("two states of a count have the same hash")
    return chosen[:number].copy(), sums[:number].copy()
