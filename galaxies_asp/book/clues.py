"""Hints for the pages of hints: where to look, and by which technique."""

from typing import NamedTuple

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import cells_of
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.questions import hint


class Clue(NamedTuple):
    """The cells that a step decides, and its technique."""

    cells: tuple[Point, ...]
    technique: Technique


def clues(puzzle: Puzzle, level: Level) -> tuple[Clue, ...]:
    """Return the first step that is not trivial, and the first one of a level.

    The easier steps have been taken before. If both are the same there is one clue, and
    a puzzle that takes only trivial steps has its first one.
    """
    wanted = dict.fromkeys((Level.ONLY_ONE, max(level, Level.ONLY_ONE)))
    steps = [hint(puzzle, level=each) for each in wanted]
    if not any(isinstance(step, Step) for step in steps):
        steps = [hint(puzzle)]
    found = (
        Clue(
            tuple(
                dict.fromkeys(
                    c for fact in step.reason.targets for c in cells_of(fact.at)
                )
            ),
            step.technique,
        )
        for step in steps
        if isinstance(step, Step) and step.technique is not None
    )
    return tuple(dict.fromkeys(found))
