"""The search for the cheapest repairs, from the bottom up.

For a cost of 1, 2, and so on, changed puzzles are proposed and challenged until one
stands, or none is left: then every repair costs more. Each rival that is found rules
out many puzzles at once, also dearer ones. A puzzle that does not stand is repaired
all the same, by walls or dots against its rivals: not cheaply, but that is something to
show if there is no time for more.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf

from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Puzzle, Solution
from galaxies_asp.repair.changes import (
    APPEARANCE,
    Allowed,
    Change,
    Kind,
    changed,
    changes_between,
    shift,
)
from galaxies_asp.repair.peeling import peeled
from galaxies_asp.repair.proposals import Proposal, Proposer
from galaxies_asp.repair.rivals import Challenge, challenge
from galaxies_asp.solve.result import Result
from galaxies_asp.solve.search import solve


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: a puzzle, what may be changed, and how many repairs are wanted.

    `models` is 1 for a cheapest repair that disturbs the puzzle least, 0 for all
    cheapest ones, or any number of these.
    """

    puzzle: Puzzle
    allowed: Allowed
    models: int = 1


@dataclass(frozen=True)
class Repair:
    """Changes after which the puzzle has exactly one solution.

    Attributes
    ----------
    changes
        What is changed.
    cost
        The sum of their weights.
    solution
        The only solution, of the changed puzzle.
    """

    changes: tuple[Change, ...]
    cost: int
    solution: Solution

    @property
    def puzzle(self) -> Puzzle:
        """The changed puzzle."""
        return self.solution.puzzle

    @property
    def shift(self) -> int:
        """How much the changes disturb the puzzle; see `changes.shift`."""
        return shift(self.changes)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search has come: every repair costs so much `at_least`."""

    at_least: int
    proposals: int
    rivals: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The search has ended by itself: what was asked for has been found and proven.

    It took so many CPU `seconds`.
    """

    seconds: float


Event = Result | Progress | Repair | Exhausted


def search(request: Request) -> Iterator[Event]:
    """Yield what is known of the puzzle itself, then what comes to be known of repairs.

    The last repair of the lowest cost is the best one; if many are wanted, all of this
    cost count.
    """
    started = time.process_time()
    before = solve(request.puzzle, 2)
    yield before
    if before.status != "unique":
        yield from _Hunt(request).events()
    yield Exhausted(time.process_time() - started)


class _Hunt:
    """One search, with what is known so far."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._proposer = Proposer(request.puzzle, request.allowed)
        self._at_least = 1
        self._proposals = self._rivals = 0
        self._fewest = inf
        self._best: Repair | None = None

    def events(self) -> Iterator[Event]:
        yield from self._cheapest()
        if self._best is None:
            return
        self._proposer.allow(self._best.cost)
        if self._request.models == 1:
            yield from self._calmest(self._best)
        else:
            yield from self._others(self._best)

    def _cheapest(self) -> Iterator[Event]:
        """Find a cheapest repair, unless there is none at all."""
        for cost in count(1):
            if self._best is not None and self._best.cost == cost:
                return
            self._proposer.allow(cost)
            for bound in self._bounds(cost):
                self._proposer.calm(bound)
                yield from self._next()
                if self._best is not None and self._best.cost == cost:
                    return
            if not self._proposer.has_more():
                return
            self._at_least = cost + 1
            yield self._progress()

    def _bounds(self, cost: int) -> tuple[int | None, ...]:
        """Return how much to disturb the puzzle: little, more, then anyhow.

        Where dots may hardly move there are far fewer repairs, which are found sooner;
        and if there is one, it is better.
        """
        if self._request.models != 1:
            return (None,)
        return (cost + 1, APPEARANCE * cost + 1, None)

    def _calmest(self, best: Repair) -> Iterator[Event]:
        """Find the repair of the same cost that disturbs the puzzle least."""
        while best.shift:
            self._proposer.calm(best.shift)
            yield from self._next()
            if self._best is best or self._best is None:
                return
            best = self._best

    def _others(self, best: Repair) -> Iterator[Event]:
        """Find further repairs of the same cost."""
        found = 1
        while found != self._request.models:
            self._proposer.forget(best.puzzle)
            yield from self._next()
            if self._best is best or self._best is None:
                return
            best = self._best
            found += 1

    def _next(self) -> Iterator[Event]:
        """Challenge what is proposed until a puzzle stands or none is left."""
        before = self._best
        while proposal := self._proposer.propose():
            self._proposals += 1
            against = challenge(proposal.puzzle, proposal.witness)
            if not against.rivals:
                yield self._found(proposal.changes, proposal.puzzle)
                return
            self._rivals += len(against.rivals)
            self._proposer.refute(against.rivals)
            yield self._progress()
            yield from self._hurried(proposal, against)
            best = self._best
            if best is not before and best and best.cost == self._at_least:
                return

    def _hurried(self, proposal: Proposal, against: Challenge) -> Iterator[Event]:
        """Repair a puzzle that does not stand by more changes of one kind."""
        weights = self._request.allowed.weights
        if Kind.DRAW in weights:
            yield from self._walled(proposal.puzzle, against.walls)
        elif Kind.ADD in weights and len(against.rivals) < self._fewest:
            self._fewest = len(against.rivals)
            puzzle = peeled(proposal.puzzle, proposal.witness)
            changes = self._changes(puzzle, puzzle.walls)
            if self._best is None or self._cost(changes) < self._best.cost:
                yield self._found(changes, changed(self._request.puzzle, changes))

    def _walled(self, puzzle: Puzzle, walls: frozenset[Point]) -> Iterator[Event]:
        """Give these walls, as few as suffice, if this makes the best repair so far."""
        changes = self._changes(puzzle, walls)
        if self._best and self._best.cost <= self._cost(changes):
            return
        for wall in sorted(walls - puzzle.walls):
            if solve(replace(puzzle, walls=walls - {wall}), 2).status == "unique":
                walls -= {wall}
        yield self._found(self._changes(puzzle, walls), replace(puzzle, walls=walls))

    def _changes(self, puzzle: Puzzle, walls: frozenset[Point]) -> tuple[Change, ...]:
        request = self._request
        dots = frozenset(puzzle.centers)
        return changes_between(request.puzzle, dots, walls, request.allowed)

    def _cost(self, changes: tuple[Change, ...]) -> int:
        return self._request.allowed.cost(changes)

    def _found(self, changes: tuple[Change, ...], puzzle: Puzzle) -> Repair:
        result = solve(puzzle, 2)
        if result.status != "unique":
            raise AssertionError("a puzzle without rivals has several solutions")
        self._best = Repair(changes, self._cost(changes), result.solutions[0])
        return self._best

    def _progress(self) -> Progress:
        return Progress(self._at_least, self._proposals, self._rivals)
