"""Deductions from ground rules: the one with the cheapest reason is the next.

Propagation comes first, then suppositions with growing bounds on the cost, near the
last deduction first; then what follows whether a literal holds or not, suppositions
within suppositions, and at last a search with clingo.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.assignment import (
    ANY,
    NESTED,
    SUPPOSED,
    Conflict,
    Proof,
    Why,
)
from galaxies_asp.explaining.deduced import Deduction, Way, cost_of, deduced, known_in
from galaxies_asp.explaining.facts import distance
from galaxies_asp.explaining.proving import BOUNDS, CHEAP, Proving
from galaxies_asp.explaining.sums import Sums

_PLAN: tuple[tuple[Way, int], ...] = (
    (Way.DIRECT, 2),
    (Way.SUPPOSED, 2),
    (Way.SUM, 1),
    (Way.DIRECT, 4),
    (Way.SUPPOSED, 4),
    (Way.SUM, 2),
    (Way.DIRECT, 12),
    (Way.SUPPOSED, 12),
    (Way.SUM, 3),
    (Way.EITHER, 8),
    (Way.DIRECT, 80),
    (Way.SUPPOSED, 80),
    (Way.EITHER, 20),
    (Way.NESTED, 30),
    (Way.NESTED, ANY),
)
"""The ways of deduction in turn, each with the greatest cost."""

_ALL_AGAIN = 80
"""From this bound on, suppositions are tried that nothing has changed."""

_EITHER = 60
"""How many literals are tried both ways."""

_NESTED, _TRIALS, _AROUND, _BEST = 12, 200, 24, 3
"""How many literals are supposed with others within, how many others, and how many
failures are compared."""


class _Again(Exception):  # noqa: N818 - it is no error
    """Something cheaper may follow from what has been found."""


@dataclass
class Reasoning(Proving):
    """The deductions on a board, from what is known on it."""

    # Deductions

    def __iter__(self) -> Iterator[Deduction]:
        """Yield deductions until all forced literals are known."""
        self._sums = Sums(self.ground)
        yield from self._taken()
        while self.left:
            self._deadline = time.process_time() + self.seconds
            ways = {
                Way.DIRECT: self._direct,
                Way.SUPPOSED: self._suppose,
                Way.SUM: self._add_up,
                Way.EITHER: self._either,
                Way.NESTED: self._nest,
            }
            for way, bound in _PLAN:
                if ways[way](bound):
                    break
                if self._is_late():
                    self._search()
                    break
            else:
                self._search()
            yield from self._taken()

    def _taken(self) -> Iterator[Deduction]:
        pending, self._pending = self._pending, []
        yield from pending

    def _direct(self, bound: int) -> bool:
        """Find what follows by propagation; note what does not hold on the way."""
        state, before = self._root.copy(), len(self._pending)

        def settled(literal: int) -> None:
            if literal in self._known:
                state.settle(literal)
                return
            cost = state.mask[literal].bit_count()
            if self._is_wanted(literal):
                if cost > CHEAP and len(self._pending) > before:
                    raise _Again
                mask = state.mask[literal]
                self._emit(self._minimized(state, literal))
                state.prefer(mask)
            elif cost <= CHEAP and literal < 0 and abs(literal) in self.wanted:
                self.notes[literal] = state.proof([literal], state.mask[literal])
                self._know(literal)
            else:
                return
            state.settle(literal)

        try:
            state.run(bound, settled)
        except _Again:
            return True
        self._state = state
        return len(self._pending) > before

    def _suppose(self, bound: int) -> bool:
        """Find the cheapest literal whose contrary fails."""
        best: tuple[int, Proof] | None = None
        for literal in self._nearest(self.left):
            limit = bound if best is None else best[1].mask.bit_count() - 1
            if limit < 1:
                break
            if bound < _ALL_AGAIN and self._is_useless(literal, limit):
                continue
            proof = self._refuted(-literal, limit)
            if proof is not None:
                best = literal, proof
            elif self._is_late():
                break
        if best is None:
            return False
        literal, proof = best
        return self._found(Way.SUPPOSED, [literal], self._smaller(-literal, proof))

    def _is_useless(self, literal: int, bound: int) -> bool:
        """Tell whether nothing has changed near a supposition that did not fail."""
        if -literal not in self._tried:
            return False
        tried, since, area = self._tried[-literal]
        return tried >= bound and not any(new & area for new in self._changes[since:])

    def _add_up(self, most: int) -> bool:
        """Find what follows from sums of counters, of the cheapest ones."""
        state, best, cheapest = self._state, None, ANY
        for sum_ in self._sums.found(state, most):
            mask = self.ground.bits[sum_.label]
            for premise in sum_.premises:
                mask |= state.mask[premise]
            new = [n for n in sum_.literals if self._is_wanted(n)]
            new = [n for n in new if n not in self._known]
            if new and mask.bit_count() < cheapest:
                best, cheapest = (new, mask, sum_), mask.bit_count()
        if best is None:
            return False
        new, mask, sum_ = best
        proof = state.proof(sum_.premises, mask)
        why = dict.fromkeys(new, Why(sum_.premises, sum_.label))
        return self._found(Way.SUM, new, proof._replace(why={**proof.why, **why}))

    def _either(self, bound: int) -> bool:
        """Find what follows whether a literal holds or not."""
        best: tuple[int, tuple[Proof, Proof]] | None = None
        open_ = [n for n in self.wanted if not self._state.value[n]]
        for literal in self._nearest(open_)[:_EITHER]:
            sides = [self._following(one, bound) for one in (literal, -literal)]
            if None in sides:
                continue
            yes, no = (side or {} for side in sides)
            for found in yes.keys() & no.keys():
                if best is None or cost_of(yes[found], no[found]) < cost_of(*best[1]):
                    best = found, (yes[found], no[found])
            if self._is_late():
                break
        if best is None:
            return False
        return self._found(Way.EITHER, [best[0]], *best[1])

    def _following(self, literal: int, bound: int) -> dict[int, Proof] | None:
        """Return what follows from a supposition; None if it fails."""
        state = self._state
        mark, state.heap = len(state.trail), []
        state.push(literal, 0, Why((), SUPPOSED))
        found = None
        if state.run(bound) is None:
            found = {
                new: state.proof([new], state.mask[new], literal)
                for new in state.trail[mark:]
                if new != literal and new not in self._known and self._is_wanted(new)
            }
        state.back(mark)
        return found

    def _nest(self, bound: int) -> bool:
        """Find a literal whose contrary fails with suppositions within, cheaply."""
        found: list[tuple[int, Proof]] = []
        some = self._nearest(self.left)
        for literal in some if bound == ANY else some[:_NESTED]:
            state = self._state
            mark, state.heap = len(state.trail), []
            state.push(-literal, 0, Why((), SUPPOSED))
            conflict = state.run(bound) or self._within(literal, bound)
            proof = conflict and state.proof((), conflict.mask, -literal, conflict)
            state.back(mark)
            if proof is not None:
                found.append((literal, proof))
            if len(found) == _BEST or self._is_late():
                break
        best = min(found, key=lambda pair: cost_of(pair[1]), default=None)
        return best is not None and self._found(Way.NESTED, [best[0]], best[1])

    def _within(self, literal: int, bound: int) -> Conflict | None:
        """Return how the last supposition fails with others within it."""
        state, places = self._state, self.ground.places
        here = places.get(abs(literal), Point(0, 0))

        def far(atom: int) -> int:
            return distance(places.get(atom, here), here)

        tries, has_changed = 0, True
        while has_changed and tries < _TRIALS:
            has_changed = False
            open_ = [n for n in self.wanted if not state.value[n]]
            for atom in sorted(open_, key=far)[:_AROUND]:
                for inner in (atom, -atom):
                    if state.value[atom]:
                        break
                    tries += 1
                    mark, state.heap = len(state.trail), []
                    state.push(inner, 0, Why((), SUPPOSED))
                    failed = state.run(max(4, bound // 2))
                    if failed is None:
                        state.back(mark)
                        continue
                    proof = state.proof((), failed.mask, inner, failed, mark)
                    state.back(mark)
                    outer = tuple(n for n in proof.why if state.value[n] > 0)
                    state.push(-inner, failed.mask, Why(outer, NESTED, proof))
                    has_changed = True
                    if (conflict := state.run(ANY)) is not None:
                        return conflict
                if self._is_late():
                    return None
        return None

    def deduce(self, literal: int) -> list[Deduction]:
        """Return the deductions that lead to a literal, the last one is its own.

        Alone if propagation or a supposition shows it, else after others.
        """
        for bound in BOUNDS[:-1]:
            state = self._root.copy()
            state.run(bound)
            if state.value[literal] > 0:
                return [self._minimized(state, literal)]
            self._state = state
            if (proof := self._refuted(-literal, bound)) is not None:
                return [deduced(Way.SUPPOSED, [literal], self._smaller(literal, proof))]
        found: dict[int, Deduction] = {}
        for deduction in self:
            found |= dict.fromkeys(deduction.literals, deduction)
            if literal in found:
                break
        needed: dict[int, None] = {}
        waiting = [literal]
        while waiting:
            one = waiting.pop()
            if one in found and one not in needed:
                needed[one] = None
                waiting += found[one].premises
                notes = [n for n in found[one].premises if n in self.notes]
                waiting += (n for note in notes for n in known_in(self.notes[note]))
        return list(dict.fromkeys(d for n, d in found.items() if n in needed))
