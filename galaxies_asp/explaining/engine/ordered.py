"""Deductions in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.cases import Cases
from galaxies_asp.explaining.engine.deduced import Deduction, Way, known_in
from galaxies_asp.explaining.engine.proving import CHEAP

_NEAR = 6
"""Steps at this distance from the last one are near: three cells away."""


@dataclass
class Ordered(Cases):
    """What was deduced and has not been told."""

    place: Point | None = None
    """Where something has been told last."""

    def learn(self, literals: Iterable[int], near: Sequence[Point]) -> None:
        """Take literals as known; of equally short reasons, a near one is next."""
        self.last = self.place = next(iter(near), None)
        for literal in literals:
            if literal not in self._known:
                self._know(literal)

    def _taken(self) -> Iterator[Deduction]:
        """Yield what was deduced; what follows from a deduction alone is next."""
        waiting, self._pending, self.last = self._pending, [], self.place
        bases = {one: self._basis(one) for one in waiting}
        while waiting:
            left = {n for one in waiting for n in one.literals}
            ready = [d for d in waiting if left.isdisjoint(bases[d])] or waiting
            first = min(ready, key=self._ease)
            rule = self._opening(first)
            group = [first, *(one for one in ready if _is_same(one, first))]
            group += (d for d in ready if rule and self._opening(d) == rule)
            group = [*dict.fromkeys(group)]
            waiting = [one for one in waiting if one not in group]
            yield from group
            for one in group:
                yield from _after(one, waiting)
            some = abs(next(iter(first.literals), 0))
            self.last = self.place = self.ground.places.get(some, self.last)

    def _opening(self, deduction: Deduction) -> object:
        """Return the rule that alone makes a deduction, from nothing told before."""
        if deduction.way is not Way.DIRECT or deduction.premises or deduction.cost != 1:
            return None
        return self.ground.rule_in(deduction.proofs[0].mask)

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


def _is_same(one: Deduction, first: Deduction) -> bool:
    """Tell whether another deduction is made by the same rules from the same."""
    if one.pattern is not None and one.pattern == first.pattern:
        return True
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
