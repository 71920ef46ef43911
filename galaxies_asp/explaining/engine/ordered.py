"""Deductions in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.cases import Cases
from galaxies_asp.explaining.engine.deduced import Deduction, Order, Way, known_in
from galaxies_asp.explaining.engine.proving import CHEAP

_NEAR = 6
"""Steps at this distance from the last one are near: three cells away."""


@dataclass
class Ordered(Cases):
    """What was deduced and has not been told; `is_begun`: whether something has."""

    is_begun: bool = False
    place: Point | None = None
    """Where something has been told last."""

    def _taken(self) -> Iterator[Deduction]:
        """Yield what was deduced; what follows from a deduction alone is next."""
        if self.order is not None:
            yield from self._ordered(self.order)
            return
        waiting, self._pending, self.last = self._pending, [], self.place
        bases = {one: self._basis(one) for one in waiting}
        while waiting:
            left = {n for one in waiting for n in one.literals}
            ready = [d for d in waiting if left.isdisjoint(bases[d])] or waiting
            first = min(ready, key=self._ease)
            group = [first, *(one for one in ready if _is_same(one, first))]
            waiting = [one for one in waiting if one not in group]
            yield from group
            for one in group:
                yield from _after(one, waiting)
            some = abs(next(iter(first.literals), 0))
            self.last = self.place = self.ground.places.get(some, self.last)

    def _ease(self, deduction: Deduction) -> tuple[bool, bool, int]:
        """Return the sort key: openings and cheap ones first, then near ones."""
        far = min(map(self._distance, deduction.literals), default=0)
        is_dear = deduction.cost > CHEAP
        return is_dear, bool(deduction.premises), far if far > _NEAR else 0

    def _basis(self, deduction: Deduction) -> set[int]:
        """Return from which others a deduction follows, by way of what is noted."""
        needed, waiting = set[int](), [*deduction.premises]
        while waiting:
            literal = waiting.pop()
            if literal not in needed and literal in self.notes:
                waiting += known_in(self.notes[literal])
            needed.add(literal)
        return needed.difference(deduction.literals)

    def _ordered(self, order: Order) -> Iterator[Deduction]:
        """Yield what the board shows and what was deduced, in an order."""
        waiting: list[Deduction] = []
        touched = order.touched.difference(self.given.literals)
        if touched and not self.is_begun:
            yield Deduction(Way.SEEN, tuple(touched))
        self.is_begun = True
        order.near = order.near or ((self.place,) if self.place else ())
        while True:
            waiting += self._pending
            self._pending = []
            left = {n for one in waiting for n in one.literals}
            ready = [d for d in waiting if left.isdisjoint(self._basis(d))]
            group = [self._seen(some, ready) for some in order.shown(self.left)]
            if not group and not waiting:
                return
            group = group or [order.nearest(ready or waiting)]
            order.add(group)
            self.last = next(iter(order.near), None)
            follow = [d for d in waiting if d not in group and order.has(d)]
            waiting = [d for d in waiting if d not in group and d not in follow]
            self.alike = frozenset(n for one in group[1:] for n in one.literals)
            yield from (*group, *follow)

    def _seen(self, literals: tuple[int, ...], ready: Sequence[Deduction]) -> Deduction:
        """Return what the board shows; by which rules, if that has been deduced."""
        for literal in literals:
            if literal not in self._known:
                self._know(literal)
        same = (d for d in ready if d.literals == literals)
        return next(same, Deduction(Way.SEEN, literals))


def _is_same(one: Deduction, first: Deduction) -> bool:
    """Tell whether another deduction is made by the same rules from the same."""
    if one is first or not one.cost or {one.way, first.way} != {Way.DIRECT}:
        return False
    same = one.proofs[0].mask == first.proofs[0].mask
    return same and {*one.premises} == {*first.premises}


def _after(first: Deduction, left: list[Deduction]) -> Iterator[Deduction]:
    """Yield, and take out, what follows from a deduction alone, and then from that."""
    known = {*first.literals}
    near = [one for one in left if one.premises and known.issuperset(one.premises)]
    left[:] = [one for one in left if one not in near]
    yield from near
    for one in near:
        yield from _after(one, left)
