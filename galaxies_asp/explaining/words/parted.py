"""What would be cut off: the parts of a graph that closed ways separate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.facts import Fact, distance
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.words.arguments import WHOLE, Parts

if TYPE_CHECKING:
    from galaxies_asp.explaining.engine.ground import Ground
    from galaxies_asp.explaining.engine.ground_rules import Label, Net


class Parting(NamedTuple):
    """What is known where something would be cut off."""

    ground: Ground
    held: Callable[[int], bool]
    """Tells whether a literal is known, or shown before."""
    fact: Callable[[int], Fact | None]
    """Returns the fact that a literal states; None if reasons do not mention it."""

    def parts(
        self, label: Label, outs: Sequence[int], ins: Sequence[int], is_clash: bool
    ) -> Parts:
        """Return the parts of an inference from literals to others."""
        ground, how = self.ground, label.how
        lost = [-n for n in outs if ground.node_of[n] is not None]
        start = label.atom if is_clash or how is How.ALONE else next(iter(lost), 0)
        if how is How.APART and is_clash:
            start = abs(ins[0])
        if start < 1 or (node := ground.node_of[start]) is None:
            return WHOLE
        net = ground.nets[node[0]]
        closed = {*(-n for n in ins), *(outs if how is How.ALONE else ())}

        def is_closed(literal: int) -> bool:
            every = (-n for n in self._same(literal)) if is_clash else ()
            return literal in closed or any(map(self.held, every))

        part, beside = _spread(net, [start], lambda *way: any(map(is_closed, way)))
        out = (n for n in net.order if is_closed(n) or self._excluded(n))
        rest = set(net.order).difference(part, out)
        here, there = ([n for n in some if self._holds(n)] for some in (part, rest))
        sizes = (len(here), len(part)), (len(there), len(rest))
        symbol = ground.names.get(start)
        is_mutual = net.is_floating or (symbol and len(symbol.arguments) == 1)
        if is_mutual and not there:  # what is sure has led to the seeds
            there = self._sure(start)
            rest, sizes = {*there}, (sizes[0], (len(there), len(there)))
        if is_mutual and here and there and sizes[1] < sizes[0]:
            here, there, sizes = there, here, sizes[::-1]
            _, beside = _spread(net, here, lambda n, _: n not in rest)
        here = here or [n for n in lost if n in part]
        at = ground.places.get(abs(next(iter((*outs, *ins)), start)))
        full, other_full = (some == every for some, every in sizes)
        return Parts(
            self._atoms(here, at),
            self._atoms(there if is_mutual else (), at),
            self._border(beside, outs),
            is_other_full=other_full and not full,
        )

    def _sure(self, atom: int) -> list[int]:
        """Return the atoms like another one that hold in any case."""
        names, signatures = self.ground.names, self.ground.signatures
        same = signatures.get(atom)
        return [n for n in self.ground.facts & names.keys() if signatures[n] == same]

    def _border(
        self, beside: Iterable[int], outs: Sequence[int]
    ) -> tuple[Fact, ...] | None:
        """Return what is known beside a part; None if not all of it can be told."""
        old = (n for n in sorted(beside) if {*outs}.isdisjoint(self._same(n)))
        border = [self._excluded(n) for n in old]
        told = tuple(fact for fact in border if fact is not None)
        return told if len(told) == len(border) else None

    def _atoms(self, some: Iterable[int], at: Point | None) -> tuple[Atom, ...]:
        """Return atoms, or what they mean, those near a place first."""
        ground, found = self.ground, list[tuple[int, Atom]]()
        for one in sorted(some):
            if one not in ground.places:  # numbers: name what they mean
                means = (n for n in self._same(one) if n > 0 and self.fact(n))
                one = next(means, one)
            if (symbol := ground.names.get(one)) is not None:
                far = (
                    distance(at, ground.places[one])
                    if at and one in ground.places
                    else 0
                )
                found.append((far, atom_of(symbol)))
        found.sort(key=lambda pair: pair[0])
        return tuple(atom for _, atom in found)

    def _same(self, atom: int) -> Iterator[int]:
        """Yield the literals that hold if and only if an atom does, itself first."""
        yield atom
        pairs = self.ground.pairs
        for other, _ in pairs[atom]:
            if any(back == atom for back, _ in pairs[other]):
                yield other

    def _holds(self, atom: int) -> bool:
        is_sure = atom in self.ground.unit_labels
        return is_sure or any(map(self.held, self._same(atom)))

    def _excluded(self, atom: int) -> Fact | None:
        """Return the fact that an atom does not hold, as far as it is known."""
        held = (-n for n in self._same(atom) if self.held(-n))
        facts: Iterator[Fact | None] = map(self.fact, held)
        return next((fact for fact in facts if fact is not None), None)


def _spread(
    net: Net, starts: Iterable[int], is_shut: Callable[[int, int], bool]
) -> tuple[set[int], set[int]]:
    """Return what is connected with some atoms, and what is beside it.

    What leads to an atom that can hold leads back, if it is not closed. What is sure
    leads to the seeds.
    """
    part, beside, waiting = {*starts}, set[int](), [*starts]
    while waiting:
        one = waiting.pop()
        ways = [*net.ins.get(one, ()), *net.outs.get(one, net.seeds)]
        shut = {n for n, body in ways if is_shut(n, body)}
        new = {n for n, _ in ways} - shut - part
        beside |= shut
        part |= new
        waiting += new
    return part, beside - part
