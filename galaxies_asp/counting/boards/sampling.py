"""Boards drawn uniformly at random, by walking the structure of a count backwards.

Every choice is made by one exact random integer below the exact number of boards that
it decides between; so every board has the same probability.
"""

import random
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import numpy as np

from galaxies_asp.board.puzzle import Solution
from galaxies_asp.counting.boards import frontier, galaxies
from galaxies_asp.counting.boards.engines.boards import solution_of
from galaxies_asp.counting.boards.matrices import Ints, canonical, labels_of
from galaxies_asp.counting.boards.partitions import after_first_row
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.processes.progress import Report, silent


class PartitionSampler:
    """Draws divisions of a grid into connected regions; keeps all steps in memory."""

    def __init__(self, height: int, width: int, report: Report = silent) -> None:
        self._rows, self._columns = max(height, width), min(height, width)
        self._is_turned = height < width
        self._row = list(frontier.steps(self._columns))
        # The walls of a state after the first row, as a number.
        walls = enumerate(frontier.first_row(self._columns).tolist())
        self._first_row = {state: number for number, state in walls}
        self._ways = [after_first_row(self._columns)]
        cells = self._rows * self._columns
        for cell in range(self._columns, cells):
            step = self._row[cell % self._columns]
            self._ways.append(step.applied(self._ways[-1]))
            report("cells", cell + 1, cells)
        self._ends = list(accumulate(self._ways[-1].integers()))

    @property
    def total(self) -> int:
        """The number of boards."""
        return self._ends[-1]

    def draw(self, source: random.Random) -> Ints:
        """Return the (H, W) matrix of a board, canonical."""
        beside = np.zeros((self._rows, self._columns - 1), dtype=bool)
        below = np.zeros((self._rows - 1, self._columns), dtype=bool)
        state = _choose(source, self._ends)
        for cell in reversed(range(len(self._ways) - 1)):
            row, column = divmod(cell, self._columns)
            before, options = self._row[column].into(state)
            weights = self._ways[cell].at(before).integers()
            chosen = _choose(source, list(accumulate(weights)))
            below[row, column] = bool(options[chosen] & frontier.WALL_ABOVE)
            if column:
                beside[row + 1, column - 1] = bool(options[chosen] & frontier.WALL_LEFT)
            state = int(before[chosen])
        number = self._first_row[state]
        beside[0] = [bool(number >> i & 1) for i in range(self._columns - 1)]
        labels = labels_of((beside, below))
        return canonical(labels.T) if self._is_turned else labels


class GalaxiesSampler:
    """Draws galaxies boards.

    Parameters
    ----------
    counts
        The counts of the board, from `galaxies.counts`.
    """

    def __init__(self, counts: galaxies.Counts) -> None:
        self._counts = counts
        self._board = counts.search.board
        self._regions = cache(self._regions_of)
        self._parts = cache(self._parts_of)

    @property
    def total(self) -> int:
        """The number of boards."""
        return self._counts.total

    def draw(self, source: random.Random) -> Ints:
        """Return the (H, W) matrix of a board, canonical."""
        flat = np.zeros(self._board.height * self._board.width, dtype=np.int64)
        waiting = [int(self._board.everything)]
        label = 0
        while waiting:
            shape = waiting.pop()
            regions, up_to = self._regions(shape)
            region = regions[_choose(source, up_to)]
            label += 1
            flat[_bits(region)] = label
            waiting += self._parts(shape & ~region)
        return canonical(flat.reshape(self._board.height, self._board.width))

    def _regions_of(self, shape: int) -> tuple[list[int], list[int]]:
        """Return the regions of a shape's first cell, and running sums of divisions."""
        parts = [regions.cells for regions in self._counts.regions_of(shape)]
        regions = np.concatenate(parts)
        weights = self._counts.of(np.uint64(shape) & ~regions)
        return regions.tolist(), list(accumulate(weights))

    def _parts_of(self, left: int) -> list[int]:
        """Return the connected shapes that a set of cells consists of."""
        sets = np.array([left], dtype=np.uint64)
        return [int(part[0]) for _, part in galaxies.components(self._board, sets)]


def sampler(
    kind: str, height: int, width: int, report: Report = silent
) -> PartitionSampler | GalaxiesSampler:
    """Return the sampler of `partitions`, `galaxies` or `galaxies-toroidal`."""
    if kind == "partitions":
        return PartitionSampler(height, width, report)
    board = WordBoard(height, width)
    around_center = kind == "galaxies"
    return GalaxiesSampler(
        galaxies.counts(board, around_center=around_center, report=report)
    )


def draw(
    boards: PartitionSampler | GalaxiesSampler, count: int, seed: int
) -> Iterator[Ints]:
    """Yield `count` boards; the same seed gives the same boards."""
    source = random.Random(seed)
    for _ in range(count):
        yield boards.draw(source)


def solutions(
    height: int, width: int, count: int, seed: int, report: Report = silent
) -> Iterator[Solution]:
    """Yield `count` galaxies boards with their dots, each of the same probability.

    The limit is that of the count, 7 rows of 8 cells in practice; see `estimates`.
    Raises `ValueError` if the board has more than 64 cells.
    """
    boards = sampler("galaxies", height, width, report)
    return map(solution_of, draw(boards, count, seed))


def _choose(source: random.Random, up_to: list[int]) -> int:
    """Return an index; `up_to` are the running sums of the weights of all indices."""
    return bisect_right(up_to, source.randrange(up_to[-1]))


def _bits(cells: int) -> list[int]:
    return [i for i in range(cells.bit_length()) if cells >> i & 1]
