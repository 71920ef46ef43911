"""Boards grown from centers: the revised engine of Morris (7.2), put right.

Sizes come from a normal distribution. For each a free cell is chosen at random; the
region begins there with a center that its size allows, an odd size with a cell, a
multiple of four with a vertex, other even sizes with an edge, and grows by random pairs
of a cell and its mirror image until it has its size or no room. What no region has
taken in the end is filled with pieces of four, two or one cells.

docs/random-boards.md lists in what the printed program differs.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import Ints


@dataclass(frozen=True)
class RegionSizes:
    """The intended sizes of regions: normally distributed, in cells.

    At most `number` regions are begun; the rest of the board is filled.
    """

    mean: float
    spread: float
    number: int

    def draw(self, draws: Draws) -> Iterator[int]:
        """Yield the sizes, whole numbers from 1."""
        for _ in range(self.number):
            yield max(1, math.floor(self.mean + self.spread * draws.normal()))


def sizes_of_paper(height: int, width: int, draws: Draws) -> RegionSizes:
    """Return the distribution that the paper chooses, anew for every board.

    About as many regions as the board has cells on a side, n, are aimed at: a whole
    number from n less its root to n plus its root, where n is the root of the number of
    cells if the board is no square.
    """
    side = math.sqrt(height * width)
    least = max(1, math.ceil(side - math.sqrt(side)))
    most = max(least, math.ceil(side + math.sqrt(side)) - 1)
    regions = least + draws.below(most - least + 1)
    mean = height * width / regions + 1.0
    return RegionSizes(mean, abs(mean / 2 - 0.3), regions * 3 // 2)


def grow(height: int, width: int, draws: Draws, sizes: RegionSizes) -> Ints:
    """Return an (H, W) matrix of regions, numbered as they were begun, from 1."""
    field = _Field(height, width, draws)
    # To go through the cells in random order is to choose a free cell at random.
    order = field.cells.copy()
    draws.shuffle(order)
    wanted = sizes.draw(draws)
    for cell in order:
        if cell in field.free:
            field.grow(cell, next(wanted, None))
    return field.matrix_of(field.label)


class NumberedCells:
    """The cells of a board, as numbers.

    Rows are so far apart that neither a neighbor nor a mirror image beyond the end of
    a row is the number of a cell. Any two cells that a half turn exchanges have the
    same sum, which stands for the center.
    """

    def __init__(self, height: int, width: int) -> None:
        self.shape = height, width
        self.row = 2 * width
        self.steps = -self.row, -1, 1, self.row
        self.cells = self.block(height, width)

    def block(self, height: int, width: int) -> list[int]:
        """Return the cells in the upper left corner, in reading order."""
        return [row * self.row + c for row in range(height) for c in range(width)]

    def matrix_of(self, labels: Mapping[int, int]) -> Ints:
        """Return the (H, W) matrix of the labels of all cells."""
        flat = [labels[cell] for cell in self.cells]
        return np.array(flat, dtype=np.int64).reshape(self.shape)


class _Field(NumberedCells):
    """A board with the labels of its cells, and those that are free."""

    def __init__(self, height: int, width: int, draws: Draws) -> None:
        super().__init__(height, width)
        self._draws = draws
        self.free = set(self.cells)
        self.label: dict[int, int] = {}
        self._regions = 0

    def grow(self, cell: int, size: int | None) -> None:
        """Make a region of at most this size around a center at the free cell.

        Without a size, fill it: take four, two or one cells that are free.
        """
        pieces: list[tuple[int, ...]] = []
        if size is None:
            pieces = self._blocks(cell) or self._pairs(cell)
        elif size % 2 == 0:
            pieces = self._pairs(cell) if size % 4 else self._blocks(cell)
        region = [cell]
        if pieces:
            region = list(pieces[self._draws.below(len(pieces))])
        self._regions += 1
        self._take(region)
        center = region[0] + region[-1]
        seen = set(region)
        pairs: list[tuple[int, int]] = []
        grown = 0
        while size is not None:
            for old in region[grown:]:
                for neighbor in (old + step for step in self.steps):
                    image = center - neighbor
                    is_free = neighbor in self.free and image in self.free
                    if is_free and neighbor not in seen:
                        seen |= {neighbor, image}
                        pairs.append((neighbor, image))
            grown = len(region)
            if not pairs or grown + 2 > size:
                return
            chosen = self._draws.below(len(pairs))
            pairs[chosen], pairs[-1] = pairs[-1], pairs[chosen]
            pair = pairs.pop()
            self._take(pair)
            region += pair

    def _take(self, cells: Sequence[int]) -> None:
        """Put free cells into the last region."""
        self.free.difference_update(cells)
        self.label.update(dict.fromkeys(cells, self._regions))

    def _pairs(self, cell: int) -> list[tuple[int, ...]]:
        """Return the free cell with each of its free neighbors."""
        return [(cell, cell + to) for to in self.steps if cell + to in self.free]

    def _blocks(self, cell: int) -> list[tuple[int, ...]]:
        """Return the blocks of four free cells that the free cell is a corner of."""
        return [
            (cell, cell + down, cell + right, cell + down + right)
            for down in (-self.row, self.row)
            for right in (-1, 1)
            if {cell + down, cell + right, cell + down + right} <= self.free
        ]
