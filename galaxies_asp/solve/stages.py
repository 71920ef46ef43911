"""A search in stages, for a first solution of boards with few dots.

The search of the whole program is interrupted after some conflicts. Then random subsets
of the pairs are searched, each for a short time, and the whole program again, with
twice the conflicts each time. A solution among a subset is one of the puzzle; that
there is none excludes nothing. The search is complete, because it ends only with the
whole program.
"""

from collections.abc import Iterator
from typing import Any, cast

import clingo

from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.fast import rules
from galaxies_asp.fast.lists import PairLists
from galaxies_asp.fast.restricted import Subsets, part

FIRST_CONFLICTS = 2000
"""The conflicts of the first search."""

SUBSET_CONFLICTS = 2500
"""The conflicts after which a subset is given up."""

SHARE = 8
"""The conflicts in subsets for each conflict in the whole program."""

_LEAST = 100
"""A subset counts at least as much, because making its program takes time."""

OPTIONS = ("--configuration=jumpy",)
"""The options of clingo for subsets; see `benchmarks/sparse.py`."""


class _Taken:
    """What is read of a model: the atoms that are true."""

    def __init__(self, atoms: set[int]) -> None:
        self._atoms = atoms

    def is_true(self, atom: int) -> bool:
        return atom in self._atoms


class StagedProgram:
    """The program of open pairs; see `Program` for what its members mean.

    Parameters
    ----------
    program
        The whole program, with the pairs as its atoms 1 to n.
    pairs
        The open pairs.
    models
        The greatest number of models; 0 for all.
    """

    def __init__(self, program: Program, pairs: PairLists, models: int) -> None:
        self.name = program.name
        self.exhausted = False
        self._program = program
        self._pairs = pairs
        self._models = models

    @property
    def messages(self) -> tuple[str, ...]:
        """The warnings of clingo."""
        return self._program.messages

    @property
    def statistics(self) -> dict[str, Any]:
        """The statistics of clingo about the last search of the whole program."""
        return self._program.statistics

    def models(self, assumptions: Assumptions = ()) -> Iterator[clingo.Model]:
        """Yield the models; each is valid until the next one is asked for."""
        whole = self._program
        settings = cast(Any, whole.control.configuration.solve)
        if not assumptions:
            settings.models = 1
            taken: list[int] = []
            for model, atoms in self._first_model(settings):
                taken = atoms
                yield model
            self.exhausted = whole.exhausted
            if self.exhausted or self._models == 1:
                return
            with whole.control.backend() as backend:
                backend.add_rule([], taken)
            settings.models = max(0, self._models - 1)
        settings.solve_limit = "umax"
        yield from whole.models(assumptions)
        self.exhausted = whole.exhausted

    def _first_model(self, settings: Any) -> Iterator[tuple[clingo.Model, list[int]]]:
        """Yield at most one model, with its true atoms."""
        atoms = range(1, len(self._pairs.dots) + 1)
        subsets: Subsets | None = None
        conflicts, number = FIRST_CONFLICTS, 0
        while True:
            settings.solve_limit = str(conflicts)
            found = False
            for model in self._program.models():
                found = True
                yield model, [atom for atom in atoms if model.is_true(atom)]
            if found or self._program.exhausted:
                return
            subsets = subsets or Subsets(self._pairs)
            left = SHARE * conflicts
            while left > 0:
                number += 1
                subset = subsets.next()
                smaller = self._program_of(subset, number)
                for model in smaller.models():
                    taken = [
                        old + 1
                        for new, old in enumerate(subset, 1)
                        if model.is_true(new)
                    ]
                    yield cast(clingo.Model, _Taken(set(taken))), taken
                    return
                if smaller.exhausted and len(subset) == len(self._pairs.dots):
                    break  # the search of the whole program ends soon
                spent = int(smaller.statistics["solving"]["solvers"]["conflicts"])
                left -= max(spent, _LEAST)
                subsets.follow(smaller.exhausted, spent)
            conflicts *= 2

    def _program_of(self, subset: list[int], seed: int) -> Program:
        options = ["1", f"--solve-limit={SUBSET_CONFLICTS}", f"--seed={seed}", *OPTIONS]
        smaller = Program(options, name=self.name)
        smaller.add_ground_rules(rules.rules(part(self._pairs, subset)))
        return smaller
