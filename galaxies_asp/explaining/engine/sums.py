"""Sums of counters: what some rows need is all that some columns can have.

Rules that say "at least" need as much as rules that say "at most" leave for them. Then
these have nothing else. On each side, no two rules count the same literal. Atoms that a
rule excludes from each other in pairs, such as stars in cells that touch, have one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from galaxies_asp.explaining.engine.assignment import Assignment
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.ground_rules import Share, places
from galaxies_asp.explaining.engine.how import How

_OTHERS = 12
"""The number of rules that are combined with one."""
_CLIQUES = 500
"""The number of sets of atoms that exclude each other."""


class Sum(NamedTuple):
    """Literals that follow from rules, with the premises, and the label."""

    literals: tuple[int, ...]
    premises: tuple[int, ...]
    label: int


class _Count(NamedTuple):
    """A rule that counts literals, which are bits."""

    share: Share
    literal: int
    """It holds if the count reaches the bound; 0 if it never does."""
    bound: int
    body: int
    bits: int
    """Those of its labels."""


class _Side(NamedTuple):
    """A rule with the literals that are open, and how many of them hold."""

    rule: _Count
    free: int
    left: int


class Sums:
    """The counting rules of a ground program, which can be compared."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        # The literals that are counted; sets of them are bits.
        self._order: list[int] = []
        self._number: dict[int, int] = {}
        self._counts = list(self._exclusive())
        for counter in ground.counters:
            instance = ground.labels[counter.label].instance
            if counter.heaviest == 1 and instance is not None:
                body = self._bits(literal for literal, _ in counter.body)
                bits = ground.bits[counter.label]
                count = _Count(
                    Share((instance,)), counter.literal, counter.bound, body, bits
                )
                self._counts.append(count)
        self._counts = _overlapping(self._counts)

    def found(self, state: Assignment, most: int) -> Iterator[Sum]:
        """Yield what follows from few rules, as many of each side."""
        value = state.value
        none = self._bits(n for n in self._order if not value[n])
        held = self._bits(n for n in self._order if value[n] > 0)
        needs, rooms = [], []
        for count in self._counts:
            if free := count.body & none:
                left = count.bound - (count.body & held).bit_count()
                if value[count.literal] > 0:
                    needs.append(_Side(count, free, left))
                elif value[count.literal] < 0 or not count.literal:
                    rooms.append(_Side(count, free, left - 1))
        for some in _apart(rooms, most):
            room = reduce(or_, (one.free for one in some))
            near = [one for one in needs if (one.free & ~room).bit_count() < one.left]
            for others in _apart(near, most):
                bodies = {one.rule.body for one in (*some, *others)}
                if len(bodies) == 2 * most:
                    yield from self._sum(state, some, others, none, held)

    def _sum(
        self,
        state: Assignment,
        rooms: Sequence[_Side],
        needs: Sequence[_Side],
        none: int,
        held: int,
    ) -> Iterator[Sum]:
        """Yield what follows, if something does."""
        room, need = (
            reduce(or_, (s.rule.body for s in some)) for some in (rooms, needs)
        )
        out, into = room & ~need, need & ~room
        least = sum(one.rule.bound for one in needs)
        most = sum(one.rule.bound - 1 for one in rooms)
        most += (into & (none | held)).bit_count() - (out & held).bit_count()
        new = [*self._literals(into & none), *(-n for n in self._literals(out & none))]
        if least < most or not new:
            return
        literals = [one.rule.literal for one in needs]
        literals += [-one.rule.literal for one in rooms if one.rule.literal]
        literals += [-n for n in self._literals(into & ~none & ~held)]
        literals += self._literals(out & held)
        sides = tuple(tuple(one.rule.share for one in some) for some in (rooms, needs))
        bits = reduce(or_, (one.rule.bits for one in (*rooms, *needs)))
        label = self._ground.number(How.SUM, *sides, bits=bits, sides=sides)
        yield Sum(tuple(new), tuple(literals), label)

    def _exclusive(self) -> Iterator[_Count]:
        """Yield atoms that exclude each other (C. Bron, J. Kerbosch, 1973)."""
        ground, rules = self._ground, dict[tuple[int, int], int]()
        beside: dict[int, int] = defaultdict(int)
        for atom in ground.names:
            for other, label in ground.pairs[atom]:
                if other < 0 and ground.labels[label].how is How.RULE:
                    beside[self._bits([atom])] |= self._bits([-other])
                    rules[atom, -other] = label
        waiting, number = [(0, sum(beside), 0)], 0
        while waiting and number < _CLIQUES:
            body, free, out = waiting.pop()
            if not free | out and body.bit_count() > 2:
                number += 1
                pairs = combinations(self._literals(body), 2)
                labels = {rules[pair] for pair in pairs}
                found = [ground.labels[label].instance for label in sorted(labels)]
                some = tuple(one for one in found if one is not None)
                if len({one.rule for one in some}) == 1:
                    bits = reduce(or_, (ground.bits[label] for label in labels))
                    at = (ground.places.get(n) for n in self._literals(body))
                    share = Share(some, tuple(filter(None, at)))
                    yield _Count(share, 0, 2, body, bits)
            while free:
                low = free & -free
                near = beside[low]
                waiting.append((body | low, free & near, out & near))
                free, out = free ^ low, out | low

    def _literals(self, bits: int) -> Iterator[int]:
        return (self._order[place] for place in places(bits))

    def _bits(self, literals: Iterable[int]) -> int:
        bits = 0
        for literal in literals:
            place = self._number.setdefault(literal, len(self._order))
            if place == len(self._order):
                self._order.append(literal)
            bits |= 1 << place
        return bits


def _overlapping(counts: Iterable[_Count]) -> list[_Count]:
    """Return the counts that share a literal with others; the rest show nothing."""
    some = list(counts)
    once = twice = 0
    for body in {count.body for count in some}:
        twice |= once & body
        once |= body
    return [count for count in some if count.body & twice]


def _apart(sides: Sequence[_Side], most: int) -> Iterator[tuple[_Side, ...]]:
    """Yield some rules of one bound that count no literal twice."""
    for number, first in enumerate(sides):
        bound, body = first.rule.bound, first.rule.body
        others = [
            side
            for side in sides[number + 1 :]
            if side.rule.bound == bound and not side.rule.body & body
        ]
        for some in combinations(others[:_OTHERS], most - 1):
            if not any(a.rule.body & b.rule.body for a, b in combinations(some, 2)):
                yield (first, *some)
