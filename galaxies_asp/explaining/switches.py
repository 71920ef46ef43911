"""Questions to clingo about rules with switches: which of them force a fact.

`Switches` has a switch for each of the standard rules at each place, `SourceReasons`
for each ground instance of a rule of an encoding.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import clingo

from galaxies_asp.asp.atoms import atom, points_among, points_of, symbol_of
from galaxies_asp.asp.encodings import bundled, text
from galaxies_asp.asp.opened import Opened
from galaxies_asp.asp.sources import Text
from galaxies_asp.asp.switched import SourceRule, Switched, minimal_core
from galaxies_asp.board import facts
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, distance, in_turn
from galaxies_asp.explaining.findings import Reason, Source

_RULES = {
    "own-dot.lp": Kind.CENTER,
    "mirror.lp": Kind.SYMMETRY,
    "reach.lp": Kind.CONNECTED,
    "one-dot.lp": Kind.COVER,
    "given.lp": Kind.WALL,
}
"""The files of the rules."""

_PLACES = {name: 0 if name in ("one-dot.lp", "given.lp") else 1 for name in _RULES}
"""Which term of their instances is the place: the dot, the cell or the edge."""

NAMES = {
    Kind.CELL: facts.GALAXY,
    Kind.EMPTY: "consequence_empty",
    Kind.WALL: "consequence_apart",
    Kind.OPEN: "consequence_joined",
}
"""The predicates of `questions/consequences.lp`, and that of the cells of regions."""

_KINDS = {name: kind for kind, name in NAMES.items()}


def atom_of(fact: Fact) -> clingo.Symbol:
    """Return the atom that states a fact, or its contrary for `NO_ATOM`."""
    if fact.atom:
        return clingo.parse_term(fact.atom)
    points = [fact.at] if fact.center is None else [fact.at, fact.center]
    return atom(NAMES[fact.kind], *points)


def places_of(fact: Fact) -> tuple[Point, ...]:
    """Return the place of a fact, or the points in its atom."""
    return points_among([atom_of(fact)]) if fact.atom else (fact.at,)


def fact_of(symbol: clingo.Symbol) -> Fact | None:
    """Return the fact that an atom states; None if it states none."""
    kind, points = _KINDS.get(symbol.name), points_of(symbol)
    size = 2 if kind is Kind.CELL else 1
    if kind is None or not len(points) == len(symbol.arguments) == size:
        return None
    return Fact(kind, points[0], points[1] if kind is Kind.CELL else None)


def fact_of_output(output: str, kind: Kind = Kind.ATOM) -> Fact:
    """Return that an atom of the output of a family holds, or does not hold."""
    points = points_among([clingo.parse_term(output)])
    return Fact(kind, points[0] if points else Point(0, 0), atom=output)


class Switches:
    """The rules of a puzzle, of which some hold.

    That no cell belongs to two regions always holds, and that it belongs only to dots
    that could ever reach it.

    Parameters
    ----------
    walls
        The given walls, and those that may be drawn.
    """

    def __init__(self, puzzle: Puzzle, walls: Iterable[Point]) -> None:
        self._puzzle = puzzle
        given = "\n".join(facts.point_lines(facts.GIVEN, walls))
        rules = bundled("galaxies/questions/reasons.lp").text
        self._program = Switched(
            text("choice"),
            f"{facts.program(puzzle)}{given}\n{rules}",
            "the rules",
            short_searches=False,
            # Choices with bounds become plain rules: a quarter less time.
            options=("--trans-ext=all",),
            terms=_PLACES,
        )
        self._edges = set[Point]()

    @cached_property
    def _literals(self) -> dict[Fact, int]:
        """The literal that makes each rule hold."""
        return {
            Fact(_RULES[Path(one.rule.file).name], points_among(one.values)[0]): n
            for one, n in self._program.switches
        }

    def core(self, facts: Sequence[Fact], target: Fact) -> list[Fact] | None:
        """Return some of the facts that force a target, None if they do not."""
        contrary = self._contrary(target)
        if contrary is None:
            return []
        held = [(self._held(fact), fact) for fact in facts]
        if never := [fact for literals, fact in held if None in literals]:
            return never[:1]
        switches = [literal for literals, _ in held for literal in literals if literal]
        core = self._program.core(switches, contrary)
        if core is None:
            return None
        used = set(core)
        return [fact for literals, fact in held if not used.isdisjoint(literals)]

    def forces(self, facts: Sequence[Fact], target: Fact) -> bool:
        """Tell whether facts alone force a target."""
        return self.core(facts, target) is not None

    def forced_cells(self, facts: Iterable[Fact]) -> dict[Point, Fact]:
        """Return the cells whose dot all solutions with some facts share."""
        held = [n for fact in facts for n in self._held(fact) if n]
        found = map(fact_of, self._program.consequences(held))
        return {fact.at: fact for fact in found if fact and fact.kind is Kind.CELL}

    def _held(self, fact: Fact) -> Sequence[int | None]:
        """Return the literals that make a fact hold.

        None if the fact never holds, 0 if it always does.
        """
        if fact.kind is Kind.CELL:
            return [self._program.literal(atom_of(fact))]
        if fact.kind is not Kind.COMPLETE:
            return [self._literals.get(fact, 0)]
        others = (cell for cell in self._puzzle.cells() if cell not in fact.cells)
        atoms = (atom_of(Fact(Kind.CELL, cell, fact.at)) for cell in others)
        return [-(self._program.literal(atom) or 0) for atom in atoms]

    def _contrary(self, target: Fact) -> list[int] | None:
        """Return the literals of the contrary; None if there is no contrary."""
        if target.kind is Kind.NO_SOLUTION:
            return []
        if target.kind is Kind.CELL:
            literal = self._program.literal(atom_of(target))
        else:
            if target.at not in self._edges:
                self._edges.add(target.at)
                self._program.ground("edge", symbol_of(target.at))
            # Both sides of the edge are in the same region.
            literal = self._program.literal(atom("same", target.at))
        if target.kind is Kind.WALL:
            return None if literal is None else [literal]
        return [] if literal is None else [-literal]


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
        return self._shared(held + literals_of(self._program, reason.premises))

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
            literal = literal_of(self._program, target)
            if literal is None:  # grounding shows that its atom is never true
                return Reason(target, (), source=self.source)
            contrary.append(-literal)
        given: dict[int, Fact] = {}
        for fact in known:
            literal = literal_of(self._program, fact)
            if literal is not None:
                given[literal] = fact
            elif fact.kind is not Kind.NO_ATOM:
                return Reason(target, (fact,), source=self.source)
        nearest = self._ordered(target, given)[: effort.nearest]
        core = minimal_core(self._program, nearest, contrary, effort.searches, below)
        if core is None:
            return self.unnamed(target)
        instances = self._program.instances
        return Reason(
            target,
            tuple(given[n] for n in core.literals if n in given),
            instances=tuple(instances[n] for n in core.literals if n not in given),
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
        opened, target = self._opened, reason.target
        negated = literal_of(opened, target)
        contrary = [] if negated is None else [-negated]
        literals = literals_of(opened, reason.premises)
        rules: list[SourceRule] = []
        if target == NO_SOLUTION or contrary:
            opened.limit(_ANY.conflicts)
            rules += opened.needed(reason.instances, literals, contrary)
        instances = tuple(opened.listed(reason.instances))
        is_only = any(len(instance.elements) == 1 for instance in instances)
        if not rules and (is_only or not reason.size) and target != NO_SOLUTION:
            rules = opened.described(atom_of(target).name)
        reason = replace(reason, lemmas=tuple(map(self.complete, reason.lemmas)))
        definitions = tuple(dict.fromkeys(rules))
        return replace(reason, definitions=definitions, instances=instances)

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


def literals_of(program: Switched, some: Iterable[Fact]) -> list[int]:
    """Return the literals of facts whose atoms can be true."""
    found = (literal_of(program, fact) for fact in some)
    return [literal for literal in found if literal is not None]


def farthest(points: Iterable[Point], at: Point) -> int:
    """Return the distance of the farthest of some points from a place."""
    return max((distance(point, at) for point in points), default=0)
