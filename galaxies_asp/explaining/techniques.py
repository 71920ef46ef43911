"""The level and the technique of a reason: what it takes to follow it."""

from galaxies_asp.explaining.facts import Kind, cells_of
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.situation import Look, able, extended, refutes
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Propagation

_TECHNIQUES = {
    Level.TOUCHED: Technique.MIRROR,
    Level.ONLY_ONE: Technique.ONLY_DOT,
    Level.BLOCKED: Technique.BLOCKED,
    Level.CUT_OFF: Technique.CAPTURED,
    Level.CONTRARY: Technique.CONTRADICTION,
    Level.SEPARATION: Technique.SEPARATION,
    Level.TRIAL: Technique.WHAT_IF,
    Level.SEARCH: Technique.SEARCH,
}


def level_of(board: Bitboard, reason: Reason) -> Level:
    """Return the level of a reason."""
    if reason.rounds is None:
        return Level.SEARCH
    if reason.rounds:
        return Level.TRIAL
    if not _is_direct(board, reason):
        base = extended(Propagation(board), reason.premises)
        if refutes(base, reason.target, 0, look=Look.NOTHING):
            return Level.CONTRARY
        return Level.SEPARATION
    rules = {fact.kind for fact in reason.premises}
    if rules <= {Kind.COVER}:
        return Level.ONLY_ONE
    if Kind.CONNECTED in rules:
        return Level.CUT_OFF
    known = {fact.at for fact in reason.premises if fact.kind is Kind.CELL}
    is_wall = reason.target.kind is Kind.WALL
    is_of_open_cells = is_wall and known.isdisjoint(cells_of(reason.target.at))
    return Level.BLOCKED if Kind.COVER in rules or is_of_open_cells else Level.TOUCHED


def technique_of(board: Bitboard, reason: Reason) -> tuple[Technique, Level]:
    """Return the technique of a reason, and its level."""
    level = level_of(board, reason)
    rules = {fact.kind for fact in reason.premises}
    if level is Level.SEPARATION:
        base = extended(Propagation(board), reason.premises)
        if not refutes(base, reason.target, 0, look=Look.CROSSING):
            return Technique.ONLY_WAY, level
    if level > Level.CUT_OFF:
        return _TECHNIQUES[level], level
    if reason.target.kind is Kind.WALL:
        if level > Level.TOUCHED or len(reason.premises) < 2:
            return Technique.FORCED_WALL, level
        is_image = Kind.SYMMETRY in rules
        return Technique.MIRRORED_WALL if is_image else Technique.WALL, level
    if level is Level.TOUCHED and rules <= {Kind.CENTER}:
        return Technique.TOUCHED, level
    covered = {fact.at for fact in reason.premises if fact.kind is Kind.COVER}
    if level is Level.CUT_OFF and not covered:
        return Technique.BOTTLENECK, level
    if covered and covered.isdisjoint(fact.at for fact in reason.targets):
        return Technique.NEEDED, level
    if level is Level.BLOCKED and rules <= {Kind.COVER, Kind.COMPLETE}:
        return Technique.ONLY_DOT, level
    if level is Level.BLOCKED and Kind.SYMMETRY not in rules:
        return Technique.WALLED, level
    return _TECHNIQUES[level], level


def _is_direct(board: Bitboard, reason: Reason) -> bool:
    """Tell whether one round of propagation proves it, without its contrary."""
    target = reason.target
    base = extended(Propagation(board), reason.premises)
    if base is None:
        return True
    if target.kind is Kind.NO_SOLUTION:
        return False
    cells = board.bits(cells_of(target.at))
    if target.kind is Kind.WALL:
        return not able(base, cells)
    try:
        for dot, bits in base.conclusions():
            base.claim(dot, bits)
    except Contradiction:
        return True
    return any(own & cells == cells for own in base.own)
