"""Links of Penpa+, an editor for puzzles of all kinds.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZdb9pAEHz...

The parameter `p` is base64 of raw deflate of a text. (With `m=solve` the editor shows
it to solvers, and `a` is its answer check, which is not read.) To make the text short,
some words of it are replaced by `z` and one more character, `"symbol"` by `zY` for
instance; `zZ` is a real z. After undoing that, these lines of the text matter here:

* line 1: the kind of grid, its columns and rows, sizes on the screen and, further on,
  title and source, separated by commas. Columns and rows include margins; hexagonal
  grids have a side instead, see `penpa_grid`;
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
style as value.

A missing cell is written as such and filled with black. Either is enough when reading,
and gray serves as well: other programs draw missing cells in such ways. Thin and
dotted lines are no walls, and neither are lines that do not join neighboring corners.
Symbols beside the board do not matter; on it, other symbols than circles belong to
other puzzles and are refused. If nothing but the frame is drawn, the link is just the
puzzle.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import Point, cell_at, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.reading import Piece, black_dots
from galaxies_asp.notation import penpa_text
from galaxies_asp.notation.penpa_grid import Frame, read_board, read_grid

_BASE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_ADDRESS = re.compile(r"[^\s\"'{}<>]*\Z")
_KEY = re.compile("[0-9]{1,9}(,[0-9]{1,9})?E?")
_BLACK_DOT = 2  # a white one is 1
_SMALL_CIRCLE = "circle_SS"
_ABOVE_LINES = 2
_BLACK = 4
_DARK = (1, 3, 4, 8)
_GIVEN_LINE, _DRAWN_LINE = 2, 3
_THIN_OR_DOTTED = (12, 13, 80)


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such a link, or with its part from `m=` on.

    The links of the first versions have no `m=`.
    """
    first_line = text.lstrip().partition("\n")[0].rstrip()
    names = {name for name, _ in _parameters(Piece(first_line))}
    return "p" in names and ("m" in names or "penpa" in first_line)


def _parameters(line: Piece) -> Iterator[tuple[str, Piece]]:
    """Yield the names and the values of the parameters."""
    at = len(line) - len(line.lstrip())
    mark = line.find("#") if "#" in line else line.find("?")
    if mark >= 0:
        if not _ADDRESS.match(line[at:mark]):
            return
        at = mark + 1
    for part in line[at:].split("&"):
        name, equals, value = part.partition("=")
        if equals and re.fullmatch("[a-z]+", name):
            place = line.column + at + len(name) + 1
            yield name, Piece(value, line.line, place)
        at += len(part) + 1


def read_line(line: Piece) -> Position:
    """Read a link."""
    found = [value for name, value in _parameters(line) if name == "p"]
    if len(found) != 1:
        raise line.error("expected a Penpa+ link, with one parameter 'p=...'")
    (packed,) = found
    # Whatever is wrong inside has no better place than where the packed text starts.
    try:
        return _read_text(penpa_text.unpack(packed))
    except NotationError as error:
        raise packed.error(error.message) from None
    except PuzzleError as error:
        raise packed.error(str(error)) from None


def _read_text(lines: list[str]) -> Position:
    if len(lines) < 6:
        raise NotationError("the text inside the link has fewer than 6 lines")
    header = lines[0].split(",")
    frame, width, height, cells = read_board(read_grid(header), lines[1], lines[5])
    given = _Layer(lines[3], 4, frame)
    drawn = _Layer(lines[4] or "{}", 5, frame)
    board = {cell_at(column, row) for row in range(height) for column in range(width)}
    cells = cells.difference(given.dark_points())
    dots = dict(given.dots(board))
    title, source = penpa_text.names(header)
    puzzle = Puzzle(
        width,
        height,
        tuple(in_reading_order(dots)),
        black=black_dots(dots),
        holes=frozenset(board - cells),
        walls=frozenset(given.walls(cells)),
        lattice=frame.lattice,
        name=title,
        source=source,
    )
    walls = frozenset(drawn.walls(cells))
    return Position(puzzle, walls | puzzle.walls if walls else None)


class _Layer:
    """What is given, or what is drawn."""

    def __init__(self, line: str, number: int, frame: Frame) -> None:
        self._number = number
        self._frame = frame
        contents = penpa_text.from_json(line, number)
        if not isinstance(contents, dict):
            raise self._error("is not an object")
        self._contents = contents

    def _error(self, what: str) -> NotationError:
        return NotationError(f"line {self._number} of the text inside the link {what}")

    def _items(self, name: str) -> Iterator[tuple[list[int], str, object]]:
        """Yield the indices in each key (none if malformed), the key and the item."""
        items = self._contents.get(name, {})
        if not isinstance(items, dict):
            raise self._error(f"has {name!r}, but not as an object")
        for key, item in items.items():
            numbers = key.rstrip("E").split(",") if _KEY.fullmatch(key) else ()
            yield [*map(int, numbers)], key, item

    def _point(self, indices: list[int]) -> Point | None:
        return self._frame.point(indices[0]) if indices else None

    def dark_points(self) -> Iterator[Point]:
        """Yield the cells that are filled with black or gray."""
        for indices, _, style in self._items("surface"):
            point = self._point(indices)
            if type(style) is int and style in _DARK and point:
                yield point

    def dots(self, cells: set[Point]) -> Iterator[tuple[Point, bool]]:
        """Yield the dots that touch one of the cells, and whether they are black."""
        has_dots = False
        lattice = self._frame.lattice
        for indices, key, symbol in self._items("symbol"):
            point = self._point(indices)
            if not isinstance(symbol, list) or len(symbol) < 2 or point is None:
                raise self._error(
                    f"has a symbol {key[:40]!r} that is not understood, or at no cell "
                    "and no edge"
                )
            if cells.isdisjoint(lattice.touched_cells(point)):
                continue
            style, shape = symbol[:2]
            if not isinstance(shape, str) or not shape.startswith("circle_"):
                raise NotationError(
                    f"there is a symbol {str(shape)[:40]!r} at "
                    f"{lattice.describe(point)}; a puzzle of Galaxies has circles only"
                )
            has_dots = True
            yield point, style == _BLACK_DOT
        if not has_dots and any(self._items("number")):
            raise NotationError(
                "there are numbers but no circles; this is not Galaxies"
            )

    def walls(self, cells: set[Point]) -> Iterator[Point]:
        """Yield the edges between two cells that have a line on them."""
        for indices, _, style in self._items("lineE"):
            if type(style) is int and style in _THIN_OR_DOTTED:
                continue
            wall = self._frame.wall(indices)
            if wall and cells.issuperset(self._frame.lattice.touched_cells(wall)):
                yield wall


def write(position: Position) -> str:
    """Write a link to the puzzle, and to what is drawn on it.

    Raises `NotationError` if the board is too large for the editor.
    """
    puzzle = position.puzzle
    frame = Frame.around(puzzle)
    cells = [frame.index(cell) for cell in puzzle.cells()]
    walls = position.inner_walls() | puzzle.walls if position.is_attempt else ()
    dots = sorted((frame.index(dot), dot in puzzle.black) for dot in puzzle.centers)
    dark = sorted(map(frame.index, puzzle.holes))
    given = penpa_text.layer(
        symbol={
            str(index): [1 + is_black, _SMALL_CIRCLE, _ABOVE_LINES]
            for index, is_black in dots
        },
        surface={str(index): _BLACK for index in dark},
        lineE=_lines(puzzle.walls, frame, _GIVEN_LINE),
    )
    lines = [
        _header(frame, puzzle),
        penpa_text.to_json([0, 0, 0, 0] if frame.is_square else [0]),
        penpa_text.MODE,
        given,
        penpa_text.layer(lineE=_lines(walls, frame, _DRAWN_LINE)),
        penpa_text.to_json([b - a for a, b in pairwise([0, *cells])]),
        *penpa_text.settings(),
    ]
    return _BASE + penpa_text.pack(lines)


def _header(frame: Frame, puzzle: Puzzle) -> str:
    """Return the first line."""
    if frame.is_square:
        kind, width, height = "square", frame.columns + 1, frame.rows + 1
    else:
        kind, width, height = "hex", 2 * frame.columns, 2 * frame.rows
    pixels = penpa_text.CELL_SIZE
    link = puzzle.source if re.fullmatch(r"https?://[^\s,]+", puzzle.source) else ""
    title = " ".join(puzzle.name.split()).replace(",", "%2C")
    fields = [kind, frame.columns, frame.rows, pixels, 0, 1, 1]
    fields += [width * pixels, height * pixels, frame.center, frame.center, 0, 0, 0, 0]
    fields += [f"Title: {title}", "Author: ", link, "", "ON", "false", ""]
    return ",".join(map(str, fields))


def _lines(walls: Iterable[Point], frame: Frame, style: int) -> dict[str, object]:
    ends = sorted(map(frame.ends, walls))
    return {",".join(map(str, pair)): style for pair in ends}
