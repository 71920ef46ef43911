"""What foundedness excludes: atoms that grow from others are not cut off from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from galaxies_asp.explaining.assignment import ANY, Assignment
from galaxies_asp.explaining.ground_rules import How, Net


class Founded(Assignment):
    """An assignment whose atoms are founded."""

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
        if self.narrow and self._tick == before:
            self._find_narrow(number, net, 0 if is_floating else starts)
        if net.caps:
            self._count_ways(net, live)

    def _spread(self, number: int, starts: int, *ways: list[int]) -> int:
        """Return what can be reached from atoms through those that can hold."""
        return self._spread_in(starts, self._open[number], *ways)

    @staticmethod
    def _spread_in(starts: int, open_: int, *ways: list[int]) -> int:
        """Return what can be reached from atoms through some others."""
        reached, waiting = starts, starts
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
                How.APART, number, targets[0], other, atom=other
            )
            for target in targets:
                self.imply(-target, premises, label)

    def _find_narrow(self, number: int, net: Net, starts: int) -> None:
        """Add the atoms through which all ways lead to an atom that holds.

        Without seeds, all atoms that hold are connected, whatever the direction.
        """
        value, ways = self.value, (self._to[number], self._from[number])
        sure = [atom for atom in net.order if value[atom] > 0]
        if not starts:
            if number not in self.single or len(sure) < 2:
                return
            start, *sure = sure
            starts, first = 1 << net.number[start], (start,)
        else:
            ways, first = ways[:1], ()
        held = sum(1 << net.number[atom] for atom in sure)
        open_, near = self._open[number], starts | held
        joined = self._spread_in(starts, near & open_, *ways)
        for target in sure:
            bit = 1 << net.number[target]
            if joined & bit:
                continue
            joined |= self._spread_in(bit, held & open_, *ways)
            middle = self._way(starts, bit, open_, *ways) & ~near
            if True:
                while middle:
                    low = middle & -middle
                    middle ^= low
                    reached = self._spread_in(starts & ~low, open_ & ~low, *ways)
                    if reached & bit:
                        continue
                    atom = net.order[low.bit_length() - 1]
                    border = [
                        self._closed(*way)
                        for inside in net.atoms(reached)
                        for way in (*net.outs[inside], *(net.ins[inside] if first else ()))
                        if not (reached | low) >> net.number[way[0]] & 1
                    ]
                    border += [-a if value[a] < 0 else -b for a, b in net.seeds if not first]
                    premises = dict.fromkeys((target, *first, *border))
                    label = self.ground.number(
                        How.ALONE, number, atom, target, atom=target
                    )
                    some = tuple(n for n in premises if value[n] > 0)
                    self.imply(atom, some, label)

    def _way(self, starts: int, end: int, open_: int, *ways: list[int]) -> int:
        """Return the atoms of a shortest way, without its end."""
        layers, reached, new = [starts], starts, starts
        while new and not reached & end:
            more = 0
            for place in _places(new):
                for way in ways:
                    more |= way[place]
            new = more & open_ & ~reached
            reached |= new
            layers.append(new)
        found, last = 0, end
        for layer in layers[-2::-1]:
            step = next(
                1 << place
                for place in _places(layer)
                if any(way[place] & last for way in ways)
            )
            found |= step
            last = step
        return found

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
            bits=self.ground.bits[rule] or None,
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


def _places(bits: int) -> Iterator[int]:
    """Yield the places of the bits."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1
