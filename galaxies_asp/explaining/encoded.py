"""Reasons from any encoding: instances of its rules that force a fact."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

import clingo

from galaxies_asp.asp.atoms import point_of
from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.switched import (
    GroundInstance,
    SourceRule,
    Switched,
    minimal_core,
)
from galaxies_asp.board.facts import program
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.explaining.known import Fact, Known
from galaxies_asp.explaining.questions import check_place
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.programs import CONSEQUENCES
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import solve


@dataclass(frozen=True)
class EncodedReason:
    """A set of ground instances and known facts that forces a fact.

    Attributes
    ----------
    fact
        What follows; None: there is no solution.
    known
        The facts that are used.
    by_search
        Only a long search shows it, so that no instances are named.
    minimal
        Whether each instance and fact is known to be needed.
    """

    encoding: str
    fact: Fact | None
    instances: tuple[GroundInstance, ...]
    known: tuple[Fact, ...] = ()
    by_search: bool = False
    minimal: bool = True

    @property
    def size(self) -> int:
        """The number of instances and facts."""
        return len(self.instances) + len(self.known)

    def by_rule(self) -> dict[SourceRule, list[GroundInstance]]:
        """Return the instances of each rule, in the order of the rules."""
        found: dict[SourceRule, list[GroundInstance]] = {}
        for one in sorted(self.instances, key=lambda i: (i.rule.file, i.rule.line)):
            found.setdefault(one.rule, []).append(one)
        return found


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


class Encoded:
    """An encoding grounded for a puzzle: what it forces on a board, and why.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold.

    Attributes
    ----------
    verified
        Whether a verifier has judged the solutions.
    colors
        A color for each dot: neighbors in the first solution differ.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    def __init__(self, rules: Rules, puzzle: Puzzle) -> None:
        self.puzzle = rules.puzzle(puzzle)
        self._engine = program_engine(self.puzzle, rules)
        self.encoding = self._engine.encoding
        result = solve(self.puzzle, 2, rules=rules)
        self.verified = result.verified
        self.colors = _colors(result)
        engine = self._engine
        self._program = Switched(engine.source, program(self.puzzle), engine.name)
        self._points = {
            literal: tuple(points_of(instance))
            for literal, instance in self._program.instances.items()
        }
        self._nearest: dict[Point, list[tuple[int, int]]] = {}

    @property
    def note(self) -> str:
        """What to say about the verification; empty if the solutions are verified."""
        return "" if self.verified else " (not verified: no verifier for these rules)"

    def known(self, position: Position) -> Known:
        """Return what is drawn on the puzzle."""
        return Known.of(Position(self.puzzle, position.walls, position.rows()))

    def forced(self, known: Known) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""
        return self._consequences("cautious", known.facts)

    def possible(self, known: Known) -> frozenset[Fact] | None:
        """Return the facts of some solution with the known facts; None: no solution."""
        return self._consequences("brave", known.facts)

    def _consequences(
        self, mode: Literal["cautious", "brave"], known: Sequence[Fact]
    ) -> frozenset[Fact] | None:
        options = ["0", f"--enum-mode={mode}"]
        program = self._engine.program(options, CONSEQUENCES)
        program.ground()
        found = None
        for model in program.models([(fact.symbol, True) for fact in known]):
            found = _facts(model.symbols(shown=True))
        return found

    def consequences(self, reason: EncodedReason) -> frozenset[Fact]:
        """Return the facts that the instances and facts of a reason force."""
        if reason.by_search:
            return frozenset()
        chosen = set(reason.instances)
        held = [n for n, one in self._program.instances.items() if one in chosen]
        literals = (self._program.literal(fact.symbol) for fact in reason.known)
        held += (literal for literal in literals if literal is not None)
        return _facts(self._program.consequences(held))

    def reason(
        self, fact: Fact | None, known: Sequence[Fact], effort: Effort = _ANY
    ) -> EncodedReason:
        """Return why a fact is forced, or why there is no solution, as is the case.

        No instances are named if that takes more effort.
        """
        self._program.limit(effort.conflicts)
        contrary = []
        if fact is not None:
            literal = self._program.literal(fact.symbol)
            assert literal is not None
            contrary.append(-literal)
        facts: dict[int, Fact] = {}
        for one in known:
            literal = self._program.literal(one.symbol)
            if literal is None:
                return EncodedReason(self.encoding, fact, (), (one,))
            facts[literal] = one
        nearest = self._ordered(fact, facts)[: effort.nearest]
        core = minimal_core(self._program, nearest, contrary, effort.searches)
        instances = self._program.instances
        if core is None:
            return EncodedReason(self.encoding, fact, (), (), by_search=True)
        return EncodedReason(
            self.encoding,
            fact,
            tuple(instances[n] for n in core.literals if n not in facts),
            tuple(facts[n] for n in core.literals if n in facts),
            minimal=core.minimal,
        )

    def _ordered(self, fact: Fact | None, known: Mapping[int, Fact]) -> list[int]:
        """Return all literals by their distance from a fact; known facts first."""
        if fact is None:
            return [*known, *self._program.instances]
        at = fact.at
        if at not in self._nearest:
            self._nearest[at] = sorted(
                (farthest(points, at), literal)
                for literal, points in self._points.items()
            )
        near = [(farthest([one.at], at), literal) for literal, one in known.items()]
        merged = [*near, *self._nearest[at]]
        return [literal for _, literal in sorted(merged, key=itemgetter(0))]


def _colors(result: Result) -> dict[Point, int]:
    for solution in result.solutions[:1]:
        centers = solution.puzzle.centers
        return dict(zip(centers, region_colors(solution.puzzle), strict=True))
    return {}


def explain_by(
    rules: Rules, position: Position, at: Point | None = None
) -> tuple[Encoded, EncodedReason | None]:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Parameters
    ----------
    rules
        The rules; the encoding may be a file of the user.
    position
        The board; what is drawn on it counts as given.
    at
        A cell or an edge; by default, the question is why there is no solution.

    Returns
    -------
    The encoding, and the reason. None if nothing is forced there: solutions differ, or
    there is a solution.

    Raises
    ------
    OptionError
        If nothing can be asked about the place.
    """
    if at is not None:
        check_place(position.puzzle, at)
    encoded = Encoded(rules, position.puzzle)
    known = encoded.known(position)
    forced = encoded.forced(known)
    if forced is None:
        return encoded, encoded.reason(None, known.facts)
    at_place = (fact for fact in forced if fact.at == at)
    fact = next(at_place, None)
    return encoded, None if fact is None else encoded.reason(fact, known.facts)


def _facts(symbols: Iterable[clingo.Symbol]) -> frozenset[Fact]:
    found = map(Fact.of, symbols)
    return frozenset(fact for fact in found if fact is not None)


def points_of(instance: GroundInstance) -> Iterator[Point]:
    """Yield the points among the values of an instance."""
    for value in instance.values:
        point = point_of(value)
        if point is not None:
            yield point


def farthest(points: Iterable[Point], at: Point) -> int:
    """Return the distance of the farthest of some points from a place."""
    return max((max(abs(x - at.x), abs(y - at.y)) for x, y in points), default=0)
