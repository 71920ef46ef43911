"""Divisions of a strip into connected regions: Galaxies without the symmetry.

The columns of a strip are the rows of `boards.frontier`, which knows the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.boards.structures import States

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

    def accepts(self, state: int) -> bool:
        """Tell that a board may end anywhere."""
        return True

    def estimate(self) -> int:
        """Return what the numbers for 1 to 7 rows grow to."""
        return int(5**self.rows)

    def cell(self, row: int, state: int) -> Iterator[tuple[str, int]]:
        """Yield a cell that is open to the left, above, both, or neither."""
        if state < 0:
            yield from self._in_first_column(row, _START - state)
            return
        codes, targets = self._steps[row]
        low, high = np.searchsorted(codes, (4 * state, 4 * state + 4)).tolist()
        for code, target in zip(
            codes[low:high].tolist(), targets[low:high].tolist(), strict=True
        ):
            yield _PICTURES[code % 4], target

    def _in_first_column(self, row: int, walls: int) -> Iterator[tuple[str, int]]:
        for wall in (False, True) if row else (True,):
            after = walls | (wall << row >> 1)
            is_last = row == self.rows - 1
            picture = _PICTURES[int(frontier.WALL_ABOVE) + wall]
            yield picture, int(self._first[after]) if is_last else _START - after

    @cached_property
    def _first(self) -> frontier.Codes:
        """The states after the first column, by its walls."""
        return frontier.first_row(self.rows).astype(np.uint32)

    @cached_property
    def _steps(self) -> list[tuple[frontier.Codes, frontier.Codes]]:
        """For each row the codes of `frontier.Step`, in order, and where they lead."""
        tables = []
        for step in frontier.steps(self.rows):
            order = np.argsort(step.codes)
            targets = np.searchsorted(step.starts, order, side="right") - 1
            tables.append((step.codes[order], targets.astype(np.uint32)))
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
