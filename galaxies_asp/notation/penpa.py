"""Links of Penpa+, an editor for puzzles of all kinds.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZdb9pAEHz...

The parameter `p` is base64 of raw deflate of a text. (With `m=solve` the editor shows
it to solvers, and `a` is its answer check, which is not read.) To make the text short,
some words of it are replaced by `z` and one more character, `"symbol"` by `zY` for
instance; `zZ` is a real z. After undoing that, these lines of the text matter here:

* line 1: the kind of grid, its columns and rows with margins, and further on title and
  source, separated by commas; hexagonal grids have a side instead, see `penpa_grid`;
* line 2: the number of empty rows and columns above, below, left and right;
* line 4: what is given, a JSON object: `symbol` has the dots, `surface` the filled
  cells, `lineE` the lines on edges, which are given walls here;
* line 5: what is drawn, an object of the same form; empty with `m=solve`;
* line 6: the cells, as a list of indices, each but the first as the difference to the
  one before it. A cell that is not in the list is missing.

All objects are keyed by an index. Around the C x R grid of squares lie two more rows
and columns on every side; with N = (C+4)(R+4), the cell in column c and row r, from 0,
has the index (r+2)(C+4) + c+2. Adding N gives its lower right corner, adding 2N the
middle of its lower side, 3N the middle of its right side. A symbol is
`[style, shape, layer]`. A dot is a circle of any size; style 2 is black, and the others
count as white. A line on an edge has the indices of both its corners as key, and its
style as value: thin and dotted ones are no walls.

A missing cell is written as such and filled with black. When reading, either is enough,
and gray serves as well. On the board, other symbols than circles are refused.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import Point, cell_at, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.reading import Piece, black_dots, colors_of
from galaxies_asp.notation import penpa_text
from galaxies_asp.notation.penpa_grid import Frame, read_board, read_grid

BASE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_ADDRESS = re.compile(r"[^\s\"'{}<>]*\Z")
_KEY = re.compile("[0-9]{1,9}(,[0-9]{1,9})?E?")
_DOTS = [1, "circle_SS", 2], [2, "circle_SS", 2]  # white, black
_BLACK, _DARK = 4, (1, 3, 4, 8)
_GIVEN_LINE, _DRAWN_LINE, _THIN_OR_DOTTED = 2, 3, (12, 13, 80)


@dataclass(frozen=True)
class Marks:
    """What a layer has at points, by the indices of each, or of the ends of an edge."""

    name: str
    on_ends: bool = False

    def read(
        self, layer: Fields, frame: Frame
    ) -> Iterator[tuple[Point | None, Any, str]]:
        """Yield points, None where a key names none, with values and keys."""
        items = layer.get(self.name, {})
        if not isinstance(items, dict):
            raise NotationError(f"the link has {self.name!r}, but not as an object")
        for key, value in items.items():
            numbers = key.rstrip("E").split(",") if _KEY.fullmatch(key) else ()
            yield self._point([*map(int, numbers)], frame), value, key

    def _point(self, indices: list[int], frame: Frame) -> Point | None:
        if self.on_ends:
            return frame.wall(indices)
        return frame.point(indices[0]) if indices else None

    def write(
        self, points: Iterable[Point], frame: Frame, value: object
    ) -> dict[str, dict[str, object]]:
        """Return the marks of points with a value, by the name."""
        way = frame.ends if self.on_ends else lambda point: [frame.index(point)]
        keys = sorted(map(way, points))
        return {self.name: {",".join(map(str, key)): value for key in keys}}


SYMBOLS, NUMBERS, SURFACE = Marks("symbol"), Marks("number"), Marks("surface")
LINES = Marks("lineE", on_ends=True)


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such a link, or with its part from `m=` on.

    The links of the first versions have no `m=`.
    """
    first_line = text.lstrip().partition("\n")[0].rstrip()
    names = {name for name, _ in _parameters(Piece(first_line))}
    return "p" in names and ("m" in names or "penpa" in first_line)


def is_certain(line: Piece) -> bool:
    """Tell whether the circles of a link are dots of Galaxies, or it says so."""
    lines = penpa_text.unpack(packed_in(line))
    is_said = '["spiralgalaxies"]' in lines
    return is_said or any(re.search("circle_(?!L)", one) for one in lines[3:4])


def _parameters(line: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield the names and the values of the parameters."""
    at = len(line) - len(line.lstrip())
    mark = line.find("#") if "#" in line else line.find("?")
    if mark >= 0:
        if not _ADDRESS.match(line[at:mark]):
            return
        at = mark + 1
    for parameter in re.finditer("(?:^|&)([a-z]+)=([^&]*)", line[at:]):
        yield parameter[1], line.behind(at + parameter.start(2), at + parameter.end())


def read_line(line: Piece) -> Position:
    """Read a link."""
    packed = packed_in(line)
    # Whatever is wrong inside has no better place than where the packed text starts.
    try:
        return _read_text(penpa_text.unpack(packed))
    except (NotationError, PuzzleError) as error:
        raise packed.error(getattr(error, "message", str(error))) from None


def packed_in(line: Piece) -> Piece:
    """Return the packed text of a link; `NotationError` if there is none."""
    found = [value for name, value in _parameters(line) if name == "p"]
    if len(found) != 1:
        raise line.error("expected a Penpa+ link, with one parameter 'p=...'")
    return found[0]


def _read_text(lines: list[str]) -> Position:
    if len(lines) < 6:
        raise NotationError("the text inside the link has fewer than 6 lines")
    header = lines[0].split(",")
    frame, width, height, cells = read_board(read_grid(header), lines[1], lines[5])
    given, drawn = (penpa_text.object_in(lines[n], n + 1) for n in (3, 4))
    board = {cell_at(column, row) for row in range(height) for column in range(width)}
    marked = SURFACE.read(given, frame)
    cells -= {p for p, style, _ in marked if type(style) is int and style in _DARK}
    dots = dict(_dots(given, frame, board))
    title, source = penpa_text.names(header)
    puzzle = Puzzle(
        width,
        height,
        tuple(in_reading_order(dots)),
        black=black_dots(dots),
        holes=frozenset(board - cells),
        walls=_walls(given, frame, cells),
        lattice=frame.lattice,
        name=title,
        source=source,
    )
    walls = _walls(drawn, frame, cells)
    return Position(puzzle, walls | puzzle.walls if walls else None)


def _dots(
    layer: Fields, frame: Frame, board: set[Point]
) -> Iterator[tuple[Point, bool]]:
    """Yield the dots that touch the board, and whether they are black."""
    has_dots = False
    for point, symbol, key in SYMBOLS.read(layer, frame):
        if not isinstance(symbol, list) or len(symbol) < 2 or point is None:
            fault = (
                f"a symbol {key[:40]!r} that is not understood, or at no cell and no"
            )
            raise NotationError(f"the link has {fault} edge")
        if board.isdisjoint(frame.lattice.touched_cells(point)):
            continue
        if not str(symbol[1]).startswith("circle_"):
            fault = (
                f"a symbol {str(symbol[1])[:40]!r} at {frame.lattice.describe(point)}"
            )
            raise NotationError(f"there is {fault}; Galaxies has circles only")
        has_dots = True
        yield point, symbol[0] == _DOTS[1][0]
    if not has_dots and any(NUMBERS.read(layer, frame)):
        raise NotationError("there are numbers but no circles; this is not Galaxies")


def _walls(layer: Fields, frame: Frame, cells: set[Point]) -> frozenset[Point]:
    """Return the edges between two cells that have a line on them."""
    return frozenset(
        wall
        for wall, style, _ in LINES.read(layer, frame)
        if wall and not (type(style) is int and style in _THIN_OR_DOTTED)
        if cells.issuperset(frame.lattice.touched_cells(wall))
    )


def write(position: Position) -> str:
    """Write a link to the puzzle, and to what is drawn on it.

    Raises `NotationError` if the board is too large for the editor.
    """
    puzzle = position.puzzle
    frame = Frame.around(puzzle)
    cells = [frame.index(cell) for cell in puzzle.cells()]
    walls = position.inner_walls() | puzzle.walls if position.is_attempt else ()
    dots: dict[str, object] = {}
    for dot, is_black in sorted(colors_of(puzzle).items()):
        dots |= SYMBOLS.write([dot], frame, _DOTS[is_black])[SYMBOLS.name]
    given = {SYMBOLS.name: dots} | SURFACE.write(puzzle.holes, frame, _BLACK)
    given |= LINES.write(puzzle.walls, frame, _GIVEN_LINE)
    lines = [
        penpa_text.header(frame.fields(), puzzle.name, puzzle.source),
        penpa_text.to_json([0, 0, 0, 0] if frame.is_square else [0]),
        penpa_text.MODE,
        penpa_text.layer(given),
        penpa_text.layer(LINES.write(walls, frame, _DRAWN_LINE)),
        penpa_text.to_json([b - a for a, b in pairwise([0, *cells])]),
        *penpa_text.settings(),
    ]
    return BASE + penpa_text.pack(lines)
