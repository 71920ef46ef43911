"""The level of a puzzle's hardest step, computed without reasons.

This follows a walkthrough, but takes all cells of one level together and computes no
reasons, which is much faster.
"""

from dataclasses import dataclass

from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.reasons import ROUNDS
from galaxies_asp.explain.refutation import Refutation, settle
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Puzzle

_LIMITS = {Level.CONTRARY: 0, Level.TRIAL: max(ROUNDS)}
"""The rounds after which a contrary fails at most."""


@dataclass(frozen=True)
class Outline:
    """The levels that a puzzle needs.

    Attributes
    ----------
    level
        That of the hardest step.
    contrary, trial, search
        The number of cells decided, or left open, at each level above `CUT_OFF`.
    left
        The cells that the levels up to the limit leave open.
    """

    level: Level
    contrary: int
    trial: int
    search: int
    left: tuple[Point, ...] = ()


def outline(puzzle: Puzzle, most: Level = Level.SEARCH) -> Outline:
    """Return the levels that a puzzle with one solution needs.

    Parameters
    ----------
    most
        The highest level that is tried; cells beyond it count as `SEARCH`.
    """
    if most < Level.CUT_OFF:
        return _easy_outline(puzzle, most)
    known = Propagation.of_all_rules(Bitboard(puzzle))
    cells = dict.fromkeys((Level.CONTRARY, Level.TRIAL, Level.SEARCH), 0)
    refutation = Refutation(known)
    while left := refutation.left:
        for level, limit in _LIMITS.items():
            if level <= most and (found := refutation.decide(limit)):
                cells[level] += found
                break
        else:
            cells[Level.SEARCH] = left.bit_count()
            break
    hardest = max((level for level in cells if cells[level]), default=Level.CUT_OFF)
    if hardest == Level.CUT_OFF:
        hardest = min(hardest, _easy_outline(puzzle, Level.BLOCKED).level)
    return Outline(
        level=hardest,
        contrary=cells[Level.CONTRARY],
        trial=cells[Level.TRIAL],
        search=cells[Level.SEARCH],
        left=tuple(known.board.points(left)),
    )


def _easy_outline(puzzle: Puzzle, most: Level) -> Outline:
    """Return the outline of a puzzle up to a level below `CUT_OFF`."""
    board = Bitboard(puzzle)
    left = board.cells
    for level in range(Level.TOUCHED, most + 1):
        left = board.cells & ~_without_connectivity(board, Level(level))
        if not left:
            return Outline(Level(level), 0, 0, 0)
    points = tuple(board.points(left))
    return Outline(Level.SEARCH, 0, 0, len(points), points)


def _without_connectivity(board: Bitboard, level: Level) -> Bits:
    """Return the cells that are decided without the rule that regions are connected."""
    known = Propagation.of_all_rules(board, connected=False)
    if level is Level.ONLY_ONE:
        once = more = 0
        for span in board.span:
            more |= once & span
            once |= span
        for dot, span in enumerate(board.span):
            known.claim(dot, span & ~more)
    elif level is Level.BLOCKED:
        settle(known)
    return known.taken
