"""All solutions of small boards by plain search, without clingo, numpy or `verify`."""

from collections.abc import Iterator
from itertools import product

from galaxies_asp.core.board.grid import (
    Point,
    adjacent_cells,
    cell_at,
    mirror,
    touched_cells,
)

Region = frozenset[Point]
Dots = frozenset[Point]
Boards = dict[Dots, set[frozenset[Region]]]


def all_boards(width: int, height: int) -> Boards:
    """Return every division of a board into galaxies, by the set of its dots."""
    return boards_of(
        frozenset(
            cell_at(column, row) for column in range(width) for row in range(height)
        )
    )


def boards_of(cells: Region) -> Boards:
    """Return every division of a set of cells into galaxies, by the set of its dots."""
    pieces: dict[Point, list[tuple[Region, Point]]] = {cell: [] for cell in cells}
    for region in connected_sets(cells):
        center = symmetry_center(region)
        if center is not None:
            pieces[min(region)].append((region, center))
    boards: Boards = {}
    for choice in _divisions(cells, pieces):
        dots = frozenset(center for _, center in choice)
        boards.setdefault(dots, set()).add(frozenset(region for region, _ in choice))
    return boards


def _divisions(
    cells: Region, pieces: dict[Point, list[tuple[Region, Point]]]
) -> Iterator[list[tuple[Region, Point]]]:
    if not cells:
        yield []
        return
    for region, center in pieces[min(cells)]:
        if region <= cells:
            for rest in _divisions(cells - region, pieces):
                yield [(region, center), *rest]


def connected_sets(cells: Region) -> set[Region]:
    """Return all connected, non-empty sets of cells."""
    found = {frozenset([cell]) for cell in cells}
    layer = found
    while layer:
        layer = {
            region | {neighbor}
            for region in layer
            for cell in region
            for neighbor in adjacent_cells(cell)
            if neighbor in cells and neighbor not in region
        } - found
        found = found | layer
    return found


def symmetry_center(region: Region) -> Point | None:
    """Return the center of the region's half turn, if it is inside the region."""
    xs, ys = [x for x, _ in region], [y for _, y in region]
    center = Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    is_symmetric = all(mirror(center, cell) in region for cell in region)
    is_inside = all(cell in region for cell in touched_cells(center))
    return center if is_symmetric and is_inside else None


def uncontested_dot_sets(width: int, height: int) -> Iterator[Dots]:
    """Yield every set of dots in which no two touch one cell."""
    points = [
        Point(x, y) for x, y in product(range(1, 2 * width), range(1, 2 * height))
    ]

    def extend(at: int, taken: Region, dots: Dots) -> Iterator[Dots]:
        if at == len(points):
            yield dots
            return
        yield from extend(at + 1, taken, dots)
        touched = frozenset(touched_cells(points[at]))
        if not touched & taken:
            yield from extend(at + 1, taken | touched, dots | {points[at]})

    yield from extend(0, frozenset(), frozenset())
