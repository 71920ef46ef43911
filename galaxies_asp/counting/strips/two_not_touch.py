"""Stars: a fixed number in every column, and none next to each other.

On strips of a fixed height a cell is added at a time. On square boards the same number
of stars is in every row, too. The width varies with the height, so there is no
automaton; but row by row the state is small enough: the last row, and how many stars
each column has. All numbers of stars that the columns can have are listed in
lexicographic order. Adding a row to those with room for it keeps their order and gives
those with stars where the row has some: so an array of ways is moved from the one
places to the others, without any search. Two halves of a board meet in the middle, so
that only half of the rows are swept.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 5.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import LimitError, StripError
from galaxies_asp.counting.exact import WORD_BITS, dot
from galaxies_asp.counting.strips.matrix import Indices
from galaxies_asp.counting.strips.sweep import Choice
from galaxies_asp.processes.progress import Report, silent

# On strips ----------------------------------------------------------------------------

NEIGHBORS = ("vertical", "horizontal", "diagonal", "falling", "rising")
"""What can be forbidden; `diagonal` is `falling` (down to the right) and `rising`."""


MAX_ROWS = 60
"""The states of more rows have no room in a word of 64 bits."""


@dataclass(frozen=True)
class TwoNotTouch:
    """`stars` in each column; stars are not neighbors in the forbidden directions.

    A state between two cells of a sweep is a number. Bit i tells whether there is a
    star in row i: of the column that is being filled, in the rows that are done, and of
    the column to the left in the others. Then follow two bits: whether there is one to
    the left of the cell above, and whether there is a column to the left.

    Parameters
    ----------
    rows, stars
        The height of the strip, and the number of stars in each column.
    forbidden
        A subset of `NEIGHBORS`.

    Raises `StripError` if there is no such subset, or no such number of stars. Raises
    `LimitError` if there are more than `MAX_ROWS`.
    """

    rows: int
    stars: int
    forbidden: frozenset[str] = frozenset(("vertical", "horizontal", "diagonal"))

    def __post_init__(self) -> None:
        unknown = sorted(self.forbidden - set(NEIGHBORS))
        if unknown:
            raise StripError(
                f"{unknown[0]!r} cannot be forbidden; known: {', '.join(NEIGHBORS)}"
            )
        if self.stars < 0:
            raise StripError(f"{self.stars} stars in a column: at least 0 are possible")
        if self.rows > MAX_ROWS:
            raise LimitError(f"{self.rows} rows: at most {MAX_ROWS} are possible")

    @property
    def start(self) -> int:
        """There is no column yet."""
        return 0

    def accepts(self, states: Any) -> Any:
        """There is at least one column: the source counts the empty board as none."""
        return states > 0

    def name(self, state: int) -> str:
        """Name the rows of the stars to the left, counted from 1."""
        if state == self.start:
            return "start"
        rows = [row + 1 for row in range(self.rows) if state >> row & 1]
        return " ".join(map(str, rows)) or "none"

    def estimate(self) -> int:
        """Return the number of ways to fill a column, and the start."""
        return comb(self.rows, self.stars) + 1

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield an empty cell or a star, where the stars before and above allow it."""
        stars = [states >> place & 1 for place in range(self.rows + 1)]
        missing = self.stars - sum(stars[:row], np.zeros_like(states))
        room = self.rows - row
        before, forbidden = stars[-1], self.forbidden
        is_forbidden = np.zeros(len(states), dtype=bool)
        if "vertical" in forbidden and row:
            is_forbidden |= stars[row - 1] > 0
        if "horizontal" in forbidden:
            is_forbidden |= stars[row] > 0
        if forbidden & {"diagonal", "falling"}:
            is_forbidden |= before > 0
        if forbidden & {"diagonal", "rising"} and room > 1:
            is_forbidden |= stars[row + 1] > 0
        after = states - (stars[row] << row) - (before << self.rows)
        after |= stars[row] << self.rows if room > 1 else 2 << self.rows
        yield "·", missing < room, after
        possible = (missing > 0) & (missing <= room) & ~is_forbidden
        yield "★", possible, after | 1 << row


# On square boards --------------------------------------------------------------------

MAX_MEMORY = 1_000_000_000
"""Bytes; larger tables are made only if forced."""

Ways = NDArray[np.int64]
Places = NDArray[np.bool_]


@dataclass(frozen=True)
class _Rows:
    """The ways to fill a row of a board.

    Attributes
    ----------
    stars
        For each of the R ways the columns of its stars.
    fits
        An (R, R) array: whether two rows may be neighbors.
    """

    stars: list[tuple[int, ...]]
    fits: Places


@dataclass(frozen=True)
class _Half:
    """The first rows of all boards.

    Attributes
    ----------
    counts
        (size, N): the numbers of stars in the columns, in lexicographic order.
    ways
        (R, N): in how many ways these rows can be filled, by the last row. None if
        there is no row.
    """

    counts: NDArray[np.uint8]
    ways: Ways | None

    def before(self, row: int, rows: _Rows) -> Ways:
        """Return (N,): in how many ways the rows can be filled before a given one."""
        if self.ways is None:
            return np.ones(1, dtype=np.int64)
        total = np.zeros(self.ways.shape[1], dtype=np.int64)
        for other in np.flatnonzero(rows.fits[row]):
            total += self.ways[other]
        return total


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
    rows = _rows(size, stars)
    middle = size // 2
    _check_size(size, stars, len(rows.stars), force)
    half = _Half(_counts(size, stars, 0), None)
    for number in range(1, middle + 1):
        report("rows", number, middle)
        half = _with_row(half, rows, _counts(size, stars, number * stars), stars)
    return _joined(half, rows, stars, has_middle=size % 2 == 1)


def _rows(size: int, stars: int) -> _Rows:
    stars_of_rows = [
        columns
        for columns in combinations(range(size), stars)
        if all(right - left > 1 for left, right in pairwise(columns))
    ]
    masks = [sum(1 << column for column in columns) for columns in stars_of_rows]
    near = [mask | mask << 1 | mask >> 1 for mask in masks]
    fits = [[not touched & other for other in masks] for touched in near]
    return _Rows(stars_of_rows, np.array(fits, dtype=bool))


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


def _counts(size: int, stars: int, total: int) -> NDArray[np.uint8]:
    """Return (size, N): all numbers of stars in the columns with this sum."""
    counts = np.zeros((0, 1), dtype=np.uint8)
    some = np.arange(stars + 1, dtype=np.uint8)
    for left in reversed(range(size)):
        known = np.repeat(counts, len(some), axis=1)
        counts = np.vstack([known, np.tile(some, counts.shape[1])])
        missing = total - counts.sum(axis=0, dtype=np.int64)
        counts = counts[:, (missing >= 0) & (missing <= stars * left)]
    return counts


def _with_row(half: _Half, rows: _Rows, counts: NDArray[np.uint8], stars: int) -> _Half:
    """Add a row; `counts` are the numbers of stars in the columns after it."""
    ways = np.zeros((len(rows.stars), counts.shape[1]), dtype=np.int64)
    for row, columns in enumerate(rows.stars):
        has_room = _everywhere(half.counts < stars, columns)
        has_stars = _everywhere(counts > 0, columns)
        ways[row, has_stars] = half.before(row, rows)[has_room]
    return _Half(counts, ways)


def _everywhere(holds: Places, columns: tuple[int, ...]) -> Places:
    everywhere: Places = np.logical_and.reduce(holds[list(columns)])
    return everywhere


def _joined(half: _Half, rows: _Rows, stars: int, *, has_middle: bool) -> int:
    """Count the pairs of halves, with a row between them or not, that fill the columns.

    What is missing in the columns comes in the opposite order.
    """
    total = 0
    for row, columns in enumerate(rows.stars):
        ways = half.before(row, rows)
        if has_middle:
            ways = ways[_everywhere(half.counts < stars, columns)]
            total += dot(ways, ways[::-1])
        elif half.ways is not None:
            total += dot(half.ways[row], ways[::-1])
    return total
