"""All answers of small boards under variants of the rules, by plain search.

Without clingo, numpy or `verify`. An answer is a set of pairs: a region and its centre.
"""

from collections.abc import Iterator
from itertools import chain, combinations

from oracles.brute_force import Dots, Region, connected_sets, symmetry_center

from galaxies_asp.core.board.grid import (
    Point,
    cell_at,
    edge_ends,
    mirror,
    touched_cells,
)

Answer = frozenset[tuple[Region, Point]]


def cells_of(width: int, height: int) -> Region:
    return frozenset(cell_at(i, j) for i in range(width) for j in range(height))


def galaxies(width: int, height: int) -> set[Answer]:
    """Return all answers under the rules of the puzzle."""
    return set(divisions(cells_of(width, height), _pieces(width, height)))


def toroidal(width: int, height: int) -> set[Answer]:
    """Return the answers whose regions need not contain their centres."""
    pieces = [
        (region, center)
        for region in connected_sets(cells_of(width, height))
        for center in [_middle(region)]
        if all(mirror(center, cell) in region for cell in region)
    ]
    return {
        answer
        for answer in divisions(cells_of(width, height), pieces)
        if len({center for _, center in answer}) == len(answer)
    }


def black_holes(
    width: int, height: int, pieces: list[tuple[Region, Point]] | None = None
) -> set[Answer]:
    """Return the answers in which cells may belong to no region."""
    if pieces is None:
        pieces = _pieces(width, height)
    empty = [(frozenset({cell}), None) for cell in cells_of(width, height)]
    return {
        frozenset(piece for piece in answer if piece[1] is not None)
        for answer in divisions(cells_of(width, height), [*pieces, *empty])
    }


def quarter_turn(width: int, height: int) -> set[Answer]:
    """Return the answers whose regions are mapped to themselves by quarter turns."""
    return set(divisions(cells_of(width, height), turned_pieces(width, height)))


def rectangular(width: int, height: int) -> set[Answer]:
    """Return the answers whose regions are rectangles."""
    return {a for a in galaxies(width, height) if all(is_box(r) for r, _ in a)}


def thin(width: int, height: int) -> set[Answer]:
    """Return the answers without a square of four cells in a region."""
    return {a for a in galaxies(width, height) if not any(_squares(r) for r, _ in a)}


def is_box(region: Region) -> bool:
    columns, rows = ({point[i] for point in region} for i in (0, 1))
    return len(region) == len(columns) * len(rows)


def _squares(region: Region) -> list[Point]:
    return [
        Point(x, y)
        for x, y in region
        if {(x + 2, y), (x, y + 2), (x + 2, y + 2)} <= region
    ]


def hidden_dots(width: int, height: int) -> set[tuple[Dots, Answer]]:
    """Return the answers with the dots that are shown: any of the centres."""
    return {
        (frozenset(shown), answer)
        for answer in galaxies(width, height)
        for shown in subsets({center for _, center in answer})
    }


def loose_walls(width: int, height: int) -> set[tuple[Answer, frozenset[Point]]]:
    """Return the answers with walls inside regions that cut none and touch no dot."""
    return {
        (answer, frozenset(walls))
        for answer in galaxies(width, height)
        for walls in subsets(_inner_edges(answer))
        if all(_is_whole(region, walls) for region, _ in answer)
    }


def subsets(things: set[Point]) -> Iterator[tuple[Point, ...]]:
    return chain.from_iterable(
        combinations(sorted(things), size) for size in range(len(things) + 1)
    )


def turned_pieces(width: int, height: int) -> list[tuple[Region, Point]]:
    """Return the regions that a quarter turn about their centre maps to themselves."""
    return [
        (region, Point(x, y))
        for region, (x, y) in _pieces(width, height)
        if {(x - (b - y), y + (a - x)) for a, b in region} == region
    ]


def _pieces(width: int, height: int) -> list[tuple[Region, Point]]:
    return [
        (region, center)
        for region in connected_sets(cells_of(width, height))
        for center in [symmetry_center(region)]
        if center is not None
    ]


def divisions(cells: Region, pieces: list) -> Iterator[Answer]:
    if not cells:
        yield frozenset()
        return
    first = min(cells)
    for region, center in pieces:
        if first in region and region <= cells:
            for rest in divisions(cells - region, pieces):
                yield rest | {(region, center)}


def _middle(region: Region) -> Point:
    xs, ys = [x for x, _ in region], [y for _, y in region]
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)


def _inner_edges(answer: Answer) -> set[Point]:
    """Return the edges inside regions that neither are nor touch their dot."""
    return {
        edge
        for region, center in answer
        for x, y in region
        for edge in (Point(x + 1, y), Point(x, y + 1))
        if set(touched_cells(edge)) <= region and center not in (edge, *edge_ends(edge))
    }


def _is_whole(region: Region, walls: tuple[Point, ...]) -> bool:
    found, pending = {min(region)}, [min(region)]
    while pending:
        x, y = pending.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = Point(x + 2 * dx, y + 2 * dy)
            if cell in region - found and (x + dx, y + dy) not in walls:
                found.add(cell)
                pending.append(cell)
    return found == region
