"""Other solutions of a puzzle, close to a known one.

The search requires that some pair of cells differs from the known solution, and a
domain heuristic prefers the known solution everywhere else. It finds solutions that
differ in one place after a few conflicts, where a search from scratch would need
thousands. A clause then requires the next solution to differ in another place, until
there is none or the limit of conflicts is reached. The proof of uniqueness runs without
the heuristic, which makes it shorter.
"""

from dataclasses import dataclass

import clingo
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.asp.program import Program
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_pairs
from galaxies_asp.fast.pairs import OpenPairs
from galaxies_asp.puzzle import NO_DOT, Labels, Solution

_LOOK = 300
"""Conflicts before the search drops its advice and tries a proof."""


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
    complete
        Whether all places are known: without any, the solution is the only one.
    undecided
        (n,): the dots about which something was left to be decided by search.
    effort
        The cost of the last search: the proof, if there is one.
    """

    places: tuple[frozenset[int], ...]
    complete: bool
    undecided: NDArray[np.int32]
    effort: Effort

    @property
    def unique(self) -> bool:
        """Whether it is proven that there is no other solution."""
        return self.complete and not self.places


def alternatives(solution: Solution, most_conflicts: int) -> Alternatives:
    """Look for other solutions of the puzzle of a solution.

    Parameters
    ----------
    solution
        It keeps the rules.
    most_conflicts
        The limit of conflicts of a search.
    """
    pairs = open_pairs(solution.puzzle)
    if not pairs.dots.size:
        return Alternatives((), True, pairs.dots, Effort())
    search = _Search(pairs, solution.labels)
    found = search.run(min(_LOOK, most_conflicts), advised=True)
    if not found.complete and not found.places and most_conflicts > _LOOK:
        found = search.run(most_conflicts, advised=False)
    return found


class _Search:
    def __init__(self, pairs: OpenPairs, labels: Labels) -> None:
        self._pairs = pairs
        self._undecided = np.unique(pairs.dots)
        flat = labels.ravel()
        self._ours = flat[pairs.cells] == pairs.dots
        self._others = np.flatnonzero(~self._ours)
        # The dots that take part if another pair is taken.
        self._parties = np.stack(
            [pairs.dots, flat[pairs.cells], flat[pairs.images]], axis=1
        )
        self._dots = int(flat.max(initial=NO_DOT)) + 1

    def run(self, most_conflicts: int, *, advised: bool) -> Alternatives:
        options = ["0", f"--solve-limit={most_conflicts}", "--restart-on-model"]
        if advised:
            options.append("--heuristic=Domain")
        # The conflicts are limited, so that a search is short.
        program = Program([*options, "--enum-mode=record"], short_searches=True)
        text = [rules.rules(self._pairs.lists()), self._elsewhere()]
        if advised:
            text.append(self._advice())
        program.add_ground_rules("".join(text))
        places: list[frozenset[int]] = []
        found = np.zeros(self._dots, dtype=bool)

        def note(model: clingo.Model) -> None:
            truth = [model.is_true(atom + 1) for atom in self._others.tolist()]
            new = self._places(self._parties[self._others[truth]])
            places.extend(place for place in new if not found[list(place)].any())
            for place in new:
                found[list(place)] = True
            elsewhere = ~found[self._parties[self._others]].any(axis=1)
            model.context.add_clause((self._others[elsewhere] + 1).tolist())

        exhausted = program.search(note).exhausted
        solvers = program.control.statistics["solving"]["solvers"]
        return Alternatives(
            tuple(places),
            bool(exhausted),
            self._undecided,
            Effort(int(solvers["choices"]), int(solvers["conflicts"])),
        )

    def _elsewhere(self) -> str:
        """Demand that some pair of another solution is taken."""
        atoms = (self._others + 1).tolist()
        return f"1 0 0 0 {len(atoms)} " + " ".join(f"-{a}" for a in atoms) + "\n"

    def _advice(self) -> str:
        """Say that pairs of the known solution are true rather than false."""
        signs = np.where(self._ours, 1, -1).tolist()
        return "".join(f"7 1 {a} {sign} 1 0\n" for a, sign in enumerate(signs, 1))

    @staticmethod
    def _places(parties: NDArray[np.int32]) -> list[frozenset[int]]:
        """Unite the parties of all pairs that have one in common."""
        places: list[set[int]] = []
        for row in parties.tolist():
            place = set(row)
            apart = []
            for other in places:
                if other & place:
                    place |= other
                else:
                    apart.append(other)
            places = [*apart, place]
        return [frozenset(place) for place in places]
