"""Sums of counters: what some rows need is all that some columns can have.

Counters that say "at least" need as many literals as those that say "at most" leave for
them. Then these have no others. The counters of each side have no literal in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from galaxies_asp.explaining.assignment import Assignment
from galaxies_asp.explaining.ground import Ground
from galaxies_asp.explaining.ground_rules import Counter, How

_CLIQUES = 500
"""The number of sets of atoms that exclude each other."""
_OTHERS = 12
"""The number of counters that are combined with one."""


class Sum(NamedTuple):
    """Literals that follow from counters, with the premises, and the label."""

    literals: tuple[int, ...]
    premises: tuple[int, ...]
    label: int


class _Side(NamedTuple):
    """A counter that says "at least", or "at most"; literals are bits.

    Attributes
    ----------
    body, free
        The literals that it counts, and those of them that can still hold or not.
    left
        How many of these have to hold, or may hold.
    """

    counter: Counter
    body: int
    free: int
    left: int


class Sums:
    """The counters of a ground program that can be compared."""

    def __init__(self, ground: Ground) -> None:
        self._ground, self._places = ground, 2 * ground.size + 1
        self._counters = [
            (counter, sum(1 << literal % self._places for literal, _ in counter.body))
            for counter in ground.counters
            if counter.heaviest == 1 and ground.labels[counter.label].instance
        ]
        self._counters += self._exclusive()

    def found(self, state: Assignment, most: int) -> Iterator[Sum]:
        """Yield what follows from few counters, as many of each side."""
        value = state.value
        none = sum(1 << n for n in range(self._places) if not value[n])
        held = sum(1 << n for n in range(self._places) if value[n] > 0)
        needs, rooms = [], []
        for counter, body in self._counters:
            if free := body & none:
                left = counter.bound - (body & held).bit_count()
                if value[counter.literal] > 0:
                    needs.append(_Side(counter, body, free, left))
                elif value[counter.literal] < 0 or not counter.literal:
                    rooms.append(_Side(counter, body, free, left - 1))
        for some in _groups(rooms, most):
            room, left = reduce(or_, (one.free for one in some)), sum(s.left for s in some)
            near = [one for one in needs if one.free & room and one not in some]
            for others in _fitting(near, room, left, len(some)):
                if any(one.body == other.body for one in some for other in others):
                    continue
                if (sum_ := self._sum(state, some, others, none, held)) is not None:
                    yield sum_

    def _sum(
        self,
        state: Assignment,
        rooms: Sequence[_Side],
        needs: Sequence[_Side],
        none: int,
        held: int,
    ) -> Sum | None:
        """Return what follows; None if it is nothing."""
        room, need = (reduce(or_, (s.body for s in some)) for some in (rooms, needs))
        out, into = room & ~need, need & ~room
        least = sum(one.counter.bound for one in needs)
        most = sum(one.counter.bound - 1 for one in rooms)
        most += (into & (none | held)).bit_count() - (out & held).bit_count()
        new = [*self._literals(into & none), *(-n for n in self._literals(out & none))]
        if least < most or not new:
            return None
        closed = into & ~none & ~held
        used = [*(-n for n in self._literals(closed)), *self._literals(out & held)]
        sides = [tuple(self._ground.labels[o.counter.label].instance for o in some) for some in (rooms, needs)]
        literals = [one.counter.literal for one in needs]
        literals += [-one.counter.literal for one in rooms if one.counter.literal]
        bits = reduce(or_, (state.ground.bits[s.counter.label] for s in (*rooms, *needs)))
        label = self._ground.number(
            How.SUM, *map(tuple, sides), bool(into & none), bits=bits, sides=sides
        )
        return Sum(tuple(new), (*literals, *used), label)

    def _exclusive(self) -> Iterator[tuple[Counter, int]]:
        """Yield sets of atoms of which a rule excludes each two, as counters."""
        beside: dict[int, int] = {}
        rules: dict[tuple[int, int], int] = {}
        for atom in self._ground.names:
            for other, label in self._ground.pairs[atom]:
                if other < 0 and self._ground.labels[label].how is How.RULE:
                    beside[atom] = beside.get(atom, 0) | 1 << -other
                    rules[atom, -other] = label
        waiting = [(0, sum(1 << atom for atom in beside), 0)]
        number = 0
        while waiting and number < _CLIQUES:
            clique, free, out = waiting.pop()
            if not free | out and clique.bit_count() > 2:
                number += 1
                atoms = list(self._literals(clique))
                labels = {rules[pair] for pair in combinations(atoms, 2)}
                if len({self._ground.labels[n].instance.rule for n in labels}) == 1:
                    body = tuple((atom, 1) for atom in atoms)
                    yield Counter(0, 2, body, min(labels), 1, 0), clique
            while free:
                low = free & -free
                near = beside[low.bit_length() - 1]
                waiting.append((clique | low, free & near, out & near))
                free, out = free ^ low, out | low

    def _literals(self, bits: int) -> Iterator[int]:
        while bits:
            low = bits & -bits
            bits ^= low
            place = low.bit_length() - 1
            yield place if place <= self._ground.size else place - self._places


def _groups(sides: Sequence[_Side], most: int) -> Iterator[Sequence[_Side]]:
    """Yield sets of counters without a common literal, the small ones first."""
    if most == 1:
        yield from ([one] for one in sides)
        return
    for number, first in enumerate(sides):
        others = [s for s in sides[number + 1 :] if _is_alike(first, s)][:_OTHERS]
        for some in combinations(others, most - 1):
            group = [first, *some]
            bodies = sum(one.body.bit_count() for one in group)
            if reduce(or_, (one.body for one in group)).bit_count() == bodies:
                yield group


def _is_alike(one: _Side, other: _Side) -> bool:
    return one.counter.bound == other.counter.bound and not one.body & other.body


def _fitting(
    needs: Iterable[_Side], room: int, left: int, most: int
) -> Iterator[list[_Side]]:
    """Yield counters without a common literal that need all the room, as many."""
    gains = [(one.left - (one.free & ~room).bit_count(), one) for one in needs]
    fits = [one for gain, one in gains if gain > 0]
    gain_of = {id(one): gain for gain, one in gains}
    for some in combinations(fits[:_OTHERS], most):
        bodies = sum(one.body.bit_count() for one in some)
        if sum(gain_of[id(one)] for one in some) >= left:
            if reduce(or_, (one.body for one in some)).bit_count() == bodies:
                yield list(some)
