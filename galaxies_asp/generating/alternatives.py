"""Other solutions of a puzzle, close to a known one.

The open pairs fall into components that do not depend on each other, and each has a
search of its own. It requires that some pair of cells differs from the known solution,
and a domain heuristic prefers the known solution everywhere else. It finds solutions
that differ in one place after a few conflicts, where a search from scratch would need
thousands. A clause then requires the next solution to differ in another place, until
there is none or the limit of conflicts is reached. The proof that there is none runs
without the heuristic, which makes it shorter.

Once it is proven that every other solution differs in certain places, and only the
regions there are replaced, every other solution of the new puzzle differs in the new
regions: one that does not would solve the old puzzle too. These *suspects* are all that
the next search considers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import clingo

from galaxies_asp.asp.program import Program
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_lists
from galaxies_asp.fast.lists import PairLists
from galaxies_asp.fast.restricted import components

_OPTIONS = (
    "0",
    "--restart-on-model",
    "--enum-mode=record",
    "--heuristic=Domain",
    "--eq=0",
    "--trans-ext=no",
    "--lookahead=atom,1",
)
_ADVISED = 300
"""Conflicts before the search drops its advice and tries a proof."""
_MOST_PAIRS = 3_500
"""The open pairs of a component up to which it is searched.

With more, the limit of conflicts is reached before a proof in nearly all puzzles.
"""

Dots = frozenset[int]


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
    ours = [label for row in solution.rows() for label in row]
    if suspects is None:
        suspects = range(len(solution.puzzle.centers))
    among = frozenset(suspects)
    places: list[Dots] = []
    undecided: Dots = frozenset()
    left: Dots = frozenset()
    for pairs in components(open_lists(solution.puzzle)):
        here = among & frozenset(pairs.dots)
        search = _ComponentSearch(pairs, ours, here)
        if not search.is_needed:
            continue
        new, exhausted = search.run(most_conflicts)
        places += new
        left = left.union(*new) if exhausted else left.union(here, *new)
        if not new and not exhausted:
            undecided |= frozenset(pairs.dots)
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


class _ComponentSearch:
    """The search in one component, given all labels of the known solution.

    Every other solution differs in one of the suspects.
    """

    def __init__(self, pairs: PairLists, labels: list[int], suspects: Dots) -> None:
        self._pairs = pairs
        self._labels = labels
        self._suspects = suspects
        self._others = [
            atom
            for atom, (dot, cell) in enumerate(
                zip(pairs.dots, pairs.cells, strict=True), 1
            )
            if labels[cell] != dot
        ]
        self._targets = [
            atom for atom in self._others if not suspects.isdisjoint(self._party(atom))
        ]

    def _party(self, atom: int) -> tuple[int, int, int]:
        """Return the dots that take part if another pair is taken."""
        pairs, labels = self._pairs, self._labels
        cell, image = pairs.cells[atom - 1], pairs.images[atom - 1]
        return pairs.dots[atom - 1], labels[cell], labels[image]

    @property
    def is_needed(self) -> bool:
        """Whether there are pairs in which another solution may differ."""
        return bool(self._targets)

    def run(self, most_conflicts: int) -> tuple[list[Dots], bool]:
        """Return places, and whether there are no others."""
        if len(self._pairs.dots) > _MOST_PAIRS:
            return [], False
        # The conflicts are limited, so that a search is short.
        program = Program(_OPTIONS, short_searches=True)
        program.add_ground_rules(
            rules.rules(self._pairs) + self._elsewhere() + self._advice()
        )
        places, exhausted = self._search(program, min(_ADVISED, most_conflicts))
        if not exhausted and not places and most_conflicts > _ADVISED:
            configuration: Any = program.control.configuration
            configuration.solver.heuristic = "Vsids"
            places, exhausted = self._search(program, most_conflicts)
        return places, exhausted

    def _search(self, program: Program, most_conflicts: int) -> tuple[list[Dots], bool]:
        left = {atom: self._party(atom) for atom in self._others}
        targets = set(self._targets)
        places: list[Dots] = []

        def note(model: clingo.Model) -> None:
            taken = [set(left[atom]) for atom in left if model.is_true(atom)]
            for place in _united(taken):
                if place.isdisjoint(self._suspects):
                    continue
                places.append(place)
                for atom in [atom for atom in left if not place.isdisjoint(left[atom])]:
                    del left[atom]
            targets.intersection_update(left)
            model.context.add_clause(sorted(targets))

        configuration: Any = program.control.configuration
        configuration.solve.solve_limit = str(most_conflicts)
        exhausted = bool(program.search(note).exhausted)
        return places, exhausted

    def _elsewhere(self) -> str:
        """Require that a target is taken."""
        others = " ".join(f"-{atom}" for atom in self._targets)
        return f"1 0 0 0 {len(self._targets)} {others}\n"

    def _advice(self) -> str:
        """Prefer the pairs of the known solution, in every decision."""
        others = "".join(f"7 1 {atom} -1 1 0\n" for atom in self._others)
        known = set(range(1, len(self._pairs.dots) + 1)).difference(self._others)
        return others + "".join(f"7 1 {atom} 1 1 0\n" for atom in sorted(known))


def _united(parties: list[set[int]]) -> list[Dots]:
    """Unite the parties that have a dot in common."""
    places: list[set[int]] = []
    for party in parties:
        place = set(party)
        apart = []
        for other in places:
            if other & place:
                place |= other
            else:
                apart.append(other)
        places = [*apart, place]
    return [frozenset(place) for place in places]
