"""Boards drawn uniformly at random, and statistics of samples.

Boards are drawn by walking the structure of a count backwards. Every choice is made by
one exact random integer below the exact number of boards that it decides between; so
every board has the same probability.
"""

import random
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.counting.boards import frontier, galaxies, matrices
from galaxies_asp.counting.boards.matrices import Ints, canonical
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import Sets, WordBoard


class PartitionSampler:
    """Draws one of `total` divisions into connected regions; keeps all steps."""

    def __init__(self, height: int, width: int, report: Report = silent) -> None:
        self._rows, self._columns = max(height, width), min(height, width)
        self._is_turned = height < width
        self._row = list(frontier.steps(self._columns))
        # The walls of a state after the first row, as a number.
        walls = enumerate(frontier.first_row(self._columns).tolist())
        self._first_row = {state: number for number, state in walls}
        self._ways = [frontier.after_first_row(self._columns)]
        cells = self._rows * self._columns
        for cell in range(self._columns, cells):
            step = self._row[cell % self._columns]
            self._ways.append(step.applied(self._ways[-1]))
            report("cells", cell + 1, cells)
        self._ends = list(accumulate(self._ways[-1].integers()))
        self.total = self._ends[-1]

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
        labels = matrices.labels_of((beside, below))
        return canonical(labels.T) if self._is_turned else labels


class GalaxiesSampler:
    """Draws one of `total` galaxies boards; keeps the numbers of all shapes."""

    def __init__(
        self, board: WordBoard, around_center: bool, report: Report = silent
    ) -> None:
        self._board = board
        self._search = galaxies.ShapeSearch(board, around_center)
        self._known = galaxies.count_levels(self._search, report)
        self._choices = cache(self._choices_of)
        self._parts = cache(self._parts_of)
        self.total = self._divisions(np.array([board.everything]))[0]

    def draw(self, source: random.Random) -> Ints:
        """Return the (H, W) matrix of a board, canonical; 0 where there is no cell."""
        flat = np.zeros(self._board.height * self._board.width, dtype=np.int64)
        waiting = [int(self._board.everything)]
        label = 0  # that of missing cells
        while waiting:
            shape = waiting.pop()
            regions, up_to = self._choices(shape)
            region = regions[_choose(source, up_to)]
            label += 1
            flat[[i for i in range(region.bit_length()) if region >> i & 1]] = label
            waiting += self._parts(shape & ~region)
        is_cell = flat > 0
        flat[is_cell] = canonical(flat[is_cell])
        return flat.reshape(self._board.height, self._board.width)

    def _choices_of(self, shape: int) -> tuple[list[int], list[int]]:
        """Return the regions of a shape's first cell, and running sums of divisions."""
        shapes = np.array([shape], dtype=np.uint64)
        rank = int(self._search.ranks(shapes)[0])
        parts = [some.cells for some in self._search.regions_of(rank, shapes)]
        regions = np.concatenate(parts)
        weights = self._divisions(np.uint64(shape) & ~regions)
        return regions.tolist(), list(accumulate(weights))

    def _divisions(self, sets: Sets) -> list[int]:
        """Return the numbers of divisions of n sets of cells, connected or not."""
        # A single cell has one.
        sets = sets & self._board.neighbors(sets)
        product = np.ones(len(sets), dtype=object)
        for owner, parts in galaxies.components(self._board, sets):
            numbers = self._search.lookup(parts, self._known)
            product[owner] *= np.array(galaxies.integers_of(numbers), dtype=object)
        return list(map(int, product))

    def _parts_of(self, left: int) -> list[int]:
        """Return the connected shapes that a set of cells consists of."""
        sets = np.array([left], dtype=np.uint64)
        return [int(part[0]) for _, part in galaxies.components(self._board, sets)]


def sampler_of(
    kind: str, shape: BoardShape, report: Report = silent
) -> PartitionSampler | GalaxiesSampler:
    """Return the sampler of `partitions`, `galaxies` or `galaxies-toroidal`.

    Raises `OptionError` where partitions cannot be drawn.
    """
    if kind != "partitions":
        return GalaxiesSampler(WordBoard.of(shape), kind == "galaxies", report)
    if not shape.is_rectangle:
        raise OptionError(f"{shape}: partitions are drawn on rectangles only")
    return PartitionSampler(shape.height, shape.width, report)


def draw(
    boards: PartitionSampler | GalaxiesSampler, count: int, seed: int
) -> Iterator[Ints]:
    """Yield `count` boards; the same seed gives the same boards."""
    source = random.Random(seed)
    return (boards.draw(source) for _ in range(count))


def _choose(source: random.Random, up_to: list[int]) -> int:
    """Return an index; `up_to` are the running sums of the weights of all indices."""
    return bisect_right(up_to, source.randrange(up_to[-1]))
