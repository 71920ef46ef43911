"""Galaxies with all notations."""

from galaxies_asp.core.board.puzzle import Position, Puzzle, position_of
from galaxies_asp.core.galaxies import Galaxies
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.notation import NOTATIONS

GALAXIES = Galaxies(formats=NOTATIONS)


def sheet_of(board: Puzzle | Position) -> Sheet[Position]:
    """Return a puzzle or a position as a sheet that can be written in all notations."""
    position = position_of(board)
    return Sheet(GALAXIES, position.puzzle.name, position)
