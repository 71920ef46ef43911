"""The search for reasons: minimal sets of facts that force a target."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from galaxies_asp.board.grid import Point
from galaxies_asp.explaining import minimal
from galaxies_asp.explaining.facts import (
    Fact,
    Kind,
    by_distance,
    cells_of,
    distance,
    in_order,
)
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.situation import Look, Situation, extended, refutes
from galaxies_asp.explaining.witness import TooLong, forced
from galaxies_asp.fast.propagation import Propagation

ROUNDS = (0, 1, 2, 3, 5, 8)
"""The limits on rounds of propagation, tried in this order."""

SMALLEST_QUESTIONS = 5000
"""The limit on questions in the search for a smallest reason."""


def find_reason(
    situation: Situation,
    target: Fact,
    *,
    near: Point | None = None,
    smallest: bool = False,
) -> Reason | None:
    """Return a reason for the target; near facts are preferred.

    The result does not depend on earlier calls.

    Parameters
    ----------
    near
        The place near which facts are preferred; by default the target's.
    smallest
        Search for a reason of the fewest facts; see `Reason.at_least`.

    Returns
    -------
    None if the target does not follow.
    """
    if (touching := _touching(situation, target)) is not None:
        return Reason(target, (touching,), 0, at_least=1)
    if near is None and target.kind is not Kind.NO_SOLUTION:
        near = target.at
    facts = _by_distance(situation, near)
    rounds = rounds_to_prove(situation, facts, target)
    if rounds is not None:
        reason = settled(situation, propagated(situation, target, rounds, near))
    else:
        core_of = partial(situation.switches.core, target=target)
        squares = (core_of(facts[:end]) for end in _squares(facts, near))
        core = next((some for some in squares if some is not None), None)
        if core is None:
            return None
        some = minimal.minimal_by_cores(core, core_of)
        reason = Reason(target, in_order(some), None)
    return _smallest(situation, reason, near) if smallest else reason


def _touching(situation: Situation, target: Fact) -> Fact | None:
    """Return the rule of the dot that touches the cells of the target, if one does."""
    board = situation.board
    if target.kind is Kind.CELL:
        bits = board.bit(target.at)
    elif target.kind is Kind.OPEN:
        one, other = cells_of(target.at)
        bits = board.bit(one) | board.bit(other)
    else:
        return None
    for fact in situation.rules:
        if fact.kind is Kind.CENTER and not bits & ~board.core[board.number[fact.at]]:
            is_meant = target.kind is Kind.OPEN or fact.at == target.center
            return fact if is_meant else None
    return None


def rounds_to_prove(
    situation: Situation, facts: Sequence[Fact], target: Fact
) -> int | None:
    """Return the first of `ROUNDS` that proves the target, or None."""
    state = extended(Propagation(situation.board), facts)
    for rounds in ROUNDS:
        if refutes(state, target, rounds):
            return rounds
    return None


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

    needed = in_order(minimal.pruned(reason.premises, forces))
    if len(needed) == len(reason.premises):
        return reason
    rounds = rounds_to_prove(situation, needed, reason.target)
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
            rounds = rounds_to_prove(situation, chosen, reason.target)
            return Reason(reason.target, in_order(chosen), rounds, at_least)
    return replace(reason, at_least=at_least)


def _squares(facts: Sequence[Fact], near: Point | None) -> Iterator[int]:
    """Yield the numbers of facts within growing distances."""
    radius = 2
    while near is not None and facts:
        end = bisect_right(facts, radius, key=lambda i: distance(i, near))
        if end == len(facts):
            break
        yield end
        radius *= 2
    yield len(facts)


def _by_distance(situation: Situation, near: Point | None) -> tuple[Fact, ...]:
    if near is None:
        return situation.facts
    return by_distance(situation.ordered, near)
