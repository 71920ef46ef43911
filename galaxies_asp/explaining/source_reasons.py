"""Reasons from an encoding: instances of its rules that force a fact."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Literal

import clingo

from galaxies_asp.asp.atoms import points_among
from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.switched import Switched, minimal_core
from galaxies_asp.board.facts import program
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.atoms import atom_of, fact_of
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact
from galaxies_asp.explaining.findings import Reason, Source
from galaxies_asp.explaining.known import Known
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.programs import CONSEQUENCES
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import solve


@dataclass(frozen=True, slots=True)
class Effort:
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


class SourceRules:
    """An encoding grounded for a puzzle: what it forces on a board, and why.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold.

    Attributes
    ----------
    colors
        A color for each dot: neighbors in the first solution differ.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    def __init__(self, rules: Rules, puzzle: Puzzle) -> None:
        self.puzzle = rules.puzzle(puzzle)
        self._engine = engine = program_engine(self.puzzle, rules)
        result = solve(self.puzzle, 2, rules=rules)
        self.source = Source(engine.encoding, result.verified)
        self.colors = _colors(result)
        facts = program(self.puzzle) + bundled(CONSEQUENCES).text
        self._program = Switched(engine.source, facts, engine.name)
        self._points = {
            literal: points_among(instance.values)
            for literal, instance in self._program.instances.items()
        }
        self._nearest: dict[Point, list[tuple[int, int]]] = {}

    def known(self, position: Position) -> Known:
        """Return what is drawn on the puzzle."""
        position = Position(self.puzzle, position.walls, position.rows())
        return Known.of(position, self.colors)

    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""
        return self._consequences("cautious", known)

    def possible(self) -> frozenset[Fact] | None:
        """Return the facts of some solution; None: no solution."""
        return self._consequences("brave", ())

    def _consequences(
        self, mode: Literal["cautious", "brave"], known: Sequence[Fact]
    ) -> frozenset[Fact] | None:
        options = ["0", f"--enum-mode={mode}"]
        searched = self._engine.program(options, CONSEQUENCES)
        searched.ground()
        facts = None
        for model in searched.models([(atom_of(fact), True) for fact in known]):
            facts = _facts(model.symbols(shown=True))
        return facts

    def consequences(self, reason: Reason) -> frozenset[Fact]:
        """Return the facts that the instances and facts of a reason force."""
        if reason.by_search:
            return frozenset()
        chosen = set(reason.instances)
        instances = self._program.instances
        held = [n for n, instance in instances.items() if instance in chosen]
        literals = map(self._literal, reason.premises)
        held += (literal for literal in literals if literal is not None)
        return _facts(self._program.consequences(held))

    def reason(
        self, target: Fact, known: Sequence[Fact], effort: Effort = _ANY
    ) -> Reason:
        """Return why a fact is forced, or why there is no solution, as is the case.

        No instances are named if that takes more effort.
        """
        self._program.limit(effort.conflicts)
        contrary = []
        if target != NO_SOLUTION:
            literal = self._literal(target)
            assert literal is not None
            contrary.append(-literal)
        facts: dict[int, Fact] = {}
        for fact in known:
            literal = self._literal(fact)
            if literal is None:
                return Reason(target, (fact,), source=self.source)
            facts[literal] = fact
        nearest = self._ordered(target, facts)[: effort.nearest]
        core = minimal_core(self._program, nearest, contrary, effort.searches)
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

    def unnamed(self, target: Fact) -> Reason:
        """Return that only a long search shows why a fact is forced."""
        return Reason(target, (), source=self.source, minimal=False, by_search=True)

    def _literal(self, fact: Fact) -> int | None:
        return self._program.literal(atom_of(fact))

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
        near = [(farthest([fact.at], at), literal) for literal, fact in known.items()]
        merged = [*near, *self._nearest[at]]
        return [literal for _, literal in sorted(merged, key=itemgetter(0))]


def _colors(result: Result) -> dict[Point, int]:
    for solution in result.solutions[:1]:
        centers = solution.puzzle.centers
        return dict(zip(centers, region_colors(solution.puzzle), strict=True))
    return {}


def reason_at(rules: Rules, position: Position, at: Point | None) -> Reason | None:
    """Return why a place is as it is, or there is no solution; see `explain`."""
    source = SourceRules(rules, position.puzzle)
    known = source.known(position)
    forced = source.forced(known.facts)
    targets = [NO_SOLUTION] if forced is None else [f for f in forced if f.at == at]
    for target in targets:
        return replace(source.reason(target, known.facts), known=known)
    return None


def _facts(symbols: Iterable[clingo.Symbol]) -> frozenset[Fact]:
    found = map(fact_of, symbols)
    return frozenset(fact for fact in found if fact is not None)


def farthest(points: Iterable[Point], at: Point) -> int:
    """Return the distance of the farthest of some points from a place."""
    return max((max(abs(x - at.x), abs(y - at.y)) for x, y in points), default=0)
