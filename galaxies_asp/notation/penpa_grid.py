"""The grids of Penpa+: the indices of their points, and which part is the board.

`penpa` says how the editor counts the points of squares. The hexagonal grid of side s
has M = 3s + 1 rows of M cells; odd rows, counted from 0, are shifted to the right by
half a cell. With N = M * M, the cell in column c and row r has the index r M + c.
Adding N gives its lowest corner, 2N the corner at its lower left; 3N, 4N and 5N give
the middles of its sides to the lower left, to the lower right, and to the right.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from math import ceil, sqrt
from typing import Self

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    LATTICES,
    SQUARE,
    Lattice,
    Point,
    cell_at,
    is_cell,
)
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.notation.reading import read_size
from galaxies_asp.notation import penpa_text

MAX_SIDE = {SQUARE: 100, HEXAGONAL: 20}
"""The editor has no larger grids."""
_PIXELS = 38
"""The side of a cell, by default."""

Thirds = tuple[int, int]

_KINDS: dict[Lattice, tuple[Thirds, ...]] = {
    SQUARE: ((0, 0), (3, 3), (0, 3), (3, 0)),
    HEXAGONAL: ((0, 0), (-2, 4), (-4, 2), (-3, 3), (0, 3), (3, 0)),
}
"""The ways from a cell to the points with the first N indices, with the next N, and so
on, in thirds of doubled coordinates: corners of hexagons have these."""
_CORNERS = {SQUARE: (1,), HEXAGONAL: (1, 2)}
"""The kinds of points that are corners."""
_SIDES = {
    lattice: {
        (round(3 * (to_x - x)), round(3 * (to_y - y)))
        for (x, y), (to_x, to_y) in pairwise((*lattice.outline, lattice.outline[0]))
    }
    for lattice in _KINDS
}
"""The ways from a corner to the next one."""


@cache
def names() -> Mapping[str, Fields]:
    """Return what Penpa+ calls its grids and symbols."""
    return tomllib.loads(files(__package__).joinpath("penpa.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Frame:
    """The editor's grid, and the column and row of it where the board starts."""

    lattice: Lattice
    columns: int
    rows: int
    left: int = 0
    top: int = 0

    def __post_init__(self) -> None:
        most = MAX_SIDE[SQUARE]
        if self.is_square and max(self.columns, self.rows) > most:
            size = f"a grid of {self.columns}x{self.rows} cells is too large for Penpa+"
            raise NotationError(f"{size}, which has at most {most}x{most}")

    @classmethod
    def around(cls, puzzle: Puzzle) -> Self:
        """Return the grid that holds a board; of hexagons the smallest one around it.

        Raises `NotationError` if the editor has none.
        """
        if puzzle.lattice == SQUARE:
            return cls(SQUARE, puzzle.width, puzzle.height)
        places = [HEXAGONAL.place((x / 2, y / 2)) for x, y in puzzle.cells()]
        across, down = [x for x, _ in places], [y for _, y in places]
        width = max(across) - min(across) + 1
        height = max(down) - min(down) + 2 / sqrt(3)
        side = max(1, ceil(max(width, height) / 2 - 1e-9))
        if side > MAX_SIDE[HEXAGONAL]:
            most = f"Penpa+ has hexagonal grids of up to {MAX_SIDE[HEXAGONAL]} cells"
            raise NotationError(f"{most} a side; this board needs {side}")
        frame = cls(HEXAGONAL, side, side)
        row, column = divmod(frame.center, frame._length)
        top = row - puzzle.height // 2
        # The first cells of all rows lie on a line that falls to the right.
        middle = (max(across) + min(across) - 1) / 2
        left = round(column + row % 2 / 2 - middle - top / 2)
        return replace(frame, left=left, top=top)

    @cached_property
    def is_square(self) -> bool:
        """Whether the cells are squares."""
        return self.lattice == SQUARE

    @cached_property
    def _length(self) -> int:
        """How many indices a row of cells has."""
        return self.columns + 4 if self.is_square else 3 * self.columns + 1

    @cached_property
    def count(self) -> int:
        """N: how many indices each kind of point has."""
        return self._length * (self.rows + 4 if self.is_square else self._length)

    @property
    def center(self) -> int:
        """The index of the middle."""
        if self.is_square:
            return self.index(Point(self.columns, self.rows))
        return (self.count + 3 * self.columns * (self.columns % 2)) // 2

    def fields(self) -> list[object]:
        """Return the fields of the first line of a link that describe the grid."""
        kind, width, height = "square", self.columns + 1, self.rows + 1
        if not self.is_square:
            kind, width, height = "hex", 2 * self.columns, 2 * self.rows
        sizes = [0, 1, 1, width * _PIXELS, height * _PIXELS, self.center, self.center]
        return [kind, self.columns, self.rows, _PIXELS, *sizes, 0, 0, 0, 0]

    def _shift(self, row: int) -> tuple[int, int]:
        """Return the column and the row of the first cell, where a row begins."""
        return (2, 2) if self.is_square else (row // 2, 0)

    def _place(self, index: int) -> Thirds:
        """Return the place with an index."""
        kind, place = divmod(index, self.count)
        row, column = divmod(place, self._length)
        before, above = self._shift(row)
        x, y = cell_at(column - before - self.left, row - above - self.top)
        right, down = _KINDS[self.lattice][kind]
        return 3 * x + right, 3 * y + down

    def _index(self, place: Thirds) -> int:
        for kind, (right, down) in enumerate(_KINDS[self.lattice]):
            x, y = place[0] - right, place[1] - down
            if x % 6 == y % 6 == 3:
                column, row = x // 6 + self.left, y // 6 + self.top
                before, above = self._shift(row)
                place_in_kind = (row + above) * self._length + column + before
                return kind * self.count + place_in_kind
        raise AssertionError(f"no point of the grid: {place}")

    def point(self, index: int) -> Point | None:
        """Return the point with an index; None if there is none."""
        if not 0 <= index < self.count * len(_KINDS[self.lattice]):
            return None
        (x, rest), (y, rest_down) = (divmod(each, 3) for each in self._place(index))
        return None if rest or rest_down else Point(x, y)

    def index(self, point: Point) -> int:
        """Return the index of a point of the board."""
        return self._index((3 * point.x, 3 * point.y))

    def wall(self, ends: Collection[int]) -> Point | None:
        """Return the edge between corners with two indices; None if there is none."""
        corners = _CORNERS[self.lattice]
        if len(ends) != 2 or any(end // self.count not in corners for end in ends):
            return None
        (x, y), (to_x, to_y) = map(self._place, ends)
        if (to_x - x, to_y - y) not in _SIDES[self.lattice]:
            return None
        return Point((x + to_x) // 6, (y + to_y) // 6)

    def ends(self, wall: Point) -> list[int]:
        """Return the indices of the two corners that an edge joins."""
        ends = self.lattice.segment(wall)
        return sorted(self._index((round(3 * x), round(3 * y))) for x, y in ends)


def read_grid(header: list[str]) -> Frame:
    """Return the editor's grid, margins included."""
    kind, columns, rows = [*header, "", ""][:3]
    lattice = LATTICES.get(names()["grids"].get(kind, ""))
    if lattice is None:
        fault = f"the grid is of the kind {kind[:40]!r}; only grids of squares and of "
        raise NotationError(fault + "hexagons are read")
    if not re.fullmatch("[0-9]+,[0-9]+", f"{columns},{rows}"):
        fault = "the text inside the link does not say how large the grid is"
        raise NotationError(fault)
    width, height = read_size(columns, rows)
    if lattice == SQUARE:
        return Frame(SQUARE, width, height)
    if width > MAX_SIDE[HEXAGONAL]:
        raise NotationError(f"the side of {width} hexagons is too large")
    return Frame(HEXAGONAL, width, width)


def read_board(
    grid: Frame, margins: str, indices: str
) -> tuple[Frame, int, int, set[Point]]:
    """Return the grid with the place of the board, its width, height and cells.

    The board is what the margins leave, and more if a margin has cells.
    """
    cells = {*_read_cells(grid, indices)}
    places = [*cells]
    if grid.is_square:
        free = penpa_text.from_json(margins, 2)
        sides = free[:4] if isinstance(free, list) else []
        is_right = [type(margin) for margin in sides] == [int] * 4 and min(sides) >= 0
        above, below, left, right = sides if is_right else (grid.rows, 0, 0, 0)
        if left + right >= grid.columns or above + below >= grid.rows:
            fault = "line 2 of the text inside the link does not say the margins"
            raise NotationError(fault)
        last = cell_at(grid.columns - right - 1, grid.rows - below - 1)
        places += [cell_at(left, above), last]
    elif not cells:
        raise NotationError("the hexagonal grid inside the link has no cells")
    xs, ys = ([side // 2 for side in sides] for sides in zip(*places, strict=True))
    left, top = min(xs), min(ys)
    board = {Point(x - 2 * left, y - 2 * top) for x, y in cells}
    grid = replace(grid, left=left, top=top)
    return grid, max(xs) - left + 1, max(ys) - top + 1, board


def _read_cells(grid: Frame, indices: str) -> Iterator[Point]:
    differences = penpa_text.from_json(indices, 6)
    is_list = isinstance(differences, list) and len(differences) <= grid.count
    index = 0
    for difference in differences if is_list else [""]:
        if difference is None:
            continue  # older versions write an empty list like this
        index += difference if type(difference) is int else -grid.count
        point = grid.point(index)
        if point is None or not is_cell(point):
            fault = "line 6 of the text inside the link is no list of cells"
            raise NotationError(fault)
        yield point
