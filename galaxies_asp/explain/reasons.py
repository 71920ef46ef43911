"""Why something follows: a set of rule instances of which none can be left out."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.explain.guarded import Guarded, smallest_hitting_set
from galaxies_asp.explain.instances import Asked, Instance, Rule, Target, distance
from galaxies_asp.explain.minimal import grown, minimal, minimal_by_states
from galaxies_asp.explain.situation import Situation, extended, refutes
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.grid import Point

Forces = Callable[[Sequence[Instance]], bool]

ROUNDS = (0, 1, 2, 3, 5, 8)
"""How many rounds of propagation are tried, one after the other."""

SMALLEST_QUESTIONS = 5000
"""After so many questions the search for a smallest reason is given up."""


@dataclass(frozen=True)
class Reason:
    """Instances that alone force the target, each of them needed.

    Attributes
    ----------
    rounds
        How many rounds of propagation refute the contrary; None if it takes a search.
    at_least
        It is known that no set of fewer than so many instances does.
    """

    target: Target
    instances: tuple[Instance, ...]
    rounds: int | None
    at_least: int = 0

    @property
    def smallest(self) -> bool:
        """Whether it is known that no set of fewer instances forces the target."""
        return self.at_least >= len(self.instances)

    @property
    def drawn(self) -> tuple[Instance, ...]:
        """What was drawn, and is used."""
        facts = (Rule.LABEL, Rule.WALL)
        return tuple(i for i in self.instances if i.rule in facts)


def find_reason(
    situation: Situation,
    target: Target,
    *,
    near: Point | None = None,
    smallest: bool = False,
) -> Reason | None:
    """Return a reason for the target, from what is near to it if possible.

    The same question has the same answer whatever was asked before.

    Parameters
    ----------
    near
        The place whose neighbourhood is preferred; by default the target's.
    smallest
        Search for a reason of the fewest instances; see `Reason.at_least`.

    Returns
    -------
    None if the target does not follow.
    """
    if near is None and target.asked is not Asked.NO_SOLUTION:
        near = target.at
    instances = _by_distance(situation.instances, near)
    rounds = rounds_to_prove(situation, instances, target)
    if rounds is not None:
        reason = settled(situation, propagated(situation, target, rounds, near))
    else:
        guarded = Guarded(situation.board, instances, target)
        if not guarded.forces(instances):
            return None
        some = _nearest(instances, near, guarded.forces)
        reason = Reason(target, _sorted(minimal(some, guarded.forces)), None)
    return _smallest(situation, reason, near) if smallest else reason


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
) -> Reason:
    """Return the reason for something that some rounds of propagation prove."""

    def forces(state: Propagation | None) -> bool:
        return refutes(state, target, rounds)

    start: Propagation | None = Propagation(situation.board)
    instances = _by_distance(situation.instances, near)
    state = start
    count = 0
    for end in _squares(instances, near):
        state = extended(state, instances[count:end])
        count = end
        if forces(state):
            break
    some = minimal_by_states(instances[:count], forces, start, extended)
    return Reason(target, _sorted(some), rounds)


def settled(situation: Situation, reason: Reason) -> Reason:
    """Leave out what the solver, which sees further than propagation, does not need."""
    if len(reason.instances) < 2:
        return reason
    guarded = Guarded(situation.board, reason.instances, reason.target)
    instances = minimal(reason.instances, guarded.forces)
    return Reason(reason.target, _sorted(instances), reason.rounds)


def _smallest(situation: Situation, reason: Reason, near: Point | None) -> Reason:
    """Search for a reason of the fewest instances.

    Each set that does not force is grown as far as possible, by what is far away first;
    every reason has one of the instances that are then left out. A smallest set with
    one of each such rest is a smallest reason as soon as it forces (implicit hitting
    sets).
    """
    instances = _by_distance(situation.instances, near)[::-1]
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
            return Reason(reason.target, _sorted(chosen), rounds, at_least)
        kept = set(grown(chosen, instances, forces))
        rests.append([number[i] for i in instances if i not in kept])
    return replace(reason, at_least=at_least)


def _nearest(
    instances: Sequence[Instance], near: Point | None, forces: Forces
) -> Sequence[Instance]:
    """Return the instances in the smallest of the growing squares that forces."""
    for end in _squares(instances, near):
        if end == len(instances) or forces(instances[:end]):
            return instances[:end]
    return instances


def _squares(instances: Sequence[Instance], near: Point | None) -> Iterator[int]:
    """Yield how many instances lie in growing squares about a place, all at last."""
    radius = 2
    while near is not None and instances:
        end = bisect_right(instances, radius, key=lambda i: distance(i, near))
        if end == len(instances):
            break
        yield end
        radius *= 2
    yield len(instances)


def _by_distance(
    instances: Sequence[Instance], near: Point | None
) -> tuple[Instance, ...]:
    if near is None:
        return tuple(instances)
    return tuple(sorted(instances, key=lambda i: (distance(i, near), _order(i))))


_RANK = {rule: rank for rank, rule in enumerate(Rule)}


def _order(instance: Instance) -> tuple[int, int, int]:
    return _RANK[instance.rule], instance.at.y, instance.at.x


def _sorted(instances: Sequence[Instance]) -> tuple[Instance, ...]:
    """Return the instances in the order of the rules, each in reading order."""
    return tuple(sorted(instances, key=_order))
