"""Make puzzles of a recipe: compiled, sampled, or by the generator of a family."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import cell_name
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.rules import check_solution
from galaxies_asp.families.endings import GenerationError
from galaxies_asp.generating.made import Made, hashed, made_of
from galaxies_asp.generating.maker import has_maker, maker_of
from galaxies_asp.generating.recipe import TARGETS, Recipe

if TYPE_CHECKING:
    from random import Random

    from galaxies_asp.generating.measured import Missed

_SHAPES = 10
"""Sets of missing cells at random places that are tried."""


class NotReachedError(GalaxiesError):
    """No attempt made the puzzle that is wanted."""


def make(
    recipe: Recipe, index: int = 0, attempt: int = 0, report: Report = silent
) -> Made:
    """Make the puzzle of a recipe with this index, from some attempt on.

    Raises `NotReachedError` if no attempt meets the recipe.
    """
    make_one, reason, missed = _maker(recipe, index), "", list["Missed"]()
    # The attempts of other families share a stream: the first ones are made again.
    first = attempt if recipe.is_styled else 0
    for number in range(first, recipe.attempts):
        report("attempts", number + 1, recipe.attempts)
        try:
            made = make_one(stream_of(recipe, index, number), number, report)
        except GenerationError as error:
            reason = f"; {error}"
            if not recipe.is_styled:
                break  # it has tried many boards
            continue
        if made is not None and number >= attempt and not _is_trivial(made, recipe):
            judged = _met(made, recipe, report)
            if isinstance(judged, Made):
                return replace(judged, index=index, attempt=number)
            missed += [judged] if judged else []
    if recipe.has_standard_rules and has_maker():
        tried = recipe.attempts * maker_of(recipe).boards
        reason = f"; up to {tried:,} boards were tried"
    if missed:
        reason = f"; {missed[0].in_words(missed)}"
    raise NotReachedError(
        f"puzzle {index + 1}: no attempt of {recipe.attempts} gave {_wanted(recipe)}"
        f"{' different from those before it' * (index > 0)}{reason}; ask for something "
        "else, or take another seed"
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
    puzzle = made.solution.puzzle
    return len(puzzle.centers) == 1 < sum(1 for _ in puzzle.cells())


def _met(made: Made, recipe: Recipe, report: Report) -> "Made | Missed | None":
    """Return a puzzle with what is known about it; otherwise what is not wanted."""
    is_graded = recipe.grade and not recipe.has_standard_rules
    if not (recipe.opening or recipe.has_walkthrough or is_graded):
        return made
    from galaxies_asp.generating.measured import met  # loads all of the explainer

    return met(made, recipe, report)


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
        from random import Random  # loads more libraries than a puzzle

        rng = Random(recipe.seed + index)
        return lambda _, attempt, report: _of_family(recipe, rng, attempt, report)
    make_one = _compiled if recipe.has_standard_rules and has_maker() else _sampled
    return partial(make_one, recipe)


def _of_family(recipe: Recipe, rng: "Random", attempt: int, report: Report) -> Made:
    """Ask the generator of another family, or sample its clues."""
    from galaxies_asp.families.making import generate  # they load clingo
    from galaxies_asp.families.thinning import WantedClues
    from galaxies_asp.generating.measured import compared

    size = recipe.width, recipe.height
    wanted = WantedClues(recipe.style.pattern, *(recipe.dots or ()))

    def judge(sheet: AnySheet) -> int:
        report("puzzles of this attempt judged", next(judged), None)
        return compared(recipe, sheet, report)

    judged = count(1)
    judging = judge if recipe.has_walkthrough else None
    for left in reversed(range(_SHAPES if recipe.holes else 1)):
        try:
            solved = generate(
                recipe.family, size, rng, report, wanted, judging, recipe.missing(rng)
            )
            break
        except OptionError:  # no board without these cells has a solution
            if not left:
                raise
    return Made(solved.blank, solved, hashed(solved.facts))


def _wanted(recipe: Recipe) -> str:
    wanted, style = "a puzzle", recipe.style
    limits = {
        "bars longer than": style.max_bar,
        "rectangles larger than": style.max_rectangle,
        "a share of single cells above": None if style.singles == 1 else style.singles,
    }
    known = [(what, most) for what, most in limits.items() if most is not None]
    if some := [f"{what} {most:g}" for what, most in known]:
        wanted += f" without {', '.join(some)},"
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
    return wanted.removesuffix(",")


def _compiled(recipe: Recipe, stream: str, attempt: int, _: Report) -> Made | None:
    """Make a puzzle in the library, which knows the levels."""
    solution = maker_of(recipe).make(stream, attempt)
    if solution is None:
        return None
    if violations := check_solution(solution.puzzle, solution):
        raise AssertionError(f"a made board breaks the rules: {violations[:3]}")
    return made_of(solution.puzzle, solution, _exact(recipe))


def _sampled(recipe: Recipe, stream: str, attempt: int, report: Report) -> Made | None:
    """Sample a puzzle from the encoding itself."""
    from random import Random

    from galaxies_asp.generating.measured import has_level
    from galaxies_asp.generating.sampling import sampled

    # A string as a seed gives the same stream with every version and machine.
    made = sampled(recipe, Random(stream), attempt, report)
    if made is None or not (recipe.has_standard_rules and recipe.grade):
        return made
    is_wanted = has_level(made.solution, TARGETS.get(recipe.grade))
    return replace(made, grade=_exact(recipe)) if is_wanted else None


def _exact(recipe: Recipe) -> str | None:
    """Return the grade that all puzzles of a recipe have, if it is known."""
    return recipe.grade if recipe.grade in TARGETS else None
