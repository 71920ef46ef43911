"""What foundedness excludes: atoms that grow from others are not cut off from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice
from operator import or_

from galaxies_asp.explaining.engine.assignment import ANY, Assignment
from galaxies_asp.explaining.engine.ground_rules import Counter, Net, places
from galaxies_asp.explaining.engine.how import How


class Founded(Assignment):
    """An assignment whose atoms are founded."""

    def _cut(self) -> bool:
        """Add what foundedness excludes; return whether anything has changed."""
        new = self.trail[self._looked :]
        self._looked = len(self.trail)
        nets = {number for literal in new for number in self.ground.nets_at[literal]}
        for number in sorted(nets):
            self._cut_net(number, self.ground.nets[number])
        return bool(nets)

    def _cut_net(self, number: int, net: Net) -> None:
        value, before, open_ = self.value, self._tick, self._open[number]
        is_single = number in (self.ground.single or ())
        if net.is_floating and is_single:
            self._set_apart(number, net)
            if self._tick > before:
                return
        live = [a for a, b in net.seeds if value[a] >= 0 and value[b] >= 0]
        starts = 0
        for atom in live:
            starts |= 1 << net.number[atom]
        lost = open_ & ~_spread(starts, open_, self._to[number])[0]
        if lost:
            self._cut_off(number, net, lost)
            return
        if is_single and not net.is_floating:
            self._set_apart(number, net)
        if self._tick == before:
            is_rooted = not (net.is_floating and is_single)
            self._find_exits(number, net, starts if is_rooted else 0)
        if net.caps:
            self._count_ways(net, live)
            self._count_room(number, net, starts)

    def _conclude(
        self, literals: Iterable[int], how: How, premises: Iterable[int], *key: int
    ) -> None:
        """Add what follows from those of some literals that hold.

        `key`: what distinguishes the label; the last one is its atom.
        """
        held, label = tuple[int, ...](), 0
        if self._plain is None:
            held = tuple([n for n in dict.fromkeys(premises) if self.value[n] > 0])
            net = self.ground.nets[key[0]]
            new = self.ground.number if net.is_floating else self.ground.look
            if how is How.CUT and not net.is_floating:
                label = self.ground.number(how, *key, bits=0, atom=key[-1])
            else:
                label = new(how, *key, atom=key[-1])
        for literal in literals:
            self.imply(literal, held, label)

    def _closed(self, other: int, body: int) -> int:
        """Return the literal that closes a way."""
        return -other if self.value[other] < 0 <= self.value[body] else -body

    def _border(
        self, net: Net, part: int, *, ins: bool, outs: bool, but: int = 0
    ) -> Iterator[int]:
        """Yield what closes the ways into some atoms, or out of them.

        `but`: the atoms beside them that are not closed.
        """
        within, number = part | but, net.number
        for atom in net.atoms(part):
            ways = net.ins[atom] if ins else (), net.outs[atom] if outs else ()
            for way in chain(*ways):
                if not within >> number[way[0]] & 1:
                    yield self._closed(*way)

    def _cut_off(self, number: int, net: Net, left: int) -> None:
        """Exclude atoms to which no way leads."""
        open_, from_ = self._open[number], self._from[number]
        while left:
            bits, _ = _spread(left & -left, open_, from_)
            left &= ~bits
            part = list(net.atoms(bits))
            border = self._border(net, bits, ins=True, outs=False)
            seeds = (-body for seed, body in net.seeds if seed in part)
            out = (-inside for inside in part)
            self._conclude(out, How.CUT, chain(border, seeds), number, part[0])

    def _cheapest_of(self, net: Net, bits: int) -> int:
        mask = self.mask
        return min(net.atoms(bits), key=lambda atom: (mask[atom].bit_count(), atom))

    def _set_apart(self, number: int, net: Net) -> None:
        """Exclude what is not connected with the atoms that hold."""
        left = open_ = self._open[number]
        true = self._true[number]
        while left and true:
            bits, _ = _spread(left & -left, open_, self._to[number], self._from[number])
            left &= ~bits
            if not true & ~bits:
                continue
            other = self._cheapest_of(net, true & ~bits)
            part = list(net.atoms(bits))
            targets = [self._cheapest_of(net, true & bits)] if true & bits else part
            border = self._border(net, bits, ins=True, outs=True)
            out = (-target for target in targets)
            held = chain((other,), border)
            self._conclude(out, How.APART, held, number, targets[0], other)

    def _find_exits(self, number: int, net: Net, starts: int) -> None:
        """Add the last way of atoms that hold: to a seed, or without one to others."""
        both = not starts
        ways = (self._from[number], *([self._to[number]] if both else ()))
        true = left = self._true[number]
        grown = starts | _spread(starts & true, true, self._to[number])[0]
        parts, once, twice = list[tuple[int, int]](), 0, 0
        while left:
            part, beside = _spread(left & -left, true, *ways)
            left &= ~part
            parts.append((part, beside))
            once, twice = once | beside, twice | once & beside
        for part, beside in parts:
            others = true & ~part if both else grown
            exits = beside & self._open[number] & ~part
            if part & grown or not others:
                continue
            if both and (exits & twice).bit_count() > 1:
                continue  # two ways to other parts, which have nothing in common
            if exits.bit_count() != 1:
                self._find_bottlenecks(number, net, part, others, ways)
                continue
            inner = list(net.atoms(part))
            border = self._border(net, part, ins=True, outs=both, but=exits)
            seeds = (-body for seed, body in net.seeds if seed in inner and not both)
            far = islice(net.atoms(others), 1) if both else ()
            held = chain(inner[:1], far, border, seeds)
            (out,) = net.atoms(exits)
            self._conclude([out], How.ALONE, held, number, out, inner[0])

    def _find_bottlenecks(
        self, number: int, net: Net, part: int, others: int, ways: Sequence[list[int]]
    ) -> None:
        """Add what every way goes through from a part that holds to others.

        `ways`: from which atoms ways lead to others; both ways where no seed is known.
        """
        open_, true, on = self._open[number], self._true[number], self._to[number]
        layers, reached = [part], part
        while not layers[-1] & others:
            beside = reduce(or_, (way[n] for n in places(layers[-1]) for way in ways))
            beside &= open_ & ~reached
            if not beside:
                return
            reached |= beside
            layers.append(beside)
        near, path = others, list[int]()
        for layer in layers[:0:-1]:
            path.insert(0, next(places(near & layer)))
            near = on[path[0]] | (self._from[number][path[0]] if len(ways) > 1 else 0)
        for node, inner in reversed(_needed(part, path, others, open_, ways)):
            if true >> node & 1:
                continue
            held = self._around(number, net, inner, 1 << node, others, ways)
            out, first = net.order[node], next(net.atoms(part))
            self._conclude([out], How.ALONE, chain([first], held), number, out, first)

    def _around(
        self,
        number: int,
        net: Net,
        inner: int,
        bit: int,
        others: int,
        ways: Sequence[list[int]],
    ) -> Iterable[int]:
        """Return what closes all other ways between two parts, on the easier side."""
        both = len(ways) > 1
        seeds = (-body for seed, body in net.seeds if inner >> net.number[seed] & 1)
        here = self._border(net, inner, ins=True, outs=both, but=bit)
        here = chain(here, () if both else seeds)
        if self._plain is not None:
            return here
        open_, back = self._open[number] & ~bit, (self._to[number], *ways[1:])
        outer = _spread(others & ~bit, open_, *(ways if both else back))[0]
        there = self._border(net, outer, ins=both, outs=True, but=bit)
        if not both:
            out = (w for w in net.seeds if not (outer | bit) >> net.number[w[0]] & 1)
            there = chain(there, (self._closed(*way) for way in out))
        far = [*islice(net.atoms(others & self._true[number]), 1 if both else 0)]
        sides = [*far, *here], [*far, *there]
        return min(sides, key=self._cost)

    def _cost(self, literals: Iterable[int]) -> tuple[int, int]:
        """Return how many labels show what holds of some literals, and their number."""
        held = {n for n in literals if self.value[n] > 0}
        return reduce(or_, map(self.mask.__getitem__, held), 0).bit_count(), len(held)

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
                    label = self._counted(How.FAR, counter, atom, left)
                    self.imply(-atom, (*held, *self._ball(net, atom, left)), label)

    def _count_room(self, number: int, net: Net, starts: int) -> None:
        """Add the atoms without which a counter of all atoms has too few."""
        value, to, true = self.value, self._to[number], self._true[number]
        part, beside = _spread(starts & true, true, to)
        exits = (beside | starts) & self._open[number] & ~part
        for counter in net.caps:
            left = sum(value[n] >= 0 for n, _ in counter.body)
            is_met = true.bit_count() >= counter.bound
            if value[counter.literal] <= 0 or is_met or left <= counter.bound:
                continue
            others = [n for n, _ in counter.body if n not in net.nodes]
            need = counter.bound - sum(value[n] >= 0 for n in others)
            for place in places(exits):
                bit = 1 << place
                open_ = self._open[number] & ~bit
                room = _spread((starts | part) & ~bit, open_, to)[0]
                if room.bit_count() >= need:
                    continue
                inside = room | bit
                out = (w for w in net.seeds if not inside >> net.number[w[0]] & 1)
                border = self._border(net, room, ins=False, outs=True, but=bit)
                none = (-n for n in others)
                ways = (self._closed(*way) for way in out)
                held = dict.fromkeys((counter.literal, *none, *border, *ways))
                atom = net.order[place]
                label = self._counted(How.ROOM, counter, atom, exits.bit_count())
                self.imply(atom, tuple(n for n in held if value[n] > 0), label)

    def _counted(self, how: How, counter: Counter, atom: int, left: int) -> int:
        """Return the label of what a counter of all atoms shows."""
        rule, labels = counter.label, self.ground.labels
        return self.ground.number(
            how,
            atom,
            rule,
            left,
            bits=self.ground.bits[rule] or None,
            instance=labels[rule].instance,
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


def _spread(starts: int, open_: int, *ways: list[int]) -> tuple[int, int]:
    """Return what can be reached through some atoms, and all that is beside it."""
    reached, waiting, beside = starts, starts, 0
    while waiting:
        new = 0
        while waiting:
            low = waiting & -waiting
            waiting ^= low
            place = low.bit_length() - 1
            for way in ways:
                new |= way[place]
        beside |= new
        waiting = new & open_ & ~reached
        reached |= waiting
    return reached, beside


def _needed(
    part: int, path: Sequence[int], others: int, open_: int, ways: Sequence[list[int]]
) -> list[tuple[int, int]]:
    """Return the atoms of a path that all paths have, each with what is before it.

    Each atom is visited once: what goes around the first atoms of the path tells which
    of them is the next that can be needed.
    """
    found, left = list[tuple[int, int]](), [*path]
    inner = start = part
    edge = 0
    while left:
        within = open_ & ~inner & ~reduce(or_, (1 << node for node in left))
        reached, beside = _spread(start, within, *ways)
        inner, edge = inner | reached, edge | beside
        if inner & others:
            break
        far = max(place for place, node in enumerate(left) if edge >> node & 1)
        if not far:
            found.append((left[0], inner))
        passed = left[: far or 1]
        left = left[len(passed) :]
        start = reduce(or_, (1 << node for node in passed))
        inner |= start
    return found
