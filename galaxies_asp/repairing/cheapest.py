"""The search for the cheapest repairs of any family, from the bottom up.

For a cost of 1, 2, and so on, changed puzzles are proposed and challenged until one has
a single solution, or none is left: then every repair costs more.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import ClassVar, Generic, TypeVar

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.galaxies import AnyBoard
from galaxies_asp.core.result import AnyResult
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.repairing.changes import Allowed, Repair
from galaxies_asp.solving.search import solve

Witness = TypeVar("Witness")
"""What a changed puzzle with a solution is read as."""


class Proposer(ABC, Generic[Witness]):
    """Proposes changed puzzles that have a solution; learns from what is refuted."""

    _prefix: ClassVar[str]
    """The start of the names of the changes in the encoding."""
    _program: Program

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._budget: int | None = None
        self._grounded: set[int] = set()

    @abstractmethod
    def propose(self) -> Witness | None:
        """Return a changed puzzle against which nothing is known, or None."""

    def bound_cost(self, cost: int | None) -> None:
        """Let the changes cost at most this, or anything."""
        if self._budget is not None:
            self._assign(self._budget, value=False)
        self._budget = cost
        if cost is None:
            return
        if cost not in self._grounded:
            self._grounded.add(cost)
            self._program.ground(("budget", [clingo.Number(cost)]))
        self._assign(cost, value=True)

    def _assign(self, budget: int, *, value: bool) -> None:
        atom = clingo.Function(f"{self._prefix}budget", [clingo.Number(budget)])
        self._program.control.assign_external(atom, value)

    def has_more(self) -> bool:
        """Tell whether there might be something to propose if more were allowed."""
        budget = self._budget
        self.bound_cost(None)
        more = self.propose() is not None
        self.bound_cost(budget)
        return more


@dataclass(frozen=True, slots=True)
class RepairTask:
    """A puzzle, the allowed changes, and the number of repairs wanted.

    `models` is 1 for the likeliest of the cheapest repairs, 0 for all cheapest ones, or
    any number of these. The puzzle names its variants of the rules.
    """

    sheet: AnySheet
    allowed: Allowed
    models: int = 1
    rules: Rules = STANDARD


@dataclass(frozen=True, slots=True)
class RepairProgress:
    """The state of the search; `at_least` is a lower bound of the cost."""

    at_least: int
    proposals: int
    rivals: int


Event = AnyResult | RepairProgress | Repair


class CheapestSearch(ABC, Generic[Witness]):
    """The state of one search."""

    _proposer: Proposer[Witness]

    def __init__(self, task: RepairTask) -> None:
        self._task = task
        self._at_least = 1
        self._proposals = self._rivals = 0
        self._best: Repair | None = None
        self._equals: list[Repair] = []  # all that cost as much as the best one

    def events(self) -> Iterator[Event]:
        """Yield the result for the original puzzle, and repairs and progress."""
        before = self._solved(self._task.sheet)
        yield before
        if before.status == "unique" or (yield from self._begun(before)):
            return
        yield from self._cheapest()
        if self._best is not None and self._task.models != 1:
            self._proposer.bound_cost(self._best.cost)
            yield from self._others()

    @abstractmethod
    def _begun(self, before: AnyResult) -> Generator[Event, None, bool]:
        """Make the proposer; or return that the repairs that are yielded are enough."""

    @abstractmethod
    def _challenged(self, witness: Witness) -> Generator[Event, None, bool]:
        """Yield a repair, or refute a proposal; return whether this level is done."""

    @abstractmethod
    def _exclude(self, repairs: Iterable[Repair]) -> None:
        """Let these repairs not be proposed again."""

    def _solved(self, board: AnyBoard) -> AnyResult:
        """Search for two solutions of a puzzle."""
        return solve(board, 2, rules=self._task.rules)

    def _is_poor(self, cost: float) -> bool:
        """Tell whether no repair of at most this cost is known."""
        return self._best is None or self._best.cost > cost

    def _cheapest(self) -> Iterator[Event]:
        """Find a cheapest repair, if there is one."""
        for cost in count(self._at_least):
            if not self._is_poor(cost):
                return
            self._proposer.bound_cost(cost)
            yield from self._next()
            if not self._is_poor(cost) or not self._proposer.has_more():
                return
            self._at_least = cost + 1
            yield self._progress()

    def _others(self) -> Iterator[Event]:
        """Find further repairs of the same cost."""
        known = 0
        while not self._task.models or len(self._equals) < self._task.models:
            self._exclude(self._equals[known:])
            known = len(self._equals)
            yield from self._next()
            if known == len(self._equals):
                return

    def _next(self) -> Iterator[Event]:
        """Challenge proposals until one has a single solution or none is left."""
        while (witness := self._proposer.propose()) is not None:
            self._proposals += 1
            if (yield from self._challenged(witness)):
                return

    def _noted(self, repair: Repair) -> Repair:
        """Note the best repair."""
        if not self._is_poor(repair.cost) and self._best is not None:
            self._equals.append(repair)
        else:
            self._equals = [repair]
        self._best = repair
        return repair

    def _progress(self) -> RepairProgress:
        return RepairProgress(self._at_least, self._proposals, self._rivals)
