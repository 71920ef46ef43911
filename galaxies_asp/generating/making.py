"""Make puzzles of a recipe: grown, sampled, or by the generator of a family."""

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
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.rules import check_solution
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.grading import difficulty, sizes
from galaxies_asp.explaining.levels import Method, Technique
from galaxies_asp.explaining.questions import deduce_steps, walkthrough
from galaxies_asp.families import making as families
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.wanted import WantedClues
from galaxies_asp.fast.bitboard import places
from galaxies_asp.generating.canvas import WHITE, Canvas, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.made import Made, hashed, made_of
from galaxies_asp.generating.recipe import TARGETS, Recipe
from galaxies_asp.generating.steer import MOST_CONFLICTS, Aim, Refiller, Steering
from galaxies_asp.solving.plan import engine

_DRAWS = 100
"""The number of boards to draw in search of few single cells."""


class NotReachedError(GalaxiesError):
    """No attempt made the puzzle that is wanted."""


def make(
    recipe: Recipe, index: int = 0, attempt: int = 0, report: Report = silent
) -> Made:
    """Make the puzzle of a recipe with this index, from some attempt on.

    Raises `NotReachedError` if no attempt meets the recipe.
    """
    make_one, reason = _maker(recipe), ""
    # The attempts of other families share a stream: the first ones are made again.
    first, rng = attempt if recipe.is_styled else 0, Random(recipe.seed + index)
    for number in range(first, recipe.attempts):
        report("attempts", number + 1, None)
        if recipe.is_styled:
            # A string as a seed gives the same stream with every version and machine.
            # With its grade, puzzles of two grades are no twins.
            stream = f"galaxies {recipe.seed} {index} {number} {recipe.grade or ''}"
            rng = Random(stream.rstrip())
        try:
            made = make_one(recipe, rng, number, report)
        except GenerationError as error:
            reason = f"; {error}"
            if not recipe.is_styled:
                break  # it has tried many boards
            continue
        if made is not None and number >= attempt and _opens(made, recipe.opening):
            made = _walked(made, recipe, report)
            if made is not None:
                return replace(made, index=index, attempt=number)
    raise NotReachedError(
        f"puzzle {index + 1}: no attempt of {recipe.attempts} gave {_wanted(recipe)}"
        f"{reason}; ask for something else, or allow more attempts"
    )


@lru_cache(maxsize=4)
def _maker(recipe: Recipe) -> Callable[[Recipe, Random, int, Report], Made | None]:
    """Return what makes the puzzles of a recipe."""
    if not recipe.is_styled:
        return _of_family
    board = Puzzle(recipe.width, recipe.height)
    if engine(board, recipe.rules).has_bits:
        return _grown
    from galaxies_asp.generating.sampling import sampled  # loads numpy

    return sampled


def _of_family(recipe: Recipe, rng: Random, attempt: int, report: Report) -> Made:
    """Ask the generator of another family, or sample its clues."""
    size = recipe.width, recipe.height
    wanted = WantedClues(recipe.style.pattern, *(recipe.dots or ()))

    def judge(sheet: AnySheet) -> int:
        report("puzzles of this attempt judged", next(judged), None)
        return _compared(recipe, sheet)

    judged = count(1)
    judging = judge if recipe.has_walkthrough else None
    solved = families.generate(recipe.family, size, rng, report, wanted, judging)
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
    is_encoded = _maker(recipe) is not _grown
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


def _grown(recipe: Recipe, rng: Random, attempt: int, report: Report) -> Made | None:
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
        regions = Refiller(growth, MOST_CONFLICTS).make_unique(board)
    else:
        regions = Steering(growth, aim, mean).run()
    if regions is None or _singles(regions) > recipe.style.singles:
        return None
    is_free = recipe.dots is None and recipe.picture is None
    if is_free and len(regions) == 1 and recipe.width * recipe.height > 4:
        return None  # that would be no puzzle
    black: list[int] = []
    if canvas.fixed:
        black = list(canvas.fixed)
    elif recipe.picture is not None:
        black = [total for total, cells in regions.items() if cells & canvas.black]
    elif recipe.black:
        black = [total for total in sorted(regions) if rng.random() < recipe.black]
    solution = canvas.solution(regions, map(canvas.center, black))
    if violations := check_solution(solution.puzzle, solution):
        raise AssertionError(f"a generated board breaks the rules: {violations[:3]}")
    level = TARGETS[recipe.grade] if recipe.grade else None
    return made_of(solution.puzzle, solution, level=level)


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
    return Canvas(_colors(recipe), recipe.style.pattern, recipe.lattice)


def _colors(recipe: Recipe) -> list[list[int]]:
    every = [[WHITE] * recipe.width] * recipe.height
    return [[*map(int, row)] for row in recipe.shape or recipe.picture or every]


def _with_holes(recipe: Recipe, rng: Random) -> Canvas:
    """Return the cells but for holes at random places that keep to the pattern."""
    canvas, colors, left = _whole(recipe), _colors(recipe), recipe.holes
    for cell in sorted(places(canvas.cells), key=lambda _: rng.random()):
        orbit = {canvas.place(cell), *(canvas.place(i[cell]) for i in canvas.images)}
        if len(orbit) <= left and all(colors[row][column] for column, row in orbit):
            for column, row in orbit:
                colors[row][column] = 0
            left -= len(orbit)
    if left:
        raise OptionError(
            f"{recipe.holes} holes cannot lie in the pattern {recipe.style.pattern}"
        )
    return Canvas(colors, recipe.style.pattern, recipe.lattice)
