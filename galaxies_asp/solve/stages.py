"""A search in stages, for a first solution of boards with few dots.

The search of the whole program is interrupted after some conflicts. Then random parts
of it are searched, each for a short time, and the whole program again, with twice the
conflicts each time. A solution of a part is one of the puzzle; that there is none
excludes nothing. The search is complete, because it ends only with the whole program.
"""

from collections.abc import Iterator
from typing import Any, cast

import clingo

from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.fast import rules
from galaxies_asp.fast.lists import PairLists
from galaxies_asp.fast.restricted import Part, Parts

FIRST_CONFLICTS = 100
"""The conflicts of the first search."""

PART_CONFLICTS = 2500
"""The conflicts after which a part is given up."""

SHARE = 8
"""The conflicts in parts for each conflict in the whole program."""

_LEAST = 100
"""A part counts at least as much, because making its program takes time."""

OPTIONS = ("--configuration=jumpy", "--sign-def=pos")
"""The options of clingo for parts; see `benchmarks/sparse.py`."""


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
    seed
        Random seed of the parts.
    """

    def __init__(
        self, program: Program, pairs: PairLists, models: int, seed: int = 0
    ) -> None:
        self.name = program.name
        self.exhausted = False
        self._program = program
        self._pairs = pairs
        self._models = models
        self._seed = seed

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
        parts: Parts | None = None
        conflicts, number = FIRST_CONFLICTS, 0
        while True:
            settings.solve_limit = str(conflicts)
            found = False
            for model in self._program.models():
                found = True
                yield model, [atom for atom in atoms if model.is_true(atom)]
            if found or self._program.exhausted:
                return
            parts = parts or Parts(self._pairs, self._seed)
            left = SHARE * conflicts
            while left > 0:
                number += 1
                part = parts.next()
                smaller = self._program_of(part, number)
                for model in smaller.models():
                    taken = [
                        old + 1
                        for new, old in enumerate(part.numbers, 1)
                        if model.is_true(new)
                    ]
                    yield cast(clingo.Model, _Taken(set(taken))), taken
                    return
                spent = int(smaller.statistics["solving"]["solvers"]["conflicts"])
                left -= max(spent, _LEAST)
                parts.follow(part, smaller.exhausted, spent)
            conflicts *= 2

    def _program_of(self, part: Part, seed: int) -> Program:
        options = ["1", f"--solve-limit={PART_CONFLICTS}", f"--seed={seed}", *OPTIONS]
        smaller = Program(options, name=self.name)
        smaller.add_ground_rules(rules.rules(part.pairs))
        return smaller
