"""Families whose declarations say how boards are drawn: on squares or hexagons."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from galaxies_asp.core.asp.atoms import facts_of, value_in, values
from galaxies_asp.core.asp.clues import derived
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.atoms import Arguments, Atom, joined, unquoted
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.errors import AtomError, EncodingError, PuzzleError
from galaxies_asp.core.board.grid import (
    SQUARE,
    Place,
    Point,
    cells_named,
    describe,
    in_reading_order,
    is_cell,
    place_name,
    sides,
)
from galaxies_asp.core.drawing.palette import DARK, Shading
from galaxies_asp.core.drawing.scene import Paint, Scene, Texts, of_text
from galaxies_asp.core.drawing.text_style import PLAIN, TextStyle
from galaxies_asp.families.declared import board_scene, board_text, misplaced
from galaxies_asp.families.facts import FactFamily, FactPosition
from galaxies_asp.families.functions import called
from galaxies_asp.families.given import Board, ByName
from galaxies_asp.families.outlines import board_cells

SIZE = ("width/1", "height/1")
_SIDE = "side/1"
"""Instead of a size: the steps from the middle of the board to its border."""

_OF_CELLS = ("color", "shade", "region")
"""Drawings that are in a cell of the board."""

_CAPTION = 1.2
"""The room below a drawing for the numbers of the whole board."""

MAX_SIDE = 30
"""Limits the memory that a few bytes of input can claim."""


class DrawnFamily(FactFamily):
    """A family with boards of squares or hexagons.

    `functions`: the names of a Python file; `draw` may draw boards instead. `encoding`:
    the text of the rules, and the title of its pictures.
    """

    functions: Mapping[str, object]
    encoding: Text
    picture_title: str

    def given(self, position: FactPosition) -> tuple[Board, ByName]:
        """Return the puzzle and what is drawn, for the functions of a Python file."""
        cells = partial(self.drawn_cells, position)
        board = Board(position.facts, self.inputs, cells)
        return board, ByName(position.atoms or (), self.outputs)

    @property
    def is_sized(self) -> bool:
        """Whether boards have a declared width and height, or a side."""
        return self.has_side or set(SIZE) <= self.declarations.keys()

    @property
    def is_drawn(self) -> bool:
        """Whether declarations say how boards are drawn."""
        return self.is_sized and any(o.drawing for o in self.declarations.values())

    @property
    def has_side(self) -> bool:
        """Whether boards have a side, and no width and height."""
        one = self.declarations.get(_SIDE)
        is_side = one is not None and one.role == "Input" and not one.drawing
        return is_side and not set(SIZE) <= self.declarations.keys()

    def board_size(self, facts: Collection[Atom]) -> tuple[int, int]:
        """Return the columns and rows of a board."""
        if not self.has_side:
            return super().board_size(facts)
        side = value_in(facts, "side")
        if type(side) is not int or not 1 <= side <= MAX_SIDE:
            raise PuzzleError(f"side {side}: 1 to {MAX_SIDE} are possible")
        return 2 * side + 1, 2 * side + 1

    def drawn_cells(self, position: FactPosition) -> Mapping[Point, Point]:
        """Return where cells are drawn: at their points."""
        if not self.has_side:
            return super().drawn_cells(position)
        size = self.board_size(facts_of(position.facts))
        cells = board_cells(self.drawn_lattice, *size)
        return {cell: cell for cell in in_reading_order(cells)}

    def column_and_row(self, position: FactPosition, cell: Point) -> tuple[int, int]:
        """Return the place of a cell in its row, and that of the row, from 1."""
        if self.drawn_lattice == SQUARE:
            return super().column_and_row(position, cell)
        row = [one.x for one in self.drawn_cells(position) if one.y == cell.y]
        return sum(x <= cell.x for x in row), cell.y // 2 + 1

    def point_name(self, position: FactPosition, point: Point) -> str:
        """Return the name of a cell by its row, and its place there; or of a side."""
        if self.drawn_lattice == SQUARE:
            return place_name(point, *self.board_size(facts_of(position.facts)))
        near = (point,) if is_cell(point) else sides(point)
        named = (self.column_and_row(position, cell) for cell in near)
        return "-".join(f"c{column}r{row}" for column, row in named)

    def check_places(self, facts: Sequence[Atom]) -> None:
        """Raise `AtomError` for a cell or side off the board, or a clue that is twice.

        Numbers and signs of clues have domains, and may stand beside the board.
        """
        cells = self.drawn_cells(FactPosition(joined(facts)))
        first: dict[object, Atom] = {}
        for fact in facts:
            one = self.declarations.get(fact.signature)
            if one is None:
                continue
            if one.drawing in ("wall", "line"):
                wanted = "an edge between two cells such as (2,1)"
                is_right = self._is_side(fact.arguments[0], cells, one.drawing)
            elif one.drawing in _OF_CELLS or (one.drawing and one.role == "Output"):
                wanted = "a cell of the board such as (1,1)"
                is_right = fact.arguments[0] in cells
            else:
                wanted, is_right = "", True
            if not is_right:
                raise AtomError(str(fact), f"it takes {wanted}")
            place = one.name, fact.arguments[:-1]
            is_count = len(fact.arguments) == 1 and isinstance(fact.arguments[0], int)
            if (one.drawing == "region" or is_count) and first.setdefault(
                place, fact
            ) != fact:
                raise AtomError(str(fact), "this clue is there twice")

    def _is_side(self, point: object, cells: Collection[Point], drawing: str) -> bool:
        """Tell whether a point is a side of cells, for lines of two on the board."""
        if not isinstance(point, Point) or not self.drawn_lattice.is_edge(point):
            return False
        on_board = [at in cells for at in self.drawn_lattice.touched_cells(point)]
        return all(on_board) if drawing == "line" else any(on_board)

    def stroke(self, atom: Atom) -> Sequence[Place]:
        """Return the places on which an atom is drawn, from one end to the other."""
        points: Sequence[Point] = [p for p in atom.arguments if isinstance(p, Point)]
        known = self.declarations.get(atom.signature)
        if known and known.drawing == "line" and points:
            points = sides(points[0])
        return [self.drawn_lattice.place(point) for point in points]

    def cells_in(self, position: FactPosition, text: str) -> tuple[Point, ...]:
        """Return the cells that a text names, such as `c2r1`."""
        if self.drawn_lattice == SQUARE:
            return cells_named(text)
        cells = {self.point_name(position, c): c for c in self.drawn_cells(position)}
        names = dict.fromkeys(re.findall(r"\bc\d+r\d+\b", text))
        return tuple(cells[name] for name in names if name in cells)

    def words(self, atom: Atom) -> str:
        """Return an atom with the names of its cells, as in `shaded at c3r1`.

        Values follow the name: `number 3 at c4r1`.
        """
        if not (self.is_drawn or "draw" in self.functions):
            return str(atom)
        places = [one for one in atom.arguments if isinstance(one, Point)]
        others = [unquoted(one) for one in atom.arguments if not isinstance(one, Point)]
        said = " ".join([atom.name, *others])
        if not places:
            return str(atom)
        return f"{said} at {' and '.join(map(describe, places))}"

    def text(self, position: FactPosition, style: TextStyle = PLAIN) -> str:
        """Return a drawing of characters, or else facts and drawn atoms."""
        if "draw" in self.functions:
            board, drawn = self.given(position)
            atoms = None if position.atoms is None else drawn
            return called(self.functions, "draw", str, board, atoms)
        if self.is_drawn:
            drawing = board_text(
                *self._shown(position),
                rulers=style.rulers,
                is_colored=style.color,
                holes=self._holes(position),
                lattice=self.drawn_lattice,
            )
            return drawing + "".join(f"{one}\n" for one in self._counts(position))
        return super().text(position, style)

    def scene(
        self,
        position: FactPosition,
        shading: Shading = "colors",
        marks: Collection[Point] = (),
    ) -> Scene:
        """Return a drawing for paper, if need be of the characters of its text."""
        if "draw" in self.functions:
            return of_text(self.text(position))
        if self.is_drawn:
            scene = board_scene(
                *self._shown(position),
                self.picture_title,
                self._holes(position),
                self.drawn_lattice,
            )
            return self._with_caption(scene, ", ".join(self._counts(position)))
        return super().scene(position, shading, marks)

    def _with_caption(self, scene: Scene, caption: str) -> Scene:
        """Return a drawing with a text below it, if there is one."""
        if not caption:
            return scene
        left, top, _, height = scene.box
        texts = [((left + _CAPTION / 4, top + height + _CAPTION / 3), caption)]
        shape = Texts("caption", Paint(DARK), texts, 0.9, anchor="start")
        box = scene.box.widened(0, 0, _CAPTION)
        return replace(scene, shapes=(*scene.shapes, shape), box=box)

    def _counts(self, position: FactPosition) -> Iterator[str]:
        """Yield the numbers of the whole board, each after its name."""
        for name, (value, *others) in facts_of(position.facts):
            is_count = isinstance(value, int | str) and not others
            if is_count and f"{name}/1" not in (*SIZE, _SIDE):
                yield f"{name} {value}"

    def _holes(self, position: FactPosition) -> list[Point]:
        """Return the cells that are missing."""
        return sorted(hole for (hole,) in values(facts_of(position.facts), "hole"))

    def _shown(
        self, position: FactPosition
    ) -> tuple[dict[Declaration, list[Arguments]], tuple[int, int]]:
        """Return what a board shows, by its declaration, and the size of the board.

        Places beside the board are next to its border.
        """
        facts = facts_of(position.facts)
        known = [one for one in self.declarations.values() if one.drawing]
        follow = tuple(one.signature for one in known if one.role == "Board")
        atoms = [*facts, *(position.atoms or ())]
        atoms += derived(self.encoding, follow, position.facts) if follow else ()
        width, height = self.board_size(facts)
        columns, rows = range(-1, 2 * width + 2), range(-1, 2 * height + 2)

        def is_on_board(place: object) -> bool:
            match place:
                case (x, y):
                    return x in columns and y in rows
            return False

        drawn = {
            one: [
                found
                for found in sorted(values(atoms, one.name), key=str)
                if len(found) == len(one.arguments) and is_on_board(found[0])
            ]
            for one in known
        }
        for one, atoms_of in drawn.items():
            places = (of[0] for of in atoms_of)
            if fault := misplaced(one, places, self.drawn_lattice):
                raise EncodingError(f"{self.name}: {fault}")
        return drawn, (width, height)
