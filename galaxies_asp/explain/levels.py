"""How hard a deduction is to see: the scale, and the place of a reason on it."""

from enum import IntEnum

from galaxies_asp.explain.instances import Asked, Rule, cells_of
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.situation import extended
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Propagation


class Level(IntEnum):
    """How hard a deduction is to see."""

    TOUCHED = 1
    """A dot's own cells, or the mirror image of a known cell."""
    ONLY_ONE = 2
    """One dot could ever reach the cell; none could reach both sides of the edge."""
    BLOCKED = 3
    """The other dots would need mirror images that are taken."""
    CUT_OFF = 4
    """The other dots are cut off from the cell, or it is the only way to another."""
    CONTRARY = 5
    """The contrary leaves some cell without a dot, or cuts off a region, at once."""
    TRIAL = 6
    """The contrary leads there after some rounds of the deductions above."""
    SEARCH = 7
    """To refute the contrary takes trials within trials."""


def level_of(board: Bitboard, reason: Reason) -> Level:
    """Return how hard a reason is to see."""
    if reason.rounds is None:
        return Level.SEARCH
    if reason.rounds:
        return Level.TRIAL
    if not _is_direct(board, reason):
        return Level.CONTRARY
    rules = {instance.rule for instance in reason.instances}
    if rules <= {Rule.COVER}:
        return Level.ONLY_ONE
    if Rule.CONNECTED in rules:
        return Level.CUT_OFF
    return Level.BLOCKED if Rule.COVER in rules else Level.TOUCHED


def _is_direct(board: Bitboard, reason: Reason) -> bool:
    """Tell whether one look at the board shows it, with nothing supposed."""
    target = reason.target
    base = extended(Propagation(board), reason.instances)
    if base is None:
        return True
    if target.asked is Asked.NO_SOLUTION:
        return False
    places = [board.bit(cell) for cell in cells_of(target.at)]
    if target.asked is Asked.WALL:
        one, other = places
        return not any(p & one and p & other for p in base.possible)
    try:
        for dot, bits in base.conclusions():
            base.claim(dot, bits)
    except Contradiction:
        return True
    if target.asked is Asked.OPEN:
        return any(all(own & place for place in places) for own in base.own)
    return bool(base.own[target.dot] & places[0])
