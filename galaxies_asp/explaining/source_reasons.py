"""Reasons from an encoding: instances of its rules that force a fact."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from galaxies_asp.asp.atoms import points_among
from galaxies_asp.asp.opened import Opened
from galaxies_asp.asp.sources import Text
from galaxies_asp.asp.switched import SourceRule, Switched, minimal_core
from galaxies_asp.board.grid import Point
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, distance, in_turn
from galaxies_asp.explaining.findings import Reason, Source
from galaxies_asp.explaining.switches import atom_of


class Effort(NamedTuple):
    """Limits of the search for a reason.

    Attributes
    ----------
    nearest
        The number of instances and facts that are tried; None: all.
    conflicts
        The conflicts of each search.
    searches
        The number of searches that make a reason smaller.
    """

    nearest: int | None = None
    conflicts: int = 300
    searches: int = 300


_ANY = Effort()

_NEARER = 4
"""Known facts are preferred to instances of rules that are nearer by less."""

_ROUNDS, _BETWEEN = 3, 16
"""How often, and how many, facts near a target are tried as facts between."""


class SourceReasons(ABC):
    """An encoding grounded for a puzzle: why it forces what it forces.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold.

    Attributes
    ----------
    source
        The encoding.
    efforts
        The efforts for a step, in turn until one finds a reason, and the facts tried.
    """

    source: Source
    efforts: tuple[tuple[Effort, int], ...] = (
        (Effort(256, 30, 100), 400),
        (Effort(1024, 100, 100), 16),
        (Effort(searches=50), 1),
    )

    def __init__(self, source: Text, more: str, name: str) -> None:
        self._parts = source, more, name
        self._program = Switched(source, more, name)
        self._points = {
            literal: points_among(instance.values)
            for literal, instance in self._program.instances.items()
        }
        self._nearest: dict[Point, list[tuple[int, int]]] = {}

    @abstractmethod
    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        """Return the facts that literals force; none where this takes long."""

    def consequences(self, reason: Reason) -> frozenset[Fact]:
        """Return the facts that the instances and facts of a reason force."""
        if reason.by_search:
            return frozenset()
        chosen = set(reason.instances)
        instances = self._program.instances
        held = [n for n, instance in instances.items() if instance in chosen]
        literals = map(self._literal, reason.premises)
        held += (literal for literal in literals if literal is not None)
        return self._shared(held)

    def reason(
        self,
        target: Fact,
        known: Sequence[Fact],
        effort: Effort = _ANY,
        below: int | None = None,
    ) -> Reason:
        """Return why a fact is forced, or why there is no solution, as is the case.

        No instances are named if that takes more effort, or if the reason is seen not
        to be smaller than `below`.
        """
        self._program.limit(effort.conflicts)
        contrary = []
        if target != NO_SOLUTION:
            literal = self._literal(target)
            if literal is None:  # grounding shows that its atom is never true
                return Reason(target, (), source=self.source)
            contrary.append(-literal)
        facts: dict[int, Fact] = {}
        for fact in known:
            literal = self._literal(fact)
            if literal is not None:
                facts[literal] = fact
            elif fact.kind is not Kind.NO_ATOM:
                return Reason(target, (fact,), source=self.source)
        nearest = self._ordered(target, facts)[: effort.nearest]
        core = minimal_core(self._program, nearest, contrary, effort.searches, below)
        if core is None:
            return self.unnamed(target)
        instances = self._program.instances
        return Reason(
            target,
            tuple(facts[n] for n in core.literals if n in facts),
            instances=tuple(instances[n] for n in core.literals if n not in facts),
            source=self.source,
            minimal=core.minimal,
        )

    @cached_property
    def _opened(self) -> Opened:
        return Opened(*self._parts)

    def complete(self, reason: Reason) -> Reason:
        """Return a reason with the definitions that it needs, and its elements."""
        if reason.by_search or reason.is_long:
            return reason
        opened = self._opened
        target, program = reason.target, opened.program
        negated = literal_of(program, target)
        contrary = [] if negated is None else [-negated]
        held = [literal_of(program, fact) for fact in reason.premises]
        literals = [n for n in held if n is not None]
        rules: list[SourceRule] = []
        if target == NO_SOLUTION or contrary:
            program.limit(_ANY.conflicts)
            rules += opened.needed(reason.instances, literals, contrary)
        instances = tuple(opened.listed(reason.instances))
        is_only = any(len(instance.elements) == 1 for instance in instances)
        if not rules and (is_only or not reason.size) and target != NO_SOLUTION:
            rules = opened.described(atom_of(target).name)
        definitions = tuple(dict.fromkeys(rules))
        lemmas = tuple(map(self.complete, reason.lemmas))
        return replace(
            reason, definitions=definitions, instances=instances, lemmas=lemmas
        )

    def shortened(
        self, reason: Reason, known: Sequence[Fact], forced: frozenset[Fact]
    ) -> Reason:
        """Return a long reason by way of forced facts near its target, if there is one.

        Each of these facts has a short reason itself, with those before it as known.
        """
        effort, _ = self.efforts[0]
        target = reason.target
        lemmas: dict[Fact, Reason] = {}
        for _ in range(_ROUNDS):
            if not reason.is_long or target == NO_SOLUTION:
                break
            left = forced.difference(known, lemmas, [target])
            near = sorted(left, key=lambda f: (farthest([f.at], target.at), in_turn(f)))
            new = {}
            for fact in near[:_BETWEEN]:
                found = self.reason(fact, [*known, *lemmas], effort)
                if not found.by_search and not found.is_long:
                    new[fact] = found
            if not new:
                break
            lemmas |= new
            shorter = self.reason(target, [*known, *lemmas])
            if not shorter.by_search and shorter.size < reason.size:
                reason = shorter
        if reason.is_long:
            return reason
        used = set(reason.premises)
        for fact in reversed(lemmas):
            if fact in used:
                used.update(lemmas[fact].premises)
        needed = (lemma for fact, lemma in lemmas.items() if fact in used)
        return replace(reason, lemmas=tuple(needed))

    def unnamed(self, target: Fact) -> Reason:
        """Return that only a long search shows why a fact is forced."""
        return Reason(target, (), source=self.source, minimal=False, by_search=True)

    def _literal(self, fact: Fact) -> int | None:
        return literal_of(self._program, fact)

    def _ordered(self, target: Fact, known: Mapping[int, Fact]) -> list[int]:
        """Return all literals by their distance from a fact; known facts first."""
        if target == NO_SOLUTION:
            return [*known, *self._program.instances]
        at = target.at
        if at not in self._nearest:
            self._nearest[at] = sorted(
                (farthest(points, at), literal)
                for literal, points in self._points.items()
            )
        near = [(farthest([f.at], at) - _NEARER, n) for n, f in known.items()]
        merged = [*near, *self._nearest[at]]
        return [literal for _, literal in sorted(merged, key=itemgetter(0))]


def literal_of(program: Switched, fact: Fact) -> int | None:
    """Return the literal of a fact; None if its atom is never true."""
    if fact == NO_SOLUTION:
        return None
    literal = program.literal(atom_of(fact))
    return literal if literal is None or fact.kind is not Kind.NO_ATOM else -literal


def farthest(points: Iterable[Point], at: Point) -> int:
    """Return the distance of the farthest of some points from a place."""
    return max((distance(point, at) for point in points), default=0)
