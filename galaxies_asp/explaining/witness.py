"""A search for regions that keep some rule facts, without a ground program.

The semantics are those of `encodings/galaxies/questions/reasons.lp`: cells may belong
to no dot, and rules hold for the given facts only. Propagation at every node makes
the searches for the few facts of a reason short.
"""

from collections.abc import Iterator, Sequence

from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.situation import (
    Supposition,
    able,
    contraries,
    extended,
    settle,
    supposed,
)
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Failure, Propagation

_MOST_NODES = 100


class TooLong(Exception):  # noqa: N818 - it is an answer, no error
    """The search reached its limit."""


def forced(board: Bitboard, facts: Sequence[Fact], target: Fact) -> bool:
    """Tell whether facts force a target.

    Raises
    ------
    TooLong
        After a number of nodes, and where the target is that there is no wall.
    """
    state = extended(Propagation(board), facts)
    if state is None:
        return True
    if target.kind is Kind.OPEN:
        raise TooLong
    contrary = next(contraries(state, target))
    nodes = iter(range(_MOST_NODES))
    return not any(_is_possible(state, start, nodes) for start in contrary)


def _is_possible(base: Propagation, start: Supposition, nodes: Iterator[int]) -> bool:
    """Tell whether regions exist that keep everything in a state, supposed more."""
    state = supposed(base, start)
    if isinstance(state, Failure):
        return False
    if next(nodes, None) is None:
        raise TooLong
    try:
        settle(state)
    except Contradiction:
        return False
    open_ = state.covered & ~state.taken
    if cell := open_ & -open_:
        trials = [Supposition(dot, into=cell) for dot in able(state, cell)]
    else:
        steps = ((dot, _next_to(state, dot)) for dot in sorted(state.connected))
        dot, step = next((pair for pair in steps if pair[1]), (NO_DOT, 0))
        if not step:
            # No region has both sides of a wall.
            across, walls = state.board.across, state.walls
            return not any(across(own, *walls) & own for own in state.own)
        trials = [Supposition(dot, into=step), Supposition(dot, out=step)]
    return any(_is_possible(state, trial, nodes) for trial in trials)


def _next_to(state: Propagation, dot: int) -> Bits:
    """Return a cell that brings a region nearer to being connected, 0 if it is."""
    board, own, possible = state.board, state.own[dot], state.possible[dot]
    walls = state.barriers(dot)
    joined = board.flood(board.core[dot] & own, own, *walls)
    if joined == own:
        return 0
    ends = board.beside(joined, *walls) if joined else board.core[dot]
    ends &= possible & ~own
    reached = own & ~joined
    while not (met := reached & ends):
        wider = reached | board.beside(reached, *walls) & possible
        if wider == reached:
            return ends & -ends
        reached = wider
    return met & -met
