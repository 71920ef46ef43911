"""Make puzzles of a recipe: grown, or under other rules sampled."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import count, islice, product
from random import Random
from typing import Any

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import SQUARE, Point, cell_name
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.verifying.rules import check_solution
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.grading import GRADES, difficulty
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.questions import deduce_steps, walkthrough
from galaxies_asp.fast.bitboard import places
from galaxies_asp.generating.alternatives import Effort, proof
from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.picture import Colors
from galaxies_asp.generating.recipe import TARGETS, Recipe
from galaxies_asp.generating.sampling import sampled
from galaxies_asp.generating.series import NotReachedError, in_order
from galaxies_asp.generating.steer import MOST_CONFLICTS, Aim, Refiller, Steering
from galaxies_asp.solving.plan import engine

_DRAWS = 100
"""The number of boards to draw in search of few single cells."""


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle with its only solution.

    Attributes
    ----------
    known_effort
        The cost of the proof of uniqueness, if it was measured.
    level
        The difficulty of the hardest step; None if the recipe does not rate puzzles.
    walkthrough_effort, techniques
        The effort of its walkthrough, and its number of steps by technique, the easiest
        first; None and empty if the recipe does not need it.
    shown
        The puzzle, if it does not show all dots of the solution.
    index, attempt
        The number of the puzzle in the recipe, and of the attempt that made it.
    """

    solution: Solution
    known_effort: Effort | None = None
    level: Level | None = None
    walkthrough_effort: float | None = None
    techniques: Mapping[Technique, int] = field(default_factory=dict)
    shown: Puzzle | None = None
    index: int = 0
    attempt: int = 0

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


def canonical_hash(puzzle: Puzzle) -> str:
    """Return 16 hexadecimal digits that are the same for all symmetric forms."""
    forms = _forms(puzzle) if puzzle.lattice == SQUARE else _hexagonal_forms(puzzle)
    text = json.dumps(min(forms), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _forms(puzzle: Puzzle) -> Iterator[tuple[Any, ...]]:
    """Yield the forms: size, dots, black dots, holes and given walls, in order."""
    width, height = puzzle.width, puzzle.height
    parts = (puzzle.centers, puzzle.black, puzzle.holes, puzzle.walls)
    for across, down in product((0, 2 * width), (0, 2 * height)):
        images = [[(abs(across - x), abs(down - y)) for x, y in part] for part in parts]
        yield width, height, *map(sorted, images)
        turned = ([(y, x) for x, y in points] for points in images)
        yield height, width, *map(sorted, turned)


def _hexagonal_forms(puzzle: Puzzle) -> Iterator[tuple[Any, ...]]:
    """Yield the forms: cells, dots, black dots and given walls, in order."""
    parts: list[Iterable[tuple[int, int]]]
    parts = [puzzle.cells(), puzzle.centers, puzzle.black, puzzle.walls]
    for _ in range(6):
        turned = [[(-y, x + y) for x, y in part] for part in parts]
        for images in turned, [[(y, x) for x, y in part] for part in turned]:
            left, top = map(min, zip(*images[0], strict=True))
            yield tuple(
                sorted((x - left, y - top) for x, y in points) for points in images
            )
        parts = [*turned]


def generate(
    recipe: Recipe,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    report: Report = silent,
) -> Iterator[MadePuzzle]:
    """Yield the puzzles of a recipe without end; see `series.in_order`.

    No two of them turn into each other by a symmetry of the lattice.
    """
    return in_order(partial(make, recipe), count(start), seen=seen, report=report)


def generate_with(
    executor: Executor,
    recipe: Recipe,
    number: int,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    deadline: float | None = None,
) -> Iterator[MadePuzzle]:
    """Make the same puzzles with an executor; see `series.in_order`."""
    return in_order(
        *(partial(make, recipe), range(start, start + number)),
        seen=seen,
        executor=executor,
        deadline=deadline,
    )


def make(
    recipe: Recipe, index: int = 0, attempt: int = 0, report: Report = silent
) -> MadePuzzle:
    """Make the puzzle of a recipe with this index, from some attempt on.

    Raises
    ------
    NotReachedError
        If no attempt meets the recipe.
    """
    make_one = _maker(recipe)
    for number in range(attempt, recipe.attempts):
        report("attempts", number + 1, None)
        # A string as a seed gives the same stream with every version and machine.
        rng = Random(f"galaxies {recipe.seed} {index} {number}")
        made = make_one(recipe, rng, number)
        if made is not None and _opens(made.puzzle, recipe.opening):
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
    return _grown if engine(board, recipe.rules).has_bits else _sampled


def _sampled(recipe: Recipe, rng: Random, attempt: int) -> MadePuzzle | None:
    """Sample boards from the encoding of the recipe."""
    for solution, effort, shown in sampled(recipe, rng, attempt):
        return MadePuzzle(solution, effort, shown=shown)
    return None


def _opens(puzzle: Puzzle, cell: Point | None) -> bool:
    """Tell whether a puzzle opens at a cell or beside it; None for any."""
    if cell is None:
        return True
    for step in islice(deduce_steps(puzzle), 2):
        if isinstance(step, Step) and step.technique is not Technique.TOUCHED:
            near = (max(abs(p.x - cell.x), abs(p.y - cell.y)) for p in step.cells)
            return min(near, default=3) <= 2
    return False


def _walked(made: MadePuzzle, recipe: Recipe) -> MadePuzzle | None:
    """Return a puzzle with what its walkthrough takes; None if that is not wanted."""
    if not recipe.has_walkthrough:
        return made
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
        regions = Refiller(growth, MOST_CONFLICTS).make_unique(board)
    else:
        regions = Steering(growth, aim, mean).run()
    if regions is None or _singles(regions) > recipe.style.singles:
        return None
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
    return Canvas(_colors(recipe), recipe.style.pattern, recipe.lattice)


def _colors(recipe: Recipe) -> Colors:
    rows = recipe.shape or recipe.picture or np.ones((recipe.height, recipe.width))
    return np.array(rows, dtype=np.uint8)


def _with_holes(recipe: Recipe, rng: Random) -> Canvas:
    """Return the cells but for holes at random places that keep to the pattern."""
    canvas, colors, left = _whole(recipe), _colors(recipe), recipe.holes
    for cell in sorted(places(canvas.cells), key=lambda _: rng.random()):
        orbit = {canvas.place(cell), *(canvas.place(i[cell]) for i in canvas.images)}
        if len(orbit) <= left and all(colors[row, column] for column, row in orbit):
            for column, row in orbit:
                colors[row, column] = 0
            left -= len(orbit)
    if left:
        raise OptionError(
            f"{recipe.holes} holes cannot lie in the pattern {recipe.style.pattern}"
        )
    return Canvas(colors, recipe.style.pattern, recipe.lattice)
