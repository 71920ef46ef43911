"""The difficulty of the puzzles of a book: stated in the input, or measured."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.grading import GRADES, difficulty, outline
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.questions import walkthrough

Rating = Literal["walkthrough", "outline"]
"""How to rate a puzzle: both give the same grade; only a walkthrough, which is slower,
gives the effort that `galaxies walkthrough` prints."""

HARD = tuple(Technique)[-5:]
"""Contradictions and what is harder: techniques that moderate puzzles do not need."""

_MOST_CELLS = 256
"""A walkthrough of a larger board may take more than a few seconds."""


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """The level of the hardest step, then the effort; compared in this order.

    Efforts are comparable for puzzles of the same level that are rated in the same way.

    Attributes
    ----------
    techniques
        The number of steps by each of the `HARD` techniques, where they were counted.
    """

    level: Level
    effort: float = 0.0
    techniques: tuple[tuple[Technique, int], ...] = field(default=(), compare=False)

    @property
    def word(self) -> str:
        """The name of the grade."""
        return GRADES[self.level]


def stated_grade(metadata: Mapping[str, Any]) -> Grade | None:
    """Return the grade in the field `difficulty`; None if there is no valid one.

    It is a word, such as "tricky", or an object with the word as `grade` and maybe the
    `effort`, as `galaxies walkthrough --json` gives it.
    """
    stated = metadata.get("difficulty")
    fields = stated if isinstance(stated, dict) else {"grade": stated}
    word, effort = fields.get("grade"), fields.get("effort")
    if not isinstance(effort, int | float) or not isfinite(effort):
        effort = 0.0
    for level, name in GRADES.items():
        if name == word:
            return Grade(level, float(effort))
    return None


_WEIGHTS = {
    Level.CONTRARY: 1,
    Level.SEPARATION: 2,
    Level.TRIAL: 3,
    Level.SEARCH: 9,
}
"""The weight of a cell that takes each level."""


def usual_rating(puzzles: Iterable[Puzzle]) -> Rating:
    """Return a rating that is fast enough for all puzzles."""
    most = max((puzzle.width * puzzle.height for puzzle in puzzles), default=0)
    return "walkthrough" if most <= _MOST_CELLS else "outline"


def measured_grade(puzzle: Puzzle, rating: Rating) -> Grade:
    """Return the grade of a puzzle with one solution."""
    if rating == "walkthrough":
        way = walkthrough(puzzle)
        measured = difficulty(way)
        hard = tuple((t, n) for t, n in way.techniques.items() if t in HARD)
        return Grade(measured.level, measured.effort, hard)
    found = outline(puzzle)
    weight = sum(_WEIGHTS[level] * count for level, count in found.cells.items())
    return Grade(found.level, weight / (puzzle.width * puzzle.height))
