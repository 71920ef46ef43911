"""Divisions of a strip into connected regions: Galaxies without the symmetry.

The columns of a strip are the rows of `boards.frontier`, which knows the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.boards.structures import States
from galaxies_asp.counting.strips.matrix import Indices
from galaxies_asp.counting.strips.sweep import Choice

_PICTURES = "┘╴╵·"
"""What is open, by the walls of a step; its wall above is one to the left here."""

_START = -1


@dataclass(frozen=True)
class Partitions:
    """Every cell belongs to one region; regions are connected.

    A state is the index of a frontier. In the first column it is negative: -1 less the
    walls that are drawn, as a number.
    """

    rows: int

    def __post_init__(self) -> None:
        if self.rows > frontier.MAX_WIDTH:
            raise LimitError(
                f"{self.rows} rows: at most {frontier.MAX_WIDTH} are possible"
            )

    @property
    def start(self) -> int:
        """There is no cell yet."""
        return _START

    def accepts(self, states: Any) -> Any:
        """Tell that a board may end anywhere."""
        return states >= _START

    def estimate(self) -> int:
        """Return what the numbers for 1 to 7 rows grow to."""
        return int(5**self.rows)

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield a cell that is open to the left, above, both, or neither."""
        is_first = states < 0
        walls = np.where(is_first, _START - states, 0)
        for wall in (0, 1) if row else (1,):
            after = walls | (wall << row >> 1)
            picture = _PICTURES[int(frontier.WALL_ABOVE) + wall]
            is_last = row == self.rows - 1
            yield picture, is_first, self._first[after] if is_last else _START - after
        codes, targets = self._steps[row]
        for option, picture in enumerate(_PICTURES):
            wanted = 4 * states + option
            at = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
            yield picture, ~is_first & (codes[at] == wanted), targets[at]

    @cached_property
    def _first(self) -> Indices:
        """The states after the first column, by its walls."""
        return frontier.first_row(self.rows).astype(np.int64)

    @cached_property
    def _steps(self) -> list[tuple[frontier.Codes, Indices]]:
        """For each row the codes of `frontier.Step`, in order, and where they lead."""
        tables = []
        for step in frontier.steps(self.rows):
            order = np.argsort(step.codes)
            targets = np.searchsorted(step.starts, order, side="right") - 1
            tables.append((step.codes[order], targets))
        return tables

    @cached_property
    def _states(self) -> States:
        """The frontiers in the order of their indices."""
        return frontier.states_after_row(self.rows)

    def name(self, state: int) -> str:
        """Name the region of each row, and the pairs that must stay different."""
        if state < 0:
            return "start"
        same = self._states.same[:, state].tolist()
        differ = self._states.differ[:, state].tolist()
        numbers: dict[int, int] = {}
        regions = [numbers.setdefault(mask, len(numbers) + 1) for mask in same]
        apart = {
            (region, other)
            for region, mask in zip(regions, differ, strict=True)
            for row, other in enumerate(regions)
            if region < other and mask >> row & 1
        }
        walls = "".join(f" {region}|{other}" for region, other in sorted(apart))
        return " ".join(map(str, regions)) + walls
