"""Which boards the row-by-row engine can make, and how probable each is: exactly.

A division is the product of its regions: a cell begins a region, goes on with the one
above it, or with the one on its left, with a probability that depends on which of these
neighbours are in its region. So all boards are summed up region by region, always the
region of the first cell that is left, over all sets of cells that can be left.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.engines.rows import Walls
from galaxies_asp.counting.boards.word_board import Sets, WordBoard, regions_at

_ONE = np.uint64(1)


def regions_by_paper(n: int, walls: Walls) -> float:
    """Return the number of regions of an n x n board that the paper expects."""
    return n * (walls.beside + 1 + walls.beside * walls.above * (n - 1))


def expected_regions(height: int, width: int, walls: Walls) -> float:
    """Return the expected number of regions of a division, before the filter.

    The first row has one region and one more for each wall; in each other row a cell
    begins a region if there is a wall above it and, but for the first, beside it.
    """
    in_first_row = 1 + walls.beside * (width - 1)
    return in_first_row * (1 + walls.above * (height - 1))


@dataclass(frozen=True)
class Yield:
    """What becomes of all divisions that the engine can make.

    Attributes
    ----------
    boards
        How many galaxies boards it can make.
    share
        The probability that a division is one of them.
    collision
        The probability that two divisions are both the same one of them.
    """

    boards: int
    share: float
    collision: float

    @property
    def effective(self) -> float:
        """The number of boards that, equally likely, would repeat as often."""
        return self.share**2 / self.collision


def exact_yield(height: int, width: int, walls: Walls) -> Yield:
    """Sum up all boards; up to 6 x 6 cells take seconds.

    Raises
    ------
    ValueError
        If the board has more than 64 cells.
    """
    board = WordBoard(height, width)
    cells = height * width
    nothing = (0, 0.0, 0.0)
    left_at: list[dict[int, tuple[int, float, float]]] = [{} for _ in range(cells + 1)]
    left_at[0][int(board.everything)] = (1, 1.0, 1.0)
    for first in range(cells):
        regions = _regions(board, first)
        probability = _probabilities(board, regions, walls)
        for left, (boards, share, collision) in left_at[first].items():
            fits = (regions & ~np.uint64(left)) == 0
            for region, p in zip(
                regions[fits].tolist(), probability[fits].tolist(), strict=True
            ):
                rest = left & ~region
                level = left_at[(rest & -rest).bit_length() - 1 if rest else cells]
                known = level.get(rest, nothing)
                level[rest] = (
                    known[0] + boards,
                    known[1] + share * p,
                    known[2] + collision * p * p,
                )
        left_at[first] = {}
    return Yield(*left_at[cells][0])


def _regions(board: WordBoard, first: int) -> Sets:
    """Return the symmetric regions (n,) that the engine can begin at a cell.

    But for the first, each cell has the one above it or on its left in the region.
    """
    onwards = np.array([int(board.everything) >> first << first], dtype=np.uint64)
    found = [np.zeros(0, dtype=np.uint64)]
    for regions in regions_at(board, onwards, first):
        cells = regions.cells
        begins = cells & ~_right_of(board, cells) & ~_below(board, cells)
        found.append(cells[begins == _ONE << np.uint64(first)])
    return np.concatenate(found)


def _probabilities(
    board: WordBoard, regions: Sets, walls: Walls
) -> NDArray[np.float64]:
    """Return the products, over the cells of each region, of their probabilities."""
    right, below = _right_of(board, regions), _below(board, regions)
    result = np.ones(len(regions))
    for cell in range(board.height * board.width):
        row, column = divmod(cell, board.width)
        bit = _ONE << np.uint64(cell)
        follows_above, follows_left = (below & bit) != 0, (right & bit) != 0
        wall_above = walls.above if row else 1.0
        wall_beside = walls.beside if column else 1.0
        begins = wall_above * wall_beside
        from_left = wall_above * (1 - wall_beside)
        p = np.where(follows_left, from_left, 0.0)
        p += np.where(follows_above, 1 - wall_above, 0.0)
        p[~follows_left & ~follows_above] = begins
        result[(regions & bit) != 0] *= p[(regions & bit) != 0]
    return result


def _right_of(board: WordBoard, sets: Sets) -> Sets:
    last = np.uint64(
        sum(1 << board.bit(r, board.width - 1) for r in range(board.height))
    )
    return (sets & ~last) << _ONE


def _below(board: WordBoard, sets: Sets) -> Sets:
    return sets << np.uint64(board.width)
