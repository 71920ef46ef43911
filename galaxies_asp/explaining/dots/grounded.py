"""An encoding of Galaxies that is asked for reasons; facts are about dots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import ClassVar

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import atom_of as value_of
from galaxies_asp.core.asp.symbols import signature_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.fact_atoms import fact_of, fact_of_output
from galaxies_asp.explaining.words.grounded import SourceRules
from galaxies_asp.explaining.words.known import Colors, colors_of
from galaxies_asp.solving.plan import program_engine

_CHOSEN = ("empty/1", "hidden/1")
"""Atoms of variants that people decide: cells of no region, and hidden dots."""


class PuzzleRules(SourceRules):
    """An encoding grounded for a puzzle of Galaxies; facts are about its dots."""

    usual: ClassVar[str] = bundled("galaxies/interface.lp").text
    questions: ClassVar[str] = bundled(CONSEQUENCES).text
    tells_broken_rules = False

    @cached_property
    def atoms(self) -> Atoms:
        """No atoms: facts are about cells and walls."""
        return frozenset()

    @property
    def colors(self) -> Colors:
        """A color for each dot: neighbors in the first solution differ."""
        return partial(colors_of, *(one.puzzle for one in self._result.solutions[:1]))

    @cached_property
    def _decided(self) -> frozenset[str]:
        """The signatures of the output, and of what follows from it."""
        walls = {"consequence_apart/1", "consequence_joined/1"}
        return super()._decided | self.chosen | walls

    @property
    def chosen(self) -> frozenset[str]:
        """Cells and hidden dots; walls follow from them."""
        return frozenset({f"{GALAXY}/2", "consequence_empty/1", *_CHOSEN})

    @property
    def mentioned(self) -> frozenset[str]:
        """Cells and hidden dots, not their walls."""
        return self.chosen

    def wanted(self, board: Sheet[Position]) -> dict[int, bool]:
        """Return walls where only walls are drawn, else cells, and needed walls."""
        position = board.position
        names = {f"{GALAXY}/2", "consequence_empty/1", "hidden/1"}
        if not position.has_labels and position.walls is not None:
            names = {"consequence_apart/1"}
        elif self._needs_walls:
            names |= {"consequence_apart/1", "consequence_joined/1"}
        return dict.fromkeys((n for n, _ in self.ground.named(names)), True)

    @property
    def _needs_walls(self) -> bool:
        """Whether labels of the given dots do not tell all regions apart."""
        puzzle = self.sheet.position.puzzle
        return RuleVariant.LOOSE_WALLS in puzzle.variants or (
            RuleVariant.HIDDEN_DOTS in puzzle.variants
            and "hidden_dots(1)" not in puzzle.clues
        )

    def asked(self, at: Point | None) -> dict[int, bool]:
        """Return what can be asked about a cell, other dots too, or about an edge."""
        names, is_edge = {f"{GALAXY}/2", "consequence_empty/1"}, False
        if at is not None and not is_cell(at):
            names, is_edge = {"consequence_apart/1", "consequence_joined/1"}, True
        return dict.fromkeys((n for n, _ in self.ground.named(names)), is_edge)

    def _stated(self, literal: int) -> Fact | None:
        symbol = self.ground.names.get(abs(literal))
        if symbol is not None and signature_of(symbol) == "empty/1":
            symbol = clingo.Function("consequence_empty", symbol.arguments)
        fact = None if symbol is None else fact_of(symbol)
        if symbol is None or fact is None:
            return super()._stated(literal)
        if literal > 0:
            return fact
        if fact.kind is Kind.CELL:
            return replace(fact, kind=Kind.NOT_CELL)
        if fact.kind in (Kind.WALL, Kind.OPEN):
            other = Kind.OPEN if fact.kind is Kind.WALL else Kind.WALL
            return replace(fact, kind=other)
        return fact_of_output(value_of(symbol), Kind.NO_ATOM)

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all cells, and edges where they are needed."""
        puzzle, decided = self.sheet.position.puzzle, {fact.at for fact in facts}
        if not any(map(is_cell, decided)):
            return self._result.status == "unique"
        return decided.issuperset(puzzle.cells()) and (
            not self._needs_walls or decided.issuperset(puzzle.edges())
        )


def rules_of(sheet: AnySheet, rules: Rules) -> SourceRules:
    """Return the rules of an encoding, grounded for what is drawn on a puzzle."""
    puzzle = sheet.blank
    text = program_engine(puzzle.under(rules), rules).source.text
    kind = PuzzleRules if is_galaxies(sheet) else SourceRules
    return _grounded(puzzle, rules, kind, text)


@lru_cache(maxsize=4)
def _grounded(
    puzzle: AnySheet, rules: Rules, kind: type[SourceRules], text: str
) -> SourceRules:
    """Return rules for a puzzle: hints on one puzzle follow each other.

    `text`: the program, which may be in a file that changes.
    """
    return kind(puzzle, rules)
