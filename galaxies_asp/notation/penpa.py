"""Links of Penpa+, an editor for puzzles of all kinds.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZdb9pAEHz...

The parameter `p` is base64 of raw deflate of a text. (With `m=solve` the editor shows
it to solvers, and `a` is its answer check, which is not read.) To make the text short,
some words of it are replaced by `z` and one more character, `"symbol"` by `zY` for
instance; `zZ` is a real z. After undoing that, these lines of the text matter here:

* line 1: the kind of grid, its columns and rows, sizes on the screen and, further on,
  title and source, separated by commas. Columns and rows include margins; hexagonal
  grids have a side instead, see `penpa_hexagons`;
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
from typing import Any

from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.notation import penpa_grid, penpa_text
from galaxies_asp.notation.reading import read_each_line

_BASE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_ADDRESS = re.compile(r"[^\s\"'{}<>]*\Z")
_WHITE_DOT, _BLACK_DOT = 1, 2
_SMALL_CIRCLE = "circle_SS"
_ABOVE_LINES = 2
_BLACK = 4
_DARK = (1, 3, 4, 8)
_GIVEN_LINE, _DRAWN_LINE = 2, 3
_THIN_OR_DOTTED = (12, 13, 80)


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such a link, or with its part from `m=` on."""
    first_line = text.lstrip().partition("\n")[0]
    return {"m", "p"} <= _parameters(first_line).keys()


def read(text: str) -> list[Position]:
    """Read links, one a line; errors name line and column."""
    return read_each_line(text, _read_line)


def _parameters(line: str) -> dict[str, tuple[str, int]]:
    """Return the values of the parameters, and where in the line they start."""
    at = len(line) - len(line.lstrip())
    mark = line.find("#") if "#" in line else line.find("?")
    parameters: dict[str, tuple[str, int]] = {}
    if mark >= 0:
        if not _ADDRESS.match(line[at:mark]):
            return parameters
        at = mark + 1
    for part in line[at:].rstrip().split("&"):
        name, equals, value = part.partition("=")
        if equals and re.fullmatch("[a-z]+", name):
            parameters[name] = (value, at + len(name) + 1)
        at += len(part) + 1
    return parameters


def _read_line(line: str) -> Position:
    parameters = _parameters(line)
    if "p" not in parameters:
        raise NotationError("expected a Penpa+ link, with a parameter 'p=...'", 1, 1)
    packed, start = parameters["p"]
    # Whatever is wrong inside has no better place than where the packed text starts.
    try:
        return _read_text(penpa_text.unpack(packed))
    except NotationError as error:
        raise NotationError(error.message, 1, start + 1) from None
    except PuzzleError as error:
        raise NotationError(str(error), 1, start + 1) from None


def _read_text(lines: list[str]) -> Position:
    if len(lines) < 6:
        raise NotationError("the text inside the link has fewer than 6 lines")
    header = lines[0].split(",")
    grid = penpa_grid.read_grid(header)
    board = penpa_grid.read_board(grid, lines[1], lines[5])
    given = _Layer(lines[3], 4, board.frame)
    drawn = _Layer(lines[4] or "{}", 5, board.frame)
    cells = board.cells - set(given.dark_points())
    all_cells = board.all_cells()
    dots = dict(given.dots(all_cells))
    title, source = penpa_text.names(header)
    puzzle = Puzzle(
        board.width,
        board.height,
        tuple(in_reading_order(dots)),
        black=frozenset(dot for dot, is_black in dots.items() if is_black),
        holes=frozenset(all_cells - cells),
        walls=frozenset(given.walls(cells)),
        lattice=grid.lattice,
        name=title,
        source=source,
    )
    walls = frozenset(drawn.walls(cells))
    return Position(puzzle, walls | puzzle.walls if walls else None)


class _Layer:
    """What is given, or what is drawn."""

    def __init__(self, line: str, number: int, frame: penpa_grid.Frame) -> None:
        self._number = number
        self._frame = frame
        self._lattice = frame.lattice
        self._contents = penpa_text.from_json(line, number)
        if not isinstance(self._contents, dict):
            raise self._error("is not an object")

    def _error(self, what: str) -> NotationError:
        return NotationError(f"line {self._number} of the text inside the link {what}")

    def _items(self, name: str) -> Iterable[tuple[str, Any]]:
        items = self._contents.get(name, {})
        if not isinstance(items, dict):
            raise self._error(f"has {name!r}, but not as an object")
        return items.items()

    def _point(self, key: str) -> Point | None:
        """Return the point with the first index of a key."""
        indices = _indices(key)
        return self._frame.point(indices[0]) if indices else None

    def dark_points(self) -> Iterator[Point | None]:
        """Yield the cells that are filled with black or gray."""
        for key, style in self._items("surface"):
            if type(style) is int and style in _DARK:
                yield self._point(key)

    def dots(self, cells: set[Point]) -> Iterator[tuple[Point, bool]]:
        """Yield the dots that touch one of the cells, and whether they are black."""
        has_dots = False
        for key, symbol in self._items("symbol"):
            point = self._point(key)
            if not isinstance(symbol, list) or len(symbol) < 2 or point is None:
                raise self._error(
                    f"has a symbol {key[:40]!r} that is not understood, or at no cell "
                    "and no edge"
                )
            if cells.isdisjoint(self._lattice.touched_cells(point)):
                continue
            style, shape = symbol[:2]
            if not isinstance(shape, str) or not shape.startswith("circle_"):
                place = self._lattice.describe(point)
                raise NotationError(
                    f"there is a symbol {str(shape)[:40]!r} at {place}; "
                    "a puzzle of Galaxies has circles only"
                )
            has_dots = True
            yield point, style == _BLACK_DOT
        if not has_dots and self._items("number"):
            raise NotationError(
                "there are numbers but no circles; this is not Galaxies"
            )

    def walls(self, cells: set[Point]) -> Iterator[Point]:
        """Yield the edges between two cells that have a line on them."""
        for key, style in self._items("lineE"):
            if type(style) is int and style in _THIN_OR_DOTTED:
                continue
            wall = self._frame.wall(_indices(key))
            if wall and cells.issuperset(self._lattice.touched_cells(wall)):
                yield wall


def _indices(key: str) -> list[int]:
    """Return the indices in a key; none if it is no key."""
    if not re.fullmatch("[0-9]{1,9}(,[0-9]{1,9})?E?", key):
        return []
    return [int(index) for index in key.rstrip("E").split(",")]


def write(position: Position) -> str:
    """Write a link to the puzzle, and to what is drawn on it.

    Raises `NotationError` if the board is too large for the editor.
    """
    puzzle = position.puzzle
    frame = penpa_grid.frame_of(puzzle)
    cells = [frame.index(cell) for cell in puzzle.cells()]
    walls = position.inner_walls() | puzzle.walls if position.is_attempt else ()
    given = penpa_text.layer(
        symbol=_write_dots(puzzle, frame),
        surface=_sorted({frame.index(hole): _BLACK for hole in puzzle.holes}),
        lineE=_write_walls(puzzle.walls, frame, _GIVEN_LINE),
    )
    lines = [
        penpa_text.header(
            *(frame.kind, frame.sides, frame.extent, frame.center),
            *(puzzle.name, puzzle.source),
        ),
        penpa_text.to_json(frame.margins),
        penpa_text.mode(),
        given,
        penpa_text.layer(lineE=_write_walls(walls, frame, _DRAWN_LINE)),
        penpa_text.to_json([b - a for a, b in pairwise([0, *cells])]),
        *penpa_text.settings(),
    ]
    return _BASE + penpa_text.pack(lines)


def _write_dots(puzzle: Puzzle, frame: penpa_grid.Frame) -> dict[str, object]:
    dots: dict[int, object] = {}
    for dot in puzzle.centers:
        style = _BLACK_DOT if dot in puzzle.black else _WHITE_DOT
        dots[frame.index(dot)] = [style, _SMALL_CIRCLE, _ABOVE_LINES]
    return _sorted(dots)


def _write_walls(
    walls: Iterable[Point], frame: penpa_grid.Frame, style: int
) -> dict[str, object]:
    ends = sorted(map(frame.ends, walls))
    return {",".join(map(str, pair)): style for pair in ends}


def _sorted(items: dict[int, object]) -> dict[str, object]:
    return {str(index): items[index] for index in sorted(items)}
