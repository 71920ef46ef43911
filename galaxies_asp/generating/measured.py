"""What made puzzles take to solve, compared with what a recipe asks for."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice

from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.answers.grading import difficulty, outline, sizes
from galaxies_asp.explaining.answers.questions import deduce_steps, walkthrough
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.levels import Level, Method, Technique
from galaxies_asp.generating.made import Made
from galaxies_asp.generating.recipe import TARGETS, Recipe

_PAIR = 2
"""The number of cells that one what-if decides: a cell and its partner."""


class _TooHardError(Exception):
    """A step is harder than a recipe asks for."""


@lru_cache(maxsize=64)
def compared(recipe: Recipe, sheet: AnySheet, report: Report) -> int:
    """Compare a puzzle of an encoding with a recipe: 1 if it is harder, -1 if easier.

    It is easier, too, if nothing is to be deduced or its walkthrough does not end. Each
    of its steps is reported.
    """
    ranks = list(TARGETS)
    hardest = ranks.index(recipe.grade) if recipe.grade else len(ranks)
    smallest, largest = recipe.reasons or (0, math.inf)
    least, most = recipe.effort or (0, math.inf)

    def check(step: Step) -> None:
        method = step.technique
        grade = method.graded(step.size).grade if isinstance(method, Method) else ""
        if (grade in ranks and ranks.index(grade) > hardest) or step.size > largest:
            raise _TooHardError

    try:
        said = partial(report, "deducing")
        way = walkthrough(sheet, rules=recipe.rules, report=said, found=check)
    except _TooHardError:
        return 1
    measured = sizes(way) if way.steps else None
    if measured is None or measured.effort < least:
        return -1
    if measured.effort > most:
        return 1
    is_wanted = recipe.grade in (None, measured.grade)
    return 0 if is_wanted and measured.largest_reason >= smallest else -1


@dataclass(frozen=True)
class Missed:
    """What the walkthrough of a puzzle takes that is not wanted."""

    effort: float
    techniques: Mapping[Technique, int]
    """The number of steps of those that are asked for."""

    def in_words(self, every: Sequence["Missed"]) -> str:
        """Return what several puzzles take."""
        efforts = [one.effort for one in every]
        said = f"their effort was {min(efforts):.2f} to {max(efforts):.2f}"
        for technique in self.techniques:
            most = max(one.techniques[technique] for one in every)
            said += f", the most of {technique} {counted(most, 'step')}"
        return said


def met(made: Made, recipe: Recipe, report: Report) -> Made | Missed | None:
    """Return a puzzle with what its walkthrough takes; otherwise what is not wanted."""
    if recipe.opening and not _opens(made, recipe.opening):
        return None
    if not recipe.has_standard_rules:
        is_asked = recipe.grade or recipe.has_walkthrough
        return None if is_asked and compared(recipe, made.blank, report) else made
    return _walked(made, recipe, report) if recipe.has_walkthrough else made


def _opens(made: Made, cell: Point) -> bool:
    """Tell whether a puzzle opens at a cell or beside it."""
    for step in islice(deduce_steps(made.blank), 2):
        if isinstance(step, Step) and step.technique is not Technique.TOUCHED:
            near = (max(abs(p.x - cell.x), abs(p.y - cell.y)) for p in step.cells)
            return min(near, default=3) <= 2
    return False


def _walked(made: Made, recipe: Recipe, report: Report) -> Made | Missed:
    way = walkthrough(made.blank, report=partial(report, "deducing"))
    least, most = recipe.effort or (0, math.inf)
    measured = difficulty(way)
    # What is above the level of the puzzle can be avoided.
    needed = Counter(s.technique for s in way.steps if s.level <= measured.level)
    if not least <= measured.effort <= most or any(
        needed[technique] < number for technique, number in recipe.techniques
    ):
        asked = {technique: needed[technique] for technique, _ in recipe.techniques}
        return Missed(measured.effort, asked)
    return replace(
        made,
        grade=measured.grade,
        walkthrough_effort=measured.effort,
        techniques={
            one: count
            for one, count in way.techniques.items()
            if isinstance(one, Technique)
        },
    )


def has_level(solution: Solution, level: Level | None) -> bool:
    """Tell whether a puzzle needs a level; a single what-if is seen at once.

    None: any level above `CUT_OFF`.
    """
    if level is None:
        found = outline(solution.puzzle, Level.CUT_OFF, solution=solution).level
        return found > Level.CUT_OFF
    # What remains after what-ifs takes nested ones, whatever they are.
    most = min(level, Level.TRIAL)
    rating = outline(solution.puzzle, most, least=level, solution=solution)
    is_single = rating.level == Level.TRIAL and rating.cells[Level.TRIAL] <= _PAIR
    return min(rating.level, Level.TRIAL) == level and not is_single
