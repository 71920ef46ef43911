"""All solutions of small puzzles of Galaxies under any variants, on either lattice.

Plain search without clingo, numpy or `verify`: the regions of a board are its connected
sets of cells that a half turn maps to themselves. A solution divides the cells into
regions. Sets of cells are frozen sets of points of the doubled grid.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle

Region = frozenset[Point]
Dots = frozenset[Point]

STEPS = {"square": ((2, 0), (0, 2)), "hexagonal": ((2, 0), (0, 2), (2, -2))}
"""Half of the steps between neighbors; the others are their contraries."""


@dataclass(frozen=True)
class Division:
    """A solution: the region of each dot, and the walls inside regions."""

    region_of: frozenset[tuple[Point, Region]]
    loose: frozenset[Point] = field(default_factory=frozenset)

    @property
    def dots(self) -> Dots:
        """All dots, also hidden ones."""
        return frozenset(dot for dot, _ in self.region_of)

    @property
    def dot_of(self) -> dict[Point, Point]:
        """The dot of each cell that has one."""
        return {cell: dot for dot, region in self.region_of for cell in region}

    def walls(self, puzzle: Puzzle) -> frozenset[Point]:
        """Return the edges that are walls, also given ones between black cells."""
        dot_of = self.dot_of
        apart = {
            edge
            for edge, (one, other) in edges(puzzle).items()
            if dot_of.get(one) != dot_of.get(other)
        }
        return frozenset(apart) | self.loose | puzzle.walls


def cells(puzzle: Puzzle) -> Region:
    """Return the cells of a board."""
    columns, rows = range(1, 2 * puzzle.width, 2), range(1, 2 * puzzle.height, 2)
    return frozenset(Point(x, y) for x in columns for y in rows) - puzzle.holes


def edges(puzzle: Puzzle) -> dict[Point, tuple[Point, Point]]:
    """Return the edges between two cells, each with the cells."""
    inside = cells(puzzle)
    return {
        Point(x + dx // 2, y + dy // 2): (Point(x, y), Point(x + dx, y + dy))
        for x, y in inside
        for dx, dy in STEPS[puzzle.lattice.name]
        if (x + dx, y + dy) in inside
    }


def edge_ends(edge: Point, lattice: str) -> Iterator[Point]:
    """Yield the ends of an edge of square cells; those of hexagons hold no dots."""
    x, y = edge
    if lattice == "square":
        dx, dy = (0, 1) if x % 2 == 0 else (1, 0)
        yield from (Point(x + dx, y + dy), Point(x - dx, y - dy))


def touched(dot: Point, lattice: str) -> Region:
    """Return the cells in which a point lies, or on whose border."""
    x, y = dot
    near = product((x - 1, x, x + 1), (y - 1, y, y + 1))
    every = frozenset(Point(a, b) for a, b in near if a % 2 and b % 2)
    if lattice == "hexagonal" and len(every) == 4:
        return frozenset({Point(x + 1, y - 1), Point(x - 1, y + 1)})
    return every


def places(puzzle: Puzzle) -> Iterator[Point]:
    """Yield the points where a dot may lie."""
    inside = cells(puzzle)
    for x, y in product(range(1, 2 * puzzle.width), range(1, 2 * puzzle.height)):
        if touched(Point(x, y), puzzle.lattice.name) <= inside:
            yield Point(x, y)


def neighbors(cell: Point, lattice: str) -> Iterator[Point]:
    """Yield the neighbors of a cell, on the board or not."""
    x, y = cell
    for dx, dy in STEPS[lattice]:
        yield Point(x + dx, y + dy)
        yield Point(x - dx, y - dy)


@lru_cache(maxsize=64)
def symmetric_sets(
    width: int, height: int, lattice: str
) -> tuple[tuple[Region, Point], ...]:
    """Return all regions of a full board, each with the center of its half turn."""
    inside = {
        Point(x, y) for x in range(1, 2 * width, 2) for y in range(1, 2 * height, 2)
    }
    found = {frozenset({cell}) for cell in inside}
    layer = found
    while layer:
        layer = {
            region | {near}
            for region in layer
            for cell in region
            for near in neighbors(cell, lattice)
            if near in inside and near not in region
        } - found
        found = found | layer
    centered = []
    for region in found:
        xs, ys = {x for x, _ in region}, {y for _, y in region}
        x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        if region == {Point(2 * x - a, 2 * y - b) for a, b in region}:
            centered.append((region, Point(x, y)))
    return tuple(sorted(centered, key=lambda one: (sorted(one[0]), one[1])))


def regions(puzzle: Puzzle) -> Iterator[tuple[Region, Point]]:
    """Yield the regions that the variants of a puzzle allow, whatever its dots."""
    inside, lattice = cells(puzzle), puzzle.lattice.name
    fits = [_FITTING[name] for name in puzzle.variants if name in _FITTING]
    is_toroidal = "toroidal" in puzzle.variants
    for region, center in symmetric_sets(puzzle.width, puzzle.height, lattice):
        own = touched(center, lattice)
        if (
            region <= inside
            and own <= (inside if is_toroidal else region)
            and all(fit(region, center) for fit in fits)
        ):
            yield region, center


def _is_turned(region: Region, center: Point) -> bool:
    x, y = center
    return {(x - (b - y), y + (a - x)) for a, b in region} == region


def _is_rectangle(region: Region, center: Point) -> bool:
    columns, rows = ({cell[axis] for cell in region} for axis in (0, 1))
    return len(region) == len(columns) * len(rows)


def _is_thin(region: Region, center: Point) -> bool:
    return not any(
        {(x + 2, y), (x, y + 2), (x + 2, y + 2)} <= region for x, y in region
    )


_FITTING: dict[str, Callable[[Region, Point], bool]] = {
    "quarter-turn": _is_turned,
    "rectangular": _is_rectangle,
    "thin": _is_thin,
}


def solutions(puzzle: Puzzle) -> Iterator[Division]:
    """Yield all solutions of a puzzle under its variants and clues, each once."""
    dots, variants = frozenset(puzzle.centers), puzzle.variants
    has_hidden, has_loose = "hidden-dots" in variants, "loose-walls" in variants
    between = edges(puzzle)
    walls = () if has_loose else [set(between[wall]) for wall in puzzle.walls]
    pieces = [
        (region, center)
        for region, center in regions(puzzle)
        if (has_hidden or center in dots) and not any(map(region.issuperset, walls))
    ]
    for chosen, empty in divisions(
        cells(puzzle), pieces, has_black="black-holes" in variants
    ):
        division = Division(frozenset((dot, region) for region, dot in chosen))
        if len(division.dots) == len(chosen) and division.dots >= dots:
            hidden = len(chosen) - len(dots)
            if all(_agrees(clue, empty, hidden) for clue in puzzle.clues):
                yield from _drawings(puzzle, division) if has_loose else [division]


def _agrees(clue: str, empty: int, hidden: int) -> bool:
    """Tell whether numbers of black cells and hidden dots are those of a clue."""
    name, _, number = str(clue).rstrip(")").partition("(")
    known = {"black_cells": empty, "hidden_dots": hidden}
    return name not in known or known[name] == int(number)


def divisions(
    free: Region, pieces: list[tuple[Region, Point]], *, has_black: bool = False
) -> Iterator[tuple[list[tuple[Region, Point]], int]]:
    """Yield the ways to divide cells into regions, and the number of black cells."""
    if not free:
        yield [], 0
        return
    first = min(free)
    left = [piece for piece in pieces if piece[0] <= free]
    for region, center in left:
        if first in region:
            others = [piece for piece in left if piece[1] != center]
            for rest, empty in divisions(free - region, others, has_black=has_black):
                yield [(region, center), *rest], empty
    if has_black:
        for rest, empty in divisions(free - {first}, left, has_black=True):
            yield rest, empty + 1


def _drawings(puzzle: Puzzle, division: Division) -> Iterator[Division]:
    """Yield a division with each set of walls inside regions that cuts none."""
    dot_of, lattice = division.dot_of, puzzle.lattice.name
    inner, black = set(), set()
    for edge, (one, other) in edges(puzzle).items():
        if one not in dot_of and other not in dot_of:
            black.add(edge)
        elif (dot := dot_of.get(one)) == dot_of.get(other):
            if dot not in (edge, *edge_ends(edge, lattice)):
                inner.add(edge)
            elif edge in puzzle.walls:
                return
    given = puzzle.walls & inner
    for walls in map(given.union, subsets(sorted(inner - given))):
        if all(_is_whole(region, walls, lattice) for _, region in division.region_of):
            yield replace(division, loose=frozenset(walls))


def subsets(things: Iterable[Point]) -> Iterator[tuple[Point, ...]]:
    """Yield the subsets of some things, the smallest first."""
    every = tuple(things)
    sizes = range(len(every) + 1)
    return chain.from_iterable(combinations(every, size) for size in sizes)


def _is_whole(region: Region, walls: Iterable[Point], lattice: str) -> bool:
    """Tell whether paths that cross no wall join the cells of a region."""
    shut, found = set(walls), [min(region)]
    for cell in found:
        for near in neighbors(cell, lattice):
            edge = Point((cell.x + near.x) // 2, (cell.y + near.y) // 2)
            if near in region and near not in found and edge not in shut:
                found.append(near)
    return len(found) == len(region)


class Drawn(NamedTuple):
    """A solution: the dot of each cell, None in a black hole; all walls."""

    centers: tuple[tuple[Point, Point | None], ...]
    walls: frozenset[Point]


def answers(puzzle: Puzzle) -> list[Drawn]:
    """Return all solutions as they are drawn."""
    found, board = [], sorted(cells(puzzle))
    for division in solutions(puzzle):
        dot_of = division.dot_of
        of_cells = tuple((cell, dot_of.get(cell)) for cell in board)
        found.append(Drawn(of_cells, division.walls(puzzle)))
    return found


def boards_like(puzzle: Puzzle) -> dict[Dots, list[Division]]:
    """Return every division of a board without given walls, by the set of its dots."""
    variants = puzzle.variants | {"hidden-dots"}
    return _boards(puzzle.width, puzzle.height, puzzle.holes, puzzle.lattice, variants)


@lru_cache(maxsize=64)
def _boards(width, height, holes, lattice, variants):
    board = Puzzle(width, height, holes=holes, lattice=lattice)
    object.__setattr__(board, "variants", variants)  # hidden dots are one of squares
    found: dict[Dots, list[Division]] = {}
    for division in solutions(board):
        found.setdefault(division.dots, []).append(division)
    return found
