"""All answers of a puzzle with any variants, clues, holes and lattice, by plain search.

Every connected set of cells is listed, so boards have at most about ten cells. Without
clingo and `verify`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from oracles import hexagons
from oracles.variants import divisions, is_box, subsets

from galaxies_asp.core.board.grid import HEXAGONAL, Lattice, Point, sides
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.board.variants import RuleVariant as Variant

Region = frozenset[Point]
Piece = tuple[Region, Point]


class Drawn(NamedTuple):
    """An answer: the center of each cell's region, None in a black hole; the walls."""

    centers: tuple[tuple[Point, Point | None], ...]
    walls: frozenset[Point]


def answers(puzzle: Puzzle) -> list[Drawn]:
    """Return all answers under the rules that the puzzle names."""
    variants = puzzle.variants
    cells = frozenset(puzzle.cells())
    pieces: list[tuple[Region, Point | None]] = []
    for region, center in board_pieces(cells, puzzle.lattice):
        around = touched(center, puzzle.lattice)
        if (
            (center in puzzle.centers or Variant.HIDDEN_DOTS in variants)
            and around <= cells
            and (around <= region or Variant.TOROIDAL in variants)
            and _is_shaped(puzzle, region, center)
        ):
            pieces.append((region, center))
    if Variant.BLACK_HOLES in variants:
        pieces += [(frozenset({cell}), None) for cell in cells]
    found = []
    for division in divisions(cells, pieces):
        of = {cell: center for region, center in division for cell in region}
        used = [center for _, center in division if center is not None]
        clues = {
            f"black_cells({[*of.values()].count(None)})",
            f"hidden_dots({len(set(used).difference(puzzle.centers))})",
        }
        is_full = len({*used}) == len(used) and {*puzzle.centers} <= {*used}
        if is_full and clues.issuperset(puzzle.clues):
            centers = tuple(sorted(of.items()))
            found += [Drawn(centers, walls) for walls in _walls(puzzle, of)]
    return found


def touched(dot: Point, lattice: Lattice) -> set[Point]:
    """Return the cells that a dot touches."""
    if lattice == HEXAGONAL:
        return {Point(*cell) for cell in hexagons.touched(dot)}
    near = product((dot.x - 1, dot.x, dot.x + 1), (dot.y - 1, dot.y, dot.y + 1))
    return {Point(x, y) for x, y in near if x % 2 and y % 2}


@cache
def board_pieces(cells: Region, lattice: Lattice) -> list[Piece]:
    """Return the connected sets that a half turn keeps, each with its center.

    The half turn exchanges the first and the last cell, in any order by coordinates.
    """
    pieces = []
    steps = hexagons.NEIGHBORS if lattice == HEXAGONAL else hexagons.NEIGHBORS[:4]
    links = [{c, Point(c.x + x, c.y + y)} for c in cells for x, y in steps]
    for number in range(1, len(cells) + 1):
        for chosen in combinations(sorted(cells), number):
            (a, b), (c, d) = chosen[0], chosen[-1]
            region, center = frozenset(chosen), Point((a + c) // 2, (b + d) // 2)
            if {(a + c - x, b + d - y) for x, y in region} == region and is_connected(
                region, links
            ):
                pieces.append((region, center))
    return pieces


def is_connected(region: Region, links: list[set[Point]]) -> bool:
    inside = [link for link in links if link <= region]
    reached, size = {min(region)}, 0
    while len(reached) > size:
        size = len(reached)
        for link in inside:
            if link & reached:
                reached |= link
    return reached == region


def _is_shaped(puzzle: Puzzle, region: Region, center: Point) -> bool:
    """Tell whether a region has the shape that the variants ask for."""
    x, y = center
    squares = (
        {(a, b), (a + 2, b), (a, b + 2), (a + 2, b + 2)} <= region for a, b in region
    )
    return (
        (Variant.RECTANGULAR not in puzzle.variants or is_box(region))
        and (Variant.THIN not in puzzle.variants or not any(squares))
        and (
            Variant.QUARTER_TURN not in puzzle.variants
            or {(x - (b - y), y + (a - x)) for a, b in region} == region
        )
    )


def _walls(puzzle: Puzzle, of: dict[Point, Point | None]) -> Iterator[frozenset[Point]]:
    """Yield the sets of walls that an answer may have."""
    sides_of = {edge: [of[cell] for cell in sides(edge)] for edge in puzzle.edges()}
    borders = {edge for edge, (one, other) in sides_of.items() if one != other}
    inner = {e for e, (one, other) in sides_of.items() if one == other and one}
    always = puzzle.walls | borders
    if Variant.LOOSE_WALLS not in puzzle.variants:
        if not inner & puzzle.walls:
            yield frozenset(always)
        return
    dots = {center for center in of.values() if center}
    free = {edge for edge in inner if not dots & {edge, *_ends(edge)}}
    for loose in map(frozenset, subsets(free)):
        links = [{*sides(edge)} for edge in inner - loose]
        regions = (frozenset(c for c, at in of.items() if at == dot) for dot in dots)
        if puzzle.walls & inner <= loose and all(
            is_connected(region, links) for region in regions
        ):
            yield frozenset(always | loose)


def _ends(edge: Point) -> tuple[Point, Point]:
    x, y = edge
    if x % 2:
        return Point(x - 1, y), Point(x + 1, y)
    return Point(x, y - 1), Point(x, y + 1)
