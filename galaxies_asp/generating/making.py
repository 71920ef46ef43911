"""Make puzzles of a recipe: compiled, sampled, or by the generator of a family."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count, islice
from random import Random

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point, cell_name
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.rules import check_solution
from galaxies_asp.explaining.answers.grading import difficulty, outline, sizes
from galaxies_asp.explaining.answers.questions import deduce_steps, walkthrough
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.levels import Level, Method, Technique
from galaxies_asp.families import making as families
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.wanted import WantedClues
from galaxies_asp.generating.made import Made, hashed, made_of
from galaxies_asp.generating.maker import has_maker, maker_of
from galaxies_asp.generating.recipe import TARGETS, Recipe

_SHAPES = 10
"""Sets of missing cells at random places that are tried."""

_PAIR = 2
"""The number of cells that one what-if decides: a cell and its mirror image."""


class NotReachedError(GalaxiesError):
    """No attempt made the puzzle that is wanted."""


def make(
    recipe: Recipe, index: int = 0, attempt: int = 0, report: Report = silent
) -> Made:
    """Make the puzzle of a recipe with this index, from some attempt on.

    Raises `NotReachedError` if no attempt meets the recipe.
    """
    make_one, reason = _maker(recipe, index), ""
    # The attempts of other families share a stream: the first ones are made again.
    first = attempt if recipe.is_styled else 0
    for number in range(first, recipe.attempts):
        report("attempts", number + 1, None)
        try:
            made = make_one(stream_of(recipe, index, number), number, report)
        except GenerationError as error:
            reason = f"; {error}"
            if not recipe.is_styled:
                break  # it has tried many boards
            continue
        if made is not None and number >= attempt and _opens(made, recipe.opening):
            made = None if _is_trivial(made, recipe) else _walked(made, recipe, report)
            if made is not None:
                return replace(made, index=index, attempt=number)
    raise NotReachedError(
        f"puzzle {index + 1}: no attempt of {recipe.attempts} gave {_wanted(recipe)}"
        f"{reason}; ask for something else, or take another seed"
    )


def _is_trivial(made: Made, recipe: Recipe) -> bool:
    """Tell whether nothing is to be drawn on a board of several cells.

    A single dot may be what was asked for, or what a pattern leaves.
    """
    solved = made.solved
    if recipe.dots or recipe.style.pattern != "none":
        return False
    if not solved.family.is_styled:
        return not solved.atoms
    return len(made.solution.puzzle.centers) == 1 < solved.size[0]


def stream_of(recipe: Recipe, index: int, attempt: int) -> str:
    """Return what determines the random numbers of an attempt.

    With its grade, puzzles of two grades are no twins.
    """
    return f"galaxies {recipe.seed} {index} {attempt} {recipe.grade or ''}".rstrip()


_MakeOne = Callable[[str, int, Report], Made | None]
"""Makes the puzzle of an attempt with a number, given what determines it."""


def _maker(recipe: Recipe, index: int) -> _MakeOne:
    """Return what makes the puzzle of a recipe with an index."""
    if not recipe.is_styled:
        rng = Random(recipe.seed + index)
        return lambda _, attempt, report: _of_family(recipe, rng, attempt, report)
    make_one = _compiled if recipe.has_standard_rules and has_maker() else _sampled
    return partial(make_one, recipe)


def _of_family(recipe: Recipe, rng: Random, attempt: int, report: Report) -> Made:
    """Ask the generator of another family, or sample its clues."""
    size = recipe.width, recipe.height
    wanted = WantedClues(recipe.style.pattern, *(recipe.dots or ()))

    def judge(sheet: AnySheet) -> int:
        report("puzzles of this attempt judged", next(judged), None)
        return _compared(recipe, sheet)

    judged = count(1)
    judging = judge if recipe.has_walkthrough else None
    for left in reversed(range(_SHAPES if recipe.holes else 1)):
        try:
            solved = families.generate(
                recipe.family, size, rng, report, wanted, judging, recipe.missing(rng)
            )
            break
        except OptionError:  # no board without these cells has a solution
            if not left:
                raise
    return Made(solved.blank, solved, hashed(solved.facts))


class _TooHardError(Exception):
    """A step is harder than a recipe asks for."""


@lru_cache(maxsize=64)
def _compared(recipe: Recipe, sheet: AnySheet) -> int:
    """Compare a puzzle of an encoding with a recipe: 1 if it is harder, -1 if easier.

    It is easier, too, if nothing is to be deduced or its walkthrough does not end.
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
        way = walkthrough(sheet, rules=recipe.rules, found=check)
    except _TooHardError:
        return 1
    measured = sizes(way) if way.steps else None
    if measured is None or measured.effort < least:
        return -1
    if measured.effort > most:
        return 1
    is_wanted = recipe.grade in (None, measured.grade)
    return 0 if is_wanted and measured.largest_reason >= smallest else -1


def _opens(made: Made, cell: Point | None) -> bool:
    """Tell whether a puzzle opens at a cell or beside it; None for any."""
    if cell is None:
        return True
    for step in islice(deduce_steps(made.blank), 2):
        if isinstance(step, Step) and step.technique is not Technique.TOUCHED:
            near = (max(abs(p.x - cell.x), abs(p.y - cell.y)) for p in step.cells)
            return min(near, default=3) <= 2
    return False


def _walked(made: Made, recipe: Recipe, report: Report) -> Made | None:
    """Return a puzzle with what its walkthrough takes; None if that is not wanted."""
    is_encoded = not recipe.is_styled or not recipe.has_standard_rules
    if not (recipe.has_walkthrough or (is_encoded and recipe.grade)):
        return made
    if is_encoded:
        return None if _compared(recipe, made.blank) else made
    way = walkthrough(made.blank, report=partial(report, "deducing"))
    least, most = recipe.effort or (0, math.inf)
    measured = difficulty(way)
    # What is above the level of the puzzle can be avoided.
    needed = Counter(s.technique for s in way.steps if s.level <= measured.level)
    if not least <= measured.effort <= most or any(
        needed[technique] < number for technique, number in recipe.techniques
    ):
        return None
    return replace(
        made,
        level=measured.level,
        walkthrough_effort=measured.effort,
        techniques={
            one: count
            for one, count in way.techniques.items()
            if isinstance(one, Technique)
        },
    )


def _wanted(recipe: Recipe) -> str:
    wanted = "a puzzle"
    if recipe.reasons:
        wanted += " whose largest reason has size {} to {},".format(*recipe.reasons)
    if recipe.grade:
        wanted += f" that is {recipe.grade},"
    if recipe.effort:
        low, high = recipe.effort
        wanted += f" with an effort of {low:g} to {high:g},"
    for technique, number in recipe.techniques:
        wanted += f" with {technique} {number} times,"
    if recipe.opening:
        wanted += f" that opens at {cell_name(recipe.opening)},"
    if recipe.dots:
        least, most = recipe.dots
        name = "dots" if recipe.is_styled else "clues"
        wanted += f" with {least}" + f" to {most}" * (most > least) + f" {name},"
    return wanted + " different from those before it"


def _compiled(recipe: Recipe, stream: str, attempt: int, _: Report) -> Made | None:
    """Make a puzzle in the library, which knows the levels."""
    solution = maker_of(recipe).make(stream, attempt)
    if solution is None:
        return None
    if violations := check_solution(solution.puzzle, solution):
        raise AssertionError(f"a made board breaks the rules: {violations[:3]}")
    level = TARGETS[recipe.grade] if recipe.grade else None
    return made_of(solution.puzzle, solution, level=level)


def _sampled(recipe: Recipe, stream: str, attempt: int, report: Report) -> Made | None:
    """Sample a puzzle from the encoding itself."""
    from galaxies_asp.generating.sampling import sampled  # loads numpy

    # A string as a seed gives the same stream with every version and machine.
    made = sampled(recipe, Random(stream), attempt, report)
    if made is None or not (recipe.has_standard_rules and recipe.grade):
        return made
    level = TARGETS[recipe.grade]
    return replace(made, level=level) if _has_level(made.solution, level) else None


def _has_level(solution: Solution, level: Level) -> bool:
    """Tell whether a puzzle needs a level; a single what-if is seen at once."""
    # What remains after what-ifs takes nested ones, whatever they are.
    most = min(level, Level.TRIAL)
    rating = outline(solution.puzzle, most, least=level, solution=solution)
    is_single = rating.level == Level.TRIAL and rating.cells[Level.TRIAL] <= _PAIR
    return min(rating.level, Level.TRIAL) == level and not is_single
