"""The search for the cheapest repairs of Galaxies: dots, given walls and clues.

Each rival rules out many puzzles, also more expensive ones.

Under the standard rules, `trials.py` comes first: it tries every change at a cost of 1,
and pairs of added dots. Then come upper bounds. Dots are added where a solution is
missing or is not the only one. Each refuted puzzle is also completed to a repair by
walls or dots against its rivals.
"""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from math import inf

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.puzzle import Puzzle, Rows, Solution
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.result import Result
from galaxies_asp.fast.kernel import has_kernel
from galaxies_asp.repairing.changes import (
    Change,
    Edit,
    Repair,
    Rival,
    changed,
    changes_between,
    drawable,
    oddity,
    rivals_between,
)
from galaxies_asp.repairing.cheapest import CheapestSearch, Event, RepairTask
from galaxies_asp.repairing.proposals import (
    EncodingProposer,
    LocalProposer,
    PuzzleProposer,
)
from galaxies_asp.repairing.trials import Trials, completion, divided
from galaxies_asp.solving.plan import engine, has_standard_rules

_STARTS = 16
"""The number of partial solutions that are completed, if nothing else helps."""

_ENOUGH = 3
"""The cost of a repair after which no other start is tried."""


class PuzzleSearch(CheapestSearch[Solution]):
    """The state of one search.

    Raises `OptionError` for variants in which the dots are part of the answer.
    """

    _proposer: PuzzleProposer

    def __init__(self, task: RepairTask) -> None:
        super().__init__(task)
        self._puzzle: Puzzle = task.sheet.position.puzzle
        if RuleVariant.HIDDEN_DOTS in self._puzzle.variants:
            why = "each could be hidden instead"
            raise OptionError(f"puzzles with hidden dots are not repaired: {why}")
        self._is_standard = has_standard_rules(self._puzzle, task.rules)
        self._fewest = inf

    def _begun(self, before: Result[Solution]) -> Generator[Event, None, bool]:
        """Try small changes first, where this is quick."""
        task = self._task
        if not self._is_standard:
            self._proposer = EncodingProposer(self._puzzle, task.allowed, task.rules)
            return False
        is_complete = yield from self._tried(before)
        if self._best is not None and (is_complete or task.models == 1):
            return True
        if self._best is None and has_kernel():
            yield from self._upper_bounds(before)
        self._proposer = LocalProposer(self._puzzle, task.allowed)
        return False

    def _exclude(self, repairs: Iterable[Repair]) -> None:
        """Let these repairs not be proposed again."""
        for repair in repairs:
            self._proposer.exclude(repair.puzzle)

    def _upper_bounds(self, before: Result[Solution]) -> Iterator[Event]:
        """Find repairs quickly, by dots at the places at fault, if they are allowed.

        Different starts lead to different dots.
        """
        puzzle, allowed = self._puzzle, self._task.allowed
        if Edit.ADD not in allowed.weights:
            return
        for start in range(_STARTS):
            if start and (self._best is None or not self._is_poor(_ENOUGH)):
                return
            if solutions := before.solutions:
                number = (start + 1) % len(solutions)  # the second one first
                new, witness = puzzle, solutions[number].rows()
            else:
                new, witness = completion(puzzle, start)
            gone = set(puzzle.centers).difference(new.centers)
            if gone and (Edit.REMOVE not in allowed.weights or gone & allowed.kept):
                continue
            # The partial solution ignores given walls beside cells that touch dots.
            if engine(new).accepts(Solution(new, witness)):
                yield from self._divided(new, witness)

    def _tried(self, before: Result[Solution]) -> Generator[Event, None, bool]:
        """Try small changes; return whether they are all cheapest ones."""
        trials = Trials(self._puzzle, self._task.allowed, self._solved)
        yield from map(self._repair, trials.doubles())
        if self._best is not None and self._task.models == 1:
            return False  # one dot too many explains the puzzle
        yield from map(self._repair, trials.singles())
        self._proposals = trials.number
        is_complete = trials.is_complete
        if is_complete and self._best is None:
            self._at_least = 2
        yield self._progress()
        if self._at_least == 2:
            yield from map(self._repair, trials.unsure_pairs())
        if self._at_least == 2 and self._best is None and before.status == "none":
            yield from map(self._repair, trials.pairs())
            self._proposals = trials.number
        return is_complete and self._at_least == 1

    def _challenged(self, witness: Solution) -> Generator[Event, None, bool]:
        """Yield a repair, or exclude the rivals; return whether this level is done."""
        before, allowed = self._best, self._task.allowed.weights
        rivals, solution = self._challenge(witness)
        if not rivals:
            assert solution is not None
            yield self._repair(solution)
            return True
        self._rivals += len(rivals)
        self._proposer.exclude(witness.puzzle, rivals)
        yield self._progress()
        if Edit.DRAW in allowed:
            if solution is not None:
                yield from self._walled(solution, witness.puzzle)
        elif self._is_standard and len(rivals) < self._fewest:
            self._fewest = len(rivals)
            if Edit.ADD in allowed:
                yield from self._divided(witness.puzzle, witness.rows())
        best = self._best
        return best is not before and best is not None and best.cost == self._at_least

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
                if other.loose != witness.loose or other.rows() != witness.rows()
            )
            is_local = self._proposer.is_local
            new = rivals_between(witness, next(others, witness), is_local=is_local)
            rivals += new
            walls = {
                min(excluding)
                for rival in new
                if (excluding := drawable(puzzle, rival.passages & witness.walls))
            }
            is_of_use = self._best is None and Edit.DRAW in self._task.allowed.weights
            # Rivals on parts of the board say more about other puzzles.
            if not walls or not (is_local or is_of_use):
                return rivals, None
            puzzle = replace(puzzle, walls=puzzle.walls | walls)

    def _divided(self, puzzle: Puzzle, witness: Rows) -> Iterator[Event]:
        """Add dots until the witness is the only solution; yield a better repair."""
        changes = self._changes(divided(puzzle, witness))
        if self._is_poor(self._cost(changes)):
            result = self._solved(changed(self._puzzle, changes))
            yield self._repair(*result.solutions)

    def _walled(self, solution: Solution, puzzle: Puzzle) -> Iterator[Event]:
        """Yield the repair by given walls, without those that are not needed.

        The solution is the only one with further given walls, the puzzle is without.
        """
        if not self._is_poor(self._cost(self._changes(solution.puzzle))):
            return
        for wall in sorted(solution.puzzle.walls - puzzle.walls):
            walls = solution.puzzle.walls - {wall}
            result = self._solved(replace(puzzle, walls=walls))
            if result.status == "unique":
                (solution,) = result.solutions
        yield self._repair(solution)

    def _cost(self, changes: Iterable[Change]) -> float:
        return self._task.allowed.cost(changes, self._puzzle.lattice)

    def _changes(self, puzzle: Puzzle) -> tuple[Change, ...]:
        """Return the changes that lead to a puzzle."""
        before, allowed = self._puzzle, self._task.allowed
        dots = frozenset(puzzle.centers)
        return changes_between(before, dots, puzzle.walls, allowed, puzzle.clues)

    def _repair(self, solution: Solution) -> Repair:
        """Note the best repair, of which this is the only solution."""
        changes = self._changes(solution.puzzle)
        cost = int(self._cost(changes))
        unsure = self._task.allowed.unsure
        key = oddity(self._puzzle, changes, solution, unsure)
        return self._noted(Repair(changes, cost, self._task.sheet.drawn(solution), key))
