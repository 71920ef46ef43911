"""A search in stages, for a first solution of boards with few dots.

The search of the whole program is interrupted after some conflicts, and goes on later
with twice as many. In between, random parts of it are searched, each for a short time;
a solution of a part is one of the puzzle, and that there is none excludes nothing. If
this does not help, a partial solution is improved, too, one window at a time. The
search is complete, because without a solution it ends only with the whole program.
"""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import clingo

from galaxies_asp.asp.program import Assumptions, Program
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.restricted import PartialSolution, Parts

FIRST_CONFLICTS = 100
"""The conflicts of the first search."""

PART_CONFLICTS = 2500
"""The conflicts after which a part is given up."""

WINDOWS_FROM = 800
"""The conflicts in the whole program from which on windows are searched, too."""

PARTS_SHARE, WINDOWS_SHARE = 8, 48
"""The conflicts in parts, and in windows, for each conflict in the whole program."""

WINDOW_CONFLICTS = 1000
"""The conflicts after which the best solution of a window is taken."""

LEAST = 100
"""Each search counts at least as much, because making its program takes time."""

OPTIONS = ("--configuration=jumpy", "--sign-def=pos")
"""The options of clingo for windows and for parts; see `benchmarks/sparse.py`."""


class StagedProgram(Program):
    """The program of open pairs, with the pairs as its atoms 1 to n.

    Parameters
    ----------
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
        options: Sequence[str],
        name: str,
        pairs: PairLists,
        puzzle: Puzzle,
        models: int,
        seed: int = 0,
    ) -> None:
        super().__init__(options, name=name)
        self._pairs, self._puzzle = pairs, puzzle
        self._models, self._seed = models, seed

    def models(
        self, assumptions: Assumptions = (), deadline: float | None = None
    ) -> Iterator[clingo.Model]:
        """Yield the models; each is valid until the next one is asked for."""
        settings = cast(Any, self.control.configuration.solve)
        if not assumptions:
            settings.models = 1
            taken: list[int] = []
            for model in self._first_model(settings, deadline):
                atoms = range(1, len(self._pairs.dots) + 1)
                taken = [atom for atom in atoms if model.is_true(atom)]
                yield model
            if self.exhausted or self._models == 1:
                return
            with self.control.backend() as backend:
                backend.add_rule([], taken)
            settings.models = max(0, self._models - 1)
        settings.solve_limit = "umax"
        yield from super().models(assumptions, deadline)

    def _first_model(
        self, settings: Any, deadline: float | None
    ) -> Iterator[clingo.Model]:
        """Yield at most one model."""
        conflicts = FIRST_CONFLICTS
        parts: _Parts | None = None
        while True:
            settings.solve_limit = str(conflicts)
            found = False
            for model in super().models(deadline=deadline):
                found = True
                yield model
            if found or self.exhausted:
                return
            if parts is None:
                parts = _Parts(self.name, self._pairs, self._seed)
                windows = Windows(self.name, self._pairs, self._puzzle, self._seed)
            taken = parts.search(PARTS_SHARE * conflicts)
            if taken is None and conflicts >= WINDOWS_FROM:
                taken = windows.search(WINDOWS_SHARE * conflicts)
            if taken is not None:
                # Of a model, only `is_true` is asked.
                yield cast(clingo.Model, SimpleNamespace(is_true=taken.__contains__))
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
                numbers = enumerate(part.numbers, 1)
                return {old + 1 for atom, old in numbers if model.is_true(atom)}
            spent = int(program.statistics["solving"]["solvers"]["conflicts"])
            conflicts -= max(spent, LEAST)
            self._parts.follow(part, program.exhausted, spent)
        return None


class Windows:
    """Searches of windows, which improve a partial solution.

    Parameters
    ----------
    name
        What error messages call the program.
    pairs, puzzle, seed
        See `PartialSolution`.

    Attributes
    ----------
    solution
        The partial solution.
    """

    def __init__(
        self, name: str, pairs: PairLists, puzzle: Puzzle, seed: int = 0
    ) -> None:
        self._name = name
        self.solution = PartialSolution(pairs, puzzle, seed)
        self._number = 0

    def search(self, conflicts: int) -> set[int] | None:
        """Return the atoms of a solution, or None after this number of conflicts."""
        solution = self.solution
        while conflicts > 0:
            self._number += 1
            window = solution.window()
            program = Program(
                [
                    *("0", f"--opt-mode=opt,{window.bound}"),
                    *(f"--solve-limit={WINDOW_CONFLICTS}", f"--seed={self._number}"),
                    *OPTIONS,
                ],
                name=self._name,
                short_searches=True,
            )
            program.add_ground_rules(rules.relaxed(window.pairs, window.weights))
            shown = None
            for model in program.models():
                shown = model.symbols(shown=True)
            taken = (
                window.given_up
                if shown is None
                else {window.numbers[atom.number - 1] for atom in shown}
            )
            conflicts -= LEAST if program.exhausted else WINDOW_CONFLICTS
            solution.follow(window, taken, program.exhausted)
            if solution.is_solved:
                return {pair + 1 for pair in solution.best}
        return None
