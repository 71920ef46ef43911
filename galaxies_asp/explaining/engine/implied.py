"""Propagation in the order of cost, with reasons.

A heap yields the literal of the least cost next, of equal ones the nearest. No solver
is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop

from galaxies_asp.explaining.engine.assignment import (
    ANY,
    SUPPOSED,
    Conflict,
    Proof,
    Why,
)
from galaxies_asp.explaining.engine.founded import Founded
from galaxies_asp.explaining.engine.ground import Ground


class State(Founded):
    """What holds, and what follows from it; at first what holds by definitions alone.

    A test that alone shows an atom waits: it is a rule at a place.
    """

    def __init__(self, ground: Ground, distance: Callable[[int], int]) -> None:
        super().__init__(ground, distance)
        for unit in ground.units:
            is_told = abs(unit) in ground.names
            self.imply(unit, (), ground.unit_labels.get(unit, 0) if is_told else 0)
        for number in range(len(ground.counters)):
            self._count(number)

    def run(
        self,
        bound: int = ANY,
        settled: Callable[[int], object] | None = None,
        *,
        cuts: bool = True,
    ) -> Conflict | None:
        """Add literals in the order of their cost; return a conflict, if there is one.

        `settled`: called for each literal, before anything follows from it; nothing
        more is added if it returns true. `cuts`: whether to look for what foundedness
        excludes.
        """
        heap, value, level = self.heap, self.value, 0
        while True:
            while heap and heap[0][0] <= bound:
                if heap[0][0] > level:  # what is cut off at less cost comes first
                    if cuts and self._looked < len(self.trail) and self._cut():
                        continue
                    level = heap[0][0]
                _, _, _, literal, mask, why = heappop(heap)
                if value[literal] > 0:
                    continue
                if value[literal] < 0:
                    mask |= self.mask[-literal]
                    if mask.bit_count() > bound:
                        continue
                    return Conflict(literal, mask, why)
                self._add(literal)
                self.mask[literal], self.why[literal] = mask, why
                if settled is not None and settled(literal):
                    return None
                self._follow(literal)
            before = self._tick
            if not cuts or not self._cut() or self._tick == before:
                return None
            if not heap or heap[0][0] > bound:
                return None

    def extend(
        self, bound: int, settled: Callable[[int], object] | None = None
    ) -> None:
        """Add to what is known what follows from it up to a cost, and no more.

        `settled`: see `run`; called for what has not been added before.
        """
        if 0 <= self._extent <= bound:
            self.back(self._extended)
            self.heap = self._rest
        else:
            self.reopen()
        if self._extent != bound:
            self.run(bound, settled)
            self._extent, self._rest = bound, self.heap
            self._extended = len(self.trail)

    def fails(self, *literals: int) -> bool:
        """Add literals and all that follows, without reasons.

        Returns whether this is impossible.
        """
        value, self._plain = self.value, [*literals]
        waiting, done = self._plain, 0
        try:
            while done < len(waiting):
                while done < len(waiting):
                    literal = waiting[done]
                    done += 1
                    if value[literal] < 0:
                        return True
                    if not value[literal]:
                        self._add(literal)
                        self._follow(literal)
                self._cut()
            return False
        finally:
            self._plain = None

    def _follow(self, literal: int) -> None:
        """Add what follows from a literal at once to what waits."""
        ground, value, plain = self.ground, self.value, self._plain
        if plain is None:
            for other, label in ground.pairs[literal]:
                if value[other] <= 0:
                    self.imply(other, (literal,), label)
        else:
            plain += [other for other, _ in ground.pairs[literal] if value[other] <= 0]
        clauses, watches, kept = self._clauses, self._watches, list[int]()
        for number in watches[literal]:
            clause = clauses[number]
            if clause[0] == -literal:
                clause[0], clause[1] = clause[1], -literal
            first = clause[0]
            if value[first] <= 0:
                for place in range(2, len(clause)):
                    other = clause[place]
                    if value[other] >= 0:
                        clause[1], clause[place] = other, -literal
                        watches[-other].append(number)
                        break
                else:  # the last literal that can hold
                    kept.append(number)
                    premises = tuple([-one for one in clause[1:]])
                    self.imply(first, premises, ground.clause_labels[number])
                continue
            kept.append(number)
        if len(kept) < len(watches[literal]):
            watches[literal] = kept
        for number, place in ground.guards[literal]:
            if place in self._guarding[number]:
                self._support(number, place)
        some, sure, possible = ground.counted[literal], self._sure, self._possible
        if not some:
            return
        for number, more, lost in some:
            sure[number] += more
            possible[number] -= lost
        limits = ground.limits
        for number, _, _ in some:
            other, bound, heaviest = limits[number]
            if not value[other]:
                shows = sure[number] >= bound or possible[number] < bound
            elif value[other] > 0:
                shows = sure[number] < bound > possible[number] - heaviest
            else:
                shows = sure[number] + heaviest >= bound <= possible[number]
            if shows:
                self._count(number)

    def _support(self, number: int, place: int) -> None:
        """Add what follows where a part of a support has stopped to be possible."""
        value, masks = self.value, self.mask
        parts, label = self.ground.supports[number]
        one, two = self._guarding[number]
        last = two if place == one else one
        if last == 0 and value[parts[0][0]] > 0:
            return
        for other, part in enumerate(parts):
            if other not in (place, last):
                for literal in part:
                    if value[literal] < 0:
                        break
                else:
                    self._guarding[number] = last, other
                    return
        premises, mask = list[int](), 0
        if self._plain is None:
            for other, part in enumerate(parts):
                if other != last:
                    out = [-literal for literal in part if value[literal] < 0]
                    if len(out) > 1:
                        out.sort(key=lambda n: (mask | masks[n]).bit_count())
                    mask |= masks[out[0]]
                    premises.append(out[0])
        for literal in parts[last]:
            if value[literal] <= 0:
                self.imply(literal, tuple(premises), label)

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
            if counter.over == counter.label:  # else at most one holds, as declared
                held = (-counter.literal, *held)
            for literal, weight in counter.body:
                if not value[literal] and sure + weight >= bound:
                    self.imply(-literal, held, counter.over)

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
        start: int = 0,
    ) -> Proof:
        """Return why some literals hold, or how a supposition fails.

        `start`: of what comes before this place of the trail, no reason is given.
        """
        waiting, needed = list(roots), set()
        outer = set(self.trail[:start])
        if clash is not None:
            waiting += [-clash.literal, *clash.why.premises]
        while waiting:
            literal = waiting.pop()
            if literal not in needed:
                needed.add(literal)
                if literal not in outer:
                    waiting += self.why[literal].premises
        held = Why((), SUPPOSED)
        order = sorted(needed, key=self.turn.__getitem__)
        why = {n: held if n in outer else self.why[n] for n in order}
        end = None if clash is None else (clash.literal, clash.why)
        return Proof(why, mask, supposed, end)
