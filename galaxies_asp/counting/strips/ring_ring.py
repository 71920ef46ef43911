"""Ring-Ring on strips: outlines of rectangles that together visit every cell.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

NOT_OPEN = -1


class State(NamedTuple):
    """The state between two cells of a sweep.

    Attributes
    ----------
    mates
        For each row the other row of the outline whose horizontal strand enters the
        cell from the left (or leaves it, in the rows that are done); -1 if none.
    open
        The row where the vertical strand that is being drawn began; -1 if none.
    closing
        Whether this strand is a right side: it then ends in the row `open`'s mate.
    """

    mates: tuple[int, ...]
    open: int = NOT_OPEN
    closing: bool = False


@dataclass(frozen=True)
class RingRing:
    """Every cell lies on an outline, at least 2 x 2; outlines may cross.

    A cell carries at most one horizontal and one vertical strand, and a corner is both:
    so outlines share neither sides nor corners.
    """

    rows: int

    @property
    def start(self) -> State:
        """No outline is in progress."""
        return State((NOT_OPEN,) * self.rows)

    def accepts(self, state: State) -> bool:
        """Tell whether no outline is in progress."""
        return state == self.start

    def name(self, state: State) -> str:
        """Name the rows of the outlines in progress, counted from 1."""
        pairs = [f"{a + 1}-{b + 1}" for a, b in enumerate(state.mates) if a < b]
        return " ".join(pairs) or "none"

    def estimate(self) -> int:
        """Return the number of ways to pair some of the rows."""
        with_less, pairings = 1, 1
        for rows in range(2, self.rows + 1):
            with_less, pairings = pairings, pairings + (rows - 1) * with_less
        return pairings

    def cell(self, row: int, state: State) -> Iterator[tuple[str, State]]:
        """Yield the strands of a cell, given those from the left and from above."""
        mates, top, closing = state
        mate = mates[row]
        is_last = row == self.rows - 1
        if top == NOT_OPEN:
            if mate == NOT_OPEN:
                if not is_last:
                    yield "┌", State(mates, row)
                return
            yield "─", state
            if mate > row:
                yield "┐", State(mates, row, True)
            return
        if closing and mates[top] == row:
            yield "┘", State(_joined(mates, top, row, apart=True))
            return
        if not is_last:
            yield "│" if mate == NOT_OPEN else "┼", state
        if not closing and mate == NOT_OPEN:
            yield "└", State(_joined(mates, top, row))


def _joined(
    mates: tuple[int, ...], top: int, bottom: int, *, apart: bool = False
) -> tuple[int, ...]:
    """Return the mates after an outline of two rows began, or ended."""
    changed = list(mates)
    changed[top] = NOT_OPEN if apart else bottom
    changed[bottom] = NOT_OPEN if apart else top
    return tuple(changed)
