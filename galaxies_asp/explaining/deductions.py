"""Deductions under the standard rules: mistakes and steps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from galaxies_asp.asp.rules import PROPAGATED
from galaxies_asp.board.grid import Point, reading_order
from galaxies_asp.board.puzzle import Position, Solution
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, drawn_on
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.known import drawn as drawn_with
from galaxies_asp.explaining.minimal import hitting_sets, minimal
from galaxies_asp.explaining.outline import LIMITS, Refutation
from galaxies_asp.explaining.reasons import find_reason
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.explaining.steps import Deductions
from galaxies_asp.explaining.wall_steps import step_to, without_implied_walls
from galaxies_asp.explaining.walls import Drawn, without
from galaxies_asp.solving.plan import engine
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import solve

_MOST_SETS = 200
"""The limit on sets that are tried in the search for the fewest drawn things."""

_COMPARED = 3
"""The number of mistakes whose reasons are compared."""


def hints(position: Position, near: Sequence[Point] = ()) -> Iterator[Hint]:
    """Yield the mistake in a position, or the steps from it.

    Where only walls are drawn the steps are about walls, where only labels are drawn
    about cells, otherwise about the one or the other.

    Parameters
    ----------
    near
        Where something has changed last; equally easy steps near to it come first.
    """
    known = Known.of(position)
    result = solve(position.puzzle, 2, rules=PROPAGATED)
    solution = result.solutions[0] if result.status == "unique" else None
    if (wrong := mistake(position, result)) is not None:
        yield replace(wrong, known=known)
        return
    deductions: Iterable[Step | Finished]
    if position.walls and not position.has_labels:
        deductions = _walls(position)
    elif position.walls is None:
        deductions = Deductions(Situation.of(position), None, near, solution)
    else:
        drawn = Drawn.on(position)
        complete = map(drawn.completion, drawn.complete)
        situation = without_implied_walls(position).with_facts(*complete)
        deductions = Deductions(situation, drawn, near, solution)
    for step in deductions:
        yield replace(step, known=known)
        if isinstance(step, Step):
            known = known.with_facts(step.facts)


def _walls(position: Position) -> Iterator[Step | Finished]:
    """Yield the walls that are missing on a position with walls only."""
    while isinstance(step := _next_wall(position), Step):
        yield step
        position = drawn_with(position, step.facts)
    yield step


def _next_wall(position: Position) -> Step | Finished:
    """Return the easiest wall that is not drawn yet.

    Cells are decided until a wall between two of them is missing. If there is none, the
    walls remain that are forced although the cells beside them are not.
    """
    situation, drawn = Situation.of(position), Drawn.on(position)
    assert situation.state is not None
    board = situation.board
    state = situation.state.copy()
    while True:
        apart = without(board.between(state.taken), map(board.between, state.own))
        if walls := board.edges(*drawn.new(*apart)):
            return step_to(situation, Fact(Kind.WALL, walls[0]))
        if state.taken == board.cells:
            return Finished(solved=True)
        if added := list(state.conclusions()):
            state.add(added)
        elif not any(map(Refutation(state).decide, LIMITS.values())):
            break
    known = position.puzzle.walls | position.inner_walls()
    forced = engine(replace(position.puzzle, walls=known)).possibilities().walls
    if left := forced - known:
        wall = min(left, key=reading_order)
        return step_to(situation, Fact(Kind.WALL, wall))
    return Finished(solved=False)


def mistake(position: Position, result: Result) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution.

    Parameters
    ----------
    result
        Two solutions of the puzzle, as far as it has them.
    """
    facts = tuple(drawn_on(position))
    if result.status == "none":
        bare = Situation.of(Position(position.puzzle))
        return Mistake((), _contradiction(bare))
    if result.status == "unique":
        return _against(facts, result.solutions[0])
    wrong = _fewest(Situation.of(position), facts)
    if not wrong:
        return None
    bare = Situation.of(Position(position.puzzle))
    return Mistake(wrong, _contradiction(bare.with_facts(*wrong)))


def _contradiction(situation: Situation, near: Point | None = None) -> Reason:
    reason = find_reason(situation, NO_SOLUTION, near=near)
    assert reason is not None
    return reason


def _against(facts: tuple[Fact, ...], solution: Solution) -> Mistake | None:
    """Compare what is drawn with the only solution."""
    centers = solution.puzzle.centers
    wrong = tuple(
        fact
        for fact in facts
        if fact.at not in solution.walls
        if fact.center is None or centers[solution.label(fact.at)] != fact.center
    )
    if not wrong:
        return None
    bare = Situation.of(Position(solution.puzzle))
    correct = [fact for fact in facts if fact not in wrong]
    reasons = (
        _contradiction(bare.with_facts(fact, *correct), near=fact.at)
        for fact in wrong[:_COMPARED]
    )
    return Mistake(wrong, min(reasons, key=lambda reason: reason.size))


def _fewest(situation: Situation, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the fewest drawn facts that cannot hold together; empty if all can.

    After a number of questions the set is only minimal.
    """
    rules = [fact for fact in situation.facts if fact not in set(facts)]

    def forces(some: Sequence[Fact]) -> bool:
        return situation.switches.forces([*rules, *some], NO_SOLUTION)

    if not facts or not forces(facts):
        return ()
    for chosen in islice(hitting_sets(facts, forces), _MOST_SETS):
        if forces(chosen):
            return tuple(chosen)
    return minimal(facts, forces)
