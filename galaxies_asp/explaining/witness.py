"""A search for regions that keep some rule facts, without a ground program.

The semantics are those of `encodings/galaxies/questions/reasons.lp`: cells may belong
to no dot, and rules hold for the given facts only. Propagation at every node makes
the searches for the few facts of a reason short.
"""

from collections.abc import Iterator, Sequence

from galaxies_asp.explaining.facts import Fact, Kind, cells_of
from galaxies_asp.explaining.situation import extended, supposed
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation

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
    search = _TreeSearch()
    return not any(search.solvable(start) for start in _contraries(state, target))


def _contraries(state: Propagation, target: Fact) -> Iterator[Propagation]:
    """Yield states, one of which holds if the target does not."""
    if target.kind is Kind.OPEN:
        raise TooLong
    if target.kind is Kind.NO_SOLUTION:
        yield state
        return
    bits = state.board.bits(cells_of(target.at))
    trials = []
    if target.kind is Kind.CELL:
        trials.append(supposed(state, out=(state.board.number[target.center], bits)))
    else:
        for dot, possible in enumerate(state.possible):
            if possible & bits == bits:
                trials.append(supposed(state, into=(dot, bits)))
    yield from (trial for trial in trials if isinstance(trial, Propagation))


class _TreeSearch:
    """A search in depth, with a limit on its nodes."""

    def __init__(self) -> None:
        self._nodes = 0

    def solvable(self, state: Propagation) -> bool:
        """Tell whether regions exist that keep everything in a state."""
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise TooLong
        try:
            state.look()
            while added := list(state.conclusions()):
                state.add(added)
        except Contradiction:
            return False
        open_ = state.covered & ~state.taken
        if cell := open_ & -open_:
            return any(
                self._branch(state, into=(dot, cell))
                for dot, possible in enumerate(state.possible)
                if possible & cell
            )
        for dot in sorted(state.connected):
            step = _next_to(state, dot)
            if step:
                return self._branch(state, into=(dot, step)) or self._branch(
                    state, out=(dot, step)
                )
        # No region has both sides of a wall.
        across, walls = state.board.across, state.walls
        return not any(across(own, *walls) & own for own in state.own)

    def _branch(
        self,
        state: Propagation,
        into: tuple[int, Bits] | None = None,
        out: tuple[int, Bits] | None = None,
    ) -> bool:
        trial = supposed(state, into, out)
        return isinstance(trial, Propagation) and self.solvable(trial)


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
