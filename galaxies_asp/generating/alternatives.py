"""Other solutions of a puzzle, close to a known one.

Where little is open, they are found on bit sets: a pair of cells that the known
solution does not take is supposed, and the rest decided as in the known solution
wherever this is possible. Few decisions are enough there, and take less time than to
start clingo.

Otherwise the open pairs fall into components that do not depend on each other, and each
has a search of its own. It requires that some pair of cells differs from the known
solution. A clause then requires the next solution to differ in another place, until
there is none or the limit of conflicts is reached.

Once it is proven that every other solution differs in certain places, and only the
regions there are replaced, every other solution of the new puzzle differs in the new
regions: one that does not would solve the old puzzle too. These *suspects* are all that
the next search considers.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import clingo

from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.fast import rules
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.fixpoint import (
    MAX_BITS,
    labels_of,
    lists_of,
    open_lists,
    settled,
)
from galaxies_asp.fast.kernel import Kernel, has_kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.propagation import Contradiction, Propagation

Dots = frozenset[int]

_OPTIONS = (
    *("0", "--restart-on-model", "--enum-mode=record", "--eq=0", "--trans-ext=no"),
    "--lookahead=atom,1",
)
_MOST_PAIRS = 2_400
"""The open pairs of a component up to which it is searched.

With more, a search seldom ends before the limit of conflicts, and takes long.
"""
_MOST_NEARBY = 24
"""The number of open pairs up to which to search on bit sets."""
_DECISIONS = 12
"""The number of decisions after which that search is given up."""


_KERNEL_WORK = 200_000
"""The work after which the compiled kernel gives up: 2 milliseconds."""


@dataclass(frozen=True)
class Alternatives:
    """The differences between a known solution and others."""

    places: tuple[Dots, ...]
    """For each place where another solution differs, the dots whose regions take part.
    No dot is in two places."""
    undecided: Dots
    """The dots of the components in which the limit was reached and nothing found."""
    suspects: Dots
    """Every other solution differs in the region of one of these dots."""

    @property
    def unique(self) -> bool:
        """Whether it is proven that there is no other solution."""
        return not self.suspects


def alternatives(
    solution: Solution, most_conflicts: int, suspects: Iterable[int] | None = None
) -> Alternatives:
    """Return where other solutions of a puzzle differ from a solution.

    `most_conflicts`: the limit of conflicts of a search. `suspects`: dots, of which one
    has another region in every other solution; by default all.
    """
    puzzle = solution.puzzle
    if puzzle.width * puzzle.height <= MAX_BITS:
        board = Bitboard(puzzle)
        regions = board.regions(solution)
        return alternatives_among(board, regions, most_conflicts, suspects)
    labels = [label for row in solution.rows() for label in row]
    among = frozenset(range(len(puzzle.centers)) if suspects is None else suspects)
    return _searched(open_lists(puzzle), labels, most_conflicts, among)


def alternatives_among(
    board: Bitboard,
    regions: list[Bits],
    most_conflicts: int,
    suspects: Iterable[int] | None = None,
) -> Alternatives:
    """Return the same for a board with dots, given the region of each of them."""
    if has_kernel() and _is_unique(board):
        return Alternatives((), frozenset(), frozenset())
    among = frozenset(range(len(regions)) if suspects is None else suspects)
    state = settled(board)
    nearby = _NearbySearch(state, regions, among)
    if state.taken == board.cells or nearby.run():
        places = tuple(nearby.places)
        return Alternatives(places, frozenset(), frozenset().union(*places))
    labels = labels_of(board, regions)
    pairs = Kernel.of_bits(board).open_lists() if has_kernel() else lists_of(state)
    return _searched(pairs, labels, most_conflicts, among)


def _is_unique(board: Bitboard) -> bool:
    """Tell whether the kernel proves with little work that a board has one solution."""
    found = Kernel.of_bits(board).search(2, _KERNEL_WORK)
    return found.exhausted and len(found.solutions) == 1


def _searched(
    pairs: PairLists, labels: list[int], most_conflicts: int, among: Dots
) -> Alternatives:
    """Search with clingo, in each component of the open pairs."""
    places: list[Dots] = []
    undecided: Dots = frozenset()
    left: Dots = frozenset()
    for part in pairs.components():
        here = among & frozenset(part.dots)
        new, exhausted = _places_in(part, labels, here, most_conflicts)
        places += new
        left = left.union(*new) if exhausted else left.union(here, *new)
        if not new and not exhausted:
            undecided |= frozenset(part.dots)
    return Alternatives(tuple(places), undecided, left)


def _places_in(
    pairs: PairLists, labels: list[int], suspects: Dots, most_conflicts: int
) -> tuple[list[Dots], bool]:
    """Return places in a component, and whether there are no others."""
    taken = zip(pairs.dots, pairs.cells, pairs.images, strict=True)
    # The dots that take part if a pair of another solution is taken.
    parties = {
        atom: frozenset((dot, labels[cell], labels[image]))
        for atom, (dot, cell, image) in enumerate(taken, 1)
        if labels[cell] != dot
    }
    targets = {atom for atom, party in parties.items() if party & suspects}
    if not targets or len(pairs.dots) > _MOST_PAIRS:
        return [], not targets
    # The conflicts are limited, so that a search is short.
    limit = f"--solve-limit={most_conflicts}"
    program = Program((*_OPTIONS, limit), short_searches=True)
    others = " ".join(f"-{atom}" for atom in sorted(targets))
    program.add_ground_rules(f"{rules.rules(pairs)}1 0 0 0 {len(targets)} {others}\n")
    places: list[Dots] = []

    def note(model: clingo.Model) -> None:
        differing = [party for atom, party in parties.items() if model.is_true(atom)]
        for place in _united(differing):
            if place & suspects:
                places.append(place)
                for atom in [a for a, party in parties.items() if party & place]:
                    del parties[atom]
        targets.intersection_update(parties)
        model.context.add_clause(sorted(targets))

    return places, bool(program.search(note).exhausted)


class _NearbySearch:
    """A search on bit sets, given a fixpoint and the regions of the known solution."""

    def __init__(self, state: Propagation, known: list[Bits], suspects: Dots) -> None:
        self._state, self._known, self._suspects = state, known, suspects
        self._left = _DECISIONS
        self.places: list[Dots] = []

    def run(self) -> bool:
        """Search all places; return whether the search is complete."""
        state, known = self._state, self._known
        targets = self._targets()
        if sum(cells.bit_count() for cells in targets) > 2 * _MOST_NEARBY:
            return False
        for dot, cells in enumerate(targets):
            while cells := cells & state.possible[dot]:
                pair = cells & -cells
                pair |= state.board.mirrored(dot, pair)
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
                self.places += [each for each in _united(left) if each & self._suspects]
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

        Open pairs of the known solution are preferred. Raises `Contradiction` if there
        is none.
        """
        self._left -= 1
        if self._left < 0:
            return None
        state = state.copy()
        state.claim(dot, pair)
        state.settle()
        while state.taken != state.board.cells:
            both = enumerate(zip(state.possible, state.own, strict=True))
            open_ = [(dot, may & ~own) for dot, (may, own) in both if may != own]
            kept = ((dot, cells & self._known[dot]) for dot, cells in open_)
            dot, cells = next((one for one in kept if one[1]), open_[0])
            pair = cells & -cells
            pair |= state.board.mirrored(dot, pair)
            try:
                return self._supposed(state, dot, pair)
            except Contradiction:
                state.exclude(dot, pair)
                state.settle()
        return state.own


def _united(parties: Iterable[Collection[int]]) -> list[Dots]:
    """Unite the parties that have a dot in common."""
    places: list[Dots] = []
    for party in parties:
        joined = [place for place in places if not place.isdisjoint(party)]
        apart = [place for place in places if place not in joined]
        places = [*apart, frozenset(party).union(*joined)]
    return places
