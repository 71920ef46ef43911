"""The hexagonal grid of Penpa+: indices of points, and the grid that holds a board.

The grid of side s has M = 3s + 1 rows of M cells; odd rows, counted from 0, are shifted
to the right by half a cell. With N = M * M, the cell in column c and row r has the
index r M + c. Adding N gives its lowest corner, 2N the corner at its lower left; 3N, 4N
and 5N give the middles of its sides to the lower left, to the lower right, and to the
right.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil, sqrt

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import HEXAGONAL, Lattice, Point
from galaxies_asp.board.puzzle import Puzzle

MAX_SIDE = 20
"""The editor has no larger grids."""

_RIGHT, _LOWER_RIGHT, _LOWER_LEFT = HEXAGONAL.steps
_CORNERS = {1: (_LOWER_LEFT, _LOWER_RIGHT), 2: (Point(-2, 0), _LOWER_LEFT)}
"""The ways from a cell to the two others at its lowest and at its lower left corner."""

_SIDES = {3: _LOWER_LEFT, 4: _LOWER_RIGHT, 5: _RIGHT}


@dataclass(frozen=True)
class HexagonFrame:
    """The editor's grid, and the column and row of it where the board starts."""

    side: int
    left: int = 0
    top: int = 0

    kind = "hex"
    margins = (0,)

    @classmethod
    def around(cls, puzzle: Puzzle) -> "HexagonFrame":
        """Return the smallest grid whose picture holds a board, which is in its middle.

        Raises `NotationError` if the editor has none.
        """
        places = [HEXAGONAL.place((x / 2, y / 2)) for x, y in puzzle.cells()]
        across, down = [x for x, _ in places], [y for _, y in places]
        width = max(across) - min(across) + 1
        height = max(down) - min(down) + 2 / sqrt(3)
        side = max(1, ceil(max(width, height) / 2 - 1e-9))
        if side > MAX_SIDE:
            raise NotationError(
                f"Penpa+ has hexagonal grids of up to {MAX_SIDE} cells a side; this "
                f"board needs {side}"
            )
        row, column = divmod(cls(side).center, 3 * side + 1)
        top = row - puzzle.height // 2
        # The first cells of all rows lie on a line that falls to the right.
        middle = (max(across) + min(across) - 1) / 2
        return cls(side, round(column + row % 2 / 2 - middle - top / 2), top)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the cells."""
        return HEXAGONAL

    @property
    def count(self) -> int:
        """N: how many indices each kind of point has."""
        return (3 * self.side + 1) ** 2

    @property
    def sides(self) -> tuple[int, int]:
        """The two sizes of the grid in the first line of the text."""
        return self.side, self.side

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the picture, in cells."""
        return 2 * self.side, 2 * self.side

    @property
    def center(self) -> int:
        """The index of the cell in the middle."""
        return (self.count + 3 * self.side * (self.side % 2)) // 2

    def point(self, index: int) -> Point | None:
        """Return the cell or edge with an index; None for a corner."""
        kind, place = divmod(index, self.count)
        x, y = self._cell(place)
        if kind and kind not in _SIDES:
            return None
        right, down = _SIDES.get(kind, (0, 0))
        return Point(x + right // 2, y + down // 2)

    def index(self, point: Point) -> int:
        """Return the index of a cell or edge of the board."""
        x, y = point
        for kind, (right, down) in {0: (0, 0), **_SIDES}.items():
            cell = Point(x - right // 2, y - down // 2)
            if cell.x % 2 and cell.y % 2:
                return kind * self.count + self._place(cell)
        raise AssertionError(f"no point of hexagons: {point}")

    def wall(self, ends: Collection[int]) -> Point | None:
        """Return the edge between corners with two indices; None if there is none."""
        around = [self._cells_at(end) for end in ends]
        if len(around) != 2:
            return None
        cells = set(around[0]) & set(around[1])
        return _middle(cells) if len(cells) == 2 else None

    def ends(self, wall: Point) -> tuple[int, ...]:
        """Return the indices of the two corners that an edge joins."""
        first, second = HEXAGONAL.touched_cells(wall)
        near = set(HEXAGONAL.adjacent_cells(first))
        third = near & set(HEXAGONAL.adjacent_cells(second))
        return tuple(sorted(self._corner((first, second, cell)) for cell in third))

    def _cell(self, place: int) -> Point:
        row, column = divmod(place, 3 * self.side + 1)
        return Point(2 * (column - row // 2 - self.left) + 1, 2 * (row - self.top) + 1)

    def _place(self, cell: Point) -> int:
        row = cell.y // 2 + self.top
        return row * (3 * self.side + 1) + cell.x // 2 + self.left + row // 2

    def _cells_at(self, corner: int) -> tuple[Point, ...]:
        kind, place = divmod(corner, self.count)
        if kind not in _CORNERS:
            return ()
        x, y = cell = self._cell(place)
        return cell, *(Point(x + right, y + down) for right, down in _CORNERS[kind])

    def _corner(self, cells: Iterable[Point]) -> int:
        """Return the index of the corner of three cells."""
        upper, other, _ = sorted(cells, key=lambda cell: (cell.y, cell.x))
        if upper.y == other.y:
            return 2 * self.count + self._place(other)
        return self.count + self._place(upper)


def _middle(cells: Iterable[Point]) -> Point:
    (x, y), (other_x, other_y) = cells
    return Point((x + other_x) // 2, (y + other_y) // 2)
