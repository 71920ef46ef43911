"""What proposes changed puzzles: a program in which the changes are choices."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

import clingo

from galaxies_asp.core.asp.program import Program
from galaxies_asp.repairing.changes import Allowed

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
