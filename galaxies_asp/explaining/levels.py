"""The levels of deductions, and the level of a reason."""

from enum import IntEnum

from galaxies_asp.explaining.facts import Kind, cells_of
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.situation import extended
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Propagation


class Level(IntEnum):
    """How hard a deduction is to find."""

    TOUCHED = 1
    """A dot's own cells, the mirror image of a known cell, or a wall beside one."""
    ONLY_ONE = 2
    """Only one dot can ever reach the cell; none can reach both sides of the edge."""
    BLOCKED = 3
    """The other dots would need mirror images that belong to other regions."""
    CUT_OFF = 4
    """The other dots are cut off from the cell, or it is a bottleneck of its region."""
    CONTRARY = 5
    """The contrary leaves a cell without a dot, or disconnects a region."""
    TRIAL = 6
    """The contrary leads to a contradiction after some rounds of propagation."""
    SEARCH = 7
    """Only a search refutes the contrary."""

    @property
    def words(self) -> str:
        """The name of the level."""
        return self.name.lower().replace("_", " ")


def level_of(board: Bitboard, reason: Reason) -> Level:
    """Return the level of a reason."""
    if reason.rounds is None:
        return Level.SEARCH
    if reason.rounds:
        return Level.TRIAL
    if not _is_direct(board, reason):
        return Level.CONTRARY
    rules = {fact.kind for fact in reason.premises}
    if rules <= {Kind.COVER}:
        return Level.ONLY_ONE
    if Kind.CONNECTED in rules:
        return Level.CUT_OFF
    return Level.BLOCKED if Kind.COVER in rules else Level.TOUCHED


def _is_direct(board: Bitboard, reason: Reason) -> bool:
    """Tell whether one round of propagation proves it, without its contrary."""
    target = reason.target
    base = extended(Propagation(board), reason.premises)
    if base is None:
        return True
    if target.kind is Kind.NO_SOLUTION:
        return False
    places = [board.bit(cell) for cell in cells_of(target.at)]
    if target.kind is Kind.WALL:
        one, other = places
        return not any(p & one and p & other for p in base.possible)
    try:
        for dot, bits in base.conclusions():
            base.claim(dot, bits)
    except Contradiction:
        return True
    if target.kind is Kind.OPEN:
        return any(all(own & place for place in places) for own in base.own)
    return bool(base.own[board.number[target.center]] & places[0])
