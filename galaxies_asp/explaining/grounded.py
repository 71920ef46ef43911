"""An encoding that is asked for reasons: it is grounded with switches for a puzzle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import ClassVar, Literal

import clingo

from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import points_among, shown_atoms
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, describe
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, in_turn
from galaxies_asp.explaining.findings import Mistake, Reason, RulesSource
from galaxies_asp.explaining.known import Colors, Known
from galaxies_asp.explaining.opened import Opened
from galaxies_asp.explaining.switched import SourceRule, Switched, minimal_core
from galaxies_asp.explaining.switches import (
    SearchEffort,
    atom_of,
    fact_of,
    fact_of_output,
    farthest,
    literal_of,
    literals_of,
    places_of,
)
from galaxies_asp.solving.judging import judge
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve

_ANY = SearchEffort()

_NEARER = 4
"""Known facts are preferred to instances of rules that are nearer by less."""

_ROUNDS, _BETWEEN = 3, 16
"""How often, and how many, facts near a target are tried as facts between."""


class SourceRules:
    """An encoding grounded for a puzzle: what it forces on a board, and why.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold. Facts are atoms of the output.

    Raises
    ------
    OptionError
        If the family has no encoding of its own.
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.

    Attributes
    ----------
    sheet
        The puzzle, with nothing drawn on it.
    source
        The encoding.
    efforts
        The efforts for a step, in turn until one finds a reason, and the facts tried.
    questions
        Rules that are grounded with the encoding.
    """

    questions: ClassVar[str] = ""
    efforts: tuple[tuple[SearchEffort, int], ...] = (
        (SearchEffort(128, 30, 12), 400),
        (SearchEffort(searches=100), 40),
    )

    def __init__(self, sheet: AnySheet, rules: Rules) -> None:
        self.sheet, self._rules = sheet.blank.under(rules), rules
        self._engine = engine = program_engine(self.sheet, rules)
        self._result = solve(self.sheet, rules=rules)  # its models are verified
        self.source = RulesSource(engine.encoding, self._result.verified)
        more = sheet.family.adjusted(self.sheet.facts) + self.questions
        self._parts = engine.source, more, engine.name
        self._program = Switched(*self._parts)
        self._points = {
            literal: points_among(instance.values)
            for literal, instance in self._program.instances.items()
        }
        self._nearest: dict[Point, list[tuple[int, int]]] = {}

    @cached_property
    def _whole(self) -> Program:
        return self._engine.whole()

    @cached_property
    def atoms(self) -> Atoms:
        """The atoms of the output; empty if facts are about something else."""
        return self._whole.atoms(self.sheet.family.outputs)

    @cached_property
    def colors(self) -> Colors:
        """A color for each dot, for pictures."""
        return {}

    def known(self, board: AnySheet) -> Known:
        """Return what is drawn on the puzzle."""
        return Known.of(board.under(self._rules), self.colors)

    def is_solved(self, board: AnySheet) -> bool:
        """Tell whether what is drawn on the puzzle is a solution."""
        return board.is_attempt and not judge(board, self._rules)

    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the atoms in all and in no solutions; None: no solution."""
        assumed = [(atom_of(fact), fact.kind is Kind.ATOM) for fact in known]
        shared = self.sheet.family.shared(self._whole, assumed)
        return None if shared is None else _facts(*shared[:2])

    def possible(self) -> frozenset[Fact] | None:
        """Return the atoms of some solution; None: no solution."""
        shared = self.sheet.family.shared(self._whole)
        if shared is None:
            return None
        forced, _, free = shared
        return _facts(forced | free)

    def rounds(self, board: AnySheet, forced: frozenset[Fact]) -> list[set[Fact]]:
        """Return all forced facts in one round."""
        return [set(forced)]

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all atoms of the output."""
        return len({fact.atom for fact in facts}) == len(self.atoms)

    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        shown = self.sheet.family.shown
        forced = self._program.shared("cautious", held, shown)
        possible = self._program.shared("brave", held, shown)
        if forced is None or possible is None:
            return frozenset()
        return _facts(forced, self.atoms - possible)

    def mistake(self, board: AnySheet) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        known = self.known(board)
        return self.mistake_among(known) if self.forced(known.facts) is None else None

    def mistake_among(self, known: Known) -> Mistake:
        """Return the mistake among facts that no solution contains together."""
        possible, facts = self.possible(), known.facts
        if possible is None:
            reason = self.complete(self.reason(NO_SOLUTION, ()))
            return Mistake((), reason, known=known)
        wrong = tuple(fact for fact in facts if fact not in possible)
        reason = self.reason(NO_SOLUTION, wrong[:1] or facts)
        return Mistake(wrong or reason.premises, self.complete(reason), known=known)

    def reasons_at(
        self, board: AnySheet, at: Point | None, atom: str
    ) -> Iterator[Reason]:
        """Yield why a place or an atom is as it is, or there is no solution."""
        named = next((one for one in self.atoms if str(one) == atom), None)
        if atom and named is None:
            raise OptionError(f"--atom {atom}: the encoding has no such output")
        if at is not None and self.atoms:
            facts = map(fact_of_output, self.atoms)
            if not any(at in places_of(fact) for fact in facts):
                raise OptionError(
                    f"nothing to explain at {describe(at)}: no atom of the output has "
                    f"this place; {min(self.atoms, key=str)} is one"
                )
        known = self.known(board)
        forced = self.forced(known.facts)
        targets = [NO_SOLUTION]
        if forced is not None:
            about = (fact for fact in forced if at in places_of(fact))
            targets = [*about, *(f for f in forced if named and f.atom == named)]
        for target in sorted(targets, key=in_turn):
            reason = self.reason(target, known.facts)
            reason = self.shortened(reason, known.facts, forced or frozenset())
            yield replace(self.complete(reason), known=known)

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
        effort: SearchEffort = _ANY,
        below: int | None = None,
    ) -> Reason:
        """Return why a fact is forced, or why there is no solution, as is the case.

        No instances are named if that takes more effort, or if the reason is seen not
        to be smaller than `below`.
        """
        self._program.limit(effort.conflicts)
        contrary = [-n for n in literals_of(self._program, [target])]
        if not contrary and target != NO_SOLUTION:
            # Grounding shows that its atom is never true.
            return Reason(target, (), source=self.source)
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
        contrary = [-n for n in literals_of(opened, [target])]
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


class PuzzleRules(SourceRules):
    """An encoding grounded for a puzzle of Galaxies; facts are about its dots."""

    questions = bundled(CONSEQUENCES).text
    efforts = (
        (SearchEffort(256, 30, 100), 400),
        (SearchEffort(1024, 100, 100), 16),
        (SearchEffort(searches=50), 1),
    )

    @cached_property
    def atoms(self) -> Atoms:
        """No atoms: facts are about cells and walls."""
        return frozenset()

    @cached_property
    def colors(self) -> Colors:
        """A color for each dot: neighbors in the first solution differ."""
        return {
            center: color
            for solution in self._result.solutions[:1]
            for center, color in zip(
                solution.puzzle.centers, region_colors(solution.puzzle), strict=True
            )
        }

    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""
        return self._consequences("cautious", known)

    def possible(self) -> frozenset[Fact] | None:
        """Return the facts of some solution; None: no solution."""
        return self._consequences("brave", ())

    def _consequences(
        self, mode: Literal["cautious", "brave"], known: Sequence[Fact]
    ) -> frozenset[Fact] | None:
        searched = self._engine.program(["0"], CONSEQUENCES)
        searched.ground()
        assumed = [(atom_of(fact), True) for fact in known]
        return searched.shared(mode, lambda m: _stated(shown_atoms(m)), assumed)

    def rounds(
        self, board: Sheet[Position], forced: frozenset[Fact]
    ) -> list[set[Fact]]:
        """Return walls where only walls are drawn, else cells, then loose walls."""
        puzzle = self.sheet.position.puzzle
        kinds: list[tuple[Kind, ...]] = [(Kind.CELL, Kind.EMPTY)]
        if not board.position.has_labels and board.position.walls is not None:
            kinds = [(Kind.WALL,)]
        elif RuleVariant.LOOSE_WALLS in puzzle.variants:
            kinds.append((Kind.WALL, Kind.OPEN))
        new = forced - {Fact(Kind.WALL, wall) for wall in puzzle.walls}
        return [{fact for fact in new if fact.kind in wanted} for wanted in kinds]

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all cells, and edges where walls may be loose."""
        puzzle, decided = self.sheet.position.puzzle, {fact.at for fact in facts}
        has_loose = RuleVariant.LOOSE_WALLS in puzzle.variants
        return decided.issuperset(puzzle.cells()) and (
            not has_loose or decided.issuperset(puzzle.edges())
        )

    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        return _stated(self._program.consequences(held))


def _stated(symbols: Iterable[clingo.Symbol]) -> frozenset[Fact]:
    return frozenset(fact for fact in map(fact_of, symbols) if fact is not None)


def _facts(atoms: Atoms, excluded: Atoms = frozenset()) -> frozenset[Fact]:
    facts = [*map(fact_of_output, atoms)]
    facts += (fact_of_output(atom, Kind.NO_ATOM) for atom in excluded)
    return frozenset(facts)


def rules_of(sheet: AnySheet, rules: Rules) -> SourceRules:
    """Return the rules of an encoding, grounded for a puzzle."""
    return (PuzzleRules if is_galaxies(sheet) else SourceRules)(sheet, rules)
