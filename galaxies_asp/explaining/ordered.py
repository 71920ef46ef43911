"""Deductions in the order in which they are told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from galaxies_asp.explaining.cases import Cases
from galaxies_asp.explaining.deduced import Deduction, Way, known_in
from galaxies_asp.explaining.ordering import DotOrder


@dataclass
class Ordered(Cases):
    """What was deduced and has not been told; `is_begun`: whether something has."""

    is_begun: bool = False

    def _taken(self) -> Iterator[Deduction]:
        """Yield what was deduced; what follows from a deduction alone is next."""
        if self.order is not None:
            yield from self._ordered(self.order)
            return
        pending, self._pending = self._pending, []
        while pending:
            first = pending.pop(0)
            yield first
            yield from _after(first, pending)

    def _ordered(self, order: DotOrder) -> Iterator[Deduction]:
        """Yield what the board shows and what was deduced, in an order."""
        waiting: list[Deduction] = []
        touched = order.touched.difference(self.given.literals)
        if touched and not self.is_begun:
            yield Deduction(Way.SEEN, tuple(touched))
        self.is_begun = True
        order.near = order.near or ((self.last,) if self.last else ())
        while True:
            waiting += self._pending
            self._pending = []
            left = {n for one in waiting for n in one.literals}
            is_open = partial(self._is_open, left)
            group = [self._seen(some, waiting, is_open) for some in order.shown()]
            if not group and not waiting:
                return
            group = group or [order.nearest([*filter(is_open, waiting)] or waiting)]
            order.add(group)
            self.last = next(iter(order.near), None)
            follow = [d for d in waiting if d not in group and order.has(d)]
            waiting = [d for d in waiting if d not in group and d not in follow]
            self.alike = frozenset(n for one in group[1:] for n in one.literals)
            yield from (*group, *follow)

    def _seen(
        self,
        literals: tuple[int, ...],
        waiting: Sequence[Deduction],
        is_open: Callable[[Deduction], bool],
    ) -> Deduction:
        """Return what the board shows; by which rules, if that has been deduced."""
        for literal in literals:
            if literal not in self._known:
                self._know(literal)
        same = (d for d in waiting if d.literals == literals and is_open(d))
        return next(same, Deduction(Way.SEEN, literals))

    def _is_open(self, left: Collection[int], deduction: Deduction) -> bool:
        """Tell whether a deduction follows from none of some literals."""
        waiting, needed = [*deduction.premises], set[int](deduction.literals)
        while waiting:
            literal = waiting.pop()
            if literal in left and literal not in deduction.literals:
                return False
            if literal not in needed and literal in self.notes:
                waiting += known_in(self.notes[literal])
            needed.add(literal)
        return True


def _after(first: Deduction, left: list[Deduction]) -> Iterator[Deduction]:
    """Yield, and take out, what follows from a deduction alone, and then from that."""
    known = {*first.literals}
    near = [one for one in left if one.premises and known.issuperset(one.premises)]
    left[:] = [one for one in left if one not in near]
    yield from near
    for one in near:
        yield from _after(one, left)
