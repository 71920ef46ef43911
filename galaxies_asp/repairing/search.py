"""The search for the cheapest repairs, from the bottom up.

For a cost of 1, 2, and so on, changed puzzles are proposed and challenged until one has
a single solution, or none is left: then every repair costs more. Each rival rules out
many puzzles, also more expensive ones.

Under the standard rules, `trials.py` comes first: it tries every change at a cost of 1,
and pairs of added dots. Then come upper bounds. Dots are added where a solution is
missing or is not the only one. Each refuted puzzle is also completed to a repair by
walls or dots against its rivals.
"""

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf

import numpy as np

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import Outcome
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.repairing.changes import (
    Allowed,
    Change,
    Kind,
    Repair,
    Rival,
    changed,
    changes_between,
    drawable,
    rivals_between,
)
from galaxies_asp.repairing.proposals import EncodingProposer, LocalProposer, Proposer
from galaxies_asp.repairing.trials import Trials, completion, divided
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import solve

_STARTS = 16
"""The number of partial solutions that are completed, if nothing else helps."""

_ENOUGH = 3
"""The cost of a repair after which no other start is tried."""


@dataclass(frozen=True, slots=True)
class RepairTask:
    """A puzzle, the allowed changes, and the number of repairs wanted.

    `models` is 1 for the likeliest of the cheapest repairs, 0 for all cheapest ones, or
    any number of these. The puzzle names its variants of the rules.
    """

    puzzle: Puzzle
    allowed: Allowed
    models: int = 1
    rules: Rules = STANDARD


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of the search; `at_least` is a lower bound of the cost."""

    at_least: int
    proposals: int
    rivals: int


Event = Result | Progress | Repair


def search(task: RepairTask) -> Iterator[Event | Outcome]:
    """Yield the result for the original puzzle, repairs and progress, and an outcome.

    Of the cheapest repairs, the one with the least `oddity` is the best.

    Raises
    ------
    OptionError
        For variants in which the dots are part of the answer.
    """
    started = time.process_time()
    puzzle = task.rules.puzzle(task.puzzle)
    if RuleVariant.HIDDEN_DOTS in puzzle.variants:
        why = "each could be hidden instead"
        raise OptionError(f"puzzles with hidden dots are not repaired: {why}")
    yield from _RepairSearch(replace(task, puzzle=puzzle)).events()
    yield Outcome(True, Seconds(total=time.process_time() - started))


class _RepairSearch:
    """The state of one search."""

    def __init__(self, task: RepairTask) -> None:
        self._task = task
        self._has_bits = engine(task.puzzle, task.rules).has_bits
        self._at_least = 1
        self._proposals = self._rivals = 0
        self._fewest = inf
        self._best: Repair | None = None
        self._equals: list[Repair] = []  # all that cost as much as the best one
        self._proposer: Proposer

    def events(self) -> Iterator[Event]:
        task = self._task
        before = self._solved(task.puzzle)
        yield before
        if before.status == "unique":
            return
        if self._has_bits:
            is_complete = yield from self._tried(before)
            if self._best is not None and (is_complete or task.models == 1):
                return
            if self._best is None:
                yield from self._upper_bounds(before)
            self._proposer = LocalProposer(task.puzzle, task.allowed)
        else:
            self._proposer = EncodingProposer(task.puzzle, task.allowed, task.rules)
        yield from self._cheapest()
        if self._best is not None and task.models != 1:
            self._proposer.bound_cost(self._best.cost)
            yield from self._others()

    def _solved(self, puzzle: Puzzle) -> Result:
        """Search for two solutions of a puzzle."""
        return solve(puzzle, 2, rules=self._task.rules)

    def _is_poor(self, cost: float) -> bool:
        """Tell whether no repair of at most this cost is known."""
        return self._best is None or self._best.cost > cost

    def _upper_bounds(self, before: Result) -> Iterator[Event]:
        """Find repairs quickly, by dots at the places at fault, if they are allowed.

        Different starts lead to different dots.
        """
        puzzle, allowed = self._task.puzzle, self._task.allowed
        if Kind.ADD not in allowed.weights:
            return
        for start in range(_STARTS):
            if start and (self._best is None or not self._is_poor(_ENOUGH)):
                return
            if before.solutions:
                new, witness = puzzle, before.solutions[start % 2].labels
            else:
                new, witness = completion(puzzle, start)
            gone = set(puzzle.centers).difference(new.centers)
            if gone and (Kind.REMOVE not in allowed.weights or gone & allowed.kept):
                continue
            # The partial solution ignores given walls beside cells that touch dots.
            if engine(new).accepts(witness):
                yield from self._divided(new, witness)

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

    def _tried(self, before: Result) -> Generator[Event, None, bool]:
        """Try small changes; return whether they are all cheapest ones."""
        trials = Trials(self._task.puzzle, self._task.allowed, self._solved)
        yield from map(self._repair, trials.doubles())
        if self._best is not None and self._task.models == 1:
            return False  # one dot too many explains the puzzle
        yield from map(self._repair, trials.singles())
        self._proposals = trials.number
        is_complete = trials.is_complete
        if is_complete and self._best is None:
            self._at_least = 2
        yield self._progress()
        if self._at_least == 2 and before.status == "none":
            yield from map(self._repair, trials.pairs())
            self._proposals = trials.number
        return is_complete and self._at_least == 1

    def _others(self) -> Iterator[Event]:
        """Find further repairs of the same cost."""
        known = 0
        while not self._task.models or len(self._equals) < self._task.models:
            for repair in self._equals[known:]:
                self._proposer.exclude(repair.puzzle)
            known = len(self._equals)
            yield from self._next()
            if known == len(self._equals):
                return

    def _next(self) -> Iterator[Event]:
        """Challenge proposals until one has a single solution or none is left."""
        before = self._best
        while witness := self._proposer.propose():
            self._proposals += 1
            rivals, solution = self._challenge(witness)
            if not rivals:
                assert solution is not None
                yield self._repair(solution)
                return
            self._rivals += len(rivals)
            self._proposer.exclude(witness.puzzle, rivals)
            yield self._progress()
            if Kind.DRAW in self._task.allowed.weights:
                if solution is not None:
                    yield from self._walled(solution, witness.puzzle)
            elif self._has_bits and len(rivals) < self._fewest:
                self._fewest = len(rivals)
                if Kind.ADD in self._task.allowed.weights:
                    yield from self._divided(witness.puzzle, witness.labels)
            best = self._best
            if best is not before and best and best.cost == self._at_least:
                return

    def _challenge(self, witness: Solution) -> tuple[list[Rival], Solution | None]:
        """Search for other solutions; after each, add given walls that exclude it.

        Returns ways to divide the board, or parts of it, if there are other solutions;
        and the only solution of the puzzle, with further given walls if there are
        rivals, or None if these walls are not known.
        """
        puzzle, rivals = witness.puzzle, list[Rival]()
        while True:
            result = self._solved(puzzle)
            if result.status == "unique":
                return rivals, result.solutions[0]
            others = (
                other
                for other in result.solutions
                if other.loose != witness.loose
                or not np.array_equal(other.labels, witness.labels)
            )
            is_local = self._proposer.is_local
            new = rivals_between(witness, next(others, witness), is_local=is_local)
            rivals += new
            walls = {
                min(excluding)
                for rival in new
                if (excluding := drawable(puzzle, rival.passages & witness.walls))
            }
            is_of_use = self._best is None and Kind.DRAW in self._task.allowed.weights
            # Rivals on parts of the board say more about other puzzles.
            if not walls or not (is_local or is_of_use):
                return rivals, None
            puzzle = replace(puzzle, walls=puzzle.walls | walls)

    def _divided(self, puzzle: Puzzle, witness: "np.ndarray") -> Iterator[Event]:
        """Add dots until the witness is the only solution; yield a better repair."""
        changes = self._changes(divided(puzzle, witness))
        if self._is_poor(self._task.allowed.cost(changes)):
            result = self._solved(changed(self._task.puzzle, changes))
            yield self._repair(*result.solutions)

    def _walled(self, solution: Solution, puzzle: Puzzle) -> Iterator[Event]:
        """Yield the repair by given walls, without those that are not needed.

        The solution is the only one with further given walls, the puzzle is without.
        """
        if not self._is_poor(self._task.allowed.cost(self._changes(solution.puzzle))):
            return
        for wall in sorted(solution.puzzle.walls - puzzle.walls):
            walls = solution.puzzle.walls - {wall}
            result = self._solved(replace(puzzle, walls=walls))
            if result.status == "unique":
                (solution,) = result.solutions
        yield self._repair(solution)

    def _changes(self, puzzle: Puzzle) -> tuple[Change, ...]:
        """Return the changes that lead to a puzzle."""
        before, allowed = self._task.puzzle, self._task.allowed
        dots = frozenset(puzzle.centers)
        return changes_between(before, dots, puzzle.walls, allowed, puzzle.clues)

    def _repair(self, solution: Solution) -> Repair:
        """Note the best repair, of which this is the only solution."""
        changes = self._changes(solution.puzzle)
        repair = Repair(changes, int(self._task.allowed.cost(changes)), solution)
        if not self._is_poor(repair.cost) and self._best is not None:
            self._equals.append(repair)
        else:
            self._equals = [repair]
        self._best = repair
        return repair

    def _progress(self) -> Progress:
        return Progress(self._at_least, self._proposals, self._rivals)
