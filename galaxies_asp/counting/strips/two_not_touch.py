"""Stars on strips: a fixed number in every column, and none next to each other.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 5. The rule about the rows is `two_not_touch_square`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from galaxies_asp.counting.strips.errors import StripError

NEIGHBORS = ("vertical", "horizontal", "diagonal", "falling", "rising")
"""What can be forbidden; `diagonal` is `falling` (down to the right) and `rising`."""


class State(NamedTuple):
    """The state between two cells of a sweep; bit i stands for row i.

    Attributes
    ----------
    left
        The stars of the column to the left that matter for the cells to come; None
        before the first column.
    column
        The stars of the column that is being filled.
    """

    left: int | None
    column: int = 0


@dataclass(frozen=True)
class TwoNotTouch:
    """`stars` in each column; stars are not neighbors in the forbidden directions.

    Parameters
    ----------
    rows, stars
        The height of the strip, and the number of stars in each column.
    forbidden
        A subset of `NEIGHBORS`.

    Raises `StripError` if there is no such subset, or no such number of stars.
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

    @property
    def start(self) -> State:
        """There is no column yet."""
        return State(None)

    def accepts(self, state: State) -> bool:
        """There is at least one column: the source counts the empty board as none."""
        return state.left is not None

    def name(self, state: State) -> str:
        """Name the rows of the stars to the left, counted from 1."""
        if state.left is None:
            return "start"
        rows = [row + 1 for row in range(self.rows) if state.left >> row & 1]
        return " ".join(map(str, rows)) or "none"

    def estimate(self) -> int:
        """Return the number of ways to fill a column, and the start."""
        return comb(self.rows, self.stars) + 1

    def cell(self, row: int, state: State) -> Iterator[tuple[str, State]]:
        """Yield an empty cell or a star, where the stars before and above allow it."""
        column = state.column
        missing = self.stars - column.bit_count()
        if missing > self.rows - row:
            return
        if missing < self.rows - row:
            yield "·", self._after(row, state, column)
        if missing and not self._touches(row, state):
            yield "★", self._after(row, state, column | 1 << row)

    def _after(self, row: int, state: State, column: int) -> State:
        if row < self.rows - 1:
            return State(state.left, column)
        return State(column)

    def _touches(self, row: int, state: State) -> bool:
        forbidden = self.forbidden
        if "vertical" in forbidden and row and state.column >> (row - 1) & 1:
            return True
        beside = (state.left or 0) << 1 >> row  # bits 0, 1, 2: rows - 1, row, row + 1
        return bool(
            ("horizontal" in forbidden and beside & 2)
            or (forbidden & {"diagonal", "falling"} and beside & 1)
            or (forbidden & {"diagonal", "rising"} and beside & 4)
        )
