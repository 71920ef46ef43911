"""Marks on the board: what a hint, a mistake or a reason is about."""

from galaxies_asp.explain import Asked, Finished, Hint, Mistake, Reason, Step
from galaxies_asp.play.board import Answer
from galaxies_asp.puzzle import NO_DOT


def marks(shown: Hint | Reason) -> list[Answer]:
    """Return points of the board, each with its role.

    `target`: what follows; `wrong`: what is wrong; `cause`: a place of a rule or of a
    drawn thing that is used.
    """
    if isinstance(shown, Finished):
        return []
    reason = shown if isinstance(shown, Reason) else shown.reason
    role = "target"
    if isinstance(shown, Mistake):
        role, targets = "wrong", shown.places
    elif isinstance(shown, Step) and shown.cells:
        targets = shown.cells + shown.images
    elif reason.target.asked is not Asked.NO_SOLUTION:
        targets = (reason.target.at,)
    else:
        targets = ()
    causes = {instance.at for instance in reason.instances} - set(targets)
    return [
        *({"at": list(point), "role": "cause"} for point in sorted(causes)),
        *({"at": list(point), "role": role} for point in targets),
    ]


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
