"""The cells of boards: rectangles of squares, and hexagons of hexagons."""

from collections.abc import Collection, Iterable

from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_at,
    hexagon,
    in_reading_order,
    reachable,
)
from galaxies_asp.core.drawing import scene


def board_cells(lattice: Lattice, width: int, height: int) -> frozenset[Point]:
    """Return the cells of a rectangle of squares, or of a hexagon of hexagons."""
    cells = frozenset(cell_at(x, y) for x in range(width) for y in range(height))
    return cells if lattice == SQUARE else cells - hexagon(width // 2 + 1)[2]


def board_edges(lattice: Lattice, width: int, height: int) -> list[Point]:
    """Return all sides of the cells of a board, in reading order."""
    cells = board_cells(lattice, width, height)
    return in_reading_order({edge for cell in cells for edge in lattice.edges(cell)})


def board_box(lattice: Lattice, width: int, height: int) -> scene.Box:
    """Return the part of a picture in which the cells of a board lie."""
    if lattice == SQUARE:
        return scene.Box(0, 0, 2 * width, 2 * height)
    cells = board_cells(lattice, width, height)
    corners = [lattice.place(at) for cell in cells for at in lattice.polygon(cell)]
    xs, ys = zip(*corners, strict=True)
    return scene.Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def enclosed(cells: Iterable[Point], walls: Collection[Point]) -> dict[Point, int]:
    """Return the regions of squares that walls enclose, numbered from 1.

    Their numbers are in the order of the cells.
    """
    regions, closed = dict.fromkeys(cells, 0), frozenset(walls)

    def beside(cell: Point) -> list[Point]:
        pairs = zip(SQUARE.adjacent_cells(cell), SQUARE.edges(cell), strict=True)
        return [o for o, side in pairs if o in regions and side not in closed]

    number = 0
    for cell, known in regions.items():
        if not known:
            number += 1
            for one in reachable([cell], beside):
                regions[one] = number
    return regions
