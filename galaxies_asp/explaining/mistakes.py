"""The mistake in a position."""

from collections.abc import Sequence
from dataclasses import dataclass

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Solution
from galaxies_asp.errors import OptionError
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, drawn_on
from galaxies_asp.explaining.minimal import grown, minimal
from galaxies_asp.explaining.onboard import OnBoard
from galaxies_asp.explaining.reasons import Reason, find_reason
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.explaining.switches import Guarded, smallest_hitting_set
from galaxies_asp.solving.search import solve

_MOST_SETS = 200
"""The limit on sets that are tried in the search for the fewest drawn things."""

_COMPARED = 3
"""The number of mistakes whose reasons are compared."""


@dataclass(frozen=True)
class Mistake(OnBoard):
    """Something drawn that no solution contains.

    Attributes
    ----------
    wrong
        If the puzzle has one solution: everything drawn that differs from it. If it has
        several: the fewest drawn things that no solution contains together. If it has
        none: empty.
    reason
        Why there is no solution with them, or with one of those that differ from it.
    """

    wrong: tuple[Fact, ...]
    reason: Reason

    @property
    def places(self) -> tuple[Point, ...]:
        """The places of what is wrong."""
        return tuple(fact.at for fact in self.wrong)


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
    position: Position, drawn: tuple[Fact, ...], solution: Solution
) -> Mistake | None:
    """Compare what is drawn with the only solution."""
    wrong = tuple(fact for fact in drawn if not _holds(fact, solution))
    if not wrong:
        return None
    situation = Situation.of(Position(position.puzzle))
    correct = [fact for fact in drawn if fact not in wrong]
    reasons = (
        find_reason(situation.with_facts(one, *correct), NO_SOLUTION, near=one.at)
        for one in wrong[:_COMPARED]
    )
    found = [reason for reason in reasons if reason is not None]
    return Mistake(wrong, min(found, key=lambda reason: len(reason.premises)))


def _holds(fact: Fact, solution: Solution) -> bool:
    if fact.kind is Kind.CELL:
        return solution.puzzle.centers[solution.label(fact.at)] == fact.center
    return fact.at in solution.walls


def _unsolvable(position: Position, drawn: tuple[Fact, ...]) -> Mistake | None:
    """Return the mistake if no solution contains everything drawn."""
    if not drawn:
        return None
    situation = Situation.of(position)
    guarded = Guarded(situation.board, situation.facts, NO_SOLUTION)
    if not guarded.forces(situation.facts):
        return None
    fewest = _fewest(situation, drawn, guarded)
    bare = Situation.of(Position(position.puzzle))
    reason = find_reason(bare.with_facts(*fewest), NO_SOLUTION)
    assert reason is not None
    return Mistake(fewest, reason)


def _fewest(
    situation: Situation, drawn: tuple[Fact, ...], guarded: Guarded
) -> tuple[Fact, ...]:
    """Return the fewest drawn things that cannot hold together under the rules.

    Implicit hitting sets, as for smallest reasons: some of what a largest set without
    a contradiction leaves out is in every contradictory set. After a number of
    questions the set is only minimal.
    """
    rules = [i for i in situation.facts if i not in set(drawn)]

    def forces(some: Sequence[Fact]) -> bool:
        return guarded.forces([*rules, *some])

    rests: list[list[int]] = []
    for _ in range(_MOST_SETS):
        chosen = tuple(drawn[index] for index in smallest_hitting_set(rests))
        if forces(chosen):
            return chosen
        kept = set(grown(chosen, drawn, forces))
        rests.append([n for n, fact in enumerate(drawn) if fact not in kept])
    return minimal(drawn, forces)
