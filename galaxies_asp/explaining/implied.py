"""Propagation in the order of cost, with reasons.

A heap yields the literal of the least cost next, of equal ones the nearest. No solver
is called.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from galaxies_asp.explaining.assignment import ANY, Conflict, Proof, Why
from galaxies_asp.explaining.founded import Founded
from galaxies_asp.explaining.ground import Ground


class State(Founded):
    """What holds, and what follows from it."""

    @staticmethod
    def of(ground: Ground, distance: Callable[[int], int], single: set[int]) -> State:
        """Return what holds by definitions alone."""
        state = State(ground, distance, single)
        for unit in ground.units:
            state.push(unit, 0, Why((), 0))
        for number in range(len(ground.counters)):
            state._count(number)
        return state

    def run(
        self,
        bound: int = ANY,
        settled: Callable[[int], object] | None = None,
        *,
        cuts: bool = True,
    ) -> Conflict | None:
        """Add literals in the order of their cost; return a conflict, if there is one.

        `settled`: called for each literal, before anything follows from it. `cuts`:
        whether to look for what foundedness excludes.
        """
        heap, value = self.heap, self.value
        while True:
            while heap and heap[0][0] <= bound:
                _, _, _, literal, mask, why = heapq.heappop(heap)
                if value[literal] > 0:
                    continue
                if value[literal] < 0:
                    mask |= self.mask[-literal]
                    if mask.bit_count() > bound:
                        continue
                    return Conflict(literal, mask, why)
                self._add(literal, mask, why)
                if settled is not None:
                    settled(literal)
                self._follow(literal)
            before = self._tick
            if not cuts or not self._cut() or self._tick == before:
                return None
            if not heap or heap[0][0] > bound:
                return None

    def _follow(self, literal: int) -> None:
        """Add what follows from a literal at once to what waits."""
        ground, value = self.ground, self.value
        for other, label in ground.pairs[literal]:
            if value[other] <= 0:
                self.imply(other, (literal,), label)
        for number in ground.occurrences[literal]:
            self._unit(number)
        counters = list(ground.heads[abs(literal)])
        for number, weight in ground.counted[literal]:
            self._sure[number] += weight
            counters.append(number)
        for number, weight in ground.counted[-literal]:
            self._possible[number] -= weight
            counters.append(number)
        for number in counters:
            self._count(number)

    def _unit(self, number: int) -> None:
        """Add the last literal of a clause that can hold."""
        free, value = 0, self.value
        literals = self.ground.clauses[number]
        for literal in literals:
            found = value[literal]
            if found > 0 or (found == 0 and free):
                return
            if found == 0:
                free = literal
        free = free or literals[0]
        premises = tuple([-literal for literal in literals if literal != free])
        self.imply(free, premises, self.ground.clause_labels[number])

    def _count(self, number: int) -> None:
        """Add what follows from a counter."""
        counter = self.ground.counters[number]
        holds, value = self.value[counter.literal], self.value
        sure, possible = self._sure[number], self._possible[number]
        bound, heaviest = counter.bound, counter.heaviest
        if sure >= bound:
            if holds <= 0:
                self.imply(counter.literal, self._cheapest(number), counter.label)
        elif possible < bound:
            if holds >= 0:
                out = tuple([-n for n, _ in counter.body if value[n] < 0])
                self.imply(-counter.literal, out, counter.label)
        elif holds > 0 and possible - heaviest < bound:
            out = tuple([-n for n, _ in counter.body if value[n] < 0])
            for literal, weight in counter.body:
                if not value[literal] and possible - weight < bound:
                    self.imply(literal, (counter.literal, *out), counter.label)
        elif holds < 0 and sure + heaviest >= bound:
            held = tuple([n for n, _ in counter.body if value[n] > 0])
            for literal, weight in counter.body:
                if not value[literal] and sure + weight >= bound:
                    self.imply(-literal, (-counter.literal, *held), counter.over)

    def _cheapest(self, number: int) -> tuple[int, ...]:
        """Return literals that reach the bound of a counter, the cheapest first."""
        counter, need, found = self.ground.counters[number], 0, []
        held = [pair for pair in counter.body if self.value[pair[0]] > 0]
        held.sort(key=lambda pair: self.mask[pair[0]].bit_count())
        for literal, weight in held:
            if need >= counter.bound:
                break
            found.append(literal)
            need += weight
        return tuple(found)

    # Proofs

    def proof(
        self,
        roots: Iterable[int],
        mask: int,
        supposed: int = 0,
        clash: Conflict | None = None,
    ) -> Proof:
        """Return why some literals hold, or how a supposition fails."""
        waiting, needed = list(roots), set()
        if clash is not None:
            waiting += [-clash.literal, *clash.why.premises]
        while waiting:
            literal = waiting.pop()
            if literal not in needed:
                needed.add(literal)
                waiting += self.why[literal].premises
        order = [literal for literal in self.trail if literal in needed]
        why = {literal: self.why[literal] for literal in order}
        end = None if clash is None else (clash.literal, clash.why)
        return Proof(why, mask, supposed, end)
