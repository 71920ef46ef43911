"""Reasons and mistakes under the standard rules: minimal sets of facts."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Solution
from galaxies_asp.core.result import Result
from galaxies_asp.explaining import minimal
from galaxies_asp.explaining.facts import (
    NO_SOLUTION,
    Fact,
    Kind,
    by_distance,
    cells_of,
    distance,
    drawn_on,
    in_order,
)
from galaxies_asp.explaining.findings import Mistake, Reason
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.situation import Situation, extended
from galaxies_asp.explaining.trials import Look, TooLong, able, forced, refutes
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Propagation

ROUNDS = (0, 1, 2, 3, 5, 8)
"""The limits on rounds of propagation, tried in this order."""

SMALLEST_QUESTIONS = 5000
"""The limit on questions in the search for a smallest reason."""

_MOST_SETS = 200
"""The limit on sets that are tried in the search for the fewest drawn things."""

_MISTAKES = 3
"""The number of mistakes whose reasons are compared."""


def find_reason(
    situation: Situation,
    target: Fact,
    *,
    near: Point | None = None,
    smallest: bool = False,
) -> Reason | None:
    """Return a reason for the target; near facts are preferred.

    The result does not depend on earlier calls.

    `near`: the place near which facts are preferred; by default the target's.
    `smallest`: search for a reason of the fewest facts; see `Reason.at_least`.

    Returns
    -------
    None if the target does not follow.
    """
    if (touching := _touching(situation, target)) is not None:
        return Reason(target, (touching,), 0, at_least=1)
    if near is None and target.kind is not Kind.NO_SOLUTION:
        near = target.at
    facts = _by_distance(situation, near)
    rounds = rounds_of(situation, facts, target)
    if rounds is not None:
        reason = settled(situation, propagated(situation, target, rounds, near))
    else:
        core_of = partial(situation.switches.core, target=target)
        squares = (core_of(facts[:end]) for end in _squares(facts, near))
        core = next((some for some in squares if some is not None), None)
        if core is None:
            return None
        some = minimal.minimal(core, lambda some: core_of(some) is not None)
        reason = Reason(target, in_order(some), None)
    return _smallest(situation, reason, near) if smallest else reason


def _touching(situation: Situation, target: Fact) -> Fact | None:
    """Return the rule of the dot that touches the cells of the target, if one does."""
    if target.kind not in (Kind.CELL, Kind.OPEN):
        return None
    board = situation.board
    bits = board.bits(cells_of(target.at))
    for fact in situation.rules:
        if fact.kind is Kind.CENTER and not bits & ~board.core[board.number[fact.at]]:
            is_meant = target.kind is Kind.OPEN or fact.at == target.center
            return fact if is_meant else None
    return None


def rounds_of(situation: Situation, facts: Sequence[Fact], target: Fact) -> int | None:
    """Return the first of `ROUNDS` that proves the target, or None."""
    state = extended(Propagation(situation.board), facts)
    return next((limit for limit in ROUNDS if refutes(state, target, limit)), None)


def propagated(
    situation: Situation, target: Fact, rounds: int, near: Point | None
) -> Reason:
    """Return the reason for a target that some rounds of propagation prove.

    Without a round, what is seen about a region is the last resort.
    """
    start: Propagation | None = Propagation(situation.board)
    facts = _by_distance(situation, near)
    everything = extended(start, facts)
    looks = [Look.WAY] if rounds else Look
    look = next(k for k in looks if refutes(everything, target, rounds, look=k))

    def forces(state: Propagation | None) -> bool:
        return refutes(state, target, rounds, look=look)

    # The nearest facts that suffice: among others, another reason could be found.
    state, count = start, 0
    for end in _squares(facts, near):
        state = extended(state, facts[count:end])
        count = end
        if forces(state):
            break
    some = minimal.minimal_by_states(facts[:count], forces, start, extended)
    return Reason(target, in_order(some), rounds)


def settled(situation: Situation, reason: Reason) -> Reason:
    """Remove facts that a search, which is complete, does not need.

    Then it may take more rounds, or nested what-ifs, to see what follows.
    """
    if len(reason.premises) < 2:
        return reason

    def forces(facts: Sequence[Fact]) -> bool:
        try:
            return all(forced(situation.board, facts, t) for t in reason.targets)
        except TooLong:
            switches = situation.switches
            return all(switches.forces(facts, target) for target in reason.targets)

    needed = in_order(minimal.minimal(reason.premises, forces))
    if len(needed) == len(reason.premises):
        return reason
    rounds = rounds_of(situation, needed, reason.target)
    return replace(reason, premises=needed, rounds=rounds)


def _smallest(situation: Situation, reason: Reason, near: Point | None) -> Reason:
    """Search for a reason of the fewest facts; far ones are left out first."""
    facts = _by_distance(situation, near)[::-1]
    asked = 0

    def forces(some: Sequence[Fact]) -> bool:
        nonlocal asked
        asked += 1
        return situation.switches.forces(some, reason.target)

    at_least = 0
    for chosen in minimal.hitting_sets(facts, forces):
        if asked >= SMALLEST_QUESTIONS:
            break
        at_least = len(chosen)
        if at_least == len(reason.premises):
            break
        if forces(chosen):
            rounds = rounds_of(situation, chosen, reason.target)
            return Reason(reason.target, in_order(chosen), rounds, at_least)
    return replace(reason, at_least=at_least)


def _squares(facts: Sequence[Fact], near: Point | None) -> Iterator[int]:
    """Yield the numbers of facts within growing distances."""
    radius = 2
    while near is not None and facts:
        end = bisect_right(facts, radius, key=lambda fact: distance(fact.at, near))
        if end == len(facts):
            break
        yield end
        radius *= 2
    yield len(facts)


def _by_distance(situation: Situation, near: Point | None) -> tuple[Fact, ...]:
    if near is None:
        return situation.facts
    return by_distance(situation.ordered, near)


def technique_of(board: Bitboard, reason: Reason) -> tuple[Technique, Level]:
    """Return the technique of a reason, and its level: what it takes to follow it."""
    if reason.rounds is None:
        return Technique.SEARCH, Level.SEARCH
    if reason.rounds:
        return Technique.WHAT_IF, Level.TRIAL
    target = reason.target
    base = extended(Propagation(board), reason.premises)
    if base is not None and not _is_direct(base.copy(), target):
        if refutes(base, target, 0, look=Look.NOTHING):
            return Technique.CONTRADICTION, Level.CONTRARY
        is_crossing = refutes(base, target, 0, look=Look.CROSSING)
        technique = Technique.SEPARATION if is_crossing else Technique.ONLY_WAY
        return technique, Level.SEPARATION
    rules = {fact.kind for fact in reason.premises}
    level = Level.TOUCHED
    if rules <= {Kind.COVER}:
        level = Level.ONLY_ONE
    elif Kind.CONNECTED in rules:
        level = Level.CUT_OFF
    elif Kind.COVER in rules:
        level = Level.BLOCKED
    elif target.kind is Kind.WALL:
        known = {fact.at for fact in reason.premises if fact.kind is Kind.CELL}
        if known.isdisjoint(cells_of(target.at)):
            level = Level.BLOCKED
    return _direct_technique(reason, level, rules), level


def _is_direct(base: Propagation, target: Fact) -> bool:
    """Tell whether one round of propagation proves it, without its contrary."""
    if target.kind is Kind.NO_SOLUTION:
        return False
    cells = base.board.bits(cells_of(target.at))
    if target.kind is Kind.WALL:
        return not able(base, cells)
    try:
        for dot, bits in base.conclusions():
            base.claim(dot, bits)
    except Contradiction:
        return True
    return any(own & cells == cells for own in base.own)


def _direct_technique(reason: Reason, level: Level, rules: set[Kind]) -> Technique:
    """Return the technique of a reason that takes no what-if."""
    covered = {fact.at for fact in reason.premises if fact.kind is Kind.COVER}
    if reason.target.kind is Kind.WALL:
        if level > Level.TOUCHED or len(reason.premises) < 2:
            return Technique.FORCED_WALL
        is_image = Kind.SYMMETRY in rules
        return Technique.MIRRORED_WALL if is_image else Technique.WALL
    if level is Level.TOUCHED:
        return Technique.TOUCHED if rules <= {Kind.CENTER} else Technique.MIRROR
    if level is Level.CUT_OFF and not covered:
        return Technique.BOTTLENECK
    if covered and covered.isdisjoint(fact.at for fact in reason.targets):
        return Technique.NEEDED
    if level is Level.BLOCKED and not rules <= {Kind.COVER, Kind.COMPLETE}:
        return Technique.BLOCKED if Kind.SYMMETRY in rules else Technique.WALLED
    return Technique.CAPTURED if level is Level.CUT_OFF else Technique.ONLY_DOT


def mistake(position: Position, result: Result[Solution]) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution.

    `result`: two solutions of the puzzle, as far as it has them.
    """
    drawn = tuple(drawn_on(position))
    if result.status == "unique":
        return _against(drawn, result.solutions[0])
    wrong: tuple[Fact, ...] = ()
    if result.status != "none":
        wrong = _fewest(Situation.of(position), drawn)
        if not wrong:
            return None
    bare = Situation.of(Position(position.puzzle))
    return Mistake(wrong, _contradiction(bare.with_facts(*wrong)))


def _contradiction(situation: Situation, near: Point | None = None) -> Reason:
    reason = find_reason(situation, NO_SOLUTION, near=near)
    assert reason is not None
    return reason


def _against(drawn: tuple[Fact, ...], solution: Solution) -> Mistake | None:
    """Compare what is drawn with the only solution."""
    centers = solution.puzzle.centers
    wrong = tuple(
        fact
        for fact in drawn
        if fact.at not in solution.walls
        if fact.center is None or centers[solution.label(fact.at)] != fact.center
    )
    if not wrong:
        return None
    bare = Situation.of(Position(solution.puzzle))
    correct = [fact for fact in drawn if fact not in wrong]
    reasons = (
        _contradiction(bare.with_facts(fact, *correct), near=fact.at)
        for fact in wrong[:_MISTAKES]
    )
    return Mistake(wrong, min(reasons, key=lambda reason: reason.size))


def _fewest(situation: Situation, drawn: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the fewest drawn facts that cannot hold together; empty if all can.

    After a number of questions the set is only minimal.
    """
    rules = [fact for fact in situation.facts if fact not in set(drawn)]

    def forces(some: Sequence[Fact]) -> bool:
        return situation.switches.forces([*rules, *some], NO_SOLUTION)

    if not drawn or not forces(drawn):
        return ()
    for chosen in islice(minimal.hitting_sets(drawn, forces), _MOST_SETS):
        if forces(chosen):
            return tuple(chosen)
    return minimal.minimal(drawn, forces)
