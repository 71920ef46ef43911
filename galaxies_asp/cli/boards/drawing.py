"""Boards as positions that can be drawn."""

import numpy as np

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle, walls_between
from galaxies_asp.counting.boards import statistics
from galaxies_asp.counting.boards.matrices import Ints, Walls, gridlines
from galaxies_asp.counting.boards.symmetry import is_galaxies_board


def drawable(labels: Ints) -> Position:
    """Return a board as a position: with its dots, if it is a galaxies board."""
    height, width = labels.shape
    centers = statistics.dots_of(labels) if is_galaxies_board(labels) else ()
    puzzle = Puzzle(width, height, centers)
    walls = walls_between(labels.tolist())
    return Position(puzzle, walls=walls)


def walled(walls: Walls) -> Position:
    """Return walls, which need not be a partition, as a position."""
    height, width = walls[0].shape[0], walls[1].shape[1]
    drawn = np.concatenate([part.ravel() for part in walls])
    points = gridlines(height, width)[drawn].tolist()
    return Position(Puzzle(width, height), walls=frozenset(Point(*p) for p in points))
