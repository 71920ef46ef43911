"""The mistake in a position."""

from dataclasses import dataclass

from galaxies_asp.errors import OptionError
from galaxies_asp.explain.guarded import Guarded
from galaxies_asp.explain.instances import (
    NO_SOLUTION,
    Instance,
    Rule,
    drawn_on,
)
from galaxies_asp.explain.reasons import Reason, find_reason
from galaxies_asp.explain.situation import Situation
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Position, Solution
from galaxies_asp.solve.search import solve


@dataclass(frozen=True)
class Mistake:
    """Something drawn that no solution contains.

    Attributes
    ----------
    wrong
        If the puzzle has one solution: everything drawn that differs from it. If it has
        several: drawn things that no solution contains together. If it has none: empty.
    reason
        Why there is no solution with the first of them.
    """

    wrong: tuple[Instance, ...]
    reason: Reason

    @property
    def places(self) -> tuple[Point, ...]:
        """The places of what is wrong."""
        return tuple(instance.at for instance in self.wrong)


def find_mistake(position: Position) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    puzzle = position.puzzle
    if puzzle.variants:
        raise OptionError(
            "this hint takes the standard rules only; `explain.encoded_steps` has "
            "hints under other rules"
        )
    result = solve(puzzle, 2)
    if result.status == "none":
        bare = Situation.of(Position(puzzle))
        reason = find_reason(bare, NO_SOLUTION)
        assert reason is not None
        return Mistake((), reason)
    drawn = tuple(drawn_on(position))
    if result.status == "unique":
        return _against(position, drawn, result.solutions[0])
    return _unsolvable(position, drawn)


def _against(
    position: Position, drawn: tuple[Instance, ...], solution: Solution
) -> Mistake | None:
    """Compare what is drawn with the only solution."""
    wrong = tuple(instance for instance in drawn if not _holds(instance, solution))
    if not wrong:
        return None
    situation = Situation.of(Position(position.puzzle))
    correct = (instance for instance in drawn if instance not in wrong)
    reason = find_reason(
        situation.with_instances(wrong[0], *correct), NO_SOLUTION, near=wrong[0].at
    )
    assert reason is not None
    return Mistake(wrong, reason)


def _holds(instance: Instance, solution: Solution) -> bool:
    if instance.rule is Rule.LABEL:
        return solution.label(instance.at) == instance.dot
    return instance.at in solution.walls


def _unsolvable(position: Position, drawn: tuple[Instance, ...]) -> Mistake | None:
    """Return the mistake if no solution contains everything drawn."""
    if not drawn:
        return None
    situation = Situation.of(position)
    guarded = Guarded(situation.board, situation.instances, NO_SOLUTION)
    if not guarded.forces(situation.instances):
        return None
    reason = find_reason(situation, NO_SOLUTION)
    assert reason is not None
    return Mistake(reason.drawn, reason)
