"""Change boards step by step: to puzzles with one solution, and toward what is wanted.

Where another solution differs from a board, the regions that take part are made anew;
whether the new ones are the only ones in their place is seen at once, on that small
part of the board. The rest stays as it is. This is repeated until it is proven that
there is no other solution.

A puzzle up to `SEPARATION` is rated by deducing its solution, which proves that there
is no other. Up to `CUT_OFF` this takes less time than a search, and puzzles on the way
need not be unique. The cells that deduction leaves open show where to change something;
they are also what makes a puzzle very hard.

Changes make regions smaller, because few shapes fit into a small part of a board, and
puzzles with small regions are seldom hard. So where a hard puzzle is wanted and nothing
is left open, the next board is a new one.
"""

import math
from typing import NamedTuple

from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.explaining.grading import outline
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.fast.bitboard import places
from galaxies_asp.fast.fixpoint import MAX_BITS, has_open_pairs
from galaxies_asp.generating.alternatives import alternatives, alternatives_among
from galaxies_asp.generating.canvas import Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.recipe import TARGETS, Recipe

MOST_CONFLICTS = 3_000
"""Puzzles whose proof takes more conflicts are made easier."""
_STEERED_CONFLICTS = 2_000
"""The same on the way to what is wanted."""
_REGIONS_FOR_A_PLACE = 60
"""Number of undecided regions per place to refill if the proof is too hard."""
_TRIES = 10
"""Number of times to refill a place before widening it."""
_SHRINK = 0.97
"""Factor of the mean size in a place each time it is refilled."""
_STEPS = 1000
"""Number of changes to try in order to meet the recipe."""
_PATIENCE = 8
"""Number of changes without progress before a new board, for hard puzzles."""
_DRAWS = 12
"""Number of boards to draw again, in search of the number of dots."""
SHORT = 10
"""The number of premises up to which a what-if of one round is seen at once."""
_PAIR = 2
"""The number of cells that one what-if decides: a cell and its mirror image."""
_NUMBER = 1e9
"""Weight of the number of dots, above any other distance."""


def _around_one(growth: Growth, regions: Regions, totals: list[int]) -> set[int]:
    """Draw one of some regions; return it and those around it."""
    drawn = totals[growth.draw(len(totals))]
    return growth.canvas.around(regions, [drawn])


def _filled(
    growth: Growth, regions: Regions, totals: set[int], scale: float
) -> Regions:
    """Return new regions in the place of some; their mean size is scaled."""
    cells = sum(regions[total] for total in totals)
    return growth.fill(cells, max(1.0, scale * (cells.bit_count() / len(totals))))


def _replaced(regions: Regions, totals: set[int], new: Regions) -> Regions:
    kept = {total: cells for total, cells in regions.items() if total not in totals}
    return kept | new


class Refiller:
    """Makes boards unique: replaces regions where there is another solution."""

    def __init__(self, growth: Growth, most_conflicts: int) -> None:
        self._growth, self._canvas = growth, growth.canvas
        self._most_conflicts = most_conflicts
        self._times: dict[int, int] = {}

    def make_unique(self, regions: Regions) -> Regions:
        """Change regions locally until they are the only solution; return all regions.

        Ends always: regions that are made anew get smaller, and single cells are
        unique.
        """
        canvas, suspects = self._canvas, set(regions)
        while True:
            totals = sorted(regions)
            among = {dot for dot, total in enumerate(totals) if total in suspects}
            if canvas.cells.bit_count() <= MAX_BITS:
                part = canvas.part(regions)
                others = alternatives_among(*part, self._most_conflicts, among)
            else:
                solution = canvas.solution(regions)
                others = alternatives(solution, self._most_conflicts, among)
            if others.unique:
                return regions
            found = [{totals[dot] for dot in place} for place in others.places]
            if not found:
                undecided = [totals[dot] for dot in sorted(others.undecided)]
                found = self.places_among(regions, undecided)
            before, suspects = regions, {totals[dot] for dot in others.suspects}
            for place in found:
                if place <= regions.keys():  # else an image of another place
                    regions = self.refill(regions, place)
            suspects |= {
                total for total, cells in regions.items() if before.get(total) != cells
            }

    def places_among(self, regions: Regions, totals: list[int]) -> list[set[int]]:
        """Draw places to make a puzzle easier: some regions, and those around each."""
        found: list[set[int]] = []
        for _ in range(1 + len(totals) // _REGIONS_FOR_A_PLACE):
            place = _around_one(self._growth, regions, totals)
            if all(map(place.isdisjoint, found)):
                found.append(place)
        return found

    def refill(self, regions: Regions, totals: set[int]) -> Regions:
        """Replace some regions, and their images, by others that are unique there."""
        while True:
            totals = self._canvas.with_images(regions, totals)
            cells = places(sum(regions[total] for total in totals))
            times = max(self._times.get(cell, 0) for cell in cells)
            for attempt in range(_TRIES):
                shrunk = _SHRINK ** (times + attempt)
                new = _filled(self._growth, regions, totals, shrunk)
                part = self._canvas.part(new)
                if alternatives_among(*part, self._most_conflicts).unique:
                    self._times.update(dict.fromkeys(cells, times + 1))
                    return _replaced(regions, totals, new)
            self._times.update(dict.fromkeys(cells, times + _TRIES))
            totals = self._canvas.around(regions, totals)


class Judgment(NamedTuple):
    """The distance of a puzzle from the goal, and the dots to change."""

    distance: float
    """0 where it is reached."""
    scale: float = 1.0
    """How many times larger regions should be, to come nearer."""
    dots: tuple[int, ...] = ()
    """The dots whose regions should change; none of them for any."""
    too_easy: bool = False
    """Whether the puzzle should be hard, and leaves nothing open."""


class Aim:
    """What a recipe asks for, and how far a puzzle is from it.

    `is_anywhere`: whether every puzzle is right. `is_for_unique`: whether to make a new
    board unique before it is judged: for hard puzzles, if the number of dots does not
    matter.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._dots = recipe.dots
        self._level = level = TARGETS[recipe.grade] if recipe.grade else None
        self._cells = recipe.width * recipe.height
        self._is_hard = level is not None and level > Level.CUT_OFF
        self.is_anywhere = self._dots is None and level is None
        self.is_for_unique = self._is_hard and self._dots is None

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
        if self._level is None or self._is_hard:
            if self.is_too_easy(solution):
                return Judgment(4 * self._cells, too_easy=True)
            others = alternatives(solution, _STEERED_CONFLICTS)
            if not others.unique:
                dots = others.undecided.union(*others.places)
                return Judgment(2 * self._cells + len(dots), dots=tuple(sorted(dots)))
        if self._level is None:
            return Judgment(0)
        # What remains after separation takes what-ifs, whatever they are.
        most_level = min(self._level, Level.SEPARATION)
        rating = outline(
            solution.puzzle, most_level, least=self._level, solution=solution
        )
        reached = min(rating.level, Level.TRIAL)
        if reached == self._level and not _is_seen_at_once(solution, self._level):
            return Judgment(0)
        if reached <= self._level:
            # Farther than any puzzle that is too difficult.
            return Judgment(3 * self._cells - rating.level, 1.1, too_easy=self._is_hard)
        left = {solution.label(cell) for cell in rating.left}
        return Judgment(len(rating.left), scale=0.9, dots=tuple(sorted(left)))


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

    `mean_size`: the mean size of the regions of a new board.
    """

    def __init__(self, growth: Growth, aim: Aim, mean_size: float) -> None:
        self._growth, self._aim, self._mean_size = growth, aim, mean_size

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
            totals = sorted(best)
            some = [totals[dot] for dot in judgment.dots] or totals
            place = _around_one(self._growth, best, some)
            place = self._growth.canvas.with_images(best, place)
            filled = _filled(self._growth, best, place, judgment.scale)
            changed = _replaced(best, place, filled)
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
            board = Refiller(growth, _STEERED_CONFLICTS).make_unique(board)
        return board, self._judged(board)

    def _judged(self, board: Regions) -> Judgment:
        return self._aim.judge(self._growth.canvas.solution(board))
