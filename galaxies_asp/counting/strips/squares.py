"""2-Not-Touch on square boards: as many stars in each row as in each column.

The width varies with the height, so there is no automaton; but row by row the state is
small enough: the last row, and how many stars each column has. All numbers of stars
that the columns can have are listed in lexicographic order. Adding a row to those with
room for it keeps their order and gives those with stars where the row has some: so an
array of ways is moved from the one places to the others, without any search. Two halves
of a board meet in the middle, so that only half of the rows are swept.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 5.
"""

from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import LimitError, StripError
from galaxies_asp.counting.exact import WORD_BITS, dot
from galaxies_asp.counting.strips.matrix import Bools, Indices

MAX_MEMORY = 1_000_000_000
"""Bytes; larger tables are made only if forced."""

Counts = NDArray[np.uint8]
"""(size, N): numbers of stars in the columns, in lexicographic order."""


def count_squares(
    size: int, stars: int, *, force: bool = False, report: Report = silent
) -> int:
    """Return the number of boards of size x size cells.

    Parameters
    ----------
    stars
        How many stars each row and each column has.

    Raises `StripError` if the size or the number of stars is negative, or the size is
    0. Raises `LimitError` if the tables would take more than `MAX_MEMORY`, unless it
    is forced, or if half of a board can be filled in too many ways for machine words.
    """
    if size < 1 or stars < 0:
        raise StripError(f"{stars} stars on a board of size {size}: not possible")
    rows = [
        columns
        for columns in combinations(range(size), stars)
        if all(right - left > 1 for left, right in pairwise(columns))
    ]
    _check_size(size, stars, len(rows), force)
    masks = [sum(1 << column for column in columns) for columns in rows]
    near = [mask | mask << 1 | mask >> 1 for mask in masks]
    fits = np.array([[not touched & other for other in masks] for touched in near])
    middle = size // 2
    counts = _counts(size, stars, 0)
    # For each row, and for the numbers of stars after it: how the rows up to it can be
    # filled. Every first row fits below the border, which is filled in one way.
    ways: Indices = np.ones((1, 1), dtype=np.int64)
    fits_below = np.ones((len(rows), 1), dtype=bool)
    for number in range(1, middle + 1):
        report("rows", number, middle)
        after = _counts(size, stars, number * stars)
        filled = np.zeros((len(rows), after.shape[1]), dtype=np.int64)
        for row, columns in enumerate(rows):
            has_room = _everywhere(counts < stars, columns)
            has_stars = _everywhere(after > 0, columns)
            filled[row, has_stars] = _before(ways, fits_below[row])[has_room]
        counts, ways, fits_below = after, filled, fits
    total = 0
    # What is missing in the columns of one half comes in the opposite order.
    for row, columns in enumerate(rows):
        before = _before(ways, fits_below[row])
        if size % 2:
            before = before[_everywhere(counts < stars, columns)]
            total += dot(before, before[::-1])
        else:
            total += dot(ways[row], before[::-1])
    return total


def _before(ways: Indices, fits: Bools) -> Indices:
    """Return (N,): in how many ways the rows can be filled before one that fits some.

    The rows are added one by one: together they would take too much memory.
    """
    total = np.zeros(ways.shape[1], dtype=np.int64)
    for other in np.flatnonzero(fits):
        total += ways[other]
    return total


def _check_size(size: int, stars: int, rows: int, force: bool) -> None:
    what = f"size {size} with {stars} stars: {rows:,} ways to fill a row; "
    if rows ** ((size + 1) // 2) >> WORD_BITS:
        raise LimitError(
            f"{what}half of a board could be filled in more ways than a machine word "
            "counts"
        )
    lists = [1]
    for _ in range(size):
        lists = np.convolve(lists, [1] * (stars + 1)).tolist()
    middle = size // 2 * stars
    needed = 8 * rows * (lists[middle] + lists[max(middle - stars, 0)])
    if needed > MAX_MEMORY and not force:
        raise LimitError(
            f"{what}the tables would take {needed / 1e9:,.1f} GB; --force makes them "
            "anyway"
        )


def _counts(size: int, stars: int, total: int) -> Counts:
    """Return all numbers of stars in the columns with this sum."""
    counts = np.zeros((0, 1), dtype=np.uint8)
    some = np.arange(stars + 1, dtype=np.uint8)
    for left in reversed(range(size)):
        known = np.repeat(counts, len(some), axis=1)
        counts = np.vstack([known, np.tile(some, counts.shape[1])])
        missing = total - counts.sum(axis=0, dtype=np.int64)
        counts = counts[:, (missing >= 0) & (missing <= stars * left)]
    return counts


def _everywhere(holds: Bools, columns: tuple[int, ...]) -> Bools:
    everywhere: Bools = np.logical_and.reduce(holds[list(columns)])
    return everywhere
