"""The doubled grid: points, their kinds, and the geometry between them.

A board of `width` x `height` cells has the points (x, y) with 0 <= x <= 2 * width and
0 <= y <= 2 * height; y grows downwards. A point is

* a cell, where both coordinates are odd,
* a vertex, where both are even,
* an edge (a gridline, which a wall may occupy), where exactly one is even.

Everything is an integer: the mirror of a cell in any point is a cell.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


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


def is_cell(point: Point) -> bool:
    """Tell whether the point is the middle of a cell."""
    return point.x % 2 == 1 and point.y % 2 == 1


def is_edge(point: Point) -> bool:
    """Tell whether the point is the middle of a gridline between two cells."""
    return (point.x + point.y) % 2 == 1


def is_vertex(point: Point) -> bool:
    """Tell whether the point is a corner of cells."""
    return point.x % 2 == 0 and point.y % 2 == 0


def mirror(center: Point, point: Point) -> Point:
    """Return the image of `point` under the half turn about `center`.

    A cell maps to a cell, an edge to an edge, a vertex to a vertex. The image may lie
    off the board.
    """
    return Point(2 * center.x - point.x, 2 * center.y - point.y)


def touched_cells(point: Point) -> tuple[Point, ...]:
    """Return the 1, 2 or 4 cells whose closed squares contain the point.

    In reading order; they may lie off the board.
    """
    xs = (point.x,) if point.x % 2 else (point.x - 1, point.x + 1)
    ys = (point.y,) if point.y % 2 else (point.y - 1, point.y + 1)
    return tuple(Point(x, y) for y in ys for x in xs)


def edge_ends(edge: Point) -> tuple[Point, Point]:
    """Return the two vertices that the gridline through `edge` joins."""
    x, y = edge
    if x % 2:
        return Point(x - 1, y), Point(x + 1, y)
    return Point(x, y - 1), Point(x, y + 1)


def neighbors(point: Point) -> tuple[Point, Point, Point, Point]:
    """Return the points one step up, left, right and down: for a cell, its edges."""
    x, y = point
    return Point(x, y - 1), Point(x - 1, y), Point(x + 1, y), Point(x, y + 1)


def adjacent_cells(cell: Point) -> tuple[Point, Point, Point, Point]:
    """Return the cells above, left, right and below; they may lie off the board."""
    x, y = cell
    return Point(x, y - 2), Point(x - 2, y), Point(x + 2, y), Point(x, y + 2)


def inner_edges(width: int, height: int) -> Iterator[Point]:
    """Yield the edges strictly inside the board, in reading order."""
    for y in range(1, 2 * height):
        for x in range(2 if y % 2 else 1, 2 * width, 2):
            yield Point(x, y)


def dot_name(index: int) -> str:
    """Return the letters that name a dot, counted from 0: A to Z, AA, AB, and so on."""
    letters = ""
    number = index + 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def cell_name(cell: Point) -> str:
    """Return the name of a cell: its column and row, both counted from 1, as `c2r1`."""
    return f"c{cell.x // 2 + 1}r{cell.y // 2 + 1}"


def describe(point: Point) -> str:
    """Return the name of a cell, or the kind and coordinates of an edge or vertex."""
    if is_cell(point):
        return cell_name(point)
    return f"the {'vertex' if is_vertex(point) else 'edge'} {point}"
