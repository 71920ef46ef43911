"""Generate a puzzle from a recipe."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.errors import GalaxiesError, OptionError
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.outline import outline
from galaxies_asp.generating import encoded
from galaxies_asp.generating.alternatives import Effort, proof
from galaxies_asp.generating.canonical import canonical_hash
from galaxies_asp.generating.canvas import Canvas, Colors, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.picture import BLACK
from galaxies_asp.generating.recipe import TARGETS, Recipe
from galaxies_asp.generating.steer import Aim, Steering
from galaxies_asp.generating.unique import MOST_CONFLICTS, make_unique
from galaxies_asp.verifying.rules import check_solution


class NotReachedError(GalaxiesError):
    """No attempt met the recipe."""


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle with its only solution.

    Attributes
    ----------
    index, attempt
        The number of the puzzle in the recipe, and of the attempt that made it.
    known_effort
        The cost of the proof of uniqueness, if it was measured.
    level
        The difficulty of the hardest step; None if the recipe does not rate puzzles.
    shown
        The puzzle, if it does not show all dots of the solution.
    """

    solution: Solution
    index: int
    attempt: int
    known_effort: Effort | None
    level: Level | None
    shown: Puzzle | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is shown."""
        return self.shown or self.solution.puzzle

    @property
    def grade(self) -> str | None:
        """The name of the difficulty; None if it is not rated."""
        return GRADES[self.level] if self.level else None

    @cached_property
    def effort(self) -> Effort:
        """The cost of a proof of uniqueness by clingo, which is run for this."""
        return self.known_effort or proof(self.puzzle)

    @cached_property
    def canonical(self) -> str:
        """The hash of the puzzle's canonical form."""
        return canonical_hash(self.puzzle)

    def _repr_html_(self) -> str:
        """Draw the puzzle with its grade; the solution is folded."""
        return (
            f"<p>{self.grade or 'not rated'}</p>{self.puzzle._repr_svg_()}"
            f"<details><summary>solution</summary>{self.solution._repr_svg_()}</details>"
        )


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
    for number in range(attempt, recipe.attempts):
        if on_attempt is not None:
            on_attempt()
        # A string as a seed gives the same stream with every version and machine.
        rng = Random(f"galaxies {recipe.seed} {index} {number}")
        if recipe.is_standard:
            made = _attempt(recipe, rng, index, number)
        else:
            found = encoded.attempt(recipe, rng)
            if found is not None:
                puzzle, solution, effort = found
                return MadePuzzle(solution, index, number, effort, None, puzzle)
            continue
        if made is not None:
            return made
    raise NotReachedError(
        f"puzzle {index + 1}: no attempt of {recipe.attempts} gave {_wishes(recipe)}; "
        "ask for something else, or allow more attempts"
    )


def _wishes(recipe: Recipe) -> str:
    wish = "a puzzle"
    if recipe.grade:
        wish += f" that is {recipe.grade},"
    if recipe.dots:
        least, most = recipe.dots
        wish += f" with {least}" + (f" to {most}" if most > least else "") + " dots,"
    return wish + " different from those before it"


def _attempt(
    recipe: Recipe, rng: Random, index: int, attempt: int
) -> MadePuzzle | None:
    canvas = Canvas(_board(recipe, rng), recipe.style.pattern)
    growth = Growth(canvas, recipe.style, rng)
    # Mean sizes differ, and more so where it was hard to find another puzzle.
    more = 1 + (0.2 + 0.1 * attempt) * rng.random()
    mean = recipe.style.mean_size
    mean = max(1.0, mean * more if rng.random() < 0.5 else mean / more)
    aim = Aim(recipe)
    regions: Regions | None
    if aim.is_anywhere:
        board = growth.fill(canvas.cells, mean)
        regions = make_unique(growth, board, MOST_CONFLICTS)
    else:
        regions = Steering(growth, aim, mean).run()
        if regions is None:
            return None
    return _made(recipe, rng, canvas, regions, index, attempt)


def _board(recipe: Recipe, rng: Random) -> Colors:
    """Return the cells, with holes at random places that keep to the pattern."""
    if recipe.shape is not None:
        return np.array(recipe.shape, dtype=np.uint8)
    if recipe.picture is not None:
        return np.array(recipe.picture, dtype=np.uint8)
    colors = np.ones((recipe.height, recipe.width), dtype=np.uint8)
    if not recipe.holes:
        return colors
    canvas = Canvas(colors, recipe.style.pattern)
    left = recipe.holes
    for cell in sorted(canvas.cells, key=lambda _: rng.random()):
        orbit = {canvas.place(image[cell]) for image in canvas.images}
        if len(orbit) <= left and all(colors[row, column] for column, row in orbit):
            for column, row in orbit:
                colors[row, column] = 0
            left -= len(orbit)
    if left:
        raise OptionError(
            f"{recipe.holes} holes cannot lie in the pattern {recipe.style.pattern}"
        )
    return colors


def _made(
    recipe: Recipe,
    rng: Random,
    canvas: Canvas,
    regions: Regions,
    index: int,
    attempt: int,
) -> MadePuzzle:
    solution = canvas.solution(regions, _black(recipe, rng, canvas, regions))
    violations = check_solution(solution.puzzle, solution)
    if violations:
        raise AssertionError(f"a generated board breaks the rules: {violations[:3]}")
    return MadePuzzle(solution, index, attempt, None, _level(recipe, solution))


def _level(recipe: Recipe, solution: Solution) -> Level | None:
    if recipe.grade:
        return TARGETS[recipe.grade]
    if recipe.is_rated:
        return outline(solution.puzzle, solution=solution).level
    return None


def _black(
    recipe: Recipe, rng: Random, canvas: Canvas, regions: Regions
) -> list[Point]:
    """Return the black dots: those of black pixels, or at random."""
    if recipe.picture is not None:
        return [
            canvas.center(total)
            for total, cells in regions.items()
            if any(canvas.colors[cell] == BLACK for cell in cells)
        ]
    totals = canvas.in_order(regions) if recipe.black else []
    return [canvas.center(total) for total in totals if rng.random() < recipe.black]
