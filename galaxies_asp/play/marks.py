"""What a step draws on a board, as the fields of a move."""

from galaxies_asp.explain import Figure, Hint, Step
from galaxies_asp.play.board import Answer, pairs


def drawing(hint: Hint, shown: Figure) -> Answer:
    """Return the cells of a step, and the walls that follow; empty if there are none.

    `shown` is the figure of the hint.
    """
    if not isinstance(hint, Step):
        return {}
    if not hint.cells:
        return {"add": [list(hint.target.at)]}
    cells = pairs(hint.cells + hint.images)
    return {"cells": cells, "dot": hint.target.dot, "add": pairs(shown.walls)}
