"""Boards of any size by a Markov chain under which all boards are equally likely.

The chain starts with a grown board and changes it by two kinds of moves. One divides
the cells of all regions inside a small window anew, uniformly among all divisions. The
other lets a region take in a pair of single cells that mirror each other, or give away
such a pair; each is proposed as often as its reverse. Every board can be taken apart
into single cells by these moves, and put together again. So the only distribution that
the chain keeps is the uniform one, and the chain comes closer to it with every move;
docs/random-boards.md says how close it is after how many.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.grid import reachable
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.counting.boards.engines import morris
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import Ints, solution_of
from galaxies_asp.counting.boards.word_board import WordBoard, regions_at

SWEEPS = 20
"""A sweep puts the window down as often as there are places for it."""

WINDOW_SIDE = 4
_PAIRS_AFTER_WINDOW = 16


def boards(
    height: int, width: int, seed: int, sweeps: int = SWEEPS, report: Report = silent
) -> Iterator[Solution]:
    """Yield boards without end, each the end of a chain of its own.

    `sweeps`: the length of the chain; see `SWEEPS`.
    """
    window = WindowDivisions(min(height, WINDOW_SIDE), min(width, WINDOW_SIDE))
    for number in count():
        draws = Draws(seed, number)
        sizes = morris.sizes_of_paper(height, width, draws)
        chain = BoardChain(morris.grow(height, width, draws, sizes), draws, window)
        for sweep in range(sweeps):
            chain.sweep()
            report("sweeps", sweep + 1, sweeps)
        yield solution_of(chain.matrix())


class WindowDivisions:
    """Counts and draws the divisions of sets of cells of a window.

    A set is a whole number; see `WordBoard`. What was counted is remembered, so that
    the window should be small: there are 2**16 sets in 4 x 4 cells.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        board = WordBoard(height, width)
        # For each cell the regions (n,) of which it is the first, in reading order.
        self._regions = []
        for first in range(height * width):
            onwards = np.array([int(board.everything) >> first << first], np.uint64)
            parts = [regions.cells for regions in regions_at(board, onwards, first)]
            self._regions.append(np.concatenate(parts))
        self._counts = {0: 1}

    def count(self, cells: int) -> int:
        """Return the number of divisions of a set."""
        if cells not in self._counts:
            numbers = (self.count(cells & ~region) for region in self._first(cells))
            self._counts[cells] = sum(numbers)
        return self._counts[cells]

    def draw(self, cells: int, draws: Draws) -> list[int]:
        """Return the regions of a division; all divisions are equally likely."""
        regions = []
        while cells:
            chosen = draws.below(self.count(cells))
            for region in self._first(cells):
                chosen -= self.count(cells & ~region)
                if chosen < 0:
                    break
            regions.append(region)
            cells &= ~region
        return regions

    def _first(self, cells: int) -> list[int]:
        """Return the regions of the first cell of a set, in reading order."""
        regions = self._regions[(cells & -cells).bit_length() - 1]
        fitting: list[int] = regions[(regions & ~np.uint64(cells)) == 0].tolist()
        return fitting


class BoardChain(morris.NumberedCells):
    """A board that changes, beginning with an (H, W) matrix.

    As a half turn reverses the order of the cells, it maps a cell to the sum of the
    first and the last one, less the cell.
    """

    def __init__(self, labels: Ints, draws: Draws, window: WindowDivisions) -> None:
        super().__init__(*labels.shape)
        self._draws, self._window = draws, window
        self._in_window = self.block(window.height, window.width)
        self._region: dict[int, int] = {}
        self._cells: dict[int, set[int]] = {}
        self._unused = count()
        regions: dict[int, set[int]] = {}
        for cell, label in zip(self.cells, labels.ravel().tolist(), strict=True):
            regions.setdefault(label, set()).add(cell)
        for cells in regions.values():
            self._add(cells)

    def matrix(self) -> Ints:
        """Return the (H, W) matrix of the board as it is."""
        return self.matrix_of(self._region)

    def sweep(self) -> None:
        """Make as many moves as there are places for the window, and pairs between."""
        down = self.shape[0] - self._window.height + 1
        across = self.shape[1] - self._window.width + 1
        for _ in range(down * across):
            row, column = divmod(self._draws.below(down * across), across)
            self.divide(row, column)
            for _ in range(_PAIRS_AFTER_WINDOW):
                self.move_pair()

    def divide(self, row: int, column: int) -> None:
        """Divide the regions inside the window with this first cell anew."""
        first = row * self.row + column
        places = [first + cell for cell in self._in_window]
        inside = Counter(self._region[cell] for cell in places)
        whole = {some for some, n in inside.items() if n == len(self._cells[some])}
        free = (1 << i for i, cell in enumerate(places) if self._region[cell] in whole)
        for region in whole:
            del self._cells[region]
        for bits in self._window.draw(sum(free), self._draws):
            self._add({cell for i, cell in enumerate(places) if bits >> i & 1})

    def move_pair(self) -> None:
        """Let a random cell's region take in or give a neighbor and its image."""
        number, way = divmod(self._draws.below(4 * len(self.cells)), 4)
        cell = self.cells[number]
        neighbor = cell + self.steps[way]
        if neighbor not in self._region:
            return
        region = self._region[cell]
        cells = self._cells[region]
        image = min(cells) + max(cells) - neighbor
        pair = {neighbor, image}
        if region != self._region[neighbor]:
            if image in self._region:
                taken = {self._region[single] for single in pair}
                if all(len(self._cells[single]) == 1 for single in taken):
                    for single in taken:
                        del self._cells[single]
                    cells |= pair
                    self._region.update(dict.fromkeys(pair, region))
        elif image != cell and not self._touch(neighbor, image):
            rest = cells - pair

            def beside(one: int) -> set[int]:
                return rest.intersection(one + step for step in self.steps)

            if reachable([next(iter(rest))], beside) == rest:
                self._cells[region] = rest
                self._add({neighbor})
                self._add({image})

    def _touch(self, cell: int, image: int) -> bool:
        """Tell whether a cell and its image touch the center between them."""
        apart = zip(divmod(cell, self.row), divmod(image, self.row), strict=True)
        return all(abs(one - other) <= 1 for one, other in apart)

    def _add(self, cells: set[int]) -> None:
        region = next(self._unused)
        self._cells[region] = cells
        self._region.update(dict.fromkeys(cells, region))
