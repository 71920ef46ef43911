"""Boards row by row: the first engine of Morris (7.1), kept as a baseline.

A division into regions is drawn, cell by cell, and thrown away unless every region is
symmetric. A cell below the first row goes on with the region above it, unless a wall
is drawn there. Otherwise it goes on with the region on its left, unless a wall is drawn
there too, or there is no cell; then it begins a region.

So a region never joins two that have begun, and all its cells are reached from its
first cell by steps to the right and down. docs/generation.md says what follows.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError, counted
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import Bools, Ints, boards_among

_CELLS_AT_ONCE = 1 << 19


@dataclass(frozen=True)
class Walls:
    """The probabilities of a wall between a cell and the one on its left, or above."""

    beside: float = 0.5
    above: float = 0.5

    def __post_init__(self) -> None:
        for name, share in (("beside", self.beside), ("above", self.above)):
            if not 0 <= share <= 1:
                raise OptionError(
                    f"the share of walls {name} is {share}; it is from 0 to 1"
                )


def share_for(regions: float, height: int, width: int) -> float:
    """Return the share of walls, beside and above, for an expected number of regions.

    Raises `OptionError` if no share from 0 to 1 gives it.
    """
    if not 1 <= regions <= height * width:
        raise OptionError(
            f"{regions:g} regions cannot be expected on a board of {height} rows of "
            f"{width} cells: 1 to {height * width} can"
        )
    if regions == 1:
        return 0.0
    # (1 + share across) (1 + share down) = regions, without a difference of roots.
    across, down = width - 1, height - 1
    root = math.sqrt((across + down) ** 2 + 4 * across * down * (regions - 1))
    return min(1.0, 2 * (regions - 1) / (across + down + root))


def divisions(height: int, width: int, walls: Walls, seed: int) -> Iterator[Ints]:
    """Yield divisions without end, in batches: (n, H, W), canonical.

    The divisions do not depend on the size of the batches.
    """
    draws = Draws(seed)
    upright, level = height * (width - 1), (height - 1) * width
    n = max(1, _CELLS_AT_ONCE // (height * width))
    while True:
        words = draws.words(n * (upright + level)).reshape(n, upright + level)
        beside = Draws.are_events(words[:, :upright], walls.beside)
        above = Draws.are_events(words[:, upright:], walls.above)
        yield _divide(
            beside.reshape(n, height, width - 1), above.reshape(n, height - 1, width)
        )


def _divide(beside: Bools, above: Bools) -> Ints:
    """Return (n, H, W) from the walls that are drawn: (n, H, W - 1) and (n, H - 1, W).

    Walls on the left of a cell that goes on with the region above it have no effect.
    """
    n, height, columns = beside.shape
    width = columns + 1
    labels = np.empty((n, height, width), dtype=np.int64)
    highest = np.zeros((n, 1), dtype=np.int64)
    column = np.arange(width)
    row = np.zeros((n, width), dtype=np.int64)
    for i in range(height):
        goes_on = ~above[:, i - 1] if i else np.zeros((n, width), dtype=bool)
        begins = ~goes_on
        begins[:, 1:] &= beside[:, i]
        numbers = highest + np.cumsum(begins, axis=1)
        highest = numbers[:, -1:]
        row = np.where(goes_on, row, numbers)
        # All others have the label of the nearest cell on their left that has one.
        source = np.maximum.accumulate(np.where(goes_on | begins, column, 0), axis=1)
        row = np.take_along_axis(row, source, axis=1)
        labels[:, i] = row
    return labels


@dataclass
class Tally:
    """How many divisions were tried, and how many of them were boards."""

    tried: int = 0
    boards: int = 0

    def __str__(self) -> str:
        divisions = counted(self.tried, "division")
        return f"{counted(self.boards, 'board')} among {divisions}"


def boards(
    height: int,
    width: int,
    walls: Walls,
    seed: int,
    attempts: int,
    tally: Tally,
    report: Report = silent,
) -> Iterator[Solution]:
    """Yield the boards among random divisions.

    Parameters
    ----------
    tally
        Kept up to date: when a board is yielded, the divisions up to it are counted.
    report
        Called after each batch.
    """
    for batch in divisions(height, width, walls, seed):
        before = tally.tried
        batch = batch[: attempts - before]
        for number, board in boards_among(batch):
            tally.tried = before + number + 1
            tally.boards += 1
            yield board
        tally.tried = before + len(batch)
        report(f"{tally.boards} boards in divisions", tally.tried, attempts)
        if tally.tried == attempts:
            return
