"""An encoding of Galaxies that is asked for reasons; facts are about dots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import KNOWN, bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import atom_of as value_of
from galaxies_asp.core.asp.symbols import signature_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.core.board.puzzle import NO_DOT, Position
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.deduced import Deduction
from galaxies_asp.explaining.dot_steps import (
    Told,
    told,
    told_besides,
    told_with_lemmas,
    told_wrong,
)
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.findings import Hint, Mistake, Reason, Step
from galaxies_asp.explaining.grounded import SourceRules
from galaxies_asp.explaining.known import Colors, Known, KnownDots
from galaxies_asp.explaining.levels import Method, Technique
from galaxies_asp.explaining.reader import Reader
from galaxies_asp.explaining.scene import Scene
from galaxies_asp.explaining.switches import fact_of, fact_of_output

_CHOSEN = ("empty/1", "hidden/1")
"""Atoms of variants that people decide: cells of no region, and hidden dots."""


class PuzzleRules(SourceRules):
    """An encoding grounded for a puzzle of Galaxies; facts are about its dots."""

    is_bare: ClassVar[bool] = False
    """Whether nothing is drawn or asked for but cells, under the standard rules."""
    usual = bundled("galaxies/interface.lp").text

    @property
    def questions(self) -> str:  # type: ignore[override]
        """Walls, and cells of no region, where they can be drawn or asked for."""
        return "" if self.is_bare else bundled(CONSEQUENCES).text

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

    @cached_property
    def _decided(self) -> frozenset[str]:
        """The signatures of the output, and of what follows from it."""
        if self.is_bare:
            return frozenset({f"{GALAXY}/2"})
        walls = {"consequence_apart/1", "consequence_joined/1"}
        return super()._decided | self.chosen | walls

    @property
    def chosen(self) -> frozenset[str]:
        """Cells and hidden dots; walls follow from them."""
        if self.is_bare:
            return frozenset({f"{GALAXY}/2"})
        return frozenset({f"{GALAXY}/2", "consequence_empty/1", *_CHOSEN})

    @property
    def mentioned(self) -> frozenset[str]:
        """Cells and hidden dots, not their walls."""
        return self.chosen

    def wanted(self, board: Sheet[Position]) -> dict[int, bool]:
        """Return walls where only walls are drawn, else cells, and loose walls."""
        puzzle, position = self.sheet.position.puzzle, board.position
        names = {f"{GALAXY}/2", "consequence_empty/1", "hidden/1"}
        if not position.has_labels and position.walls is not None:
            names = {"consequence_apart/1"}
        elif RuleVariant.LOOSE_WALLS in puzzle.variants:
            names |= {"consequence_apart/1", "consequence_joined/1"}
        return dict.fromkeys((n for n, _ in self.ground.named(names)), True)

    def asked(self, at: Point | None) -> dict[int, bool]:
        """Return what can be asked about a cell, other dots too, or about an edge."""
        names, is_edge = {f"{GALAXY}/2", "consequence_empty/1"}, False
        if at is not None and not is_cell(at):
            names, is_edge = {"consequence_apart/1", "consequence_joined/1"}, True
        return dict.fromkeys((n for n, _ in self.ground.named(names)), is_edge)

    @cached_property
    def _facts(self) -> dict[int, Fact | None]:
        """The facts that literals state, as far as they were asked for."""
        return {}

    def fact(self, literal: int) -> Fact | None:
        """Return the fact that a literal states; None if reasons do not mention it."""
        if literal not in self._facts:
            self._facts[literal] = self._stated(literal)
        return self._facts[literal]

    def _stated(self, literal: int) -> Fact | None:
        symbol = self.ground.names.get(abs(literal))
        if symbol is not None and signature_of(symbol) == "empty/1":
            symbol = clingo.Function("consequence_empty", symbol.arguments)
        fact = None if symbol is None else fact_of(symbol)
        if symbol is None or fact is None:
            return super().fact(literal)
        if literal > 0:
            return fact
        if fact.kind is Kind.CELL:
            return replace(fact, kind=Kind.NOT_CELL)
        if fact.kind in (Kind.WALL, Kind.OPEN):
            other = Kind.OPEN if fact.kind is Kind.WALL else Kind.WALL
            return replace(fact, kind=other)
        return fact_of_output(value_of(symbol), Kind.NO_ATOM)

    @cached_property
    def _has_words(self) -> bool:
        """Whether these are the standard rules, which the board shows."""
        return _is_standard(self.sheet, self._rules)

    def reader(self, drawn: Iterable[int]) -> Reader:
        """Return what reads deductions from what is drawn."""
        kind = DotReader if self._has_words else Reader
        some = frozenset(drawn)
        return kind(self.ground, self.fact, self._is_decided, some, self.source)

    def hints(self, board: AnySheet, near: Sequence[Point] = ()) -> Iterator[Hint]:
        """Yield the same, under the standard rules as solvers tell it."""
        if not self._has_words:
            yield from super().hints(board, near)
            return
        known: Known | None = None
        scene: Scene | None = None
        for finding in super().hints(board, near):
            known, steps = known or finding.known, [finding]
            assert isinstance(known, KnownDots)
            if isinstance(finding, Step) and _is_about_cells(finding):
                scene = scene or Scene.of(known)
                steps = [*_told(finding, known, scene)]
            for step in steps:
                yield replace(step, known=known)
                if isinstance(step, Step):
                    known = known.with_facts(step.facts)
                    scene = scene and scene.after(step.facts)

    def mistake_among(self, board: AnySheet) -> Mistake:
        """Return the mistake, with what keeps the dot of a wrong cell from it."""
        found = super().mistake_among(board)
        cells = [fact for fact in found.wrong if fact.kind is Kind.CELL]
        if not self._has_words or not cells or len(cells) < len(found.wrong):
            return found
        position, rows = board.position, board.position.rows()
        for fact in cells:
            rows[fact.at.y // 2][fact.at.x // 2] = NO_DOT
        right = self.known(board.drawn(Position(position.puzzle, position.walls, rows)))
        assert isinstance(right, KnownDots)
        clauses = told_wrong(found.reason, cells[0], right)
        return replace(found, reason=replace(found.reason, clauses=clauses))

    def in_words(self, reason: Reason, known: Known) -> Reason:
        """Return a reason as solvers tell it, under the standard rules."""
        if not self._has_words or reason.target.kind is not Kind.CELL:
            return reason
        assert isinstance(known, KnownDots)
        said = told_with_lemmas(reason, known)
        if said is None:
            return reason
        return replace(reason, clauses=said.clauses, technique=said.technique)

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all cells, and edges where walls may be loose."""
        puzzle, decided = self.sheet.position.puzzle, {fact.at for fact in facts}
        if not any(map(is_cell, decided)):
            return self._result.status == "unique"
        has_loose = RuleVariant.LOOSE_WALLS in puzzle.variants
        return decided.issuperset(puzzle.cells()) and (
            not has_loose or decided.issuperset(puzzle.edges())
        )


class BareRules(PuzzleRules):
    """The standard rules where nothing is drawn or asked for but cells."""

    is_bare = True

    def known(self, board: AnySheet) -> Known:
        """Return what is drawn; what excludes dots is read off the board."""
        return Known.of(board.under(self._rules), self.colors, self.declared)


def rules_of(sheet: AnySheet, rules: Rules, at: Point | None = None) -> SourceRules:
    """Return the rules of an encoding, grounded for a puzzle.

    `at`: a place that is asked about.
    """
    if not is_galaxies(sheet):
        return SourceRules(sheet, rules)
    is_bare = sheet.position.walls is None and (at is None or is_cell(at))
    is_bare = is_bare and not sheet.excluded and _is_standard(sheet, rules)
    return (BareRules if is_bare else PuzzleRules)(sheet, rules)


def _is_standard(sheet: AnySheet, rules: Rules) -> bool:
    return rules.encoding in KNOWN and not sheet.position.puzzle.variants


class DotReader(Reader):
    """Reads deductions as steps, each about one dot."""

    def _joins(self, group: Sequence[Deduction], new: Deduction, *more: Any) -> bool:
        if not super()._joins(group, new, *more):
            return False
        facts = self.facts_of((*group[0].literals, *new.literals))
        return len({fact.center for fact in facts}) == 1


_LIKE: dict[Technique | Method | None, Technique] = {
    Method.RULE: Technique.ONLY_DOT,
    Method.CHAIN: Technique.BLOCKED,
    Method.CONNECTION: Technique.CAPTURED,
    Method.SUM: Technique.WHAT_IF,
    Method.LONG: Technique.WHAT_IF,
    Method.SUPPOSITION: Technique.CONTRADICTION,
    Method.WHAT_IF: Technique.WHAT_IF,
    Method.NESTED: Technique.SEARCH,
    Method.SEARCH: Technique.SEARCH,
}
"""The techniques of steps that the board does not show."""


def _is_about_cells(step: Step) -> bool:
    return all(fact.kind is Kind.CELL for fact in step.facts)


def _told(step: Step, known: KnownDots, scene: Scene) -> Iterator[Step]:
    """Yield a step as solvers tell it, with walls and complete regions.

    What is known is left out. What follows besides is a step by itself, if the board
    shows why.
    """
    facts = [fact for fact in step.facts if not scene.has(fact)]
    if known.are_touched(step.reason.targets):
        facts = [fact for fact in step.facts if fact not in known.facts]
    if not facts:
        return
    targets = [fact for fact in step.reason.targets if fact in facts] or facts[:1]
    reason = replace(step.reason, target=targets[0], also=tuple(targets[1:]))
    said = told(reason, known, scene)
    if said is None or said.technique is Technique.TOUCHED:
        step = replace(step, reason=reason, facts=tuple(facts))
        if said is not None:
            step = _step(step, facts, facts, said)
        else:
            step = replace(step, technique=_LIKE.get(step.technique, step.technique))
        yield _closed(step, scene)
        return
    targets = scene.heads(said.targets)
    first, after = _with_images(targets, scene), scene.with_cells(targets)
    rest = [fact for fact in facts if fact not in first]
    more = told_besides(rest, after) if rest else None
    if rest and more is None:
        first += rest
    yield _closed(_step(step, targets, first, said), scene)
    if more is not None:
        heads = after.heads(rest)
        last = _step(step, heads, _with_images(heads, after), more)
        yield _closed(last, scene.after(first))


def _with_images(some: Sequence[Fact], scene: Scene) -> list[Fact]:
    """Return cells of a dot and then their mirror images, if they are new."""
    images = scene.images(some)
    return [*some, *(Fact(Kind.CELL, at, some[0].center) for at in images)]


def _step(
    step: Step,
    targets: Sequence[Fact],
    facts: Sequence[Fact],
    said: Told,
) -> Step:
    """Return a step about some cells of a dot."""
    reason = replace(
        step.reason, target=targets[0], also=tuple(targets[1:]), clauses=said.clauses
    )
    return replace(
        step,
        reason=reason,
        facts=tuple(facts),
        technique=said.technique,
        level=said.technique.level,
    )


def _closed(step: Step, scene: Scene) -> Step:
    """Return a step with the walls and the complete regions that follow."""
    walls, complete = scene.following(step.facts)
    return replace(step, facts=(*step.facts, *walls, *complete))
