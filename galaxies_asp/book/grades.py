"""How hard the puzzles of a book are: as their makers say, or else as measured here."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from galaxies_asp.explain.difficulty import GRADES, difficulty
from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.walkthrough import walkthrough
from galaxies_asp.puzzle import Puzzle


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """The level of the hardest step, then the effort; in this order they compare."""

    level: Level
    effort: float = 0.0

    @property
    def word(self) -> str:
        """The word for it."""
        return GRADES[self.level]


def stated_grade(metadata: Mapping[str, Any]) -> Grade | None:
    """Return the grade in the field `difficulty`, or None if none is understood there.

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


def measured_grade(puzzle: Puzzle) -> Grade:
    """Return the grade by a walkthrough of the puzzle."""
    measured = difficulty(walkthrough(puzzle))
    return Grade(measured.level, measured.effort)
