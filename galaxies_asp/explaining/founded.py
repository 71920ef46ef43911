"""What foundedness excludes: atoms that grow from others are not cut off from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import reduce
from operator import or_

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
        if self._tick == before and (number in self.single or not is_floating):
            self._find_exits(number, net, 0 if is_floating else starts)
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
            label = self.ground.number(How.APART, number, targets[0], other, atom=other)
            for target in targets:
                self.imply(-target, premises, label)

    def _find_exits(self, number: int, net: Net, starts: int) -> None:
        """Add the last way of atoms that hold: to a seed, or without one to others."""
        value, both = self.value, not starts
        ways = (self._from[number], *([self._to[number]] if both else ()))
        sure = left = sum(1 << net.number[a] for a in net.nodes if value[a] > 0)
        while left:
            part = self._spread_in(left & -left, sure, *ways)
            left &= ~part
            others = list(net.atoms(sure & ~part))[: int(both)]
            if part & starts or (both and not others):
                continue
            inner = list(net.atoms(part))
            beside = (way[net.number[atom]] for atom in inner for way in ways)
            exits = reduce(or_, beside) & self._open[number] & ~part
            if exits.bit_count() != 1:
                continue
            border = [
                self._closed(*way)
                for atom in inner
                for way in (*net.ins[atom], *(net.outs[atom] if both else ()))
                if not (part | exits) >> net.number[way[0]] & 1
            ]
            border += [-body for seed, body in net.seeds if seed in inner and not both]
            (out,), held = net.atoms(exits), dict.fromkeys((inner[0], *others, *border))
            label = self.ground.number(How.ALONE, number, out, inner[0], atom=inner[0])
            self.imply(out, tuple(n for n in held if value[n] > 0), label)

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
