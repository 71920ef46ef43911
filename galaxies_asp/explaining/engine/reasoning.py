"""Deductions from ground rules: the one with the cheapest reason is the next.

Propagation comes first, then suppositions with growing bounds on the cost, near the
last deduction first; then suppositions with sums and others within, and at last a
search with clingo. What follows whether a literal holds or not, a supposition within
one shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, takewhile

from galaxies_asp.explaining.engine.assignment import (
    ANY,
    KNOWN,
    SUPPOSED,
    Conflict,
    Proof,
    Why,
)
from galaxies_asp.explaining.engine.deduced import Deduction, Way, deduced, known_in
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.ordered import Ordered
from galaxies_asp.explaining.engine.proving import BOUNDS, CHEAP

_PLAN: tuple[tuple[Way, int], ...] = (
    (Way.DIRECT, 2),
    (Way.SUM, 1),
    (Way.SUPPOSED, 2),
    (Way.DIRECT, 4),
    (Way.SUPPOSED, 4),
    (Way.SUM, 2),
    (Way.DIRECT, 12),
    (Way.SUPPOSED, 12),
    (Way.SUM, 3),
    (Way.DIRECT, 80),
    (Way.SUPPOSED, 80),
    (Way.NESTED, 12),
    (Way.SUPPOSED, 81),
    (Way.NESTED, 30),
    (Way.NESTED, ANY),
)
"""The ways of deduction in turn, each with the greatest cost."""

_COMPARED = 16
"""The number of suppositions that fail from which the shortest is taken."""

_SHORT, _ALIKE = 4, 12
"""Suppositions of at most this cost that fail by the same rules are told together, and
the greatest number of them."""

_SOME = 40
"""So many literals are supposed where each other atom is, for a small reason."""

_AT_LAST, _NOTED = 12, 6
"""From this bound on, what is noted may cost more."""

_ALL_AGAIN = 81
"""From this bound on, suppositions are tried that nothing near has changed."""

_FEW = 12
"""A counter of more literals is not near its bound, as a rule."""

_NESTED, _BEST = 12, 3
"""How many literals are supposed with others within, and how many from the first one
that fails on."""


@dataclass
class Reasoning(Ordered):
    """The deductions on a board, from what is known on it."""

    # Deductions

    def __iter__(self) -> Iterator[Deduction]:
        """Yield deductions until all forced literals are known that are not noted."""
        yield from self._taken()
        while self._goes_on():
            self._end = self._state.effort + self.effort
            ways = {
                Way.DIRECT: self._direct,
                Way.SUPPOSED: self._suppose,
                Way.SUM: self._add_up,
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

    def _goes_on(self) -> bool:
        """Tell whether something is left that is not noted; at last what is quiet."""
        if self.noted.issuperset(map(abs, self.left)):
            self.quiet = frozenset()
        return not self.noted.issuperset(map(abs, self.left))

    def _direct(self, bound: int) -> bool:
        """Find what follows by propagation; note what does not hold on the way."""
        state, before, noted = self._state, len(self._pending), len(self.notes)
        found: list[tuple[int, Proof]] = []
        self._bound, steps = bound, set[int]()
        cheap = CHEAP if bound < _AT_LAST else _NOTED

        def settled(literal: int) -> bool:
            cost = state.mask[literal].bit_count()
            label = self.ground.labels[max(state.why[literal].label, 0)]
            if label.how is How.ONE and literal < 0:  # nobody mentions it
                return False
            is_note = cost <= cheap and self._is_note(literal)
            is_wanted = not is_note and self._is_wanted(literal)
            is_wanted &= abs(literal) not in self.noted
            if not is_wanted and not is_note:
                return False
            if cost <= cheap or not steps:
                found.append((literal, state.proof([literal], state.mask[literal])))
                steps.update(() if self._is_note(literal) else [literal])
            if cost > cheap:  # something cheaper may follow from it
                return True
            if is_wanted:
                state.prefer(state.mask[literal])
            state.settle(literal)
            return False

        if bound >= _AT_LAST:  # what costs more is noted now
            state.reopen()
        state.extend(bound, settled)
        # What the clues and a rule show at once comes before what follows from it.
        found.sort(key=lambda one: any(w.label == KNOWN for w in one[1].why.values()))
        for literal, proof in found:
            if literal in self._known:
                continue
            if proof.mask.bit_count() <= cheap and self._is_note(literal):
                self.notes[literal] = proof
                self._know(literal)
            else:
                shown = self._smaller(literal, proof)
                self._emit(deduced(Way.DIRECT, [literal], shown))
        if len(self._pending) == before and len(self.notes) > noted:
            return self._direct(CHEAP) or self._direct(bound)
        return len(self._pending) > before

    def _suppose(self, bound: int) -> bool:
        """Find the literal whose contrary fails in the fewest deductions."""
        best: tuple[int, Proof] | None = None
        if bound >= _ALL_AGAIN:
            self._passed, self._dear, self._is_tried = {}, {}, False
            self._fails = {}
        fewest, tried = ANY, 0
        some = self._refutable(
            _SOME if bound < _AT_LAST and self.ground.rivals else None
        )
        self._state.extend(bound)
        for literal in some:
            limit = bound
            if best is not None and tried > _COMPARED:
                cost = best[1].mask.bit_count()
                limit = cost if cost <= _SHORT else cost - 1
            if limit < 1 or (self.ground.rivals and tried == _COMPARED):
                break
            proof = self._shown.get(literal) or self._excluded(literal, limit)
            if proof is not None:
                self._shown[literal] = proof
                tried += 1
                links = self._links(proof)
                if links < fewest:
                    best, fewest = (literal, proof), links
            elif self._is_late():
                break
        if best is None:
            return False
        literal, proof = best[0], self._smaller(*best)
        pattern = self._pattern(proof)
        found = {literal: proof}
        for other in [n for n, p in self._shown.items() if pattern and n != literal]:
            if len(found) < _ALIKE and self._pattern(self._shown[other]) == pattern:
                found[other] = self._smaller(other, self._shown[other])
        pattern = pattern if len(found) > 1 else None
        for other, proof in found.items():
            if other != literal:  # it may follow by a rule now
                self._state.extend(CHEAP)
            if other == literal or self._state.value[other] <= 0:
                one = deduced(Way.SUPPOSED, [other], proof)
                self._emit(replace(one, pattern=pattern))
        self._state.reopen()
        return True

    def _pattern(self, proof: Proof) -> object:
        """Return by which rules a short supposition fails; None of others."""
        if not proof.supposed or proof.mask.bit_count() > _SHORT:
            return None
        ground, ends = self.ground, [] if proof.clash is None else [(0, proof.clash[1])]
        shown: Counter[int] = Counter()
        for literal, why in (*proof.why.items(), *ends):
            shown[max(why.label, 0)] += abs(literal) in ground.names
        labels = ((ground.labels[n].instance, count) for n, count in shown.items() if n)
        rules = sorted((str(one and one.rule.key), count) for one, count in labels)
        name = self.ground.signatures.get(abs(proof.supposed))
        return name, proof.supposed > 0, tuple(rules)

    def _refutable(self, most: int | None) -> list[int]:
        """Return literals whose contrary fails, whatever it costs, near ones first."""
        if not self._is_tried:
            self._close()
            self._passing = set[int]().union(*self._passed.values())
            self._is_tried = True
        some = (n for n in self._nearest(self.left) if abs(n) not in self.noted)
        in_time = takewhile(lambda _: not self._is_late(), some)
        found = (n for n in in_time if self._has_cases(n) or self._is_refutable(n))
        return list(islice(found, most))

    def _close(self) -> None:
        """Add all that follows from what is known, without reasons.

        What has been found of suppositions is forgotten where something has changed.
        """
        state = self._state
        state.extend(self._bound)
        state.fails(*(entry[3] for entry in state.heap))
        new = set(state.trail) - self._closed
        self._closed |= new
        area = new.union(*map(self._beside, new))
        self._passed = {
            n: some for n, some in self._passed.items() if area.isdisjoint(some)
        }
        self._dear = {
            n: some for n, some in self._dear.items() if area.isdisjoint(some[1])
        }
        self._shown = {n: p for n, p in self._shown.items() if n not in self._known}
        for proofs in (self._shown, self._fails):
            for literal, proof in [*proofs.items()]:
                if any(n in area for n, _ in proof.steps()):
                    del proofs[literal]

    def _beside(self, literal: int) -> set[int]:
        """Return what may be decided together with a literal: its short rules."""
        found, ground = {literal, -literal}, self.ground
        for number in ground.occurrences[literal]:
            found.update(ground.clauses[number])
        for number, _ in ground.guards[literal]:
            found.update(chain.from_iterable(ground.supports[number][0]))
        for number, _, _ in ground.counted[literal]:
            if len(ground.counters[number].body) <= _FEW:
                found.update(n for n, _ in ground.counters[number].body)
                found.add(ground.counters[number].literal)
        return found | {-n for n in found}

    def _add_up(self, most: int) -> bool:
        """Find what follows from sums of counters, of the cheapest ones."""
        state, best, cheapest = self._state, None, ANY
        state.extend(self._bound)
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

    def _nest(self, bound: int) -> bool:
        """Find a literal whose contrary fails with sums, or suppositions, within."""
        some = self._nearest(self.left)
        few = some if bound > _NESTED else some[:_NESTED]
        return self._fail_with(self._counted, some, bound) or self._fail_with(
            self._within, few, bound, _BEST
        )

    def _fail_with(
        self,
        within: Callable[[int, int], Conflict | None],
        some: Iterable[int],
        bound: int,
        most: int | None = None,
    ) -> bool:
        """Find a literal of some whose contrary fails most cheaply with more within."""
        best: tuple[int, Proof] | None = None
        state, compared = self._state, 0
        state.extend(self._bound)
        for literal in some:
            mark, state.heap = len(state.trail), []
            state.push(-literal, 0, Why((), SUPPOSED))
            conflict = state.run(bound) or within(literal, bound)
            proof = conflict and state.proof((), conflict.mask, -literal, conflict)
            state.back(mark)
            if proof is not None:
                best = literal, self._smaller(literal, proof)
                bound = best[1].mask.bit_count() - 1
                state.extend(self._bound)
            compared += best is not None
            if compared == most or self._is_late():
                break
        if best is None:
            return False
        inner = [why.proof for why in best[1].why.values() if why.proof]
        way = Way.NESTED if inner else Way.SUPPOSED
        return self._found(way, [best[0]], best[1])

    def way_to(self, literal: int) -> list[Deduction]:
        """Return deductions that lead to a literal, the last one is its own.

        It is alone if propagation or a supposition shows it.
        """
        for bound in BOUNDS[:-1]:
            state = self._state
            state.extend(bound)
            if state.value[literal] > 0:
                way, proof = Way.DIRECT, state.proof([literal], state.mask[literal])
            elif literal not in self.quiet and (
                shown := self._refuted(-literal, bound)
            ):
                way, proof = Way.SUPPOSED, shown
            else:
                continue
            return [deduced(way, [literal], self._smaller(literal, proof))]
        return self._led(literal)

    def _led(self, literal: int) -> list[Deduction]:
        """Return those of all deductions in turn that lead to a literal."""
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
