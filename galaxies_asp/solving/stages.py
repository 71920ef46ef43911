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

from galaxies_asp.core.asp.program import Assumptions, Program
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.parts import Parts
from galaxies_asp.fast.windows import Windows

FIRST_CONFLICTS = 100
"""The conflicts of the first search."""

WINDOWS_FROM = 800
"""The conflicts in the whole program from which on windows are searched, too."""

PARTS_SHARE, WINDOWS_SHARE = 8, 48
"""The conflicts in parts, and in windows, for each conflict in the whole program."""


class StagedProgram(Program):
    """The program of open pairs, with the pairs as its atoms 1 to n.

    `pairs`: the open pairs. `puzzle`: the board. `models`: the greatest number of
    models; 0 for all. `seed`: random seed of the parts and windows.
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
        parts: Parts | None = None
        while True:
            settings.solve_limit = str(conflicts)
            is_found = False
            for model in super().models(deadline=deadline):
                is_found = True
                yield model
            if is_found or self.exhausted:
                return
            if parts is None:
                parts = Parts(self._pairs, self._seed)
                windows = Windows(self._pairs, self._puzzle, self._seed)
            taken = parts.search(PARTS_SHARE * conflicts)
            if taken is None and conflicts >= WINDOWS_FROM:
                taken = windows.search(WINDOWS_SHARE * conflicts)
            if taken is not None:
                atoms = {number + 1 for number in taken}
                # Of a model, only `is_true` is asked.
                yield cast(clingo.Model, SimpleNamespace(is_true=atoms.__contains__))
                return
            conflicts *= 2
