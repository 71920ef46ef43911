"""What takes most of the time of a count of dot sets, compiled; see `classes`."""

import numpy as np
from numba import njit

from galaxies_asp.counting.boards.classes import (
    Bools,
    Classes,
    Decision,
    Numbers,
    Sizes,
    Words,
)
from galaxies_asp.counting.boards.word_board import Index
from galaxies_asp.counting.exact import HashError


def hashes(classes: Classes, of_residual: Words) -> Words:
    """Do the same as `classes.hashes`."""
    sums = np.empty((2, len(classes)), dtype=np.uint64)
    words = np.ascontiguousarray(of_residual.T)
    _add_hashes(classes.ends(), classes.residual, classes.ways, words, sums)
    return sums


def options(
    classes: Classes, step: Decision, has_dot: Bools, source: Index
) -> tuple[Index, Numbers, Numbers]:
    """Do the same as `classes.options`."""
    # Once to count the options and once to write them, so that they are never copied.
    lengths = np.empty(len(source), dtype=np.int64)
    nothing = np.empty(0, dtype=np.uint32)
    before = classes.ends(), classes.residual, classes.ways
    # As many residual sets after, as far as one leads there.
    places = np.full(1 + step.after.max(initial=-1), -1, dtype=np.int64)
    leads, rows = (step.starts, step.after), step.rows(has_dot)
    _make(before, leads, rows, source, places, lengths, nothing, nothing)
    places[:] = -1
    residual, ways = np.empty((2, int(lengths.sum())), dtype=np.uint32)
    _make(before, leads, rows, source, places, lengths, residual, ways)
    return lengths, residual, ways


def distinct(hashes: Words, sizes: Sizes) -> tuple[Index, Sizes]:
    """Do the same as `classes.distinct`."""
    bits = max(4, (2 * hashes.shape[1]).bit_length())
    slots = np.full(1 << bits, -1, dtype=np.int64)
    chosen = np.empty(hashes.shape[1], dtype=np.int64)
    sums = np.empty_like(chosen)
    number = _group(hashes, sizes, slots, np.uint64(64 - bits), chosen, sums)
    if number < 0:
        raise HashError("two states of a count have the same hash")
    return chosen[:number].copy(), sums[:number].copy()


@njit(cache=True)
def _add_hashes(ends, residual, ways, words, sums):
    option = 0
    for number in range(len(ends)):
        first, second = np.uint64(0), np.uint64(0)
        for option in range(ends[number - 1] if number else 0, ends[number]):
            some = np.uint64(ways[option])
            first += words[residual[option], 0] * some
            second += words[residual[option], 1] * some
        sums[0, number], sums[1, number] = first, second


@njit(cache=True)
def _make(before, leads, rows, source, places, lengths, residual, ways):
    """Find the lengths of classes, and write their options where there is room.

    `places` has an item -1 for each residual set after the center.
    """
    ends, residual_before, ways_before = before
    starts, after = leads
    writes = len(residual) > 0
    end = 0
    for number in range(len(source)):
        first = end
        owner = source[number]
        for option in range(ends[owner - 1] if owner else 0, ends[owner]):
            at = residual_before[option] + rows[number]
            for lead in range(starts[at], starts[at + 1]):
                place = places[after[lead]]
                # Places before the first one are of other classes.
                if place < first:
                    place = end
                    places[after[lead]] = place
                    end += 1
                    if writes:
                        residual[place] = after[lead]
                        ways[place] = 0
                if writes:
                    ways[place] += ways_before[option]
        lengths[number] = end - first


@njit(cache=True)
def _group(hashes, sizes, slots, shift, chosen, sums):
    """Add up the sizes of equal hashes; return how many there are, or -1.

    Their numbers are -1 if only the first hashes of two are equal.
    """
    number = 0
    for i in range(hashes.shape[1]):
        first, second = hashes[0, i], hashes[1, i]
        if not first | second:
            continue
        slot = first * np.uint64(0x9E3779B97F4A7C15) >> shift
        while slots[slot] >= 0 and hashes[0, chosen[slots[slot]]] != first:
            slot += np.uint64(1)
            if slot == np.uint64(len(slots)):
                slot = np.uint64(0)
        group = slots[slot]
        if group < 0:
            slots[slot] = number
            chosen[number] = i
            sums[number] = sizes[i]
            number += 1
        elif hashes[1, chosen[group]] != second:
            return -1
        else:
            sums[group] += sizes[i]
    return number
