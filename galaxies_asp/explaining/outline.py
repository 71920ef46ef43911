"""The level of a puzzle's hardest step, computed without reasons.

This follows a walkthrough, but takes all cells of one level together and computes no
reasons, which is much faster.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.refutation import LIMITS, Refutation, settle
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation


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
