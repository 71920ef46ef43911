"""The search for the cheapest repairs, from the bottom up.

For a cost of 1, 2, and so on, changed puzzles are proposed and challenged until one has
a single solution, or none is left: then every repair costs more. Each rival rules out
many puzzles, also more expensive ones.

Upper bounds come first. Dots are added where a solution is missing or is not the only
one; then changes near these places are tried. Each refuted puzzle is also completed to
a repair by walls or dots against its rivals.
"""

import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from itertools import count
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from galaxies_asp.asp.search import Outcome
from galaxies_asp.board.grid import Point, cell_at
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.repairing import encoded
from galaxies_asp.repairing.changes import (
    APPEARANCE,
    DOT_KINDS,
    Change,
    Kind,
    changed,
    changes_between,
)
from galaxies_asp.repairing.completion import completion
from galaxies_asp.repairing.peeling import peeled
from galaxies_asp.repairing.proposals import Proposal, Proposer
from galaxies_asp.repairing.request import Progress, Repair, Request
from galaxies_asp.repairing.rivals import Challenge, Rival, challenge
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

Event = Result | Progress | Repair

_NEAR = (4, 8)
"""The distances from the faults at which dots are changed first."""

_STARTS = 16
"""The number of partial solutions that are completed, if nothing else helps."""

_MOST_COST = 3
"""The greatest cost of these changes."""

_CONFLICTS = 2000
"""The conflicts after which nothing is proposed there."""


def search(request: Request) -> Iterator[Event | Outcome]:
    """Yield the result for the original puzzle, repairs and progress, and an outcome.

    The last repair is the best one; with `models` other than 1, all of its cost count.
    """
    started = time.process_time()
    request = replace(request, puzzle=request.rules.puzzle(request.puzzle))
    standard = request.rules.are_standard(request.puzzle)
    if standard:
        before = solve(request.puzzle, 2)
    else:
        encoded.require_supported(request.puzzle)
        before = encoded.solved(request.puzzle, request.rules)
    yield before
    if before.status != "unique":
        yield from (
            _Search(request).events(before) if standard else encoded.repairs(request)
        )
    yield Outcome(True, Seconds(total=time.process_time() - started))


class _Search:
    """The state of one search."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._at_least = 1
        self._proposals = self._rivals = 0
        self._fewest = inf
        self._best: Repair | None = None
        self._proposer: Proposer

    def events(self, before: Result) -> Iterator[Event]:
        request = self._request
        rivals: tuple[Rival, ...] = ()
        if not request.allowed.weights.keys().isdisjoint(DOT_KINDS):
            faults = yield from self._completed(before, 0)
            for distance in _NEAR:
                near = _around(request.puzzle, faults, distance)
                if self._is_poor(1) and len(near) < _points(request.puzzle) / 2:
                    yield from self._changed_near(near, rivals)
                    rivals = tuple(self._proposer.rivals)
            for start in range(1, _STARTS):
                if self._best is not None and self._is_poor(_MOST_COST):
                    yield from self._completed(before, start)
        self._proposer = Proposer(request.puzzle, request.allowed)
        self._proposer.refute(rivals)
        yield from self._cheapest()
        if self._best is None:
            return
        self._proposer.allow(self._best.cost)
        if self._request.models == 1:
            yield from self._calmest(self._best)
        else:
            yield from self._others(self._best)

    def _is_poor(self, cost: int) -> bool:
        """Tell whether no repair of at most this cost is known."""
        return self._best is None or self._best.cost > cost

    def _completed(
        self, before: Result, start: int
    ) -> Generator[Event, None, frozenset[Point]]:
        """Repair by further dots, if they are allowed; return the cells at fault.

        Different starts lead to different dots.
        """
        puzzle, allowed = self._request.puzzle, self._request.allowed
        if before.solutions:
            one, other = before.solutions
            witness, new = (other if start % 2 else one).labels, puzzle
            faults = _where(one.labels != other.labels)
        else:
            new, witness, faults = completion(puzzle, start)
        gone = set(puzzle.centers).difference(new.centers)
        if (
            Kind.ADD in allowed.weights
            and (
                not gone or (Kind.REMOVE in allowed.weights and not gone & allowed.kept)
            )
            # The partial solution ignores given walls beside cells that touch dots.
            and engine(new).accepts(witness)
        ):
            new = peeled(new, witness)
            changes = self._changes(new, new.walls)
            if self._is_poor(self._cost(changes)):
                yield self._found(changes, changed(puzzle, changes))
        return faults

    def _changed_near(
        self, near: frozenset[Point], rivals: Iterable[Rival]
    ) -> Iterator[Event]:
        """Try changes of dots among these points, each cost for a short time."""
        request = self._request
        self._proposer = Proposer(request.puzzle, request.allowed, near, _CONFLICTS)
        self._proposer.refute(rivals)
        most = _MOST_COST if self._best is None else self._best.cost - 1
        for cost in range(1, min(most, _MOST_COST) + 1):
            self._proposer.allow(cost)
            for bound in self._bounds(cost):
                self._proposer.calm(bound)
                yield from self._next()
                if self._best is not None and self._best.cost <= cost:
                    return

    def _cheapest(self) -> Iterator[Event]:
        """Find a cheapest repair, if there is one."""
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
        """Return increasing bounds of the disturbance; None is no bound.

        A small bound leaves far fewer candidates, and its repairs are better.
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
        """Challenge proposals until one has a single solution or none is left."""
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
        """Complete a refuted proposal to a repair by more changes of one kind."""
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
        """Add a minimal subset of these walls if this is the best repair so far."""
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


def _where(mask: "NDArray[np.bool_]") -> frozenset[Point]:
    """Return the cells at which an (H, W) mask is true."""
    rows, columns = np.nonzero(mask)
    return frozenset(map(cell_at, columns.tolist(), rows.tolist()))


def _points(puzzle: Puzzle) -> int:
    return (2 * puzzle.width - 1) * (2 * puzzle.height - 1)


def _around(puzzle: Puzzle, cells: Iterable[Point], distance: int) -> frozenset[Point]:
    """Return the points of the board near some cells."""
    reach = range(-distance, distance + 1)
    return frozenset(
        Point(x + i, y + j)
        for x, y in cells
        for i in reach
        for j in reach
        if 0 < x + i < 2 * puzzle.width and 0 < y + j < 2 * puzzle.height
    )
