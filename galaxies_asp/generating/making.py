"""Generate a puzzle from a recipe."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random

import numpy as np

from galaxies_asp.board.errors import GalaxiesError, OptionError
from galaxies_asp.board.grid import Point, cell_name
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.grading import difficulty
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.questions import deduce_steps, walkthrough
from galaxies_asp.fast.bitboard import places
from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.made import MadePuzzle
from galaxies_asp.generating.recipe import TARGETS, Recipe
from galaxies_asp.generating.sampling import sampled
from galaxies_asp.generating.steer import Aim, Steering
from galaxies_asp.generating.unique import MOST_CONFLICTS, make_unique
from galaxies_asp.solving.plan import engine
from galaxies_asp.verifying.rules import check_solution

_DRAWS = 100
"""The number of boards to draw in search of few single cells."""


class NotReachedError(GalaxiesError):
    """No attempt met the recipe."""


def make(
    recipe: Recipe,
    index: int = 0,
    attempt: int = 0,
    on_attempt: Callable[[], None] | None = None,
) -> MadePuzzle:
    """Make the puzzle of a recipe with this index, from some attempt on.

    Before each attempt, `on_attempt` is called.

    Raises `NotReachedError` if no attempt meets the recipe.
    """
    make_one = _maker(recipe)
    for number in range(attempt, recipe.attempts):
        if on_attempt is not None:
            on_attempt()
        # A string as a seed gives the same stream with every version and machine.
        rng = Random(f"galaxies {recipe.seed} {index} {number}")
        made = make_one(recipe, rng, number)
        if made is not None and recipe.opening is not None:
            made = _opening(made, recipe.opening)
        if made is not None and recipe.has_walkthrough:
            made = _walked(made, recipe)
        if made is not None:
            return replace(made, index=index, attempt=number)
    raise NotReachedError(
        f"puzzle {index + 1}: no attempt of {recipe.attempts} gave {_wanted(recipe)}; "
        "ask for something else, or allow more attempts"
    )


@lru_cache(maxsize=4)
def _maker(recipe: Recipe) -> Callable[[Recipe, Random, int], MadePuzzle | None]:
    """Return what makes the puzzles of a recipe."""
    board = Puzzle(recipe.width, recipe.height)
    return _grown if engine(board, recipe.rules).has_bits else sampled


def _opening(made: MadePuzzle, cell: Point) -> MadePuzzle | None:
    """Return a puzzle; None if it does not open at the cell or beside it."""
    for step in islice(deduce_steps(made.puzzle), 2):
        if isinstance(step, Step) and step.technique is not Technique.TOUCHED:
            near = (max(abs(p.x - cell.x), abs(p.y - cell.y)) for p in step.cells)
            return made if min(near, default=3) <= 2 else None
    return None


def _walked(made: MadePuzzle, recipe: Recipe) -> MadePuzzle | None:
    """Return a puzzle with what its walkthrough takes; None if that is not wanted."""
    way = walkthrough(made.puzzle)
    measured = difficulty(way)
    least, most = recipe.effort or (0, math.inf)
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
        techniques=way.techniques,
    )


def _wanted(recipe: Recipe) -> str:
    wanted = "a puzzle"
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
        wanted += f" with {least}" + (f" to {most}" if most > least else "") + " dots,"
    return wanted + " different from those before it"


def _grown(recipe: Recipe, rng: Random, attempt: int) -> MadePuzzle | None:
    """Let regions grow, and change them until they are the only solution."""
    canvas = _with_holes(recipe, rng) if recipe.holes else _whole(recipe)
    growth = Growth(canvas, recipe.style, rng)
    # Mean sizes differ, and more so where it was hard to find another puzzle.
    more = 1 + (0.2 + 0.1 * attempt) * rng.random()
    mean = recipe.style.mean_size
    mean = max(1.0, mean * more if rng.random() < 0.5 else mean / more)
    aim = Aim(recipe)
    regions: Regions | None
    if aim.is_anywhere:
        board = _with_few_singles(growth, mean)
        regions = make_unique(growth, board, MOST_CONFLICTS)
    else:
        regions = Steering(growth, aim, mean).run()
    if regions is None or _singles(regions) > recipe.style.singles:
        return None
    solution = canvas.solution(regions, _black(recipe, rng, canvas, regions))
    violations = check_solution(solution.puzzle, solution)
    if violations:
        raise AssertionError(f"a generated board breaks the rules: {violations[:3]}")
    return MadePuzzle(solution, level=TARGETS[recipe.grade] if recipe.grade else None)


def _with_few_singles(growth: Growth, mean: float) -> Regions:
    """Return the first board with few enough single cells, or the best of many."""
    best, draws = growth.fill(growth.canvas.cells, mean), 1
    while _singles(best) > growth.style.singles and draws < _DRAWS:
        new, draws = growth.fill(growth.canvas.cells, mean), draws + 1
        best = min(best, new, key=_singles)
    return best


def _singles(regions: Regions) -> float:
    """Return the share of regions of one cell."""
    return sum(cells.bit_count() == 1 for cells in regions.values()) / len(regions)


@lru_cache(maxsize=4)
def _whole(recipe: Recipe) -> Canvas:
    """Return the cells, none of them missing at random."""
    colors = np.ones((recipe.height, recipe.width), dtype=np.uint8)
    rows = recipe.shape or recipe.picture
    if rows is not None:
        colors = np.array(rows, dtype=np.uint8)
    return Canvas(colors, recipe.style.pattern, recipe.lattice)


def _with_holes(recipe: Recipe, rng: Random) -> Canvas:
    """Return the cells but for holes at random places that keep to the pattern."""
    canvas, left = _whole(recipe), recipe.holes
    colors = np.ones((recipe.height, recipe.width), dtype=np.uint8)
    for cell in sorted(places(canvas.cells), key=lambda _: rng.random()):
        orbit = {canvas.place(image[cell]) for image in canvas.images}
        orbit.add(canvas.place(cell))
        if len(orbit) <= left and all(colors[row, column] for column, row in orbit):
            for column, row in orbit:
                colors[row, column] = 0
            left -= len(orbit)
    if left:
        raise OptionError(
            f"{recipe.holes} holes cannot lie in the pattern {recipe.style.pattern}"
        )
    return Canvas(colors, recipe.style.pattern, recipe.lattice)


def _black(
    recipe: Recipe, rng: Random, canvas: Canvas, regions: Regions
) -> list[Point]:
    """Return the black dots: those of black pixels, given ones, or at random."""
    if canvas.fixed:
        return list(map(canvas.center, canvas.fixed))
    if recipe.picture is not None:
        return [
            canvas.center(total)
            for total, cells in regions.items()
            if cells & canvas.black
        ]
    totals = sorted(regions) if recipe.black else []
    return [canvas.center(total) for total in totals if rng.random() < recipe.black]
