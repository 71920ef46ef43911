"""What is known on a board of any family: what is drawn, and what has followed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar

from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.atoms import Atom, Value, unquoted
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, is_cell, place_name
from galaxies_asp.core.board.labels import walls_between
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.galaxies import AnyBoard, sheet_of
from galaxies_asp.core.sheet import AnyFamily, AnySheet, Sheet
from galaxies_asp.explaining.engine.facts import (
    Fact,
    Kind,
    cells_about,
    cells_of,
    drawn,
    drawn_on,
    excluded_by,
    fact_excluding,
)
from galaxies_asp.explaining.words.clauses import (
    Marks,
    cell_marks,
    cells_in_words,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.words.drawn import Drawn, closed
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.explaining.words.phrases import MOST, Phrases, value_name

Colors = Callable[[], Mapping[Point, int]]
"""Returns the colors of dots by their places: drawings without colors need none."""

Rivals = Mapping[Point, frozenset[Atom]]
"""Atoms of which at most one holds, by their places."""


@dataclass(frozen=True)
class Known:
    """A board with everything that is known on it, and words for facts and places."""

    has_legend: ClassVar[bool] = False
    """Whether marks on a drawing as text have signs that a legend tells."""

    sheet: AnySheet
    """What is drawn."""
    facts: tuple[Fact, ...]
    """What is known, in the order in which it was found."""
    shown: int = 0
    """The number of dots that the puzzle shows."""
    colors: Colors = field(default=dict, compare=False, repr=False)
    declared: Mapping[str, Declaration] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What the comments of the encoding declare; nothing under the standard rules."""
    rivals: Rivals = field(default_factory=dict, compare=False, repr=False)
    """For places the atoms that exclude each other, if words are declared for none."""
    _drawn: Drawn | None = field(default=None, compare=False, repr=False)

    @property
    def drawn(self) -> Drawn:
        """What is known as sets of cells, with the walls; under the standard rules."""
        return self._drawn or closed(self.position)

    @staticmethod
    def of(
        board: AnyBoard,
        colors: Colors = dict,
        declared: Mapping[str, Declaration] | None = None,
    ) -> Known:
        """Return what is drawn on a board."""
        declared = declared or {}
        sheet: AnySheet = sheet_of(board)
        if sheet.dots is None:
            from galaxies_asp.explaining.words.fact_atoms import (
                fact_of_output,  # loads clingo
            )

            out = (fact_of_output(a, Kind.NO_ATOM) for a in sorted(sheet.excluded))
            known = (*map(fact_of_output, sorted(sheet.atoms)), *out)
            return Known(sheet, known, colors=colors, declared=declared)
        excluded = map(fact_excluding, sorted(sheet.excluded))
        drawn = (*drawn_on(sheet.position), *excluded)
        shown = len(sheet.position.puzzle.centers)
        return KnownDots(sheet, drawn, shown, colors, declared)

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
        """The color of each dot."""
        colors = self.colors()
        return tuple(colors.get(at, dot % 5) for dot, at in enumerate(self.centers))

    def with_facts(self, more: Iterable[Fact]) -> Known:
        """Return what is known with further facts, those about the output drawn."""
        facts = (*self.facts, *more)
        return replace(self, sheet=drawn_on_sheet(self.sheet, facts), facts=facts)

    def with_walls(self) -> Known:
        """Return the same with all walls that are known."""
        return self

    def are_touched(self, some: Iterable[Fact]) -> bool:
        """Tell whether facts say that cells belong to dots that touch them."""
        return False

    @cached_property
    def phrases(self) -> Phrases:
        """The words of atoms."""
        return Phrases(self.declared, self.named, self._usual)

    def _usual(self, atom: Atom) -> str:
        """Return the words of the family for an atom; empty if it is no output."""
        is_output = atom.signature in self.family.outputs
        return self.family.words(atom) if is_output else ""

    def in_words(self, some: Iterable[Fact], most: int = MOST) -> str:
        """Return facts in words; of more than `most` with one wording, some."""
        return self.phrases.said(map(stated, some), most)

    @cached_property
    def _size(self) -> tuple[int, int]:
        """The width and the height of a board of squares, otherwise 0."""
        family = self.family
        if family.drawn_lattice != SQUARE or not family.drawn_cells(self.position):
            return 0, 0
        return family.board_size(facts_of(self.sheet.facts))

    @cached_property
    def _regions(self) -> dict[str, str]:
        """Regions that are drawn as borders, each named by its first cell."""
        kinds = [d.name for d in self.declared.values() if d.drawing == "region"]
        facts, names = facts_of(self.sheet.facts), dict[str, str]()
        for kind in kinds:
            for at, region in sorted(values(facts, kind), key=lambda one: one[0][::-1]):
                name = f"the {kind} of {self.named(at, '')}"
                names.setdefault(f"{kind} {unquoted(region)}", name)
        return names

    def with_regions(self, place: str) -> str:
        """Return the words for a place with names of regions that the board shows."""
        return re.sub(
            r"\w+ \w+", lambda found: self._regions.get(found[0], found[0]), place
        )

    @property
    def has_lines(self) -> bool:
        """Whether the cells are those of rows and columns of squares."""
        return self._size != (0, 0)

    def has_cell(self, point: Point) -> bool:
        """Tell whether a point is a cell of the board that a drawing can mark."""
        return point in self._cells

    @cached_property
    def _cells(self) -> Collection[Point]:
        return self.family.drawn_cells(self.position)

    @property
    def _has_cells(self) -> bool:
        """Whether points are those of squares, whose cells have names."""
        if self.family.drawn_lattice != SQUARE:
            return False
        return bool(self.family.declarations) or "width/1" in self.family.inputs

    def is_at(self, fact: Fact, at: Point, places: Collection[Point]) -> bool:
        """Tell whether a fact is about a cell or an edge, as its words name them.

        `places`: the points of the fact, which are those of the doubled grid or not.
        """
        if self._has_cells:
            return at in places
        said = re.findall(r"c\d+r\d+", self.in_words([fact]))
        return set(map(cell_name, cells_of(at))) <= {*said}

    def places(self, some: Iterable[Fact]) -> tuple[Point, ...]:
        """Return the cells of the board that facts are about, or their points."""
        if not self._has_cells:
            return tuple(dict.fromkeys(fact.at for fact in some))
        places = cells_about(some)
        return tuple(p for p in places if self.has_cell(p) or not self._cells)

    def where(self, places: Iterable[Point]) -> str:
        """Return the names of cells in words."""
        return joined(self._at(place, "") for place in places)

    def group_in_words(self, places: Sequence[Point]) -> str:
        """Return the names of cells, with the kind of their group where it has one."""
        return self.where(places)

    def named(self, value: Value, variable: str) -> str:
        """Return the name of a place on the board, or of a variable's other value."""
        return value_name(value, lambda point: self._at(point, variable))

    def _at(self, point: Point, variable: str) -> str:
        if self._has_cells:
            return place_name(point, *self._size)
        return self.family.point_name(self.position, point)

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of something that follows, or that nothing is on an edge."""
        is_free = fact.kind is Kind.NO_ATOM and self.has_lines and not is_cell(fact.at)
        return Mark(fact.at, Role.OPEN if is_free else Role.TARGET)

    def text(self, marks: Marks, colors: Sequence[int] | None) -> str:
        """Return the position as text, with signs for marks and what is excluded."""
        text = self.sheet.text(PLAIN._replace(color=colors is not None))
        if not self.has_lines:
            return text
        from galaxies_asp.explaining.words.labeled import signed_text

        return signed_text(text, marks)

    def scene(self, marks: Marks, colors: Sequence[int], title: str) -> Scene:
        """Return the drawing of the family, with rulers and marks."""
        from galaxies_asp.explaining.words.labeled import family_scene

        return family_scene(self.sheet, marks)


@dataclass(frozen=True)
class KnownDots(Known):
    """What is known on a puzzle of Galaxies."""

    sheet: Sheet[Position]
    has_legend = True

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
        out = {atom for fact in new if (atom := excluded_by(fact))}
        excluded = self.sheet.excluded | out
        sheet = replace(self.sheet, position=drawn(position, new), excluded=excluded)
        return replace(
            self,
            sheet=sheet,
            facts=self.facts + new,
            _drawn=self._drawn and self._drawn.with_facts(new),
        )

    def with_walls(self) -> KnownDots:
        """Return the same with all walls that are known."""
        position = self.sheet.position
        puzzle, rows = position.puzzle, position.rows()
        labels = rows or puzzle.empty_rows()
        walls = walls_between(labels, lattice=puzzle.lattice) | puzzle.walls
        walls |= {fact.at for fact in self.facts if fact.kind is Kind.WALL}
        return replace(self, sheet=self.sheet.drawn(Position(puzzle, walls, labels)))

    def are_touched(self, some: Iterable[Fact]) -> bool:
        """Tell whether facts say that cells belong to dots that touch them."""
        touched = self.sheet.position.puzzle.lattice.touched_cells
        return all(
            fact.kind is Kind.CELL and fact.center and fact.at in touched(fact.center)
            for fact in some
        )

    @property
    def centers(self) -> tuple[Point, ...]:
        """The dots, hidden ones that are known included; those of the puzzle first."""
        return self.sheet.position.puzzle.centers

    def dot_in_words(self, center: Point) -> str:
        """Return the name of a dot; of a hidden one that is not known, its place."""
        if center in self.centers:
            return dots(self.centers.index(center))
        first, *others = self.sheet.position.puzzle.lattice.touched_cells(center)
        last = f"-{cell_name(others[-1])}" if others else ""
        return f"a hidden dot on {cell_name(first)}{last}"

    def group_in_words(self, places: Sequence[Point]) -> str:
        """Return the names of cells, of three or more with the kind of their group."""
        return cells_in_words(self.sheet.position.puzzle, places)

    def _at(self, point: Point, variable: str) -> str:
        """Return the name of a cell or an edge; variables with C are about dots."""
        puzzle = self.sheet.position.puzzle
        if variable.strip("(").startswith("C"):
            hidden = point in self.centers[self.shown :]
            return f"{'the hidden ' * hidden}{self.dot_in_words(point)}"
        if puzzle.has_cell(point):
            return cell_name(point)
        return edge(point) if puzzle.has_edge(point) else f"the corner {point}"

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of something that follows, walls as such."""
        is_none = fact.kind is Kind.NO_ATOM and not is_cell(fact.at)
        is_free = fact.kind is Kind.OPEN or is_none
        (mark,) = cell_marks([fact.at], Role.OPEN if is_free else Role.TARGET)
        return mark

    def text(self, marks: Marks, colors: Sequence[int] | None) -> str:
        """Return the board with rulers, names and marks as text."""
        from galaxies_asp.explaining.words.labeled import labeled_text

        return labeled_text(self.sheet.position, marks, colors=colors)

    def scene(self, marks: Marks, colors: Sequence[int], title: str) -> Scene:
        """Return the drawing with rulers, names, marks and their legend."""
        from galaxies_asp.explaining.words.labeled import labeled_scene

        position = self.sheet.position
        return labeled_scene(position, marks, colors=colors, title=title)


def colors_of(*puzzles: Puzzle) -> Mapping[Point, int]:
    """Return the colors of the dots of puzzles: neighbors differ."""
    from galaxies_asp.core.drawing.coloring import region_colors

    colored = (zip(one.centers, region_colors(one), strict=True) for one in puzzles)
    return dict(chain.from_iterable(colored))


def drawn_on_sheet(sheet: AnySheet, facts: Iterable[Fact]) -> AnySheet:
    """Return a puzzle on which the atoms of the output are drawn, or excluded."""
    about: dict[Kind, set[Atom]] = {Kind.ATOM: set(), Kind.NO_ATOM: set()}
    for fact in facts:
        if fact.atom and fact.atom.signature in sheet.family.outputs:
            about[fact.kind].add(fact.atom)
    return sheet.with_atoms(*map(frozenset, about.values()))


def stated(fact: Fact) -> tuple[Atom, bool]:
    """Return the atom that a fact is about, and whether it holds."""
    if fact.atom is not None:
        return fact.atom, fact.kind is Kind.ATOM
    if fact.center is not None:
        return Atom(GALAXY, (fact.at, fact.center)), fact.kind is Kind.CELL
    name = "empty" if fact.kind is Kind.EMPTY else "apart"
    name = "joined" if fact.kind is Kind.OPEN else name
    return Atom(f"consequence_{name}", (fact.at,)), True
