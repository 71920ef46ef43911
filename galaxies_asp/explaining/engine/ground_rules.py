"""The rules of a ground program, what inferences from them take, and their graphs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.ground_rules import GroundRule
from galaxies_asp.core.asp.symbols import signature_of
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.switched import GroundInstance


class Share(NamedTuple):
    """The rule that counts something, or the rules that exclude each two of some."""

    rules: tuple[GroundInstance, ...]
    places: tuple[Point, ...] = ()
    """Those that exclude each other."""


class Label(NamedTuple):
    """What an inference takes; equal labels of a reason count once."""

    how: How
    instance: GroundInstance | None = None
    """The rule with its values, for `RULE`, `ONE`, `FAR` and `ROOM`."""
    atom: int = 0
    """The atom that is defined, or the first one that is cut off."""
    left: int = 0
    """How many more atoms may hold, for `FAR`; the number of ways, for `ROOM`."""
    sides: tuple[tuple[Share, ...], ...] = ()
    """The rules that leave something, and those that need it, for `SUM`."""


class Counter(NamedTuple):
    """A literal that holds if and only if the weights reach a bound."""

    literal: int
    bound: int
    body: tuple[tuple[int, int], ...]
    label: int
    heaviest: int
    over: int
    """The label of what follows where no more atoms may hold."""


class Net(NamedTuple):
    """Atoms that depend on each other: a graph that grows from its seeds."""

    nodes: frozenset[int]
    seeds: tuple[tuple[int, int], ...]
    """Atoms with the literals of bodies outside of the net; 0 if such a body is
    true."""
    is_floating: bool
    """Whether it grows from one of several seeds, none of which is sure."""
    ins: Mapping[int, Sequence[tuple[int, int]]]
    outs: Mapping[int, Sequence[tuple[int, int]]]
    """For each atom the atoms from which, and to which, it leads, each with the literal
    of the body."""
    caps: tuple[Counter, ...]
    """Counters of all atoms of the net."""
    order: tuple[int, ...]
    """The atoms in their order; sets of them are bits."""
    number: Mapping[int, int]
    """The number of each atom in this order."""

    def ways(self) -> Iterator[tuple[int, int, int]]:
        """Yield the literal of each body, and the numbers of the two atoms."""
        for atom, some in self.outs.items():
            for other, body in some:
                yield body, self.number[atom], self.number[other]

    def needs(
        self, bodies: Mapping[int, Sequence[tuple[int, GroundRule]]]
    ) -> Iterator[tuple[int, int, list[int]]]:
        """Yield atoms with a literal that all ways to them need, and their seeds."""
        for atom in self.order:
            some = [set(rule.literals) for _, rule in bodies[atom]]
            ways = [one for one in some if not one.isdisjoint(self.nodes)]
            seeds = [body for seed, body in self.seeds if seed == atom]
            common = set.intersection(*ways) if ways and 0 not in seeds else set()
            for literal in sorted(common - self.nodes):
                yield atom, literal, seeds

    def atoms(self, bits: int) -> Iterator[int]:
        """Return the atoms of a set."""
        return (self.order[place] for place in places(bits))


def places(bits: int) -> Iterator[int]:
    """Yield the numbers of bits."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield low.bit_length() - 1


def net_of(
    nodes: frozenset[int],
    bodies: Mapping[int, Sequence[tuple[int, GroundRule]]],
    sure: Collection[int],
    counters: Iterable[Counter],
) -> Net:
    """Return the graph of atoms, from the bodies of their rules and what is sure.

    `counters`: those that count all atoms of the graph.
    """
    seeds: list[tuple[int, int]] = [(a, 0) for a in sorted(nodes.intersection(sure))]
    ins: dict[int, list[tuple[int, int]]] = {atom: [] for atom in nodes}
    outs: dict[int, list[tuple[int, int]]] = {atom: [] for atom in nodes}
    for atom in sorted(nodes):
        for body, rule in bodies[atom]:
            inner = [n for n in rule.literals if n in nodes]
            if not inner or rule.bound is not None:
                seeds.append((atom, body))
                continue
            ins[atom].append((inner[0], body))
            outs[inner[0]].append((atom, body))
    caps = tuple(counter for counter in counters if len(counter.body) >= 3)
    order = tuple(sorted(nodes))
    number = {atom: place for place, atom in enumerate(order)}
    is_floating = len(seeds) > 1 and all(body for _, body in seeds)
    return Net(nodes, tuple(seeds), is_floating, ins, outs, caps, order, number)


def groups_of(
    atoms: Iterable[tuple[int, clingo.Symbol]], exclusive: Mapping[str, Collection[int]]
) -> dict[int, tuple[object, ...]]:
    """Return for atoms what those share of which at most one holds, as declared."""
    found: dict[int, tuple[object, ...]] = {}
    for literal, symbol in atoms:
        signature, values = signature_of(symbol), enumerate(symbol.arguments)
        rest = (value for place, value in values if place not in exclusive[signature])
        found[literal] = (signature, *rest)
    return found


def dependent_parts(rules: Iterable[GroundRule]) -> list[set[int]]:
    """Return the atoms that depend positively on each other, in sets of two or more."""
    uses: dict[int, list[int]] = defaultdict(list)
    for rule in rules:
        for atom in rule.head:
            uses[atom] += [n for n in rule.literals if n > 0]
    return [part for part in _components(uses) if len(part) > 1]


def _components(edges: Mapping[int, Sequence[int]]) -> Iterator[set[int]]:
    """Yield the strongly connected components of a graph (R. Tarjan, 1972)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in [*edges]:
        if root in index:
            continue
        work = [(root, iter(edges.get(root, ())))]
        while work:
            node, following = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
                waiting.add(node)
            for other in following:
                if other not in index:
                    work.append((other, iter(edges.get(other, ()))))
                    break
                if other in waiting:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = {stack.pop()}
                    while node not in part:
                        part.add(stack.pop())
                    waiting -= part
                    yield part
