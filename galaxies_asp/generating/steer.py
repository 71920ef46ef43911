"""Change a puzzle step by step toward what is wanted.

A puzzle up to `SEPARATION` is rated by deducing its solution, which proves that there
is no other. Up to `CUT_OFF` this takes less time than a search, and puzzles on the way
need not be unique. The cells that deduction leaves open show where to change something;
they are also what makes a puzzle very hard.

Changes make regions smaller, because few shapes fit into a small part of a board, and
puzzles with small regions are seldom hard. So where a hard puzzle is wanted and nothing
is left open, the next board is a new one.
"""

import math
from dataclasses import dataclass

from galaxies_asp.board.puzzle import Solution
from galaxies_asp.explaining.grading import outline
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.fast.fixpoint import has_open_pairs
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.generating.canvas import Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.recipe import TARGETS, Recipe
from galaxies_asp.generating.unique import Refiller, make_unique

_STEPS = 1000
"""Number of changes to try in order to meet the recipe."""
_PATIENCE = 8
"""Number of changes without progress before a new board, for hard puzzles."""
_DRAWS = 12
"""Number of boards to draw again, in search of the number of dots."""
_CONFLICTS = 2_000
SHORT = 10
"""The number of premises up to which a what-if of one round is seen at once."""
_PAIR = 2
"""The number of cells that one what-if decides: a cell and its mirror image."""
_NUMBER = 1e9
"""Weight of the number of dots, above any other distance."""


@dataclass(frozen=True)
class Judgment:
    """The distance of a puzzle from the goal, and the dots to change.

    Attributes
    ----------
    distance
        0 where it is reached.
    scale
        How many times larger regions should be, to come nearer.
    dots
        The dots whose regions should change; none of them for any.
    too_easy
        Whether the puzzle should be hard, and leaves nothing open.
    """

    distance: float
    scale: float = 1.0
    dots: tuple[int, ...] = ()
    too_easy: bool = False


class Aim:
    """What a recipe asks for, and how far a puzzle is from it."""

    def __init__(self, recipe: Recipe) -> None:
        self._dots = recipe.dots
        self._level = TARGETS[recipe.grade] if recipe.grade else None
        self._cells = recipe.width * recipe.height

    @property
    def is_anywhere(self) -> bool:
        """Whether every puzzle is right."""
        return self._dots is None and self._level is None

    @property
    def is_for_unique(self) -> bool:
        """Whether to make a new board unique before it is judged.

        For hard puzzles, if the number of dots does not matter.
        """
        return self._is_hard and self._dots is None

    @property
    def _is_hard(self) -> bool:
        return self._level is not None and self._level > Level.CUT_OFF

    def is_too_easy(self, solution: Solution) -> bool:
        """Tell whether a puzzle should be hard, and leaves nothing to suppositions."""
        return self._is_hard and not has_open_pairs(solution.puzzle)

    def judge(self, solution: Solution) -> Judgment:
        """Return the distance of a puzzle and the dots to change."""
        number = len(solution.puzzle.centers)
        least, most = self._dots or (number, number)
        if number > most:
            return Judgment(_NUMBER + number - most, scale=1.3)
        if number < least:
            return Judgment(_NUMBER + least - number, scale=0.75)
        if self._level is not None and not self._is_hard:
            return self._graded(solution, self._level)
        if self.is_too_easy(solution):
            return Judgment(4 * self._cells, too_easy=True)
        others = alternatives(solution, _CONFLICTS)
        if not others.unique:
            dots = others.undecided.union(*others.places)
            return Judgment(2 * self._cells + len(dots), dots=tuple(sorted(dots)))
        return (
            Judgment(0) if self._level is None else self._graded(solution, self._level)
        )

    def _graded(self, solution: Solution, level: Level) -> Judgment:
        # What remains after separation takes what-ifs, whatever they are.
        most = min(level, Level.SEPARATION)
        rating = outline(solution.puzzle, most, least=level, solution=solution)
        reached = min(rating.level, Level.TRIAL)
        if reached == level and not _is_seen_at_once(solution, level):
            return Judgment(0)
        if reached <= level:
            # Farther than any puzzle that is too difficult.
            return Judgment(3 * self._cells - rating.level, 1.1, too_easy=self._is_hard)
        dots = {solution.label(cell) for cell in rating.left}
        return Judgment(len(rating.left), scale=0.9, dots=tuple(sorted(dots)))


def _is_seen_at_once(solution: Solution, level: Level) -> bool:
    """Tell whether a puzzle that takes what-ifs takes a single one, a short one."""
    if level < Level.TRIAL:
        return False
    needed = outline(solution.puzzle, level, least=level, solution=solution).cells
    if needed[Level.SEARCH] or needed[Level.TRIAL] > _PAIR:
        return False
    steps = [s for s in walkthrough(solution.puzzle).steps if s.level >= level]
    return len(steps) == 1 == steps[0].reason.rounds and steps[0].reason.size <= SHORT


class Steering:
    """Changes a board until it meets the aim, or takes a new one.

    Parameters
    ----------
    mean_size
        The mean size of the regions of a new board.
    """

    def __init__(self, growth: Growth, aim: Aim, mean_size: float) -> None:
        self._growth = growth
        self._aim = aim
        self._mean_size = mean_size
        self._refiller = Refiller(growth, _CONFLICTS)

    def run(self) -> Regions | None:
        """Return a puzzle; None if the aim is not reached."""
        best, judgment = self._drawn()
        waited = 0
        for _ in range(_STEPS):
            if not judgment.distance:
                return best
            if judgment.too_easy or (judgment.dots and waited == _PATIENCE):
                (best, judgment), waited = self._drawn(), 0
                continue
            changed = self._changed(best, judgment)
            new = self._judged(changed)
            waited = 0 if new.distance < judgment.distance else waited + 1
            if new.distance <= judgment.distance:
                best, judgment = changed, new
        return None

    def _drawn(self) -> tuple[Regions, Judgment]:
        """Return the board whose number of dots is the nearest of several draws.

        Regions grow to less than their intended size where others are in the way, so
        that this size is adapted to the number of dots.
        """
        best, judgment = self._new()
        for _ in range(_DRAWS):
            if judgment.distance < _NUMBER:
                break
            self._mean_size *= judgment.scale
            board, new = self._new()
            if new.distance < judgment.distance:
                best, judgment = board, new
        return best, judgment

    def _new(self) -> tuple[Regions, Judgment]:
        growth = self._growth
        board = growth.fill(growth.canvas.cells, self._mean_size)
        if self._aim.is_for_unique:
            if self._aim.is_too_easy(growth.canvas.solution(board)):
                return board, Judgment(math.inf, too_easy=True)
            board = make_unique(growth, board, _CONFLICTS)
        return board, self._judged(board)

    def _judged(self, board: Regions) -> Judgment:
        return self._aim.judge(self._growth.canvas.solution(board))

    def _changed(self, board: Regions, judgment: Judgment) -> Regions:
        refiller = self._refiller
        totals = sorted(board)
        if judgment.dots:
            totals = [totals[dot] for dot in judgment.dots]
        place = self._growth.canvas.around(board, [refiller.pick(totals)])
        return refiller.changed(board, place, judgment.scale)
