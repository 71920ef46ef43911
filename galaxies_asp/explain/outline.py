"""The level of a puzzle's hardest step, computed without reasons.

This follows a walkthrough, but takes all cells of one level together and computes no
reasons, which is much faster.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.explain.instances import Rule, rules_of
from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.reasons import ROUNDS
from galaxies_asp.explain.situation import Situation, failure, restrict
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Position, Puzzle


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
    situation = Situation.of(Position(puzzle))
    known = situation.state
    assert known is not None
    cells = {Level.CONTRARY: 0, Level.TRIAL: 0, Level.SEARCH: 0}
    while True:
        _settle(known)
        left = situation.board.cells & ~known.taken
        if not left:
            break
        for level, limit in _levels_and_rounds(most):
            refuted = _refute(known, limit)
            if refuted:
                cells[level] += refuted
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
        left=tuple(situation.board.points(left)),
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
    rules = (Rule.CENTER, Rule.SYMMETRY, Rule.COVER, Rule.WALL)
    known = Propagation(board)
    restrict(known, (i for i in rules_of(board.puzzle) if i.rule in rules))
    if level is Level.ONLY_ONE:
        once = more = 0
        for span in board.span:
            more |= once & span
            once |= span
        for dot, span in enumerate(board.span):
            known.claim(dot, span & ~more)
    elif level is Level.BLOCKED:
        _settle(known)
    return known.taken


def _levels_and_rounds(most: Level) -> Iterator[tuple[Level, int]]:
    for limit in ROUNDS:
        level = Level.TRIAL if limit else Level.CONTRARY
        if level <= most:
            yield level, limit


def _settle(known: Propagation) -> None:
    """Propagate to the fixpoint."""
    known.look()
    while added := list(known.conclusions()):
        known.add(added)


def _refute(known: Propagation, limit: int) -> int:
    """Claim the cells all of whose dots but one fail within some rounds.

    Returns the number of these cells.
    """
    board = known.board
    possible_at: dict[tuple[int, Bits], bool] = {}
    found = set()
    for cell in board.points(board.cells & ~known.taken):
        bit = board.bit(cell)
        left = []
        for dot, possible in enumerate(known.possible):
            if possible & bit:
                pair = dot, bit | board.mirrored(dot, bit)
                if pair not in possible_at:
                    possible_at[pair] = failure(known, limit, into=pair) is None
                if possible_at[pair]:
                    left.append(pair)
        if len(left) == 1:
            found.add(left[0])
    for dot, bits in found:
        known.claim(dot, bits)
    return sum(bits.bit_count() for _, bits in found)
