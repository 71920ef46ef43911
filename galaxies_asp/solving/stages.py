"""A search in stages, for a first solution of boards with few dots.

A local search and that of the whole program take turns, each time with more effort. The
local search finds solutions; only the other one finds that there are none, or no more.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from types import SimpleNamespace
from typing import cast

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.program import Assumptions, Program
from galaxies_asp.fast.covering import cover
from galaxies_asp.fast.pairs import PairLists

FIRST_WORK, FIRST_WORK_OF_A_PAIR, FIRST_CONFLICTS = 3_000_000, 1000, 100
"""The work of the first local search, 0.1 seconds; more on large boards; and the
conflicts of the first search of the whole program."""

_SEEDS = 1 << 30


class StagedProgram(Program):
    """The program of open pairs, with the pairs as its atoms 1 to n.

    `pairs`: the open pairs. `models`: the greatest number of models; 0 for all. `seed`:
    random seed of the local searches.
    """

    def __init__(
        self,
        options: Sequence[str],
        name: str,
        pairs: PairLists,
        models: int,
        seed: int = 0,
    ) -> None:
        super().__init__(options, name=name)
        self._pairs, self._models, self._seed = pairs, models, seed

    def models(
        self, assumptions: Assumptions = (), deadline: float | None = None
    ) -> Iterator[clingo.Model]:
        """Yield the models; each is valid until the next one is asked for."""
        settings = self.settings
        if not assumptions:
            settings.models = 1
            known = set[frozenset[int]]()
            for taken in self._first(deadline):
                known.add(taken)
                atoms = {pair + 1 for pair in taken}
                # Of a model, only `is_true` is asked.
                yield cast(clingo.Model, SimpleNamespace(is_true=atoms.__contains__))
                if self._models == len(known):
                    return
            if self.exhausted:
                return
            with self.control.backend() as backend:
                for taken in known:
                    backend.add_rule([], [pair + 1 for pair in taken])
            settings.models = max(0, self._models - len(known))
        settings.solve_limit = "umax"
        yield from super().models(assumptions, deadline)

    def _first(self, deadline: float | None) -> Iterator[frozenset[int]]:
        """Yield the pairs of one solution or two, or of none where there is none."""
        n = len(self._pairs.dots)
        work = max(FIRST_WORK, FIRST_WORK_OF_A_PAIR * n, n * n // 100)
        conflicts = FIRST_CONFLICTS
        first: frozenset[int] | None = None
        for seed in count(self._seed):
            taken, uncovered = cover(self._pairs, seed % _SEEDS, work, deadline)
            if not uncovered and taken != first:
                yield taken
            if first is not None:
                return
            if not uncovered:
                first = taken  # another seed may find another one
                continue
            self.settings.solve_limit = str(conflicts)
            for model in super().models(deadline=deadline):
                yield frozenset(one for one in range(n) if model.is_true(one + 1))
                return
            if self.exhausted:
                return
            work += work // 8
            conflicts += conflicts // 4
