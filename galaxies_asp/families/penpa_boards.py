"""Boards of types in links of Penpa+, as the declarations of their drawings say.

What is given is in the first layer of a link, what is drawn in the second one; see
`notation.penpa`. Numbers beside the board are in its margin, and so is the number of
the whole board. A cell that is not in the list of cells is missing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.atoms import Arguments, Atom, unquoted
from galaxies_asp.core.board.declarations import CORNERS, Declaration
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order, sides
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.families.address_kinds import numbered
from galaxies_asp.families.blocks import Word
from galaxies_asp.families.declared import borders_of
from galaxies_asp.families.drawings import regions_of
from galaxies_asp.families.forms import SIZES, UNKNOWN, Form
from galaxies_asp.notation import penpa, penpa_text
from galaxies_asp.notation.penpa import LINES, NUMBERS, SURFACE, SYMBOLS
from galaxies_asp.notation.penpa_grid import Frame, names, read_board, read_grid

_DARK = (1, 3, 4, 8)
_PLACES = {"upper right": 1, "lower left": 2}
"""Which of the four small places of a cell is a corner."""
_ROLES = ("Input", "Output")


def read_line(line: Piece, form: Form) -> list[Atom]:
    """Return the atoms of a link.

    Raises `NotationError` if it has what the type has not.
    """
    lines = penpa_text.unpack(penpa.packed_in(line))
    if len(lines) < 6:
        raise NotationError("the text inside the link has fewer than 6 lines")
    grid = read_grid(lines[0].split(","))
    frame, width, height, cells = read_board(grid, lines[1], lines[5])
    if frame.lattice != SQUARE:
        raise NotationError("boards of this type have square cells")
    rows = [at for row in form.rows_of(width, height) for at in row]
    atoms = [Atom("width", (width,)), Atom("height", (height,))]
    atoms += (Atom("hole", (at,)) for at in rows if at not in cells)
    given, drawn = (penpa_text.object_in(lines[n], n + 1) for n in (3, 4))
    for role, layer in zip(_ROLES, (given, drawn), strict=True):
        atoms += _Layer(form, frame, role, in_reading_order(cells)).atoms(layer)
    return [*dict.fromkeys(atoms)]


class _Layer:
    """Reads what is given (`Input`) or drawn (`Output`)."""

    def __init__(
        self, form: Form, frame: Frame, role: str, cells: Sequence[Point]
    ) -> None:
        self._form = replace(form, is_strict=True)
        self._frame, self._role, self._cells = frame, role, cells

    def atoms(self, layer: Fields) -> Iterator[Atom]:
        """Yield the atoms of a layer."""
        texts = NUMBERS.read(layer, self._frame)
        numbers = {at: _text(value).strip() for at, value, _ in texts}
        dark = [at for at, n, _ in SURFACE.read(layer, self._frame) if n in _DARK]
        for at in dark:
            if not numbers.get(at):
                yield Atom(*self._filled(at))
        for at, text in numbers.items():
            if text:
                yield from self._number(at, text)
        corners = layer.get("numberS", {})
        for key, value in corners.items() if isinstance(corners, dict) else ():
            yield self._corner(str(key), _text(value))
        for at, symbol, _ in SYMBOLS.read(layer, self._frame):
            yield from self._symbol(at, symbol)
        walls = [at for at, *_ in LINES.read(layer, self._frame) if at]
        if self._form.region and self._role == "Input":
            yield from regions_of(self._form.region, self._cells, walls)
            walls = []
        yield from self._lines("wall", walls)
        yield from self._lines("line", [*map(self._between, layer.get("line") or ())])

    def _fault(self, what: str, at: object) -> NotationError:
        return NotationError(f"the link has {what} at {at}, which this type has not")

    def _between(self, key: str) -> Point:
        """Return the side between the two cells that a line joins."""
        ends = [self._frame.point(int(n)) for n in key.split(",") if n.isdigit()]
        cells = [at for at in ends if at in self._cells and at is not None]
        if len(cells) != 2 or cells[1] not in SQUARE.adjacent_cells(cells[0]):
            raise self._fault("a line", key[:20])
        return Point((cells[0].x + cells[1].x) // 2, (cells[0].y + cells[1].y) // 2)

    def _filled(self, at: Point | None) -> tuple[str, Arguments]:
        """Return the name and the arguments of a dark cell."""
        for one in self._form.known.values():
            if one.role == self._role and one.drawing in ("shade", "block"):
                has_number = len(one.arguments) > 1
                return one.name, (at, f'"{UNKNOWN}"') if has_number else (at,)
        raise self._fault("a dark cell", at)

    def _number(self, at: Point | None, text: str) -> Iterator[Atom]:
        form = self._form
        if at in self._cells and at is not None:
            yield from form.cell(Word(text, 1, 1), at, role=self._role)
        elif at is not None and form.beside and min(at) < 0 and text.isdigit():
            yield Atom(form.beside_name(at), (at, int(text)))
        elif form.counts and text.isdigit():
            yield Atom(form.counts[0], (int(text),))
        elif text != UNKNOWN:
            raise self._fault(f"the text {text[:20]!r}", at)

    def _corner(self, key: str, text: str) -> Atom:
        cell, place = divmod(int(key) if key.isdigit() else 0, 4)
        at = self._frame.point(cell - self._frame.count)
        style = next((s for s, n in _PLACES.items() if n == place), "")
        name = self._form.corners.get(style)
        if name is None or at is None or not text.isdigit():
            raise self._fault(f"the small text {text[:20]!r}", at)
        return Atom(name, (at, int(text)))

    def _symbol(self, at: Point | None, symbol: object) -> Iterator[Atom]:
        style, name = [*symbol, "", ""][:2] if isinstance(symbol, list) else ("", "")
        known = names()["symbols"]
        signs = (sign for sign, one in known.items() if one == [style, name])
        if at not in self._cells or style == 0:  # a legend, or a mark
            return
        if str(name).startswith("circle_"):
            look = "black" if style == 2 else ""
            if found := self._form.named("circle", self._role, look):
                yield Atom(found, (at,))
                return
        if name in names()["dark"]:
            yield Atom(*self._filled(at))
            return
        word = self._form.words_of.get(next(signs, ""))
        if word is None:
            raise self._fault(f"the symbol {str(name)[:20]!r}", at)
        yield Atom(word[0], (at,))

    def _lines(self, drawing: str, found: Sequence[Point]) -> Iterator[Atom]:
        name = self._form.named(drawing, self._role)
        if found and not name:
            raise self._fault(f"a {drawing}", found[0])
        yield from (Atom(name, (at,)) for at in found)


def _text(value: object) -> str:
    return str(value[0]) if isinstance(value, list) and value else ""


def write(form: Form, atoms: Iterable[Atom]) -> str:
    """Return a link to a board, with what is drawn on it.

    Raises `NotationError` if it cannot hold the atoms.
    """
    found = [*atoms]
    sizes = {atom.name: atom.arguments[0] for atom in found if atom.name in SIZES}
    width, height = (int(str(sizes[name])) for name in SIZES)
    holes = {atom.arguments[0] for atom in found if atom.name == "hole"}
    points = {at for a in found for at in a.arguments if isinstance(at, Point)}
    margin = int(bool(form.counts) or any(min(at) < 0 for at in points))
    frame = Frame(SQUARE, width + margin, height + margin, margin, margin)
    layers: dict[str, Fields] = {role: {} for role in _ROLES}
    for one in form.shown:
        of_one = [a.arguments for a in found if a.signature == one.signature]
        for name, marks in _marks(one, of_one, frame):
            layers[one.role].setdefault(name, {}).update(marks)
    for name in form.counts:
        if numbers := [atom.arguments[0] for atom in found if atom.name == name]:
            corner = NUMBERS.write([Point(-1, -1)], frame, [str(numbers[0]), 1, "1"])
            layers["Input"].setdefault(NUMBERS.name, {}).update(corner[NUMBERS.name])
    rows = (at for row in form.rows_of(width, height) for at in row)
    cells = [frame.index(at) for at in rows if at not in holes]
    has_drawn = any(layers["Output"].values())
    text = penpa.BASE + penpa_text.pack(
        [
            penpa_text.header(frame.fields(), "", ""),
            penpa_text.to_json([margin, 0, margin, 0]),
            penpa_text.MODE,
            penpa_text.layer(layers["Input"]),
            penpa_text.layer(layers["Output"]) if has_drawn else "",
            penpa_text.to_json([b - a for a, b in pairwise([0, *cells])]),
            *penpa_text.settings("[]"),
        ]
    )
    fault = NotationError("the notation penpa cannot hold this puzzle")
    try:
        back = read_line(Piece(text), form)
    except NotationError:
        raise fault from None
    if _plain(back, form) != _plain(found, form):
        raise fault
    return f"{text}\n"


def _plain(atoms: Iterable[Atom], form: Form) -> set[Atom]:
    """Return atoms in which regions are numbered in reading order."""
    found = {*atoms}
    regions = {a.arguments[0]: a.arguments[1] for a in found if a.name == form.region}
    others = {atom for atom in found if atom.name != form.region}
    return others | {Atom(form.region, pair) for pair in numbered(regions).items()}


def _marks(
    one: Declaration, found: Sequence[Arguments], frame: Frame
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the names of layers, and what they have for atoms with some arguments."""
    is_input, points = one.role == "Input", [arguments[0] for arguments in found]
    texts = {of[0]: unquoted(of[-1]) for of in found if len(of) > 1}
    match one.drawing:
        case "shade" | "block":
            dark = 4 if is_input or one.drawing == "block" else 1
            yield from SURFACE.write(points, frame, dark).items()
            if one.drawing == "block":
                shown = {at: text for at, text in texts.items() if text != UNKNOWN}
                yield NUMBERS.name, _numbers(shown, frame, 4)
        case "number" if one.style in CORNERS:
            inside = {at: text for at, text in texts.items() if min(at) > 0}
            base, place = 4 * frame.count, _PLACES[one.style]
            small = {f"{base + 4 * frame.index(at) + place}": at for at in inside}
            yield "numberS", {key: [inside[at], 1] for key, at in small.items()}
            beside = {at: text for at, text in texts.items() if at not in inside}
            yield NUMBERS.name, _numbers(beside, frame, 1)
        case "number":
            yield NUMBERS.name, _numbers(texts, frame, 1 if is_input else 2)
        case "circle":
            symbol = [2 if one.style else 1, "circle_L", 1]
            yield from SYMBOLS.write(points, frame, symbol).items()
        case "symbol" if one.style in names()["symbols"]:
            symbol = [*names()["symbols"][one.style], 1]
            yield from SYMBOLS.write(points, frame, symbol).items()
        case "region":
            walls = {at for at in borders_of(texts) if _is_between(at, texts)}
            yield from LINES.write(walls, frame, 2).items()
        case "wall":
            yield from LINES.write(points, frame, 3).items()
        case "line":
            ends = [sorted(map(frame.index, sides(at))) for at in points]
            style = 2 if is_input else 3
            yield "line", {f"{a},{b}": style for a, b in ends}


def _is_between(wall: Point, cells: Mapping[Point, str]) -> bool:
    return all(cell in cells for cell in SQUARE.touched_cells(wall))


def _numbers(texts: Mapping[Point, str], frame: Frame, style: int) -> dict[str, object]:
    return {str(frame.index(at)): [text, style, "1"] for at, text in texts.items()}
