"""2-Not-Touch on square boards: as many stars in each row as in each column.

    python benchmarks/stars_on_squares.py 9 2          # 9x9 cells, 2 stars

The width varies with the height, so there is no automaton; but row by row the state is
small enough: the last row, and how many stars each column has. Two halves of a board
meet in the middle, so that only half of the rows are swept.

A square of 2 x 2 cells has at most one star. So two columns side by side have at most
ceil(r / 2) stars in r rows, in those before as in those to come. Near the smallest
boards, size = 4 * stars, this leaves few of the numbers of stars that columns can have.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 5.
"""

import sys
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import LimitError, StripError
from galaxies_asp.counting.exact import WORD_BITS, dot, places_in
from galaxies_asp.counting.strips.matrix import Bools, Indices

MAX_MEMORY = 1_000_000_000
"""Bytes; larger tables are made only if forced."""

Counts = NDArray[np.uint8]
"""(size, N): numbers of stars in the columns, in lexicographic order."""


def count_squares(
    size: int, stars: int, *, force: bool = False, report: Report = silent
) -> int:
    """Return the number of boards of size x size cells.

    `stars`: how many stars each row and each column has.

    Raises `StripError` if the size or the number of stars is negative, or the size is
    0. Raises `LimitError` if the tables would take more than `MAX_MEMORY`, unless it is
    forced, or if half of a board is filled in too many ways for machine words.
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
    powers = (stars + 1) ** np.arange(size)[::-1]
    keys_of_rows = [int(powers[list(columns)].sum()) for columns in rows]
    counts = _counts(size, stars, 0)
    keys = powers @ counts
    # For each row, and for the numbers of stars after it: how the rows up to it can be
    # filled. Every first row fits below the border, which is filled in one way.
    ways: Indices = np.ones((1, 1), dtype=np.int64)
    fits_below = np.ones((len(rows), 1), dtype=bool)
    for number in range(1, middle + 1):
        report("rows", number, middle)
        after = _counts(size, stars, number)
        if not after.size:
            return 0
        keys_after = powers @ after
        filled = np.zeros((len(rows), after.shape[1]), dtype=np.int64)
        for row, columns in enumerate(rows):
            room = np.flatnonzero(_everywhere(counts < stars, columns))
            places = places_in(keys_after, keys[room] + keys_of_rows[row])
            before = _before(ways, fits_below[row])[room]
            filled[row, places[places >= 0]] = before[places >= 0]
        counts, keys, ways, fits_below = after, keys_after, filled, fits
        if ways.sum(dtype=np.float64) > 2.0 ** (WORD_BITS - 1):
            raise LimitError(
                f"size {size} with {stars} stars: half of a board is filled in more "
                "ways than a machine word counts"
            )
    total, full = 0, int(powers.sum()) * stars
    for row, columns in enumerate(rows):
        before = _before(ways, fits_below[row])
        if size % 2:
            # The row in the middle lies between the two halves.
            room = np.flatnonzero(_everywhere(counts < stars, columns))
            places = places_in(keys, full - keys_of_rows[row] - keys[room])
            room, places = room[places >= 0], places[places >= 0]
            total += dot(before[room], before[places])
        else:
            # What is missing in the columns of one half comes in the opposite order.
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
    middle = size // 2
    lists = sum(_number(size, stars, number) for number in (middle, middle - 1))
    needed = 8 * rows * lists
    if needed > MAX_MEMORY and not force:
        raise LimitError(
            f"size {size} with {stars} stars: {rows:,} ways to fill a row; the tables "
            f"would take {needed / 1e9:,.1f} GB; --force makes them anyway"
        )


def _of_neighbors(size: int, stars: int, rows: int) -> range:
    """Return how many stars two columns side by side can have in the first rows."""
    least = 2 * stars - (size - rows + 1) // 2
    return range(max(0, least), (rows + 1) // 2 + 1)


def _number(size: int, stars: int, rows: int) -> int:
    """Return how many numbers of stars `_counts` lists."""
    pairs = _of_neighbors(size, stars, rows)
    ways = Counter({(last, last): 1 for last in range(stars + 1)})
    for _ in range(size - 1):
        after: Counter[tuple[int, int]] = Counter()
        for (last, total), number in ways.items():
            for new in range(stars + 1):
                if last + new in pairs:
                    after[new, total + new] += number
        ways = after
    wanted = rows * stars
    return sum(some for (_, total), some in ways.items() if total == wanted)


def _counts(size: int, stars: int, rows: int) -> Counts:
    """Return all numbers of stars that the columns can have in the first rows."""
    pairs, total = _of_neighbors(size, stars, rows), rows * stars
    counts = np.zeros((0, 1), dtype=np.uint8)
    some = np.arange(stars + 1, dtype=np.uint8)
    for left in reversed(range(size)):
        known = np.repeat(counts, len(some), axis=1)
        counts = np.vstack([known, np.tile(some, counts.shape[1])])
        missing = total - counts.sum(axis=0, dtype=np.int64)
        may_be = (missing >= 0) & (missing <= stars * left)
        if len(counts) > 1:
            both = counts[-1] + counts[-2]
            may_be &= (both >= pairs.start) & (both < pairs.stop)
        counts = counts[:, may_be]
    return counts


def _everywhere(holds: Bools, columns: tuple[int, ...]) -> Bools:
    everywhere: Bools = np.logical_and.reduce(holds[list(columns)])
    return everywhere


if __name__ == "__main__":
    print(count_squares(int(sys.argv[1]), int(sys.argv[2]), force=True))
