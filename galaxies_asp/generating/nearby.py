"""Other solutions of a puzzle, close to a known one, found on bit sets.

A pair of cells that the known solution does not take is supposed, and the rest decided
as in the known solution wherever this is possible. Few decisions are enough where
little is open; there it takes less time than to start clingo.
"""

from collections.abc import Collection, Iterable

from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation

Dots = frozenset[int]

_MOST_PAIRS = 24
"""The number of open pairs up to which to search."""
_DECISIONS = 12
"""The number of decisions after which the search is given up."""


class NearbySearch:
    """The search, given a fixpoint and the regions of the known solution.

    Attributes
    ----------
    places
        For each place where another solution differs, the dots whose regions take part.
        No dot is in two places.
    """

    def __init__(self, state: Propagation, known: list[Bits], suspects: Dots) -> None:
        self._state = state
        self._known = known
        self._suspects = suspects
        self._left = _DECISIONS
        self.places: list[Dots] = []

    def run(self) -> bool:
        """Search all places; return whether the search is complete."""
        state, board, known = self._state, self._state.board, self._known
        targets = self._targets()
        if sum(cells.bit_count() for cells in targets) > 2 * _MOST_PAIRS:
            return False
        for dot, cells in enumerate(targets):
            while cells := cells & state.possible[dot]:
                pair = cells & -cells
                pair |= board.mirrored(dot, pair)
                cells &= ~pair
                if self._is_placed(self._party(dot, pair)):
                    continue
                try:
                    other = self._supposed(state, dot, pair)
                except Contradiction:
                    state.exclude(dot, pair)
                    state.settle()
                    continue
                if other is None:
                    return False
                parties = (
                    self._party(dot, own & ~ours)
                    for dot, (own, ours) in enumerate(zip(other, known, strict=True))
                    if own != ours
                )
                left = [party for party in parties if not self._is_placed(party)]
                self.places += (
                    place
                    for place in united(left)
                    if not place.isdisjoint(self._suspects)
                )
        return True

    def _targets(self) -> list[Bits]:
        """Return for each dot cells of which every other solution takes one.

        A region that grows takes a pair beside its known cells; a suspect grows, or
        another region takes cells of it.
        """
        known, beside = self._known, self._state.board.beside
        lost = sum(known[dot] for dot in self._suspects)
        both = zip(self._state.possible, known, strict=True)
        return [
            may & ~ours & (beside(ours) if dot in self._suspects else lost)
            for dot, (may, ours) in enumerate(both)
        ]

    def _party(self, dot: int, cells: Bits) -> Dots:
        """Return the dots that take part if a region has other cells."""
        owners = (owner for owner, own in enumerate(self._known) if own & cells)
        return frozenset((dot, *owners))

    def _is_placed(self, party: Dots) -> bool:
        return not all(map(party.isdisjoint, self.places))

    def _supposed(self, state: Propagation, dot: int, pair: Bits) -> list[Bits] | None:
        """Return the regions of a solution with a pair; None if the search is given up.

        Raises `Contradiction` if there is none.
        """
        self._left -= 1
        if self._left < 0:
            return None
        state = state.copy()
        state.claim(dot, pair)
        state.settle()
        while state.taken != state.board.cells:
            dot, pair = self._preferred(state)
            try:
                return self._supposed(state, dot, pair)
            except Contradiction:
                state.exclude(dot, pair)
                state.settle()
        return state.own

    def _preferred(self, state: Propagation) -> tuple[int, Bits]:
        """Return an open pair, if possible one of the known solution."""
        both = enumerate(zip(state.possible, state.own, strict=True))
        open_ = [(dot, may & ~own) for dot, (may, own) in both if may != own]
        kept = ((dot, cells & self._known[dot]) for dot, cells in open_)
        dot, cells = next((one for one in kept if one[1]), open_[0])
        cell = cells & -cells
        return dot, cell | state.board.mirrored(dot, cell)


def united(parties: Iterable[Collection[int]]) -> list[Dots]:
    """Unite the parties that have a dot in common."""
    places: list[Dots] = []
    for party in parties:
        joined = [place for place in places if not place.isdisjoint(party)]
        apart = [place for place in places if place not in joined]
        places = [*apart, frozenset(party).union(*joined)]
    return places
