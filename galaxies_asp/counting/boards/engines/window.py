"""All ways to divide some cells of a small window into symmetric regions, exactly."""

import numpy as np

from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.growth import regions_at
from galaxies_asp.counting.boards.word_board import Sets, WordBoard


class Window:
    """Counts and draws the divisions of sets of cells of a window.

    A set is a whole number; see `WordBoard`. What was counted is remembered, so that
    the window should be small: there are 2**16 sets in 4 x 4 cells.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        board = WordBoard(height, width)
        self._regions = [_regions(board, first) for first in range(height * width)]
        self._counts = {0: 1}

    def count(self, cells: int) -> int:
        """Return the number of divisions of a set."""
        known = self._counts.get(cells)
        if known is None:
            known = sum(self.count(cells & ~region) for region in self._first(cells))
            self._counts[cells] = known
        return known

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


def _regions(board: WordBoard, first: int) -> Sets:
    """Return the regions (n,) of which a cell is the first, in reading order."""
    onwards = np.array([int(board.everything) >> first << first], dtype=np.uint64)
    found = regions_at(board, onwards, first)
    return np.concatenate([regions.cells for regions in found])
