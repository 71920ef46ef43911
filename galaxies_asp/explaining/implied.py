"""Propagation in the order of cost, with reasons.

The cost of a literal is the number of labels that its reasons take together: rules at
places, definitions and cuts. A heap yields the literal of the least cost next, of equal
ones the nearest. No solver is called.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from galaxies_asp.explaining.ground import Ground, How, Net

ANY = 10**6
"""A bound that no cost reaches."""

KNOWN, SUPPOSED, NESTED = -1, -2, -3
"""In place of a label: what is known, what is supposed, what a nested what-if shows."""


class Why(NamedTuple):
    """Why a literal holds: other literals, and what the inference takes.

    Attributes
    ----------
    proof
        Of a nested what-if: its supposition and how it fails.
    """

    premises: tuple[int, ...]
    label: int
    proof: Proof | None = None


class Proof(NamedTuple):
    """Literals in the order of their inference, each with its reason."""

    why: Mapping[int, Why]
    mask: int
    supposed: int = 0
    clash: tuple[int, Why] | None = None
    """What a supposition ends with: a literal that does not hold, but would follow."""


class Conflict(NamedTuple):
    """A literal that does not hold would follow."""

    literal: int
    mask: int
    why: Why


class State:
    """What holds, and why.

    Lists by literal have the entry of a negative literal at their end.

    Parameters
    ----------
    distance
        Returns how far a literal is from the last step.

    Attributes
    ----------
    value
        By literal: 1 if it holds, -1 if its complement does, otherwise 0.
    mask
        By literal that holds: the labels of its reasons, as bits.
    trail
        The literals that hold, in their order.
    single
        The nets of which at most one seed holds.
    """

    def __init__(
        self, ground: Ground, distance: Callable[[int], int], single: set[int]
    ) -> None:
        places = 2 * ground.size + 1
        self.ground, self._distance, self.single = ground, distance, single
        self.value, self.mask = [0] * places, [0] * places
        self.why: dict[int, Why] = {}
        self.trail: list[int] = []
        self.heap: list[tuple[int, int, int, int, int, Why]] = []
        self._tick, self._looked, self._forbidden = 0, 0, 0
        self._sure = [0] * len(ground.counters)
        self._possible = [sum(w for _, w in c.body) for c in ground.counters]
        # By net: the atoms that can hold, and from and to which atoms ways are open.
        self._open = [(1 << len(net.order)) - 1 for net in ground.nets]
        self._to = [[0] * len(net.order) for net in ground.nets]
        self._from = [[0] * len(net.order) for net in ground.nets]
        for number, one, other in ground.bodies_of:
            self._to[number][one] |= 1 << other
            self._from[number][other] |= 1 << one

    @staticmethod
    def of(ground: Ground, distance: Callable[[int], int], single: set[int]) -> State:
        """Return what holds by definitions alone."""
        state = State(ground, distance, single)
        for unit in ground.units:
            state.push(unit, 0, Why((), 0))
        for number in range(len(ground.counters)):
            state._count(number)
        return state

    def copy(self) -> State:
        """Return the state for further propagation."""
        other = State.__new__(State)
        other.ground, other._distance = self.ground, self._distance
        other.single = self.single
        other.value, other.mask = self.value[:], self.mask[:]
        other.why, other.trail = dict(self.why), self.trail[:]
        other.heap = self.heap[:]
        other._tick, other._looked = self._tick, 0
        other._forbidden = self._forbidden
        other._sure, other._possible = self._sure[:], self._possible[:]
        other._open = self._open[:]
        other._to = [ways[:] for ways in self._to]
        other._from = [ways[:] for ways in self._from]
        return other

    def allow(self, labels: int) -> None:
        """Use no other rules and definitions than some, given as bits."""
        ground = self.ground
        forbidden = 0
        for label, bit in zip(ground.labels, ground.bits, strict=True):
            if label.how in (How.RULE, How.LEFT):
                forbidden |= bit
        self._forbidden = forbidden & ~labels
        self.heap = [entry for entry in self.heap if not entry[4] & self._forbidden]
        heapq.heapify(self.heap)

    def push(self, literal: int, mask: int, why: Why) -> None:
        """Add a literal to those that wait."""
        if self.value[literal] <= 0 and not mask & self._forbidden:
            self._tick += 1
            far = self._distance(literal)
            entry = mask.bit_count(), far, self._tick, literal, mask, why
            heapq.heappush(self.heap, entry)

    def prefer(self, mask: int) -> None:
        """Let literals with the same reasons come before others of their cost."""
        for cost, _, tick, literal, labels, why in [*self.heap]:
            if labels == mask and self.value[literal] <= 0:
                heapq.heappush(self.heap, (cost, -1, tick, literal, labels, why))

    def imply(self, literal: int, premises: tuple[int, ...], label: int) -> None:
        """Add a literal that follows from others to those that wait."""
        mask, masks = self.ground.bits[label], self.mask
        for premise in premises:
            mask |= masks[premise]
        self.push(literal, mask, Why(premises, label))

    def settle(self, literal: int) -> None:
        """Let a literal that holds cost nothing."""
        self.mask[literal], self.why[literal] = 0, Why((), KNOWN)

    def back(self, mark: int) -> None:
        """Take back all but the first literals of the trail, and what waits."""
        ground, trail = self.ground, self.trail
        for literal in trail[mark:]:
            self.value[literal] = self.value[-literal] = self.mask[literal] = 0
            del self.why[literal]
            for number, weight in ground.counted[literal]:
                self._sure[number] -= weight
            for number, weight in ground.counted[-literal]:
                self._possible[number] += weight
            if (node := ground.node_of[literal]) is not None:
                self._open[node[0]] |= node[1]
            for number, one, other in ground.closing[literal]:
                self._to[number][one] |= 1 << other
                self._from[number][other] |= 1 << one
        del trail[mark:]
        self.heap, self._looked = [], min(self._looked, mark)

    def run(
        self,
        bound: int = ANY,
        settled: Callable[[int], object] | None = None,
        *,
        cuts: bool = True,
    ) -> Conflict | None:
        """Add literals in the order of their cost; return a conflict, if there is one.

        Parameters
        ----------
        settled
            Called for each literal, before anything follows from it.
        cuts
            Whether to look for what foundedness excludes.
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

    def _add(self, literal: int, mask: int, why: Why) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.mask[literal], self.why[literal] = mask, why
        self.trail.append(literal)
        ground = self.ground
        if (node := ground.node_of[literal]) is not None:
            self._open[node[0]] &= ~node[1]
        for way in ground.closing[literal]:
            number, one, other = way
            if all(self.value[body] < 0 for body in ground.bodies_of[way]):
                self._to[number][one] &= ~(1 << other)
                self._from[number][other] &= ~(1 << one)

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
                    self.imply(-literal, (-counter.literal, *held), counter.label)

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

    # Foundedness

    def _cut(self) -> bool:
        """Add what foundedness excludes; return whether anything has changed."""
        new = self.trail[self._looked :]
        self._looked = len(self.trail)
        nets = {n for literal in new for n in self.ground.net_of.get(abs(literal), ())}
        for number in sorted(nets):
            self._cut_net(number, self.ground.nets[number])
        return bool(nets)

    def _cut_net(self, number: int, net: Net) -> None:
        value, before = self.value, self._tick
        is_floating = len(net.seeds) > 1 and all(body for _, body in net.seeds)
        if is_floating and number in self.single:
            self._set_apart(number, net)
            if self._tick > before:
                return
        live = [a for a, b in net.seeds if value[a] >= 0 and (not b or value[b] >= 0)]
        starts = sum({1 << net.number[atom] for atom in live})
        lost = self._open[number] & ~self._spread(number, starts, self._to[number])
        if lost:
            self._cut_off(number, net, lost)
            return
        if number in self.single and not is_floating:
            self._set_apart(number, net)
        if net.caps:
            self._count_ways(net, live)

    def _spread(self, number: int, starts: int, *ways: list[int]) -> int:
        """Return what can be reached from atoms through those that can hold."""
        open_, reached, waiting = self._open[number], starts, starts
        while waiting:
            new = 0
            while waiting:
                low = waiting & -waiting
                waiting ^= low
                place = low.bit_length() - 1
                for way in ways:
                    new |= way[place]
            waiting = new & open_ & ~reached
            reached |= waiting
        return reached

    def _closed(self, other: int, body: int) -> int:
        """Return the literal that closes a way."""
        return -other if self.value[other] < 0 <= self.value[body] else -body

    def _cut_off(self, number: int, net: Net, left: int) -> None:
        """Exclude atoms to which no way leads."""
        value, from_ = self.value, self._from[number]
        while left:
            bits = self._spread(number, left & -left, from_)
            left &= ~bits
            part = list(net.atoms(bits))
            border = [
                self._closed(*way)
                for inside in part
                for way in net.ins[inside]
                if not bits >> net.number[way[0]] & 1
            ]
            border += [-body for seed, body in net.seeds if seed in part]
            premises = tuple(n for n in dict.fromkeys(border) if value[n] > 0)
            label = self.ground.number(How.CUT, number, part[0], atom=part[0])
            for inside in part:
                self.imply(-inside, premises, label)

    def _set_apart(self, number: int, net: Net) -> None:
        """Exclude what is not connected with the atoms that hold."""
        value, mask = self.value, self.mask
        sure = [atom for atom in net.order if value[atom] > 0]
        left = self._open[number]
        while left and sure:
            low = left & -left
            bits = self._spread(number, low, self._to[number], self._from[number])
            left &= ~bits
            part = list(net.atoms(bits))
            others = [atom for atom in sure if not bits >> net.number[atom] & 1]
            if not others:
                continue
            other = min(others, key=lambda atom: (mask[atom].bit_count(), atom))
            mine = [atom for atom in part if value[atom] > 0]
            targets = part
            if mine:
                targets = [min(mine, key=lambda atom: (mask[atom].bit_count(), atom))]
            border = [
                self._closed(*way)
                for inside in part
                for way in (*net.ins[inside], *net.outs[inside])
                if not bits >> net.number[way[0]] & 1
            ]
            held = (n for n in dict.fromkeys(border) if value[n] > 0)
            premises = (other, *held)
            label = self.ground.number(
                How.APART, number, targets[0], other, atom=targets[0]
            )
            for target in targets:
                self.imply(-target, premises, label)

    def _count_ways(self, net: Net, live: Iterable[int]) -> None:
        """Exclude atoms for which a counter of all atoms leaves too few."""
        value = self.value
        for counter in net.caps:
            if value[counter.literal] >= 0:
                continue
            sure = [n for n, _ in counter.body if value[n] > 0]
            left = counter.bound - 1 - len(sure)
            away = {atom: int(value[atom] == 0) for atom in live}
            waiting = deque(sorted(away, key=away.__getitem__))
            while waiting:
                atom = waiting.popleft()
                for other, body in net.outs[atom]:
                    if value[other] < 0 or value[body] < 0:
                        continue
                    length = away[atom] + (value[other] == 0)
                    if length < away.get(other, ANY):
                        away[other] = length
                        add = (
                            waiting.append if value[other] == 0 else waiting.appendleft
                        )
                        add(other)
            held = (-counter.literal, *sure)
            for atom in sorted(net.nodes):
                if value[atom] == 0 and away.get(atom, ANY) > left:
                    label = self._far(counter.label, atom, left)
                    self.imply(-atom, (*held, *self._ball(net, atom, left)), label)

    def _far(self, rule: int, atom: int, left: int) -> int:
        instance = self.ground.labels[rule].instance
        return self.ground.number(
            How.FAR,
            atom,
            rule,
            left,
            bit_of=rule or None,
            instance=instance,
            atom=atom,
            left=left,
        )

    def _ball(self, net: Net, start: int, left: int) -> tuple[int, ...]:
        """Return what closes ways that lead to an atom from a few atoms before."""
        value, away, waiting = self.value, {start: 1}, deque([start])
        border: dict[int, None] = {}
        while waiting:
            atom = waiting.popleft()
            for other, body in net.ins[atom]:
                if value[body] < 0 or value[other] < 0:
                    border[self._closed(other, body)] = None
                    continue
                length = away[atom] + (value[other] == 0)
                if length <= left and length < away.get(other, ANY):
                    away[other] = length
                    waiting.append(other)
            for seed, body in net.seeds:
                if seed == atom and body and value[body] < 0:
                    border[-body] = None
        return tuple(n for n in border if value[n] > 0)

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
