"""Boards read from their drawings of characters, of squares or hexagons.

A drawing is what `declared.board_text` writes, with or without the names of rows and
columns, and what is drawn on the board. Lines around it are not read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import itemgetter

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import CORNERS
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order
from galaxies_asp.core.drawing.boxes import SHADE, Honeycomb
from galaxies_asp.families.blocks import Word
from galaxies_asp.families.forms import MISSING, Form
from galaxies_asp.families.outlines import board_cells, enclosed

_TOP, _BOTTOM = re.compile("[┌┍┎┏][─-╿]+[┐┑┒┓]"), "└┕┖┗"
_NUMBERS = re.compile(r"[\d\s]+")
_COUNT = re.compile(r"[a-z_]\w* (?:\d{1,9}|[a-z]\w*)")
"""A number or word for the whole board, after its name, below a drawing."""
_NAMES = re.compile(r"(?:c\d+\s*)+|r\d+\s?")
_STROKES = {"": "─│", "thin": "╌╎"}
_LINES = " ─╌━═│╎┌┐└┘├┤┬┴┼╴╵╶╷"
"""What lines leave in the middle of cells."""
_SLANTED = {"": "━╲╱", "thin": "-\\/"}
_CELL = re.compile(r"[·o+●]|\d+")
_CELLS = re.compile(r"\s*(?:r\d+\s)?\s*[·o+●\d]+(?:[\s━-]+[·o+●\d]+)+\s*")
_BETWEEN = re.compile(r"[\s╲╱\\/]*")
BLOCK = "▓"
_FILLED = {"█": "shade", BLOCK: "block"}


def recognizes(text: str, form: Form) -> bool:
    """Tell whether a text has a drawing."""
    if form.lattice == SQUARE:
        return _TOP.search(text) is not None
    return any(_honeycombs(text))


def read(text: str, form: Form) -> Iterator[list[Atom]]:
    """Yield the atoms of each drawing of a text.

    Raises `NotationError` with the place of what cannot be meant.
    """
    if form.lattice != SQUARE:
        for first, found in _honeycombs(text):
            yield [*_of_hexagons(found, first, form)]
        return
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
            pairs = [
                (n, int(v) if v.isdigit() else v) for n, v in map(str.split, counts)
            ]
            names = (*form.counts, *form.settings)
            if other := next((name for name, _ in pairs if name not in names), None):
                raise NotationError(f"{other!r} is no number of this board", last + 2)
            known = [Atom(name, (value,)) for name, value in pairs]
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
        self._below = lines[last + 1] if last + 1 < len(lines) else ""
        self._right = right

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
            found += regions_of(name, [at for at in cells if at not in missing], heavy)
            heavy = []
        given = [at for at in self._sides() if self._at(at) in "═║"]
        if self._form.has_given_lines:  # heavy ones are given, and drawn, too
            found += _drawn(self._form, "line", "", given + heavy, "Input")
            found += _drawn(self._form, "line", "", heavy)
        else:
            found += _drawn(self._form, "wall", "", heavy)
        for style, signs in _STROKES.items():
            strokes = [at for at in self._sides() if self._at(at) in signs]
            found += _drawn(self._form, "line", style, strokes)
        return found

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
        """Yield the numbers above and below the columns, before and behind the rows."""
        texts = dict[Point, str]()
        for y, line in ((-1, self._above), (2 * self._height + 1, self._below)):
            for x in range(1, 2 * self._width, 2) if _NUMBERS.fullmatch(line) else ():
                middle = self._column(Point(x, 0))
                texts[Point(x, y)] = line[middle - 1 : middle + 2].strip()
        for y in range(1, 2 * self._height, 2):
            row = self._rows[y]
            before = re.sub(r"^\s*r\d+", "", row[: self._left])
            texts[Point(-1, y)] = before.strip()
            texts[Point(2 * self._width + 1, y)] = row[self._right + 1 :].strip()
        for at, text in texts.items():
            if text.isdigit() and not self._form.beside:
                fault = f"{text} beside the board: clues are in cells here"
                raise NotationError(fault, self._first + max(at.y, 0) + 1)
            if text.isdigit():
                yield Atom(self._form.beside_name(at), (at, int(text)))

    def _cell(self, at: Point) -> Iterator[Atom]:
        """Yield what a cell shows."""
        middle = self._column(at)
        half = self._step // 2 - 1
        text = self._rows[at[1]][middle - half : middle + half + 1]
        text = text.strip(_LINES).strip("()[]")
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


def _drawn(
    form: Form, drawing: str, style: str, sides: Sequence[Point], role: str = "Output"
) -> Iterator[Atom]:
    """Yield the atoms of walls or lines."""
    name = form.named(drawing, role, style)
    if sides and not name:
        raise NotationError(f"no {drawing} is drawn here")
    yield from (Atom(name, (at,)) for at in sides)


def _honeycombs(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each drawing of hexagons, after the number of those before it.

    The first row has a cell more than the side of the board. A line of strokes, maybe
    an empty one, stands between two rows.
    """
    lines, end = text.splitlines(), 0
    for first, line in enumerate(lines):
        if first < end or not line.strip():
            continue
        cells = len(_CELL.findall(_NAMES.sub("", line)))
        every = lines[first : first + max(4 * cells - 3, 0) : 2]
        rows = [*takewhile(_CELLS.fullmatch, every)]
        between = lines[first + 1 : first + 2 * len(rows) - 2 : 2]
        if len(rows) > 2 and all(map(_BETWEEN.fullmatch, between)):
            end = first + 2 * len(rows) - 1
            yield first, lines[first:end]


def _of_hexagons(lines: list[str], first: int, form: Form) -> Iterator[Atom]:
    """Yield the atoms of a drawing of hexagons below some lines."""
    height = len(lines) // 2 + 1
    cells = board_cells(form.lattice, height, height)
    grid = Honeycomb(cells)
    lines = [re.sub(r"^\s*r\d+", lambda name: " " * len(name[0]), o) for o in lines]
    middle = re.search(r"\S+", lines[height - 1])
    if height % 2 == 0 or middle is None:
        raise NotationError(
            f"{height} rows of hexagons: their number is odd", first + 1
        )
    shift = middle.start() + (len(middle[0].split("━")[0].split("-")[0]) - 1) // 2
    yield from (Atom(name, (height,)) for name in ("width", "height"))

    def at(place: Point) -> str:
        column = grid.column(place) + shift
        return lines[place.y - 1][column : column + 1]

    inner = {side for cell in cells for side in form.lattice.edges(cell)}
    strokes = sorted(o for o in inner if {*form.lattice.touched_cells(o)} <= cells)
    for style, signs in _SLANTED.items():
        found = [side for side in strokes if at(side) and at(side) in signs]
        yield from _drawn(form, "line", style, found)
    for cell in in_reading_order(cells):
        column = grid.column(cell) + shift
        for number in re.finditer(r"\d+", lines[cell.y - 1]):
            if number.start() <= column < number.end():
                yield from form.cell(Word(number[0], first + cell.y, column + 1), cell)


def regions_of(
    name: str, cells: Sequence[Point], walls: Sequence[Point]
) -> Iterator[Atom]:
    """Yield the regions that walls enclose, numbered in the order of their cells."""
    for at, number in sorted(enclosed(cells, walls).items(), key=itemgetter(1, 0)):
        yield Atom(name, (at, number))
