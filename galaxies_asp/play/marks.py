"""Figures: what a hint, a mistake or a reason says, and what it marks on the board."""

from galaxies_asp.explain import (
    Asked,
    Finished,
    Hint,
    Mistake,
    Reason,
    Step,
    hint_in_words,
    reason_in_words,
)
from galaxies_asp.explain.words import target_in_words
from galaxies_asp.play.board import Answer
from galaxies_asp.puzzle import NO_DOT, Puzzle

LEGEND = {
    "target": "follows in this step",
    "wrong": "wrong",
    "cause": "a rule or a drawn thing that is used",
}


def figure(puzzle: Puzzle, shown: Hint | Reason) -> Answer:
    """Return sentences, and marks: points of the board with their roles."""
    if isinstance(shown, Reason):
        head = f"{target_in_words(puzzle, shown.target)}."
        text = reason_in_words(puzzle, shown, None)
    else:
        head, _, text = hint_in_words(puzzle, shown).partition("\n")
    found = _marks(shown)
    roles = {mark["role"] for mark in found}
    return {
        "head": head,
        "sentences": [line.strip().removeprefix("- ") for line in text.splitlines()],
        "marks": found,
        "legend": [
            {"role": role, "meaning": meaning}
            for role, meaning in LEGEND.items()
            if role in roles
        ],
    }


def _marks(shown: Hint | Reason) -> list[Answer]:
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
