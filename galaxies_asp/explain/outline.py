"""The level of a puzzle's hardest step, computed without reasons.

This follows a walkthrough, but takes all cells of one level together and computes no
reasons, which is much faster. It does not distinguish the levels up to `CUT_OFF`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.explain.levels import Level
from galaxies_asp.explain.reasons import ROUNDS
from galaxies_asp.explain.situation import Situation, failure
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Position, Puzzle


@dataclass(frozen=True)
class Outline:
    """The levels that a puzzle needs.

    Attributes
    ----------
    level
        That of the hardest step; `CUT_OFF` stands for every level up to it.
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
    return Outline(
        level=hardest,
        contrary=cells[Level.CONTRARY],
        trial=cells[Level.TRIAL],
        search=cells[Level.SEARCH],
        left=tuple(situation.board.points(left)),
    )


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
