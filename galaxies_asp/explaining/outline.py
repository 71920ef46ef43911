"""The level of a puzzle's hardest step, computed without reasons.

This follows a walkthrough, but takes all cells of one level together and computes no
reasons, which is much faster. Cells of regions are refuted by what follows from them,
each time as little as possible.

A cell is decided if all its dots but one are refuted. A dot that is refuted stays
refuted. One that is not is tried again only after something has changed where its trial
changed something: elsewhere the same would follow. So what is known of a board is kept
while cells are decided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.reasons import ROUNDS
from galaxies_asp.explaining.situation import (
    Look,
    Supposition,
    by_region,
    settle,
    supposed,
)
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation

Limit = tuple[int, Look]
"""The rounds of propagation, and what is seen about the region of a supposition."""

LIMITS = {
    Level.CONTRARY: (0, Look.NOTHING),
    Level.SEPARATION: (0, Look.WAY),
    Level.TRIAL: (max(ROUNDS), Look.WAY),
}
"""The limit of each level of trials."""


@dataclass(frozen=True, slots=True)
class _Extent:
    """The dots and the cells about which something is different in two states."""

    dots: Bits
    cells: Bits

    @classmethod
    def between(cls, before: Propagation, after: Propagation) -> "_Extent":
        dots = cells = 0
        for old, new in ((before.own, after.own), (before.possible, after.possible)):
            for dot, (one, other) in enumerate(zip(old, new, strict=True)):
                if one != other:
                    dots |= 1 << dot
                    cells |= one ^ other
        return cls(dots, cells)

    def meets(self, other: "_Extent") -> bool:
        return bool(self.dots & other.dots or self.cells & other.cells)


class Refutation:
    """Decides the cells of a puzzle with a solution one after the other.

    Parameters
    ----------
    known
        The propagation of all rules; it is changed.
    solution
        The cells of each region in a solution, if one is known: none of them fails.
    """

    def __init__(self, known: Propagation, solution: Sequence[Bits] = ()) -> None:
        settle(known)
        self._known = known
        self._solution = solution or [0] * len(known.own)
        self._failed: dict[Supposition, Limit] = {}
        self._passed: dict[tuple[Supposition, Limit], _Extent] = {}
        self._dots: dict[Bits, list[int]] = {}

    @property
    def left(self) -> Bits:
        """The open cells."""
        return self._known.board.cells & ~self._known.taken

    def decide(self, limit: Limit) -> int:
        """Decide a cell all of whose dots but one fail within a limit.

        Returns the number of cells decided: 0, or 2 with a mirror image, or 1. What
        follows from them is not counted.
        """
        left = self.left
        while left:
            cell = left & -left
            left ^= cell
            only = self._only_one(cell, limit)
            if only is not None:
                before = self._known.copy()
                self._known.claim(only.dot, only.into)
                settle(self._known)
                change = _Extent.between(before, self._known)
                # Forget the trials that the change may concern.
                self._passed = {
                    key: extent
                    for key, extent in self._passed.items()
                    if not extent.meets(change)
                }
                return only.into.bit_count()
        return 0

    def _only_one(self, cell: Bits, limit: Limit) -> Supposition | None:
        """Return the only dot of a cell that does not fail, if there is one."""
        known = self._known
        if cell not in self._dots:
            self._dots[cell] = list(range(len(known.possible)))
        possible = [dot for dot in self._dots[cell] if known.possible[dot] & cell]
        possible.sort(key=lambda dot: not self._solution[dot] & cell)
        passed: list[Supposition] = []
        for place, dot in enumerate(possible):
            trial = Supposition(dot, cell | known.board.mirrored(dot, cell))
            if self._fails(trial, limit):
                continue
            # Those that passed are tried first the next time.
            possible.insert(len(passed), possible.pop(place))
            passed.append(trial)
            if len(passed) == 2:
                break
        self._dots[cell] = possible
        return passed[0] if len(passed) == 1 else None

    def _fails(self, tried: Supposition, limit: Limit) -> bool:
        if tried in self._failed and self._failed[tried] <= limit:
            return True
        if tried.into & self._solution[tried.dot] or (tried, limit) in self._passed:
            return False
        rounds, look = limit
        trial = supposed(self._known, tried)
        if isinstance(trial, Propagation):
            failed = trial.failure(rounds) or by_region(trial, tried, look)
            if failed is None:
                self._passed[tried, limit] = _Extent.between(self._known, trial)
                return False
        self._failed[tried] = limit
        return True


@dataclass(frozen=True)
class Outline:
    """The levels that a puzzle needs.

    Attributes
    ----------
    level
        That of the hardest step.
    cells
        The number of cells decided, or left open, at the levels above `CUT_OFF`.
    left
        The cells that the levels up to the limit leave open.
    """

    level: Level
    cells: Mapping[Level, int]
    left: tuple[Point, ...] = ()


def outline(
    puzzle: Puzzle,
    most: Level = Level.SEARCH,
    *,
    least: Level = Level.TOUCHED,
    solution: Solution | None = None,
) -> Outline:
    """Return the levels that a puzzle with one solution needs.

    Parameters
    ----------
    most
        The highest level that is tried; cells beyond it count as `SEARCH`.
    least
        Levels below this one are not told apart, which takes less time.
    solution
        A solution, if one is known, which takes less time.
    """
    if most < Level.CUT_OFF:
        return _easy_outline(puzzle, most)
    board = Bitboard(puzzle)
    known = Propagation.of_all_rules(board)
    cells = dict.fromkeys((*LIMITS, Level.SEARCH), 0)
    refutation = Refutation(known, board.regions(solution) if solution else ())
    while left := refutation.left:
        for level, limit in LIMITS.items():
            if level <= most and (found := refutation.decide(limit)):
                cells[level] += found
                break
        else:
            cells[Level.SEARCH] = left.bit_count()
            break
    hardest = max((level for level in cells if cells[level]), default=Level.CUT_OFF)
    if hardest == Level.CUT_OFF >= least:
        hardest = min(hardest, _easy_outline(puzzle, Level.BLOCKED).level)
    return Outline(hardest, cells, tuple(board.points(left)))


def _easy_outline(puzzle: Puzzle, most: Level) -> Outline:
    """Return the outline of a puzzle up to a level below `CUT_OFF`."""
    board = Bitboard(puzzle)
    # A level does what those below it do.
    left = board.cells & ~_without_connectivity(board, most)
    if left:
        points = tuple(board.points(left))
        return Outline(Level.SEARCH, {Level.SEARCH: len(points)}, points)
    level = Level.TOUCHED
    while level < most and _without_connectivity(board, level) != board.cells:
        level = Level(level + 1)
    return Outline(level, {})


def _without_connectivity(board: Bitboard, level: Level) -> Bits:
    """Return the cells that are decided without the rule that regions are connected."""
    known = Propagation.of_all_rules(board, connected=False)
    if level is Level.ONLY_ONE:
        once = board.once(board.span)
        for dot, span in enumerate(board.span):
            known.claim(dot, span & once)
    elif level is Level.BLOCKED:
        settle(known)
    return known.taken
