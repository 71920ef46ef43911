"""What a step draws on the board."""

from galaxies_asp.explain import Asked, Hint, Step
from galaxies_asp.play.board import Answer
from galaxies_asp.puzzle import NO_DOT


def drawing(step: Hint) -> Answer:
    """Return what a step draws, as the fields of a move; empty if it draws nothing."""
    if not isinstance(step, Step):
        return {}
    if step.cells:
        cells = [list(cell) for cell in step.cells + step.images]
        return {"cells": cells, "dot": step.target.dot}
    if step.target.asked is Asked.WALL:
        return {"add": [list(step.target.at)]}
    if step.target.asked is Asked.CELL and step.target.dot != NO_DOT:
        return {"cells": [list(step.target.at)], "dot": step.target.dot}
    return {}
