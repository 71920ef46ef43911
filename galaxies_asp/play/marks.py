"""What a step draws on a board, as the fields of a move."""

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining import Hint, Step
from galaxies_asp.play.board import Answer, pairs


def drawing(puzzle: Puzzle, hint: Hint) -> Answer:
    """Return the cells or the walls of a step; empty if the hint is none."""
    if not isinstance(hint, Step):
        return {}
    if hint.walls:
        return {"add": pairs(hint.walls)}
    dot = puzzle.centers.index(hint.facts[0].center)
    return {"cells": pairs(hint.cells), "dot": dot}
