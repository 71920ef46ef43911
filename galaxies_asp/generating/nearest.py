"""Puzzles of all rules as near to what is asked for as can be made soon."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from math import inf
from time import monotonic

from galaxies_asp.core.asp.encodings import made_soon, variants
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.explaining.answers.grading import difficulty, sizes
from galaxies_asp.explaining.answers.questions import walkthrough
from galaxies_asp.families.endings import StoppedError
from galaxies_asp.generating.made import Made
from galaxies_asp.generating.making import make
from galaxies_asp.generating.recipe import TARGETS, Recipe

SECONDS = 3.0
"""The time after which the nearest puzzle is taken."""

_LEAST = 6
"""The number of cells of the smallest puzzles of Galaxies."""

_SHARE = 0.4
"""The part of the time in which any puzzles are rated, before their grade is chosen."""


def nearest(recipe: Recipe, seconds: float = SECONDS) -> Made:
    """Return a puzzle of a recipe, or of the nearest size and grade.

    Of a type or a variant that says which grades it makes soon, no other is looked for;
    if it names none, no puzzle is rated. The first puzzle may take longer. The grade of
    the puzzle is its own, and None if it is not known within the time.

    Raises `GalaxiesError` if no puzzle can be made.
    """
    start, recipe = monotonic(), with_boards(recipe)
    soon = recipe.family.made or made_soon(variants(recipe.rules.encoding))
    if recipe.grade is None or (soon and not soon.grades):
        return make(replace(recipe, grade=None))
    ranks = [*TARGETS]
    asked = ranks.index(recipe.grade)
    some = map(ranks.index, soon.grades if soon else ())
    wanted = min(some, key=lambda one: abs(one - asked), default=asked)
    recipe, end = replace(recipe, grade=ranks[wanted]), start + seconds

    def away(made: Made) -> int:
        return abs((ranks.index(made.grade) if made.grade else -len(ranks)) - wanted)

    found = [graded(recipe, 0, end)]
    with suppress(GalaxiesError, StoppedError, TimeoutError):  # there are no others
        while away(found[-1]) and monotonic() < start + _SHARE * seconds:
            found.append(graded(recipe, len(found), end))
    best = min(found, key=away)
    if away(best):
        with suppress(GalaxiesError, StoppedError, TimeoutError):
            made = make(recipe, report=_until(end))
            return replace(made, grade=recipe.grade)
    return best


def graded(recipe: Recipe, index: int, end: float = inf) -> Made:
    """Return a puzzle of a recipe but for its grade, with its own if known in time."""
    report = _until(end if index else inf)
    made = make(replace(recipe, grade=None), index, report=report)
    grade = _grade(made, recipe.rules, end)
    return replace(made, grade=grade) if grade in TARGETS else made


def _until(end: float) -> Callable[..., None]:
    """Return a report that raises `TimeoutError` from a time on."""

    def report(*_: object) -> None:
        if monotonic() > end:
            raise TimeoutError

    return report


def _grade(made: Made, rules: Rules, end: float) -> str | None:
    """Return the grade of a puzzle; None if its walkthrough does not end in time."""
    try:
        way = walkthrough(made.blank, rules=rules, found=_until(end))
    except TimeoutError:
        return None
    if not (way.steps and way.solved):
        return None
    return difficulty(way).grade if way.is_told else sizes(way).grade


def with_boards(recipe: Recipe) -> Recipe:
    """Return a recipe with the nearest size of which there are boards."""
    family = recipe.family
    if recipe.is_styled:  # smaller boards have one region
        is_small = recipe.lattice == SQUARE and recipe.width * recipe.height < _LEAST
        return replace(recipe, width=3, height=2) if is_small else recipe

    def is_possible(one: tuple[int, int]) -> bool:
        try:
            facts = family.frame(*one) if min(one) > 0 else ""
        except OptionError:  # the size is one number
            return False
        return facts != "" and (
            facts is None or family.obstacle(family.puzzle(facts)) is None
        )

    most = family.made.largest if family.made else (recipe.width, recipe.height)
    size = min(recipe.width, most[0]), min(recipe.height, most[1])
    both = product((0, 1, -1, 2, -2), repeat=2)
    steps = sorted(both, key=lambda step: sum(map(abs, step)))
    near = [(size[0] + dx, size[1] + dy) for dx, dy in steps]
    near.append((size[0], size[0]))
    width, height = next(filter(is_possible, near), size)
    return replace(recipe, width=width, height=height)
