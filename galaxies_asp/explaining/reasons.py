"""Reasons: minimal sets of rule instances that force a target."""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.board.grid import Point
from galaxies_asp.explaining.guarded import Guarded, smallest_hitting_set
from galaxies_asp.explaining.instances import (
    Asked,
    Instance,
    Rule,
    Target,
    by_distance,
    cells_of,
    distance,
    in_order,
)
from galaxies_asp.explaining.minimal import (
    grown,
    minimal_by_cores,
    minimal_by_states,
    pruned,
)
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.explaining.witness import TooLong, forced
from galaxies_asp.fast.propagation import Propagation

ROUNDS = (0, 1, 2, 3, 5, 8)
"""The limits on rounds of propagation, tried in this order."""

SMALLEST_QUESTIONS = 5000
"""The limit on questions in the search for a smallest reason."""


@dataclass(frozen=True)
class Reason:
    """A minimal set of instances that forces the target.

    Attributes
    ----------
    rounds
        The rounds of propagation that refute the contrary; None if it takes a search.
    at_least
        A proven lower bound on the number of instances.
    """

    target: Target
    instances: tuple[Instance, ...]
    rounds: int | None
    at_least: int = 0

    @property
    def smallest(self) -> bool:
        """Whether the reason is proven to have the fewest instances."""
        return self.at_least >= len(self.instances)

    @property
    def drawn(self) -> tuple[Instance, ...]:
        """The drawn or given things among the instances."""
        facts = (Rule.LABEL, Rule.WALL)
        return tuple(i for i in self.instances if i.rule in facts)


def find_reason(
    situation: Situation,
    target: Target,
    *,
    near: Point | None = None,
    smallest: bool = False,
) -> Reason | None:
    """Return a reason for the target; near instances are preferred.

    The result does not depend on earlier calls.

    Parameters
    ----------
    near
        The place near which instances are preferred; by default the target's.
    smallest
        Search for a reason of the fewest instances; see `Reason.at_least`.

    Returns
    -------
    None if the target does not follow.
    """
    if (touching := _touching(situation, target)) is not None:
        return Reason(target, (touching,), 0, at_least=1)
    if near is None and target.asked is not Asked.NO_SOLUTION:
        near = target.at
    instances = _by_distance(situation, near)
    rounds = rounds_to_prove(situation, instances, target)
    if rounds is not None:
        reason, _ = propagated(situation, target, rounds, near)
        reason = settled(situation, reason)
    else:
        guarded = Guarded(situation.board, instances, target)
        core = _nearest(instances, near, guarded.core)
        if core is None:
            return None
        some = minimal_by_cores(core, guarded.core)
        reason = Reason(target, in_order(some), None)
    return _smallest(situation, reason, near) if smallest else reason


def _touching(situation: Situation, target: Target) -> Instance | None:
    """Return the rule of the dot that touches the cells of the target, if one does."""
    board = situation.board
    if target.asked is Asked.CELL:
        bits = board.bit(target.at)
    elif target.asked is Asked.OPEN:
        one, other = cells_of(target.at)
        bits = board.bit(one) | board.bit(other)
    else:
        return None
    for instance in situation.rules:
        if instance.rule is Rule.CENTER and not bits & ~board.core[instance.dot]:
            is_meant = target.asked is Asked.OPEN or instance.dot == target.dot
            return instance if is_meant else None
    return None


def rounds_to_prove(
    situation: Situation, instances: Sequence[Instance], target: Target
) -> int | None:
    """Return the first of `ROUNDS` that proves the target, or None."""
    state = extended(Propagation(situation.board), instances)
    for rounds in ROUNDS:
        if refutes(state, target, rounds):
            return rounds
    return None


def propagated(
    situation: Situation, target: Target, rounds: int, near: Point | None
) -> tuple[Reason, int]:
    """Return the reason for a target that some rounds of propagation prove.

    The second result is a distance: instances farther from `near` do not matter.
    """

    def forces(state: Propagation | None) -> bool:
        return refutes(state, target, rounds)

    start: Propagation | None = Propagation(situation.board)
    instances = _by_distance(situation, near)
    state = start
    count = radius = 0
    for reach, end in _squares(instances, near):
        state = extended(state, instances[count:end])
        count, radius = end, reach
        if forces(state):
            break
    some = minimal_by_states(instances[:count], forces, start, extended)
    return Reason(target, in_order(some), rounds), radius


def settled(situation: Situation, reason: Reason) -> Reason:
    """Remove instances that a search, which is complete, does not need."""
    board, target = situation.board, reason.target
    if len(reason.instances) < 2:
        return reason
    guarded: list[Guarded] = []

    def forces(instances: Sequence[Instance]) -> bool:
        if not guarded:
            try:
                return forced(board, instances, target)
            except TooLong:
                program = Guarded(board, reason.instances, target, short_searches=True)
                guarded.append(program)
        return guarded[0].forces(instances)

    instances = pruned(reason.instances, forces)
    return Reason(target, in_order(instances), reason.rounds)


def _smallest(situation: Situation, reason: Reason, near: Point | None) -> Reason:
    """Search for a reason of the fewest instances.

    Each set that does not force is grown to a maximal one, far instances first; every
    reason contains one of the remaining instances. A smallest hitting set of these
    remainders that forces is a smallest reason (implicit hitting sets).
    """
    instances = _by_distance(situation, near)[::-1]
    guarded = Guarded(situation.board, instances, reason.target)
    asked = 0

    def forces(some: Sequence[Instance]) -> bool:
        nonlocal asked
        asked += 1
        return guarded.forces(some)

    number = {instance: index for index, instance in enumerate(instances)}
    rests: list[list[int]] = []
    at_least = 0
    while asked < SMALLEST_QUESTIONS:
        chosen = [instances[index] for index in smallest_hitting_set(rests)]
        at_least = len(chosen)
        if at_least == len(reason.instances):
            break
        if forces(chosen):
            rounds = rounds_to_prove(situation, chosen, reason.target)
            return Reason(reason.target, in_order(chosen), rounds, at_least)
        kept = set(grown(chosen, instances, forces))
        rests.append([number[i] for i in instances if i not in kept])
    return replace(reason, at_least=at_least)


def _nearest(
    instances: Sequence[Instance],
    near: Point | None,
    core: Callable[[Sequence[Instance]], list[Instance] | None],
) -> list[Instance] | None:
    """Return instances that force, in the smallest of the growing squares that do."""
    for _, end in _squares(instances, near):
        if (found := core(instances[:end])) is not None:
            return found
    return None


def _squares(
    instances: Sequence[Instance], near: Point | None
) -> Iterator[tuple[int, int]]:
    """Yield growing distances, each with the number of instances within it."""
    radius = 2
    while near is not None and instances:
        end = bisect_right(instances, radius, key=lambda i: distance(i, near))
        if end == len(instances):
            break
        yield radius, end
        radius *= 2
    yield sys.maxsize, len(instances)


def _by_distance(situation: Situation, near: Point | None) -> tuple[Instance, ...]:
    if near is None:
        return situation.instances
    return by_distance(situation.ordered, near)
