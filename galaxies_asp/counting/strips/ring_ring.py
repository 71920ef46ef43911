"""Ring-Ring on strips: outlines of rectangles that together visit every cell.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.matrix import Indices
from galaxies_asp.counting.strips.sweep import Choice

MAX_ROWS = 14
"""The states of more rows have no room in a word of 64 bits."""

_FIELD = 4
_MASK = (1 << _FIELD) - 1
_OPEN = _FIELD * MAX_ROWS
_CLOSING = _OPEN + _FIELD


@dataclass(frozen=True)
class RingRing:
    """Every cell lies on an outline, at least 2 x 2; outlines may cross.

    A cell carries at most one horizontal and one vertical strand, and a corner is both:
    so outlines share neither sides nor corners.

    A state between two cells of a sweep is a number. It has four bits for each row: one
    more than the other row of the outline whose horizontal strand enters the cell from
    the left (or leaves it, in the rows that are done), its mate; 0 if there is none.
    Then follow four bits for the vertical strand that is being drawn: one more than the
    row where it began, or 0; and one bit that says whether this strand is a right side.
    It then ends in the mate of this row.

    Raises `LimitError` if there are more than `MAX_ROWS`.
    """

    rows: int

    def __post_init__(self) -> None:
        if self.rows > MAX_ROWS:
            raise LimitError(
                f"{self.rows} rows: about {self.estimate():,} states between columns; "
                f"at most {MAX_ROWS} rows are possible"
            )

    @property
    def start(self) -> int:
        """No outline is in progress."""
        return 0

    def accepts(self, states: Any) -> Any:
        """Tell whether no outline is in progress."""
        return states == 0

    def name(self, state: int) -> str:
        """Name the rows of the outlines in progress, counted from 1."""
        mates = [state >> _FIELD * row & _MASK for row in range(self.rows)]
        pairs = [f"{row}-{mate}" for row, mate in enumerate(mates, 1) if row < mate]
        return " ".join(pairs) or "none"

    def estimate(self) -> int:
        """Return the number of ways to pair some of the rows, or about half of it.

        With an even number of rows only about half of them occur.
        """
        with_less, pairings = 1, 1
        for rows in range(2, self.rows + 1):
            with_less, pairings = pairings, pairings + (rows - 1) * with_less
        if self.rows % 2:
            return pairings
        return (pairings + (1 << self.rows // 2)) // 2

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield the strands of a cell, given those from the left and from above."""
        is_last = row == self.rows - 1
        mate, above = states >> _FIELD * row & _MASK, states >> _OPEN & _MASK
        top = np.maximum(above - 1, 0)
        is_closing = states >> _CLOSING == 1
        is_alone, is_free = mate == 0, above == 0
        opened = states | (row + 1 << _OPEN)
        if not is_last:
            yield "┌", is_free & is_alone, opened
        yield "─", is_free & ~is_alone, states
        yield "┐", is_free & (mate > row + 1), opened | 1 << _CLOSING
        # The strand from above goes, and the outline of its row and this one begins or
        # ends: a row is changed by what its field differs by.
        ended = states & (1 << _OPEN) - 1
        pair = (row + 1 << _FIELD * top) | (top + 1 << _FIELD * row)
        ends = is_closing & (states >> _FIELD * top & _MASK == row + 1)
        yield "┘", ~is_free & ends, ended & ~pair
        goes_on = ~is_free & ~ends
        if not is_last:
            yield "│", goes_on & is_alone, states
            yield "┼", goes_on & ~is_alone, states
        yield "└", goes_on & ~is_closing & is_alone, ended | pair
