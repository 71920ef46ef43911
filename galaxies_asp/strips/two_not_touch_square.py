"""2-Not-Touch on square boards: a number of stars per row and column, none touching.

The width varies with the height, so there is no automaton; but row by row the state is
small enough: where the stars of the last row are, and how many stars each column has.
Two halves of a board meet in the middle, so that only half of the rows are swept.

Source of the rules: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed
number of rows" (2022), section 5, here with the rule about the rows.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.strips.errors import StripError, TooLargeError

Numbers = NDArray[np.int64]

MAX_STATES = 30_000_000
"""Larger tables are not made: they would take several gigabytes."""

_WORD_BITS = 62


@dataclass(frozen=True)
class _Rows:
    """The ways to fill a row of a board, and how the columns are counted.

    The counts of all columns are one integer, with one field a column; adding the slack
    to it sets the guard bit of each column with too many stars.

    Attributes
    ----------
    codes
        An (R,) array: a 1 in the field of each star.
    fits
        An (R, R) array: whether two rows may be neighbors.
    """

    codes: Numbers
    fits: NDArray[np.bool_]
    slack: int
    guards: int
    full: int


@dataclass(frozen=True)
class _Table:
    """How many ways lead to each state; all arrays are (N,)."""

    codes: Numbers
    rows: Numbers
    ways: Numbers


def count_squares(size: int, stars: int, *, report: Report = silent) -> int:
    """Return the number of boards of size x size cells.

    Parameters
    ----------
    stars
        How many stars each row and each column has.

    Raises `StripError` if the size or the number of stars is negative, or the size is
    0. Raises `TooLargeError` if the table would not fit into memory.
    """
    if size < 1 or stars < 0:
        raise StripError(f"{stars} stars on a board of size {size}: not possible")
    rows = _rows(size, stars)
    if not len(rows.codes):
        return 0
    zero = np.zeros(1, dtype=np.int64)
    table = _Table(zero, zero, zero + 1)
    tables = [table]
    for _ in range((size + 1) // 2):
        table = _next(table, rows, is_first=len(tables) == 1)
        tables.append(table)
        report("states", len(table.codes), None)
    return _joined(tables[size // 2], table, rows, is_first=size == 1)


def _rows(size: int, stars: int) -> _Rows:
    places = [
        columns
        for columns in combinations(range(size), stars)
        if all(right - left > 1 for left, right in pairwise(columns))
    ]
    field = stars.bit_length() + 1
    if size * field > _WORD_BITS or len(places) ** ((size + 1) // 2) >> _WORD_BITS:
        raise TooLargeError(
            f"size {size} with {stars} stars: {len(places):,} ways to fill a row; "
            "half of a board could be filled in more ways than a machine word counts"
        )
    ones = sum(1 << field * column for column in range(size))
    masks = [sum(1 << column for column in columns) for columns in places]
    near = [mask | mask << 1 | mask >> 1 for mask in masks]
    return _Rows(
        np.array(
            [sum(1 << field * column for column in columns) for columns in places],
            dtype=np.int64,
        ),
        np.array([[not one & other for other in masks] for one in near], dtype=bool),
        ones * ((1 << (field - 1)) - 1 - stars),
        ones << (field - 1),
        ones * stars,
    )


def _next(table: _Table, rows: _Rows, *, is_first: bool) -> _Table:
    """Add a row to all boards."""
    parts = []
    total = 0
    for row, code in enumerate(rows.codes.tolist()):
        fitting = _fitting(table, rows, row, is_first)
        codes = table.codes[fitting] + code
        legal = (codes + rows.slack) & rows.guards == 0
        codes, ways = _summed(codes[legal], table.ways[fitting][legal])
        total += len(codes)
        if total > MAX_STATES:
            raise TooLargeError(f"over {MAX_STATES:,} states half way down the board")
        parts.append(_Table(codes, np.full(len(codes), row), ways))
    return _Table(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.ways for part in parts]),
    )


def _joined(upper: _Table, lower: _Table, rows: _Rows, *, is_first: bool) -> int:
    """Count the pairs of halves that fill each column and may be neighbors."""
    total = 0
    for row in range(len(rows.codes)):
        fitting = _fitting(upper, rows, row, is_first)
        codes, ways = _summed(upper.codes[fitting], upper.ways[fitting])
        chosen = lower.rows == row
        wanted = rows.full - lower.codes[chosen]
        places = np.searchsorted(codes, wanted)
        places[places == len(codes)] = 0
        if not len(codes):
            continue
        hits = codes[places] == wanted
        # The products may exceed a machine word.
        above = ways[places[hits]].astype(object)
        total += int((above * lower.ways[chosen][hits].astype(object)).sum())
    return total


def _fitting(table: _Table, rows: _Rows, row: int, is_first: bool) -> NDArray[np.bool_]:
    """Tell which states may be followed by a row."""
    if is_first:
        return np.ones(len(table.codes), dtype=bool)
    fitting: NDArray[np.bool_] = rows.fits[row][table.rows]
    return fitting


def _summed(codes: Numbers, ways: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct codes in order, each with the sum of its ways."""
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    if not len(starts):
        return codes, ways
    return codes[starts], np.add.reduceat(ways[order], starts)
