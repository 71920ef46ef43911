"""The doubled grid: points, lattices of cells, and the geometry between them.

A board of `width` x `height` cells has the points (x, y) with 0 <= x <= 2 * width and
0 <= y <= 2 * height; y grows downwards. Cells are the points where both coordinates
are odd. A lattice says which cells are neighbors, and so which other points are edges,
which walls may occupy.

On the square lattice a point is an edge where exactly one coordinate is even, and a
vertex, a corner of cells, where both are. On the hexagonal lattice the rows are shifted
by half a cell against each other: the cell at the lower left is a neighbor, too, and
the points where both coordinates are even are the edges of this direction.

Everything is an integer: the mirror of a cell in any point is a cell.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import dist, sqrt
from typing import NamedTuple, TypeVar

from galaxies_asp.core.board.errors import PuzzleError, check_collection

Node = TypeVar("Node")

Place = tuple[float, float]
"""A place in a picture."""


class Point(NamedTuple):
    """A point of the doubled grid."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({self.x},{self.y})"


def cell_at(column: int, row: int) -> Point:
    """Return the cell in the given column and row, both counted from 0."""
    return Point(2 * column + 1, 2 * row + 1)


def reading_order(point: tuple[int, int]) -> tuple[int, int]:
    """Return the key that sorts points row by row, each from left to right."""
    return point[1], point[0]


def in_reading_order(points: Iterable[Point]) -> list[Point]:
    """Return the points row by row, each row from left to right."""
    return sorted(points, key=reading_order)


def reachable(
    starts: Iterable[Node], steps: Callable[[Node], Iterable[Node]]
) -> set[Node]:
    """Return the starts, and all to which steps lead from them."""
    reached = set(starts)
    ahead = list(reached)
    while ahead:
        new = set(steps(ahead.pop())) - reached
        reached |= new
        ahead += new
    return reached


def is_cell(point: Point) -> bool:
    """Tell whether the point is the middle of a cell."""
    x, y = point
    return x % 2 == 1 and y % 2 == 1


def mirror(center: Point, point: Point) -> Point:
    """Return the image of `point` under the half turn about `center`.

    A cell maps to a cell, an edge to an edge, a vertex to a vertex. The image may lie
    off the board.
    """
    (x, y), (middle, height) = point, center
    return Point(2 * middle - x, 2 * height - y)


def dot_name(index: int) -> str:
    """Return the letters that name a dot, counted from 0: A to Z, AA, AB, and so on."""
    letters = ""
    number = index + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def cell_name(cell: Point) -> str:
    """Return the name of a cell: its column and row, both counted from 1, as `c2r1`.

    Above a column and before a row is the head of it, as `the head of c2`.
    """
    x, y = cell
    if x < 0 or y < 0:
        return f"the head of c{x // 2 + 1}" if y < 0 else f"the head of r{y // 2 + 1}"
    return f"c{x // 2 + 1}r{y // 2 + 1}"


def cells_named(text: str) -> tuple[Point, ...]:
    """Return the cells that a text names, such as `c2r1`, each once."""
    found = re.findall(r"\bc(\d+)r(\d+)\b", text)
    return tuple(dict.fromkeys(cell_at(int(x) - 1, int(y) - 1) for x, y in found))


def place_name(point: Point, width: int = 0, height: int = 0) -> str:
    """Return the name of a cell, a side or a corner of squares, for sentences."""
    x, y = point
    if width and is_cell(point) and (x > 2 * width or y > 2 * height):
        line = f"c{x // 2 + 1}" if y > 2 * height else f"r{y // 2 + 1}"
        return f"the end of {line}"
    if is_cell(point):
        return cell_name(point)
    if x % 2 or y % 2:
        one, other = sides(point)
        if min(one) < 0 or min(other) < 0:
            inner = other if min(one) < 0 else one
            return f"the {'top' if y == 0 else 'left side'} of {cell_name(inner)}"
        if width and (other.x > 2 * width or other.y > 2 * height):
            return f"the {'bottom' if x % 2 else 'right side'} of {cell_name(one)}"
        return f"{cell_name(one)}-{cell_name(other)}"
    right, below = x > 0, y > 0
    cell = Point(x - 1 if right else 1, y - 1 if below else 1)
    side = f"{'lower' if below else 'upper'} {'right' if right else 'left'}"
    return f"the {side} corner of {cell_name(cell)}"


def point_named(text: str) -> Point:
    """Return a point from its coordinates or its name, such as `c4r2` or `c4r2-c5r2`.

    Raises `ValueError` if the text names no point.
    """
    if match := re.fullmatch(r"\s*\(?\s*(-?\d{1,7})\s*,\s*(-?\d{1,7})\s*\)?\s*", text):
        return Point(int(match[1]), int(match[2]))
    if match := re.fullmatch(r"the .+ of c([1-9]\d{0,6})r([1-9]\d{0,6})", text.strip()):
        column, row = int(match[1]), int(match[2])
        for dx, dy in product((-1, 0, 1), repeat=2):
            place = Point(2 * column - 1 + dx, 2 * row - 1 + dy)
            if place_name(place, column, row) == text.strip():
                return place
    if match := re.fullmatch(r"the head of ([cr])([1-9]\d{0,6})", text.strip()):
        at = 2 * int(match[2]) - 1
        return Point(at, -1) if match[1] == "c" else Point(-1, at)
    columns_first = re.sub(r"(r\d+)(c\d+)", r"\2\1", text.lower())
    cell = r"\s*c([1-9]\d{0,6})r([1-9]\d{0,6})\s*"
    if match := re.fullmatch(rf"{cell}(?:(?:-|\||and|,|){cell})?", columns_first):
        column, row, to_column, to_row = (int(number or 0) for number in match.groups())
        if not to_column:
            return cell_at(column - 1, row - 1)
        if abs(column - to_column) + abs(row - to_row) == 1:
            return Point(column + to_column - 1, row + to_row - 1)
    raise ValueError(f"{text!r} is not a place such as 7,4, c4r2 or c4r2-c5r2")


@dataclass(frozen=True)
class Lattice:
    """A division of the plane into cells: which are neighbors, and how they are drawn.

    Lattices are equal if their names are.
    """

    name: str
    steps: tuple[Point, ...] = field(compare=False, repr=False)
    """The ways from a cell to half of its neighbors, later ones in reading order; the
    ways to the others are opposite."""
    corners: tuple[Point, ...] = field(compare=False, repr=False)
    """The ways from a cell to half of its corners, as far as these are points: those
    about which a half turn maps cells to cells."""
    axes: tuple[Place, Place] = field(compare=False, repr=False)
    """The places of the points (1, 0) and (0, 1) in a picture, with y growing
    downwards."""
    outline: tuple[Place, ...] = field(compare=False, repr=False)
    """The corners of the cell at the origin, in order."""

    @cached_property
    def _near(self) -> list[Point]:
        """The ways from a cell to its middle, its edges and its corners."""
        halves = [Point(x // 2, y // 2) for x, y in self.steps]
        ways = {Point(0, 0), *halves, *self.corners}
        return in_reading_order(ways | {Point(-x, -y) for x, y in ways})

    @cached_property
    def _touching(self) -> dict[tuple[int, int], tuple[Point, ...]]:
        """The ways from a point to the cells that it touches, by the kind of point."""
        return {
            (x, y): tuple(w for w in self._near if is_cell(Point(x + w.x, y + w.y)))
            for x, y in product((0, 1), repeat=2)
        }

    def is_next(self, one: Point, other: Point) -> bool:
        """Tell whether two points are next to each other, as a cell and its corner."""
        return one != other and Point(one.x - other.x, one.y - other.y) in self._near

    @cached_property
    def _around(self) -> tuple[Point, ...]:
        opposite = [Point(-x, -y) for x, y in self.steps]
        return tuple(in_reading_order([*self.steps, *opposite]))

    def touching(self, point: Point) -> tuple[Point, ...]:
        """Return the ways from a point to the cells that it touches."""
        return self._touching[point[0] % 2, point[1] % 2]

    def touched_cells(self, point: Point) -> tuple[Point, ...]:
        """Return the cells whose closed polygons contain the point: 1, 2, or 4 squares.

        In reading order; they may lie off the board.
        """
        x, y = point
        return tuple(Point(x + right, y + down) for right, down in self.touching(point))

    def adjacent_cells(self, cell: Point) -> tuple[Point, ...]:
        """Return the neighbors of a cell, in reading order, also off the board."""
        x, y = cell
        return tuple(Point(x + right, y + down) for right, down in self._around)

    def edges(self, cell: Point) -> tuple[Point, ...]:
        """Return the edges of a cell, in the order of its neighbors beyond them."""
        x, y = cell
        around = self._around
        return tuple(Point(x + right // 2, y + down // 2) for right, down in around)

    def is_edge(self, point: Point) -> bool:
        """Tell whether the point is the middle of a gridline between two cells."""
        return len(self.touching(point)) == 2

    def is_vertex(self, point: Point) -> bool:
        """Tell whether the point is a corner of cells."""
        return len(self.touching(point)) > 2

    def edge_ends(self, edge: Point) -> tuple[Point, ...]:
        """Return the vertices that the gridline through `edge` joins, as far as points.

        Hexagons have no points at their corners.
        """
        x, y = edge
        if not self.corners:
            return ()
        if x % 2:
            return Point(x - 1, y), Point(x + 1, y)
        return Point(x, y - 1), Point(x, y + 1)

    def inner_edges(self, width: int, height: int) -> Iterator[Point]:
        """Yield the edges strictly inside the board, in reading order."""
        columns = {
            y % 2: [x for x in range(1, 2 * width) if self.is_edge(Point(x, y))]
            for y in (0, 1)
        }
        for y in range(1, 2 * height):
            for x in columns[y % 2]:
                yield Point(x, y)

    def polygon(self, cell: Place, scale: float = 1) -> tuple[Place, ...]:
        """Return the corners of a cell, or of a smaller polygon in it."""
        x, y = cell
        return tuple((x + scale * a, y + scale * b) for a, b in self.outline)

    def segment(self, edge: Point) -> tuple[Place, Place]:
        """Return the ends of an edge: the two corners that are nearest."""
        corners = self.polygon(self.touched_cells(edge)[0])
        first, second, *_ = sorted(corners, key=lambda corner: dist(corner, edge))
        return first, second

    def place(self, point: Place) -> Place:
        """Return the place of a point in a picture."""
        x, y = point
        (right, down), (across, below) = self.axes
        return right * x + across * y, down * x + below * y

    def describe(self, point: Point) -> str:
        """Return the name of a cell, or the kind and coordinates of another point."""
        if is_cell(point):
            return cell_name(point)
        return f"the {'vertex' if self.is_vertex(point) else 'edge'} {point}"


SQUARE = Lattice(
    "square",
    steps=(Point(2, 0), Point(0, 2)),
    corners=(Point(1, 1), Point(-1, 1)),
    axes=((1, 0), (0, 1)),
    outline=((-1, -1), (1, -1), (1, 1), (-1, 1)),
)
HEXAGONAL = Lattice(
    "hexagonal",
    steps=(Point(2, 0), Point(0, 2), Point(-2, 2)),
    corners=(),
    axes=((1, 0), (1 / 2, sqrt(3) / 2)),
    outline=(
        *((2 / 3, -4 / 3), (4 / 3, -2 / 3), (2 / 3, 2 / 3)),
        *((-2 / 3, 4 / 3), (-4 / 3, 2 / 3), (-2 / 3, -2 / 3)),
    ),
)
LATTICES = {lattice.name: lattice for lattice in (SQUARE, HEXAGONAL)}
"""The lattices by name."""


def lattice_of(name: Lattice | str) -> Lattice:
    """Return a lattice, or the one of a name; raise PuzzleError if there is none."""
    if isinstance(name, Lattice):
        return name
    if name not in [*LATTICES]:
        raise PuzzleError(f"no lattice {name!r}; there are {', '.join(LATTICES)}")
    return LATTICES[name]


def points(name: str, values: Iterable[Sequence[int]]) -> Iterator[Point]:
    """Yield the points of a collection that a constructor is given."""
    for value in check_collection(name, values):
        if isinstance(value, Point):
            yield value
            continue
        try:
            x, y = value
        except (TypeError, ValueError):
            raise PuzzleError(f"{name}: {value!r} is not a pair of numbers") from None
        if any(isinstance(c, bool) or not hasattr(c, "__index__") for c in (x, y)):
            raise PuzzleError(f"{name}: {value!r} is not a pair of whole numbers")
        yield Point(int(x), int(y))


def hexagon(side: int) -> tuple[int, int, frozenset[Point]]:
    """Return the width, the height and the holes of a hexagon of hexagonal cells.

    `side`: the number of cells on each of its six sides; 3n(n - 1) + 1 cells in all.
    """
    size = 2 * side - 1
    outside = (
        cell_at(column, row)
        for row in range(size)
        for column in range(size)
        if not side - 1 <= column + row < 3 * side - 2
    )
    return size, size, frozenset(outside)


sides = HEXAGONAL.touched_cells
"""The two cells beside an edge of any lattice: edges of squares are some of those."""

touched_cells = SQUARE.touched_cells
adjacent_cells = SQUARE.adjacent_cells
edge_ends = SQUARE.edge_ends
inner_edges = SQUARE.inner_edges
is_edge = SQUARE.is_edge
is_vertex = SQUARE.is_vertex
describe = SQUARE.describe
