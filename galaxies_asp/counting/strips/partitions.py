"""Divisions of a strip into connected regions: Galaxies without the symmetry."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

NONE = 0


class State(NamedTuple):
    """The state between two cells of a sweep.

    Attributes
    ----------
    regions
        For each row the region of the last cell that was visited there, numbered from 1
        in the order of the rows; 0 before the first column.
    apart
        Pairs of regions, the smaller first, that have a wall between them, so that they
        must stay different.
    """

    regions: tuple[int, ...]
    apart: frozenset[tuple[int, int]] = frozenset()

    def __str__(self) -> str:
        """Name the region of each row, and the pairs that must stay different."""
        if NONE in self.regions:
            return "start"
        walls = "".join(f" {one}|{other}" for one, other in sorted(self.apart))
        return " ".join(map(str, self.regions)) + walls


@dataclass(frozen=True)
class Partitions:
    """Every cell belongs to one region; regions are connected."""

    rows: int

    @property
    def start(self) -> State:
        """There is no cell yet."""
        return State((NONE,) * self.rows)

    def accepts(self, state: State) -> bool:
        """Tell that a board may end anywhere."""
        return True

    def estimate(self) -> int:
        """Return what the numbers for 1 to 7 rows grow to."""
        return int(5**self.rows)

    def cell(self, row: int, state: State) -> Iterator[tuple[str, State]]:
        """Yield a cell that is open to the left, above, both, or neither."""
        regions, apart = state
        left = regions[row]
        above = regions[row - 1] if row else NONE
        if left and left == above:
            yield "┘", self._after(row, state, left)
        else:
            if left and above and _pair(left, above) not in apart:
                yield "┘", self._after(row, state, left, also=above)
            if left:
                yield "╴", self._after(row, state, left, walls=(above,))
            if above:
                yield "╵", self._after(row, state, above, walls=(left,))
        yield "·", self._after(row, state, self.rows + 1, walls=(left, above))

    def _after(
        self,
        row: int,
        state: State,
        region: int,
        *,
        also: int = NONE,
        walls: tuple[int, ...] = (),
    ) -> State:
        """Return the state after a cell of a region that is the same as another one."""
        regions = [
            region if also and other == also else other for other in state.regions
        ]
        regions[row] = region
        numbers = {NONE: NONE}
        renamed = tuple([numbers.setdefault(one, len(numbers)) for one in regions])
        apart = {
            (region if one == also else one, region if other == also else other)
            for one, other in state.apart
        }
        apart.update((region, wall) for wall in walls if wall)
        return State(
            renamed,
            frozenset(
                _pair(numbers[one], numbers[other])
                for one, other in apart
                if one in numbers and other in numbers
            ),
        )


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
