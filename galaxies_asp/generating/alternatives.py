"""Other solutions of a puzzle, close to a known one.

Where little is open, they are found on bit sets (`nearby`). Otherwise the open pairs
fall into components that do not depend on each other, and each has a search of its own.
It requires that some pair of cells differs from the known solution. A clause then
requires the next solution to differ in another place, until there is none or the limit
of conflicts is reached.

Once it is proven that every other solution differs in certain places, and only the
regions there are replaced, every other solution of the new puzzle differs in the new
regions: one that does not would solve the old puzzle too. These *suspects* are all that
the next search considers.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import clingo

from galaxies_asp.asp.program import Program
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.fast import rules
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.fixpoint import (
    MAX_BITS,
    labels_of,
    lists_of,
    open_lists,
    settled,
)
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.generating.nearby import Dots, NearbySearch, united

_OPTIONS = (
    "0",
    "--restart-on-model",
    "--enum-mode=record",
    "--eq=0",
    "--trans-ext=no",
    "--lookahead=atom,1",
)
_MOST_PAIRS = 3_500
"""The open pairs of a component up to which it is searched.

With more, the limit of conflicts is reached before a proof in nearly all puzzles.
"""


@dataclass(frozen=True)
class Effort:
    """The cost of a proof."""

    choices: int = 0
    conflicts: int = 0


@dataclass(frozen=True)
class Alternatives:
    """The differences between a known solution and others.

    Attributes
    ----------
    places
        For each place where another solution differs, the dots whose regions take part.
        No dot is in two places.
    undecided
        The dots of the components in which the limit was reached and nothing found.
    suspects
        Every other solution differs in the region of one of these dots.
    """

    places: tuple[Dots, ...]
    undecided: Dots
    suspects: Dots

    @property
    def unique(self) -> bool:
        """Whether it is proven that there is no other solution."""
        return not self.suspects


def alternatives(
    solution: Solution, most_conflicts: int, suspects: Iterable[int] | None = None
) -> Alternatives:
    """Return where other solutions of a puzzle differ from a solution.

    Parameters
    ----------
    most_conflicts
        The limit of conflicts of a search.
    suspects
        Dots, of which one has another region in every other solution; by default all.
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
    among = frozenset(range(len(regions)) if suspects is None else suspects)
    state = settled(board)
    nearby = NearbySearch(state, regions, among)
    if state.taken == board.cells or nearby.run():
        places = tuple(nearby.places)
        return Alternatives(places, frozenset(), frozenset().union(*places))
    labels = labels_of(board, regions)
    return _searched(lists_of(state), labels, most_conflicts, among)


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


def proof(puzzle: Puzzle) -> Effort:
    """Return the cost of proving that a puzzle has one solution, which it has."""
    pairs = open_lists(puzzle)
    if not pairs.dots:
        return Effort()
    program = Program(["2"])
    program.add_ground_rules(rules.rules(pairs))
    program.search()
    statistics = program.statistics
    if statistics["summary"]["models"]["enumerated"] != 1:
        raise AssertionError("a puzzle that was proven unique has another solution")
    solving = statistics["solving"]["solvers"]
    return Effort(int(solving["choices"]), int(solving["conflicts"]))


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
        for place in united(differing):
            if place & suspects:
                places.append(place)
                for atom in [a for a, party in parties.items() if party & place]:
                    del parties[atom]
        targets.intersection_update(parties)
        model.context.add_clause(sorted(targets))

    return places, bool(program.search(note).exhausted)
