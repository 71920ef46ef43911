"""Galaxies with all notations."""

from dataclasses import replace

from galaxies_asp.core import galaxies as core
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import Galaxies
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.notation import NOTATIONS

GALAXIES = Galaxies(formats=NOTATIONS)


def sheet_of(board: Puzzle | Position) -> Sheet[Position]:
    """Return a puzzle or a position as a sheet that can be written in all notations."""
    return replace(core.sheet_of(board), family=GALAXIES)
