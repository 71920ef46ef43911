"""The rules of encodings, grounded for a puzzle of Galaxies or of another family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import clingo

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import atom_of as atom_of_symbol
from galaxies_asp.core.asp.symbols import point_of, shown_atoms
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.grid import Point, describe, is_cell
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.family import Family
from galaxies_asp.core.galaxies import CONSEQUENCES, is_galaxies
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining.facts import Fact, Kind, Known, cells_about, choices
from galaxies_asp.explaining.findings import Source
from galaxies_asp.explaining.pictures import Figure, Marks, joined
from galaxies_asp.explaining.source_steps import SourceRules
from galaxies_asp.explaining.switched import GroundInstance
from galaxies_asp.explaining.switches import Effort, atom_of, fact_of, fact_of_output
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve

_MANY = 16


class PuzzleRules(SourceRules):
    """An encoding grounded for a puzzle of Galaxies.

    Attributes
    ----------
    colors
        A color for each dot: neighbors in the first solution differ.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    def __init__(self, sheet: Sheet[Position], rules: Rules) -> None:
        self.sheet, self._rules = sheet.blank.under(rules), rules
        self.puzzle = self.sheet.position.puzzle
        self._engine = engine = program_engine(self.sheet, rules)
        result = solve(self.sheet, 2, rules=rules)
        self.source = Source(engine.encoding, result.verified)
        self.colors: dict[Point, int] = {}
        for solution in result.solutions[:1]:
            colors = region_colors(solution.puzzle)
            self.colors = dict(zip(solution.puzzle.centers, colors, strict=True))
        facts = program(self.puzzle) + bundled(CONSEQUENCES).text
        super().__init__(engine.source, facts, engine.name)

    def known(self, board: Sheet[Position]) -> Known:
        """Return what is drawn on the puzzle."""
        drawn = board.position
        return Known.of(Position(self.puzzle, drawn.walls, drawn.rows()), self.colors)

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
        kinds: list[tuple[Kind, ...]] = [(Kind.CELL, Kind.EMPTY)]
        if not board.position.has_labels and board.position.walls is not None:
            kinds = [(Kind.WALL,)]
        elif RuleVariant.LOOSE_WALLS in self.puzzle.variants:
            kinds.append((Kind.WALL, Kind.OPEN))
        new = forced - {Fact(Kind.WALL, wall) for wall in self.puzzle.walls}
        return [{fact for fact in new if fact.kind in wanted} for wanted in kinds]

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all cells."""
        cells = {fact.at for fact in facts if is_cell(fact.at)}
        return cells == set(self.puzzle.cells())

    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        return _stated(self._program.consequences(held))


def _stated(symbols: Iterable[clingo.Symbol]) -> frozenset[Fact]:
    return frozenset(fact for fact in map(fact_of, symbols) if fact is not None)


class SheetRules(SourceRules):
    """An encoding grounded for a puzzle of a family; facts are atoms of the output.

    Raises
    ------
    OptionError
        If the family has no encoding of its own.
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    efforts = ((Effort(128, 30, 12), 400), (Effort(searches=100), 40))

    def __init__(self, sheet: Sheet[Any], rules: Rules) -> None:
        self.sheet, self._rules = sheet.blank, rules
        self.family = family = sheet.family
        result = solve(self.sheet, rules=rules)  # the verifier judges the encoding
        engine = program_engine(self.sheet, rules)
        self._whole = engine.whole()
        self.atoms = self._whole.atoms(family.outputs)
        self.source = Source(engine.encoding, result.verified)
        super().__init__(engine.source, family.adjusted(sheet.facts), engine.name)

    def known(self, board: Sheet[Any]) -> KnownAtoms:
        """Return what is drawn on the puzzle."""
        drawn = map(fact_of_output, sorted(board.atoms, key=str))
        return KnownAtoms(board.position, tuple(drawn), 0, {}, sheet=board)

    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the atoms in all and in no solutions; None: no solution."""
        assumed = [(atom_of(fact), fact.kind is Kind.ATOM) for fact in known]
        shared = self.family.shared(self._whole, assumed)
        return None if shared is None else _facts(*shared[:2])

    def possible(self) -> frozenset[Fact] | None:
        """Return the atoms of some solution; None: no solution."""
        shared = self.family.shared(self._whole)
        if shared is None:
            return None
        forced, _, free = shared
        return _facts(forced | free)

    def rounds(self, board: Sheet[Any], forced: frozenset[Fact]) -> list[set[Fact]]:
        """Return all forced facts in one round."""
        return [set(forced)]

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts decide all atoms of the output."""
        return len({fact.atom for fact in facts}) == len(self.atoms)

    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        shown = self.family.shown
        forced = self._program.shared("cautious", held, shown)
        possible = self._program.shared("brave", held, shown)
        if forced is None or possible is None:
            return frozenset()
        return _facts(forced, self.atoms - possible)


def _facts(atoms: Atoms, excluded: Atoms = frozenset()) -> frozenset[Fact]:
    facts = [*map(fact_of_output, atoms)]
    facts += (fact_of_output(atom, Kind.NO_ATOM) for atom in excluded)
    return frozenset(facts)


@dataclass(frozen=True)
class KnownAtoms(Known):
    """A position of a family, and the atoms that are known about it.

    Attributes
    ----------
    position
        The position, of a class of the family.
    """

    position: Any
    sheet: Sheet[Any] = field(kw_only=True)

    @property
    def family(self) -> Family[Any]:
        """The family."""
        return self.sheet.family

    def with_facts(self, more: Iterable[Fact]) -> KnownAtoms:
        """Return what is known with further facts, those that hold drawn."""
        facts = (*self.facts, *more)
        atoms = frozenset(
            fact.atom for fact in facts if fact.atom and fact.kind is Kind.ATOM
        )
        board = self.sheet.with_atoms(atoms)
        return replace(self, position=board.position, facts=facts, sheet=board)

    @property
    def family_name(self) -> str:
        """The name of the family."""
        return self.family.name

    def in_words(self, some: Iterable[Fact]) -> str:
        """Return facts in words, separated by commas; of many the first ones."""
        words = list(map(self._in_words, some))
        if len(words) > _MANY:
            words[_MANY - 1 :] = [f"and {len(words) - _MANY + 1} more"]
        return ", ".join(words)

    def _in_words(self, fact: Fact) -> str:
        assert fact.atom is not None
        words = self.family.words(fact.atom)
        if fact.kind is Kind.ATOM:
            return words
        article, _, rest = words.partition(" ")
        return f"no {rest}" if article in ("a", "an") else f"not {words}"

    @property
    def _has_cells(self) -> bool:
        """Whether points are those of the doubled grid, and their cells have names."""
        return bool(self.family.declarations) or "width/1" in self.family.inputs

    def places(self, some: Iterable[Fact]) -> tuple[Point, ...]:
        """Return the cells of the board that facts are about, or their points."""
        if not self._has_cells:
            return tuple(dict.fromkeys(fact.at for fact in some))
        places = cells_about(some)
        if "width/1" not in self.family.inputs:
            return places
        width, height = size_of(facts_of(self.sheet.facts))
        columns, rows = range(2 * width), range(2 * height)
        return tuple(cell for cell in places if cell.x in columns and cell.y in rows)

    def where(self, places: Iterable[Point]) -> str:
        """Return the names of cells in words, or points as they are written."""
        return super().where(places) if self._has_cells else joined(map(str, places))

    def named(self, symbol: clingo.Symbol) -> str:
        """Return the name of a cell of a board, or a term as clingo writes it."""
        point = point_of(symbol) if self._has_cells else None
        if symbol.type is clingo.SymbolType.String:
            return symbol.string  # without quotation marks
        return str(symbol) if point is None else describe(point)

    def choices_in_words(self, instance: GroundInstance) -> str:
        """Return which atoms a bound can count, as the family names them."""
        atoms = instance.elements
        outputs = {name.partition("/")[0] for name in self.family.outputs}
        words = self.family.words
        return choices(
            [words(atom_of_symbol(a)) if a.name in outputs else str(a) for a in atoms]
        )

    def figure(self, head: str, *, marks: Marks, **parts: Any) -> Figure:
        """Return a figure of the position, without marks."""
        return SheetFigure(self.position, head, sheet=self.sheet, **parts)


@dataclass(frozen=True)
class SheetFigure(Figure):
    """A figure of a position of a family, without marks."""

    position: Any
    sheet: Sheet[Any] = field(kw_only=True)

    def text(self, *, color: bool = False) -> str:
        """Return the position as text."""
        return self.sheet.text(PLAIN._replace(color=color))

    def svg(self) -> str:
        """Return the position as SVG.

        Raises
        ------
        GalaxiesError
            If the family draws none.
        """
        return str(painted(self.sheet.scene(), "svg"))


def rules_of(sheet: Sheet[Any], rules: Rules) -> SourceRules:
    """Return the rules of an encoding, grounded for a puzzle."""
    return (PuzzleRules if is_galaxies(sheet) else SheetRules)(sheet, rules)
