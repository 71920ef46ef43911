"""Hints for the pages of hints: where to look, and by which technique."""

from typing import NamedTuple

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import cells_about
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.questions import hint


class PrintedHint(NamedTuple):
    """The cells that a step decides, and its technique."""

    cells: tuple[Point, ...]
    technique: Technique


def printed_hints(puzzle: Puzzle, level: Level) -> tuple[PrintedHint, ...]:
    """Return the first step that is not trivial, and the first one of a level.

    The easier steps have been taken before. If both are the same there is one hint, and
    a puzzle that takes only trivial steps has its first one.
    """
    wanted = dict.fromkeys((Level.ONLY_ONE, max(level, Level.ONLY_ONE)))
    steps = [hint(puzzle, level=each) for each in wanted]
    if not any(isinstance(step, Step) for step in steps):
        steps = [hint(puzzle)]
    found = (
        PrintedHint(cells_about(step.reason.targets), step.technique)
        for step in steps
        if isinstance(step, Step) and step.technique is not None
    )
    return tuple(dict.fromkeys(found))
