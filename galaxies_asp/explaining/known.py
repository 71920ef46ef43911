"""What is known on a board of any family: what is drawn, and what has followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.symbols import atom_of, point_of, points_of
from galaxies_asp.core.board.grid import (
    SQUARE,
    Point,
    cell_name,
    describe,
    dot_name,
    is_cell,
)
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.family import AnyFamily
from galaxies_asp.core.galaxies import AnyBoard, is_galaxies, sheet_of
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining.facts import Fact, Kind, cells_about, drawn, drawn_on
from galaxies_asp.explaining.marks import visible
from galaxies_asp.explaining.words import (
    Marks,
    cells,
    cells_in_words,
    dots,
    edge,
    joined,
)

if TYPE_CHECKING:
    import clingo

    from galaxies_asp.explaining.switched import GroundInstance

_FEW, _MANY = 5, 16

Colors = Mapping[Point, int]
"""The colors of dots by their places."""


@dataclass(frozen=True)
class Known:
    """A board with everything that is known on it, and its words for facts and places.

    Attributes
    ----------
    sheet
        What is drawn.
    facts
        What is known, in the order in which it was found.
    shown
        The number of dots that the puzzle shows.
    colors
        The colors of the dots by their places; None under the standard rules.
    """

    sheet: AnySheet
    facts: tuple[Fact, ...]
    shown: int = 0
    colors: Colors | None = field(default=None, compare=False, repr=False)

    @staticmethod
    def of(board: AnyBoard, colors: Colors | None = None) -> Known:
        """Return what is drawn on a board."""
        sheet: AnySheet = sheet_of(board)
        if not is_galaxies(sheet):
            from galaxies_asp.explaining.switches import fact_of_output  # loads clingo

            facts = tuple(map(fact_of_output, sorted(sheet.atoms)))
            return Known(sheet, facts, colors=colors)
        shown = len(sheet.position.puzzle.centers)
        return KnownDots(sheet, tuple(drawn_on(sheet.position)), shown, colors)

    @property
    def position(self) -> Any:
        """What is drawn, of a class of the family; with the hidden dots of Galaxies."""
        return self.sheet.position

    @property
    def family(self) -> AnyFamily:
        """The family."""
        return self.sheet.family

    @property
    def centers(self) -> tuple[Point, ...]:
        """The dots, hidden ones that are known included; those of the puzzle first."""
        return ()

    @property
    def empty(self) -> tuple[Point, ...]:
        """The cells that belong to no region."""
        return tuple(fact.at for fact in self.facts if fact.kind is Kind.EMPTY)

    @property
    def colors_of_dots(self) -> tuple[int, ...]:
        """The color of each dot under the rules of an encoding."""
        colors = self.colors or {}
        return tuple(colors.get(at, dot % 5) for dot, at in enumerate(self.centers))

    def with_facts(self, more: Iterable[Fact]) -> Known:
        """Return what is known with further facts, those that hold drawn."""
        facts = (*self.facts, *more)
        atoms = frozenset(f.atom for f in facts if f.atom and f.kind is Kind.ATOM)
        return replace(self, sheet=self.sheet.with_atoms(atoms), facts=facts)

    def with_walls(self) -> Known:
        """Return the same with all walls that are known."""
        return self

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

    @cached_property
    def _size(self) -> tuple[int, int]:
        """The width and the height of a board of squares, otherwise 0."""
        if "width/1" not in self.family.inputs:
            return 0, 0
        return size_of(facts_of(self.sheet.facts))

    def has_cell(self, point: Point) -> bool:
        """Tell whether a point is a cell of the board that a drawing can mark."""
        width, height = self._size
        return is_cell(point) and 0 < point.x < 2 * width and 0 < point.y < 2 * height

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
        return tuple(cell for cell in places if self.has_cell(cell))

    def where(self, places: Iterable[Point]) -> str:
        """Return the names of cells in words, or points as they are written."""
        return cells(places) if self._has_cells else joined(map(str, places))

    def group_in_words(self, places: Sequence[Point]) -> str:
        """Return the names of cells, with the kind of their group where it has one."""
        return self.where(places)

    def named(self, symbol: clingo.Symbol) -> str:
        """Return the name of a cell of a board, or a term as clingo writes it."""
        point = point_of(symbol) if self._has_cells else None
        if symbol.type.name == "String":
            return symbol.string  # without quotation marks
        return str(symbol) if point is None else describe(point)

    def choices_in_words(self, instance: GroundInstance) -> str:
        """Return which atoms a bound can count, as the family names them."""
        atoms = instance.elements
        outputs = {name.partition("/")[0] for name in self.family.outputs}
        words = self.family.words
        return choices(
            [words(atom_of(a)) if a.name in outputs else str(a) for a in atoms]
        )

    def text(self, marks: Marks, colors: Sequence[int] | None) -> str:
        """Return the position as text, without marks."""
        return self.sheet.text(PLAIN._replace(color=colors is not None))

    def scene(self, marks: Marks, colors: Sequence[int], title: str) -> Scene:
        """Return the drawing of the family, with marks at cells of squares."""
        from galaxies_asp.explaining.labeled import mark_shapes

        scene = self.sheet.scene()
        inside = [mark for mark in visible(marks) if self.has_cell(mark.at)]
        return replace(scene, shapes=(*scene.shapes, *mark_shapes(inside, SQUARE)))


@dataclass(frozen=True)
class KnownDots(Known):
    """What is known on a puzzle of Galaxies."""

    sheet: Sheet[Position]

    def has_cell(self, point: Point) -> bool:
        """Tell whether a point is a cell of the board."""
        return self.sheet.position.puzzle.has_cell(point)

    def with_facts(self, more: Iterable[Fact]) -> KnownDots:
        """Return what is known with further facts; hidden dots become dots."""
        new, position = tuple(more), self.sheet.position
        puzzle = position.puzzle
        named = dict.fromkeys(fact.center for fact in new if fact.center is not None)
        hidden = tuple(center for center in named if center not in puzzle.centers)
        if hidden:
            puzzle = replace(puzzle, centers=puzzle.centers + hidden)
            position = Position(puzzle, position.walls, position.rows())
        return replace(
            self, sheet=self.sheet.drawn(drawn(position, new)), facts=self.facts + new
        )

    def with_walls(self) -> KnownDots:
        """Return the same with all walls that are known."""
        position = self.sheet.position
        puzzle, labels = (
            position.puzzle,
            position.rows() or position.puzzle.empty_rows(),
        )
        walls = Position(puzzle, labels=labels).inner_walls()
        walls |= {fact.at for fact in self.facts if fact.kind is Kind.WALL}
        return replace(self, sheet=self.sheet.drawn(Position(puzzle, walls, labels)))

    @property
    def centers(self) -> tuple[Point, ...]:
        """The dots, hidden ones that are known included; those of the puzzle first."""
        return self.sheet.position.puzzle.centers

    def in_words(self, some: Iterable[Fact]) -> str:
        """Return a sentence about some facts, without its full stop."""
        groups: dict[Point | Kind | None, list[Point]] = {}
        for fact in sorted(some, key=lambda fact: not is_cell(fact.at)):
            about = fact.center if is_cell(fact.at) else fact.kind
            groups.setdefault(about, []).append(fact.at)
        return "; ".join(self._together(*group) for group in groups.items())

    def _together(self, about: Point | Kind | None, points: list[Point]) -> str:
        """Return a sentence about cells of one dot or of none, or about edges."""
        if isinstance(about, Kind):
            none = "no" if about is Kind.OPEN else "a"
            return f"there is {none} wall between {'; '.join(map(edge, points))}"
        dot = "no region" if about is None else self.dot_in_words(about)
        if about is not None and about not in self.centers[: self.shown]:
            dot = f"the hidden {dot}"
        return f"{cells(points)} belong{'s' if len(points) == 1 else ''} to {dot}"

    def dot_in_words(self, center: Point) -> str:
        """Return the name of a dot; of a hidden one that is not known, its place."""
        if center in self.centers:
            return dots(self.centers.index(center))
        return f"dot at {center}"

    def group_in_words(self, places: Sequence[Point]) -> str:
        """Return the names of cells, of three or more with the kind of their group."""
        return cells_in_words(self.sheet.position.puzzle, places)

    def named(self, value: clingo.Symbol) -> str:
        """Return a value of a term, named as on the board."""
        point = point_of(value)
        return str(value) if point is None else self._at(point)

    def _at(self, point: Point) -> str:
        """Return the name of a cell with its dot and clues, or of another place."""
        puzzle = self.sheet.position.puzzle
        there = [self.dot_in_words(point)] if point in puzzle.centers else []
        if puzzle.has_cell(point):
            there += (clue.words for clue in puzzle.clues if clue.point() == point)
            name = cell_name(point)
            return f"{name} ({', '.join(there)})" if there else name
        if not there and puzzle.has_edge(point):
            return f"the edge between {edge(point)}"
        return there[0] if there else str(point)

    def choices_in_words(self, instance: GroundInstance) -> str:
        """Return which atoms a bound can count, shortly: `dot B or F`, `only dot B`.

        Where the rule is about one dot, its cells are named.
        """
        atoms = instance.elements
        last = [at for atom in atoms for at in points_of(atom)[-1:]]
        fixed = {point_of(value) for value in instance.values}
        first = [at for atom in atoms for at in points_of(atom)[:1]]
        is_one_dot = len(set(last)) == 1 and fixed.issuperset(last)
        if is_one_dot and not fixed.issuperset(first):
            return choices(list(map(self._at, first)))
        numbers = {self.centers.index(at) for at in last if at in self.centers}
        if not len(numbers) == len(last) == len(atoms):
            return choices(list(map(str, atoms)))
        letter, *others = map(dot_name, sorted(numbers))
        return choices([f"dot {letter}", *others])

    def text(self, marks: Marks, colors: Sequence[int] | None) -> str:
        """Return the board with rulers, names, marks and their legend as text."""
        from galaxies_asp.explaining.labeled import labeled_text

        return labeled_text(self.sheet.position, marks, colors=colors)

    def scene(self, marks: Marks, colors: Sequence[int], title: str) -> Scene:
        """Return the drawing with rulers, names, marks and their legend."""
        from galaxies_asp.explaining.labeled import labeled_scene

        position = self.sheet.position
        return labeled_scene(position, marks, colors=colors, title=title)


def choices(names: Sequence[str]) -> str:
    """Return what a bound can count as a phrase; many are counted."""
    if len(names) == 1:
        return f"only {names[0]}"
    if len(names) > _FEW:
        return f"{len(names)} choices"
    starts = {"".join(name.rpartition(" ")[:2]) for name in names}
    alike = starts.pop() if len(starts) == 1 else ""
    first, *others = [name.removeprefix(alike) for name in names]
    return f"{alike}{', '.join([first, *others[:-1]])} or {others[-1]}"
