"""Boards of square cells read from their drawings of characters.

A drawing is what `declared.board_text` writes, with or without the names of rows and
columns, and what is drawn on the board. Lines around it are not read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import CORNERS
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, reachable
from galaxies_asp.core.drawing.boxes import SHADE
from galaxies_asp.families.rows import MISSING, Form, Word

_TOP, _BOTTOM = re.compile("[┌┍┎┏][─-╿]+[┐┑┒┓]"), "└┕┖┗"
_COUNT = re.compile(r"[a-z_]\w* \d{1,9}")
"""A number of the whole board, after its name, below a drawing."""
_NAMES = re.compile(r"(?:c\d+\s*)+|r\d+\s?")
_STROKES = {"": "─│", "thin": "╌╎"}
_LINES = " ─╌━═│╎┌┐└┘├┤┬┴┼╴╵╶╷"
"""What lines leave in the middle of cells."""
BLOCK = "▓"
_FILLED = {"█": "shade", BLOCK: "block"}


def recognizes(text: str) -> bool:
    """Tell whether a text has a drawing of square cells."""
    return _TOP.search(text) is not None


def read(text: str, form: Form) -> Iterator[list[Atom]]:
    """Yield the atoms of each drawing of a text.

    Raises `NotationError` with the place of what cannot be meant.
    """
    lines, last = text.splitlines(), -1
    for first, line in enumerate(lines):
        if first > last and (top := _TOP.search(line)):
            left, right = top.start(), top.end() - 1
            ends = (
                n
                for n in range(first, len(lines))
                if lines[n][left : left + 1] in _BOTTOM
            )
            last = next((n for n in ends if lines[n][left:]), -1)
            step = 6 if form.corners else 4  # characters from a side to the next one
            if last < 0 or (last - first) % 2 or (right - left) % step:
                raise NotationError("the drawing has no border on all sides", first + 1)
            counts = takewhile(_COUNT.fullmatch, lines[last + 1 :])
            numbers = [Atom(n, (int(v),)) for n, v in map(str.split, counts)]
            known = [one for one in numbers if one.name in form.counts]
            yield [*_Drawing(lines, first, last, left, right, form).atoms(), *known]


class _Drawing:
    """A drawing between two lines and two columns of a text, counted from 0."""

    def __init__(
        self,
        lines: Sequence[str],
        first: int,
        last: int,
        left: int,
        right: int,
        form: Form,
    ) -> None:
        self._first, self._left, self._form = first, left, form
        self._step = 6 if form.corners else 4
        self._width = (right - left) // self._step
        self._height = (last - first) // 2
        self._rows = [lines[n].ljust(right + 1) for n in range(first, last + 1)]
        self._above = lines[first - 1] if first else ""

    def atoms(self) -> list[Atom]:
        """Return the facts of the board, and what is drawn on it."""
        found = [Atom("width", (self._width,)), Atom("height", (self._height,))]
        found += self._beside()
        missing = list[Point]()
        cells = [
            Point(x, y)
            for y in range(1, 2 * self._height, 2)
            for x in range(1, 2 * self._width, 2)
        ]
        for at in cells:
            atoms = [*self._cell(at)]
            missing += [at for atom in atoms if atom.name == "hole"]
            found += atoms
        heavy = [at for at in self._sides() if self._at(at) in "━┃"]
        if name := self._form.region:
            found += _regions(name, [at for at in cells if at not in missing], heavy)
            heavy = []
        given = [at for at in self._sides() if self._at(at) in "═║"]
        if self._form.has_given_lines:  # heavy ones are given, and drawn, too
            found += self._drawn("line", "", given + heavy, "Input")
            found += self._drawn("line", "", heavy)
        else:
            found += self._drawn("wall", "", heavy)
        for style, signs in _STROKES.items():
            strokes = [at for at in self._sides() if self._at(at) in signs]
            found += self._drawn("line", style, strokes)
        return found

    def _drawn(
        self, drawing: str, style: str, sides: list[Point], role: str = "Output"
    ) -> Iterator[Atom]:
        """Yield the atoms of walls or lines."""
        for one in self._form.known.values():
            if (one.role, one.drawing, one.style) == (role, drawing, style):
                yield from (Atom(one.name, (at,)) for at in sides)
                return
        if sides:
            raise NotationError(f"no {drawing} is drawn here", self._first + 1)

    def _column(self, at: Point) -> int:
        return self._left + self._step * at[0] // 2

    def _at(self, at: Point) -> str:
        """Return the character in the middle of a side."""
        return self._rows[at[1]][self._column(at)]

    def _sides(self) -> Iterator[Point]:
        for y in range(2 * self._height + 1):
            for x in range(1 - y % 2, 2 * self._width + 1, 2):
                yield Point(x, y)

    def _beside(self) -> Iterator[Atom]:
        """Yield the numbers above the columns and before the rows."""
        texts = dict[Point, str]()
        if not re.fullmatch(r"\s*(?:c\d+\s*)+", self._above):
            for x in range(1, 2 * self._width, 2):
                middle = self._column(Point(x, 0))
                texts[Point(x, -1)] = self._above[middle - 1 : middle + 2].strip()
        for y in range(1, 2 * self._height, 2):
            before = self._rows[y][: self._left]
            texts[Point(-1, y)] = re.sub(r"^\s*r\d+", "", before).strip()
        names = sorted(self._form.beside)
        columns, rows = map(self._form.corners.get, CORNERS)
        for at, text in texts.items() if names else ():
            if text.isdigit():
                name = (columns if at.y < 0 else rows) or names[0]
                yield Atom(name, (at, int(text)))

    def _cell(self, at: Point) -> Iterator[Atom]:
        """Yield what a cell shows."""
        middle = self._column(at)
        half = self._step // 2 - 1
        text = self._rows[at[1]][middle - half : middle + half + 1]
        text = text.strip(_LINES).strip("()")
        if "\\" in text:
            numbers = text.replace(BLOCK, "").split("\\")
            pairs = zip(map(self._form.corners.get, CORNERS), numbers, strict=False)
            yield from (Atom(str(name), (at, int(n))) for name, n in pairs if n)
            text = BLOCK
        if text[:1] == SHADE:
            text = MISSING
        for sign, drawing in _FILLED.items():
            if sign in text:
                text = text.replace(sign, "")
                yield from self._filled(drawing, at, text)
                if drawing == "block":
                    return
        if text:
            word = Word(text, self._first + at[1] + 1, middle)
            yield from self._form.cell(word, at)

    def _filled(self, drawing: str, at: Point, text: str) -> Iterator[Atom]:
        """Yield the atom of a filled cell; a black one may have a number."""
        for one in self._form.known.values():
            if one.drawing == drawing and one.role in ("Input", "Output"):
                if len(one.arguments) == 1 and (drawing == "shade" or not text):
                    yield Atom(one.name, (at,))
                    return
                if len(one.arguments) == 2 and (text or '"?"' in one.domain):
                    value = int(text) if text.isdigit() else '"?"'
                    yield Atom(one.name, (at, value))
                    return
        raise NotationError(f"no cell has {drawing} here", self._first + at[1] + 1)


def _regions(
    name: str, cells: Sequence[Point], walls: Sequence[Point]
) -> Iterator[Atom]:
    """Yield the regions that walls enclose, numbered in the order of their cells."""
    left, closed = dict.fromkeys(cells), frozenset(walls)

    def near(cell: Point) -> list[Point]:
        pairs = zip(SQUARE.adjacent_cells(cell), SQUARE.edges(cell), strict=True)
        return [other for other, side in pairs if other in left and side not in closed]

    number = 0
    while left:
        number += 1
        region = reachable([next(iter(left))], near)
        yield from (Atom(name, (at, number)) for at in sorted(region))
        for at in region:
            del left[at]
