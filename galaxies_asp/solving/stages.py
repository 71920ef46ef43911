"""A search in stages, for a first solution of boards with few dots.

The search of the whole program is interrupted after some conflicts, and goes on later
with twice as many. In between, random parts of it are searched, each for a short time;
a solution of a part is one of the puzzle, and that there is none excludes nothing. If
this does not help, a partial solution is improved, too, one window at a time. The
search is complete, because without a solution it ends only with the whole program.
"""

from collections.abc import Iterator
from typing import Any, cast

import clingo

from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.restricted import Parts
from galaxies_asp.solving.windows import LEAST, OPTIONS, Windows

FIRST_CONFLICTS = 100
"""The conflicts of the first search."""

PART_CONFLICTS = 2500
"""The conflicts after which a part is given up."""

WINDOWS_FROM = 800
"""The conflicts in the whole program from which on windows are searched, too."""

PARTS_SHARE, WINDOWS_SHARE = 8, 48
"""The conflicts in parts, and in windows, for each conflict in the whole program."""


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
    puzzle
        The board.
    models
        The greatest number of models; 0 for all.
    seed
        Random seed of the parts and windows.
    """

    def __init__(
        self,
        program: Program,
        pairs: PairLists,
        puzzle: Puzzle,
        models: int,
        seed: int = 0,
    ) -> None:
        self.name = program.name
        self.exhausted = False
        self._program = program
        self._pairs = pairs
        self._puzzle = puzzle
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
        others: tuple[tuple[_Parts | Windows, int], ...] = ()
        conflicts = FIRST_CONFLICTS
        while True:
            settings.solve_limit = str(conflicts)
            found = False
            for model in self._program.models():
                found = True
                yield model, [atom for atom in atoms if model.is_true(atom)]
            if found or self._program.exhausted:
                return
            others = others or (
                (_Parts(self.name, self._pairs, self._seed), PARTS_SHARE),
                (
                    Windows(self.name, self._pairs, self._puzzle, self._seed),
                    WINDOWS_SHARE,
                ),
            )
            for other, share in others if conflicts >= WINDOWS_FROM else others[:1]:
                taken = other.search(share * conflicts)
                if taken is not None:
                    yield cast(clingo.Model, _Taken(taken)), sorted(taken)
                    return
            conflicts *= 2


class _Parts:
    """Searches of random parts."""

    def __init__(self, name: str, pairs: PairLists, seed: int) -> None:
        self._name = name
        self._parts = Parts(pairs, seed)
        self._number = 0

    def search(self, conflicts: int) -> set[int] | None:
        """Return the atoms of a solution, or None after this number of conflicts."""
        while conflicts > 0:
            self._number += 1
            part = self._parts.next()
            limit = f"--solve-limit={PART_CONFLICTS}"
            program = Program(
                ["1", limit, f"--seed={self._number}", *OPTIONS], name=self._name
            )
            program.add_ground_rules(rules.rules(part.pairs))
            for model in program.models():
                return {old + 1 for old in _chosen(part.numbers, model)}
            spent = int(program.statistics["solving"]["solvers"]["conflicts"])
            conflicts -= max(spent, LEAST)
            self._parts.follow(part, program.exhausted, spent)
        return None


def _chosen(numbers: list[int], model: clingo.Model) -> Iterator[int]:
    """Yield those numbers whose atoms, counted from 1, are true."""
    return (number for atom, number in enumerate(numbers, 1) if model.is_true(atom))
