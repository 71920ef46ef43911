"""Other solutions of a puzzle, close to a known one.

The open pairs fall into components that do not depend on each other, and each has a
search of its own. It requires that some pair of cells differs from the known solution,
and a domain heuristic prefers the known solution everywhere else. It finds solutions
that differ in one place after a few conflicts, where a search from scratch would need
thousands. A clause then requires the next solution to differ in another place, until
there is none or the limit of conflicts is reached. The proof that there is none runs
without the heuristic, which makes it shorter.
"""

from dataclasses import dataclass, field
from typing import Any

import clingo

from galaxies_asp.asp.program import Program
from galaxies_asp.fast import rules
from galaxies_asp.fast.components import components
from galaxies_asp.fast.fixpoint import open_lists
from galaxies_asp.fast.lists import PairLists
from galaxies_asp.puzzle import Puzzle, Solution

_LOOK = 300
"""Conflicts before the search drops its advice and tries a proof."""

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
    """

    places: tuple[Dots, ...]
    undecided: Dots

    @property
    def unique(self) -> bool:
        """Whether it is proven that there is no other solution."""
        return not self.places and not self.undecided


@dataclass(frozen=True)
class Alternatively:
    """Looks for other solutions of puzzles that have most components in common.

    Parameters
    ----------
    most_conflicts
        The limit of conflicts of a search.
    """

    most_conflicts: int
    _proven: set[str] = field(default_factory=set)

    def of(self, solution: Solution) -> Alternatives:
        """Return where other solutions of its puzzle differ from a solution."""
        ours = [label for row in solution.rows() for label in row]
        places: list[Dots] = []
        undecided: Dots = frozenset()
        for pairs in components(open_lists(solution.puzzle)):
            search = _Search(pairs, ours)
            if not search.is_needed or search.text in self._proven:
                continue
            found, exhausted = search.run(self.most_conflicts)
            if found:
                places += found
            elif exhausted:
                self._proven.add(search.text)
            else:
                undecided |= frozenset(pairs.dots)
        return Alternatives(tuple(places), undecided)


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


class _Search:
    """The search in one component, given all labels of the known solution."""

    def __init__(self, pairs: PairLists, labels: list[int]) -> None:
        self._pairs = pairs
        # The dots that take part if another pair is taken.
        self._parties = {
            atom: {dot, labels[cell], labels[image]}
            for atom, (dot, cell, image) in enumerate(
                zip(pairs.dots, pairs.cells, pairs.images, strict=True), 1
            )
            if labels[cell] != dot
        }
        others = " ".join(f"-{atom}" for atom in self._parties)
        elsewhere = f"1 0 0 0 {len(self._parties)} {others}\n"
        self.text = rules.rules(pairs) + elsewhere

    @property
    def is_needed(self) -> bool:
        """Whether there are pairs that the known solution does not take."""
        return bool(self._parties)

    def run(self, most_conflicts: int) -> tuple[list[Dots], bool]:
        """Return places, and whether there are no others."""
        # The conflicts are limited, so that a search is short.
        program = Program(
            ["0", "--restart-on-model", "--enum-mode=record", "--heuristic=Domain"],
            short_searches=True,
        )
        program.add_ground_rules(self.text + self._advice())
        found, exhausted = self._search(program, min(_LOOK, most_conflicts))
        if not exhausted and not found and most_conflicts > _LOOK:
            configuration: Any = program.control.configuration
            configuration.solver.heuristic = "Vsids"
            found, exhausted = self._search(program, most_conflicts)
        return found, exhausted

    def _search(self, program: Program, most_conflicts: int) -> tuple[list[Dots], bool]:
        left = dict(self._parties)
        places: list[Dots] = []

        def note(model: clingo.Model) -> None:
            taken = {atom.number for atom in model.symbols(shown=True)}
            new = _united([left[atom] for atom in sorted(taken & left.keys())])
            places.extend(new)
            for place in new:
                for atom in [atom for atom in left if not place.isdisjoint(left[atom])]:
                    del left[atom]
            model.context.add_clause(list(left))

        configuration: Any = program.control.configuration
        configuration.solve.solve_limit = str(most_conflicts)
        exhausted = bool(program.search(note).exhausted)
        return places, exhausted

    def _advice(self) -> str:
        """Prefer the pairs of the known solution; show those of others by number."""
        lines = []
        for atom in range(1, len(self._pairs.dots) + 1):
            if atom in self._parties:
                lines.append(f"7 1 {atom} -1 1 0\n4 {len(str(atom))} {atom} 1 {atom}\n")
            else:
                lines.append(f"7 1 {atom} 1 1 0\n")
        return "".join(lines)


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
