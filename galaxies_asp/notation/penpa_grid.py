"""The grid of Penpa+: indices of points, and which part of it is the board.

`penpa` says how the editor counts its points.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_at,
    edge_ends,
    is_cell,
    is_vertex,
)
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.notation import penpa_hexagons, penpa_text
from galaxies_asp.notation.penpa_hexagons import HexagonFrame
from galaxies_asp.notation.reading import read_size

MAX_SIDE = 100
"""The editor has no larger grids."""

_SQUARE_GRIDS = ("square", "sudoku", "kakuro")
_KINDS = ((1, 1), (0, 0), (1, 0), (0, 1))
"""x and y modulo 2 for the first N indices, for the next N, and so on."""


@dataclass(frozen=True)
class SquareFrame:
    """The editor's grid, and the column and row of it where the board starts."""

    columns: int
    rows: int
    left: int = 0
    top: int = 0

    kind = "square"
    margins = (0, 0, 0, 0)

    @classmethod
    def around(cls, puzzle: Puzzle) -> "SquareFrame":
        """Return the grid of a board; raise `NotationError` if the editor has none."""
        check_side(puzzle.width, puzzle.height)
        return cls(puzzle.width, puzzle.height)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the cells."""
        return SQUARE

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return self.columns, self.rows

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the picture, in cells."""
        return self.columns + 1, self.rows + 1

    @property
    def center(self) -> int:
        """The index of the middle."""
        return self.index(Point(self.columns, self.rows))

    @property
    def count(self) -> int:
        """N: how many indices each kind of point has."""
        return (self.columns + 4) * (self.rows + 4)

    def point(self, index: int) -> Point | None:
        """Return the point with an index, None where there is none."""
        kind, place = divmod(index, self.count)
        if not 0 <= kind < len(_KINDS):
            return None
        row, column = divmod(place, self.columns + 4)
        x_odd, y_odd = _KINDS[kind]
        x, y = 2 * (column - self.left) - 2 - x_odd, 2 * (row - self.top) - 2 - y_odd
        return Point(x, y)

    def index(self, point: Point) -> int:
        """Return the index of a point of the board."""
        kind = _KINDS.index((point.x % 2, point.y % 2))
        row = (point.y - 1) // 2 + 2 + self.top
        column = (point.x - 1) // 2 + 2 + self.left
        return kind * self.count + row * (self.columns + 4) + column

    def wall(self, ends: Collection[int]) -> Point | None:
        """Return the edge between corners with two indices; None if there is none."""
        points = [point for end in ends if (point := self.point(end)) is not None]
        if len(points) != 2 or not all(map(is_vertex, points)):
            return None
        first, second = points
        if abs(first.x - second.x) + abs(first.y - second.y) != 2:
            return None
        return Point((first.x + second.x) // 2, (first.y + second.y) // 2)

    def ends(self, wall: Point) -> tuple[int, ...]:
        """Return the indices of the two corners that an edge joins."""
        return tuple(map(self.index, edge_ends(wall)))


Frame = SquareFrame | HexagonFrame


def frame_of(puzzle: Puzzle) -> Frame:
    """Return the grid that holds a board; raise `NotationError` if there is none."""
    if puzzle.lattice == SQUARE:
        return SquareFrame.around(puzzle)
    return HexagonFrame.around(puzzle)


def read_grid(header: list[str]) -> Frame:
    """Return the editor's grid, margins included."""
    kind = header[0]
    if kind not in (*_SQUARE_GRIDS, HexagonFrame.kind):
        raise NotationError(
            f"the grid is of the kind {kind[:40]!r}; only grids of squares and of "
            "hexagons are read"
        )
    sides = header[1:3]
    if len(sides) < 2 or not all(re.fullmatch("[0-9]+", side) for side in sides):
        raise NotationError(
            "the text inside the link does not say how large the grid is"
        )
    columns, rows = read_size(*sides)
    if kind == HexagonFrame.kind:
        if columns > penpa_hexagons.MAX_SIDE:
            raise NotationError(f"the side of {columns} hexagons is too large")
        return HexagonFrame(columns)
    check_side(columns, rows)
    return SquareFrame(columns, rows)


def check_side(width: int, height: int) -> None:
    """Raise NotationError if the editor has no grids of this size."""
    if max(width, height) > MAX_SIDE:
        raise NotationError(
            f"a grid of {width}x{height} cells is too large for Penpa+, which has "
            f"at most {MAX_SIDE}x{MAX_SIDE}"
        )


@dataclass(frozen=True)
class Board:
    """The cells that are not missing, and the rectangle that they are in."""

    frame: Frame
    width: int
    height: int
    cells: set[Point]

    def all_cells(self) -> set[Point]:
        """Return the cells, and the missing ones."""
        return {
            cell_at(column, row)
            for row in range(self.height)
            for column in range(self.width)
        }


def read_board(grid: Frame, margins: str, indices: str) -> Board:
    """Return the board: what the margins leave, and more if a margin has cells."""
    cells = set(_read_cells(grid, indices))
    corners = set()
    if isinstance(grid, SquareFrame):
        above, below, left, right = _read_margins(grid, margins)
        corners = {
            cell_at(left, above),
            cell_at(grid.columns - right - 1, grid.rows - below - 1),
        }
    elif not cells:
        raise NotationError("the hexagonal grid inside the link has no cells")
    xs = {cell.x // 2 for cell in cells | corners}
    ys = {cell.y // 2 for cell in cells | corners}
    return Board(
        replace(grid, left=min(xs), top=min(ys)),
        max(xs) - min(xs) + 1,
        max(ys) - min(ys) + 1,
        {Point(x - 2 * min(xs), y - 2 * min(ys)) for x, y in cells},
    )


def _read_cells(grid: Frame, indices: str) -> Iterator[Point]:
    fault = NotationError("line 6 of the text inside the link is no list of cells")
    differences = penpa_text.from_json(indices, 6)
    if not isinstance(differences, list) or len(differences) > grid.count:
        raise fault
    index = 0
    for difference in differences:
        if difference is None:
            continue  # older versions write an empty list like this
        point = grid.point(index + difference) if type(difference) is int else None
        if point is None or not is_cell(point):
            raise fault
        index += difference
        yield point


def _read_margins(grid: SquareFrame, margins: str) -> list[int]:
    free = penpa_text.from_json(margins, 2)
    if isinstance(free, list) and [type(margin) for margin in free[:4]] == [int] * 4:
        above, below, left, right = free[:4]
        is_inside = min(free[:4]) >= 0 and left + right < grid.columns
        if is_inside and above + below < grid.rows:
            return free[:4]
    raise NotationError("line 2 of the text inside the link does not say the margins")
