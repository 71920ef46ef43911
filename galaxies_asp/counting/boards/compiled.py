"""The divisions of a board into symmetric regions, by a compiled depth-first search.

The number of divisions of a connected shape is the sum, over the regions of its first
cell in reading order, of the products over the components that remain. A component is
moved to the corner of the board and looked up in a table; a number that is not there is
counted first. `galaxies` counts the same without numba, all shapes of a kind at a time.

Numbers are kept modulo 2^64 and modulo 2^31 - 1; see `galaxies.integers_of`.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numba import njit
from numba.cpython.unsafe.numbers import trailing_zeros
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards.galaxies import PRIME, integers_of
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Checkpoint

Table = NDArray[np.uint64]

_PRIME = np.uint64(PRIME)
_ONE = np.uint64(1)
_SWAPS = np.array(
    [(1 << i, (1 << 64) // ((1 << (1 << i)) + 1)) for i in range(6)], dtype=np.uint64
)
"""Sizes of neighboring groups of bits, and the lower group of each pair."""
_MOST_FULL = 0.8
_GROWTH = 1.5
_REGIONS_AT_ONCE = 4_000_000
"""Number of regions between two reports of progress: half a second."""

_FINISHED, _FULL, _PAUSED = range(3)
_CENTERS_ON_STACK, _SHAPES_ON_STACK = 1 << 14, 1 << 10


def count(
    board: WordBoard,
    *,
    around_center: bool = True,
    shapes: float = 1 << 10,
    threads: int = 1,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a board into symmetric connected regions.

    Parameters
    ----------
    around_center
        Whether a region must contain the cells around its center of symmetry.
    shapes
        The expected number of shapes in the table, which grows if there are more.
    threads
        Number of threads. Each searches everything, in an order of its own; they share
        the table, so one rarely counts what another one has counted.
    checkpoint
        Keeps the table, with which the count is resumed.
    """
    whole = board.everything
    arrays = checkpoint.read()
    table = arrays["table"] if arrays else _words(shapes / _MOST_FULL + 16, 3)
    known = int(np.count_nonzero(table[:, 0]))
    # The stack, the frames and the progress of each thread; see `_search`.
    searches = []
    for _ in range(threads):
        stack, frames = _words(_CENTERS_ON_STACK, 4), _words(_SHAPES_ON_STACK, 4)
        frames[0, 0] = whole
        searches.append((stack, frames, np.zeros(5, dtype=np.int64)))
    lattice = np.array(
        [board.width, board.not_first, board.not_last, board.is_hexagonal], np.uint64
    )
    centers = np.array([(board.touched(c), board.window(c)) for c in board.centers])

    def search(number: int) -> int:
        *_, progress = state = searches[number]
        rules = lattice, centers, around_center, number % 2 == 1
        most = progress[3] + free // threads
        reason: int = _search(rules, table, most, *state)
        return reason

    with ThreadPoolExecutor(threads) as pool:
        while True:
            counted = known + sum(int(progress[3]) for _, _, progress in searches)
            report("shapes counted", counted, None)
            free = int(_MOST_FULL * len(table)) - counted
            reasons = list(pool.map(search, range(threads)))
            if _FINISHED in reasons:
                break
            if _FULL in reasons:
                table = _rehashed(table, _words(len(table) * _GROWTH, 3))
            else:
                checkpoint.write_sometimes(partial(dict, table=table))
    checkpoint.write({"table": table})
    *_, word, residue = _found(table, whole)
    return integers_of(np.array([[word], [residue]], dtype=np.uint64))[0]


def _words(rows: float, columns: int) -> Table:
    return np.zeros((int(rows), columns), dtype=np.uint64)


@njit(inline="always")
def _index(cells):
    """Return the index of the first cell of a set."""
    return np.uint64(trailing_zeros(cells))


@njit(inline="always")
def _reversed(word):
    """Return the bits of a word in reverse order."""
    for shift, mask in _SWAPS:
        word = word >> shift & mask | (word & mask) << shift
    return word


@njit(inline="always")
def _neighbors(cells, lattice):
    """Return the cells beside some cell of a set, perhaps beyond the board."""
    width, right, left = lattice[0], cells & lattice[2], cells & lattice[1]
    beside = cells << width | cells >> width | right << _ONE | left >> _ONE
    if lattice[3]:
        beside |= left << (width - _ONE) | right >> (width - _ONE)
    return beside


@njit(inline="always")
def _component(seed, within, lattice):
    """Return the cells of `within` that are connected to the seed inside it."""
    while True:
        grown = (seed | _neighbors(seed, lattice)) & within
        if grown == seed:
            return grown
        seed = grown


@njit(inline="always")
def _in_corner(cells, lattice):
    """Return a set moved so far up and left as the board allows."""
    width = lattice[0]
    columns, step = cells, width
    while step < np.uint64(64):
        columns |= columns >> step
        step += step
    # The first row without a division: exact for sums below 64.
    row = _index(cells) * (np.uint64(1 << 16) // width + _ONE) >> np.uint64(16)
    return cells >> (row * width + _index(columns))


@njit(inline="always")
def _check(word, residue):
    """Return a hash of the numbers of a shape."""
    mixed = word * np.uint64(0x9E3779B97F4A7C15) + residue * np.uint64(
        0xC2B2AE3D27D4EB4F
    )
    return mixed ^ mixed >> np.uint64(29)


@njit(inline="always")
def _found(table, shape):
    """Return the place of a shape in the table, or of a free entry, and the entry.

    An entry is the exclusive or of the shape and a hash of the numbers, and the
    numbers, by both moduli. One that two threads have written at the same time belongs
    to no shape, and is passed over: hashes differ also where both numbers are equal, as
    small ones are.
    """
    mixed = shape * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    place = (mixed >> np.uint64(32)) * np.uint64(len(table)) >> np.uint64(32)
    while True:
        mixed, word, residue = table[place, 0], table[place, 1], table[place, 2]
        if not mixed or mixed ^ _check(word, residue) == shape:
            return place, mixed, word, residue
        place += _ONE
        if place == np.uint64(len(table)):
            place = np.uint64(0)


@njit(inline="always")
def _insert(table, shape, word, residue):
    place, _, _, _ = _found(table, shape)
    table[place, 1], table[place, 2] = word, residue
    table[place, 0] = shape ^ _check(word, residue)


@njit(cache=True)
def _rehashed(table, larger):
    for mixed, word, residue in table:
        if mixed:
            _insert(larger, mixed ^ _check(word, residue), word, residue)
    return larger


@njit(inline="always")
def _push_centers(shape, rules, stack, top):
    """Put the centers about which the first cell may have a region on the stack."""
    lattice, centers, around_center, is_reversed = rules
    width = lattice[0]
    first = shape & (~shape + _ONE)
    row, column = _index(shape) // width, _index(shape) % width
    turned = _reversed(shape)
    left = turned if is_reversed else shape
    while left:
        image = left & (~left + _ONE)
        left ^= image
        if is_reversed:
            image = _reversed(image)
        row_sum = row + _index(image) // width
        column_sum = column + _index(image) % width
        total = row_sum * width + column_sum
        if total < np.uint64(64):
            room = turned >> (np.uint64(63) - total)
        else:
            room = turned << (total - np.uint64(63))
        touched, window = centers[row_sum * (width + width - _ONE) + column_sum]
        room &= shape & window
        start = touched if around_center else first | image
        if room & start == start:
            room = _component(first, room, lattice)
            if room & start == start:
                stack[top, 0], stack[top, 1] = start, room
                stack[top, 2], stack[top, 3] = total, 0
                top += 1
    return top


@njit(cache=True, nogil=True)
def _search(rules, table, most, stack, frames, progress):
    """Count until the end, until `most` shapes were counted, or for a while.

    The rules are the lattice; in reading order, the cells around each center, and those
    that the half turn about it keeps on the board; whether a region must contain the
    cells around its center; and whether centers are tried in the opposite order.

    On the stack are beginnings of regions: cells, those that may be added, the sum of
    the indices that the half turn keeps, and whether the cells are connected to the
    first cell. Frames are shapes whose count waits for that of another: the shape, its
    number modulo 2^64 and modulo the prime so far, and where its beginnings are on the
    stack. Progress is kept between two calls: the frames and the beginnings that wait,
    whether the shape has begun, and how many shapes and regions have been counted.
    """
    lattice, _, _, _ = rules
    depth, top, begun = progress[0], progress[1], progress[2]
    pause = progress[4] + _REGIONS_AT_ONCE
    reason = _PAUSED
    while progress[4] < pause:
        shape = frames[depth, 0]
        if not begun:
            begun = 1
            top = _push_centers(shape, rules, stack, top)
        if top == np.int64(frames[depth, 3]):
            _insert(table, shape, frames[depth, 1], frames[depth, 2] % _PRIME)
            progress[3] += 1
            if depth == 0:
                reason = _FINISHED
                break
            depth -= 1
            if progress[3] >= most:
                reason = _FULL
                break
            continue
        top -= 1
        cells, room, total = stack[top, 0], stack[top, 1], stack[top, 2]
        joined = stack[top, 3]
        first = shape & (~shape + _ONE)
        if not joined and cells & first:
            joined = np.uint64(_component(first, cells, lattice) == cells)
        if joined:
            rest = shape & ~cells
            # There is one way to divide a single cell.
            rest &= _neighbors(rest, lattice)
            product, product_of_residues = _ONE, _ONE
            unknown = np.uint64(0)
            while rest:
                part = _component(rest & (~rest + _ONE), rest, lattice)
                rest ^= part
                part = _in_corner(part, lattice)
                _, is_known, number, number_modulo = _found(table, part)
                if not is_known:
                    unknown = part
                    break
                product *= number
                # 2^31 is 1 modulo the prime.
                modulo = product_of_residues * number_modulo
                product_of_residues = (modulo & _PRIME) + (modulo >> np.uint64(31))
            if unknown:
                # Count it, and come back to this region.
                stack[top, 3] = joined
                top += 1
                depth += 1
                frames[depth, 0], frames[depth, 3] = unknown, top
                frames[depth, 1] = frames[depth, 2] = begun = 0
                continue
            frames[depth, 1] += product
            frames[depth, 2] += product_of_residues
            progress[4] += 1
        candidates = _neighbors(cells, lattice) & room & ~cells
        while candidates:
            single = candidates & (~candidates + _ONE)
            pair = single | _ONE << (total - _index(single))
            stack[top, 0], stack[top, 1] = cells | pair, room
            stack[top, 2], stack[top, 3] = total, joined
            top += 1
            # From here on the pair is excluded.
            room &= ~pair
            candidates &= ~pair
            if not joined:
                reached = _component(first, room, lattice)
                if reached & cells != cells:
                    break
    progress[0], progress[1], progress[2] = depth, top, begun
    return reason
