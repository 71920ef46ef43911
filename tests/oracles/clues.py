"""Puzzles with clues by brute force: their solutions.

Cells are pairs of a column and a row, both from 0. A board is given by its rows of
clues, as it is written; no code of the package is used.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

Cell = tuple[int, int]
Rows = Sequence[str]

RIGHT, DOWN = "╶─┌└├┬┴┼", "╷│┌┐├┬┤┼"
"""The characters that draw an edge to the right, and one downwards."""
LEFT, UP = "╴─┐┘┤┬┴┼", "╵│└┘├┤┴┼"


def ring_sets(rows: Rows) -> Iterator[frozenset[tuple[Cell, Cell]]]:
    """Yield sets of rings that visit just the cells that are not black."""
    width, height = len(rows[0]), len(rows)
    cells = sorted((x, y) for y in range(height) for x in range(width))
    white = {cell for cell in cells if rows[cell[1]][cell[0]] != "#"}
    rings = []
    for left, right in combinations(range(width), 2):
        for top, bottom in combinations(range(height), 2):
            level = {(x, y, "-") for x in range(left, right + 1) for y in (top, bottom)}
            upright = {
                (x, y, "|") for x in (left, right) for y in range(top, bottom + 1)
            }
            strands = frozenset(level | upright)
            if {(x, y) for x, y, _ in strands} <= white:
                rings.append((((left, top), (right, bottom)), strands))

    def extend(
        start: int, used: frozenset[tuple[int, int, str]]
    ) -> Iterator[list[tuple[Cell, Cell]]]:
        if {(x, y) for x, y, _ in used} == white:
            yield []
        for index in range(start, len(rings)):
            ring, strands = rings[index]
            if not strands & used:
                for others in extend(index + 1, used | strands):
                    yield [ring, *others]

    yield from map(frozenset, extend(0, frozenset()))


def trees(rows: Rows) -> Iterator[frozenset[frozenset[Cell]]]:
    """Yield spanning trees with the given edges whose degrees are 1 and 3.

    The edges to the right and downwards are chosen dot by dot.
    """
    width, height = len(rows[0]), len(rows)
    dots = [(x, y) for y in range(height) for x in range(width)]
    given = {
        frozenset({(x, y), (x + dx, y + dy)})
        for y, row in enumerate(rows)
        for x, clue in enumerate(row)
        for way, dx, dy in ((RIGHT, 1, 0), (DOWN, 0, 1), (LEFT, -1, 0), (UP, 0, -1))
        if clue in way
    }

    def extend(
        number: int, chosen: frozenset[frozenset[Cell]]
    ) -> Iterator[frozenset[frozenset[Cell]]]:
        if number == len(dots):
            if given <= chosen and _spans(dots, set(chosen)):
                yield chosen
            return
        x, y = dots[number]
        ahead = [frozenset({(x, y), end}) for end in ((x + 1, y), (x, y + 1))]
        ahead = [edge for edge in ahead if edge <= set(dots)]
        for size in range(len(ahead) + 1):
            for more in map(frozenset, combinations(ahead, size)):
                degree = sum((x, y) in edge for edge in chosen | more)
                if degree in (1, 3) and given.intersection(ahead) <= more:
                    yield from extend(number + 1, chosen | more)

    yield from extend(0, frozenset())


def _spans(dots: list[Cell], edges: set[frozenset[Cell]]) -> bool:
    """Tell whether edges form a tree that joins all dots."""
    reached, left = {dots[0]}, set(edges)
    while any(len(edge & reached) == 1 for edge in left):
        edge = next(edge for edge in left if len(edge & reached) == 1)
        reached |= edge
        left.remove(edge)
    return len(reached) == len(dots) == len(edges) + 1


def rows_of(
    width: int,
    height: int,
    black: set[Cell] = frozenset(),  # type: ignore[assignment]
    regions: dict[Cell, object] | None = None,
    edges: set[frozenset[Cell]] = frozenset(),  # type: ignore[assignment]
) -> list[str]:
    """Return the rows of clues of a board, a character for each cell."""
    names = [*dict.fromkeys((regions or {}).values())]
    characters = dict(zip(names, map(chr, range(ord("A"), ord("z"))), strict=False))
    ways = ((RIGHT, 1, 0), (DOWN, 0, 1), (LEFT, -1, 0), (UP, 0, -1))

    def character(cell: Cell) -> str:
        x, y = cell
        arms = [w for w, dx, dy in ways if frozenset({cell, (x + dx, y + dy)}) in edges]
        if cell in black:
            return "#"
        if regions and cell in regions:
            return characters[regions[cell]]
        others = [w for w, *_ in ways if w not in arms]
        drawn = (c for c in "╴╵┘╷┐│┤╶─└┴┌┬├┼" if all(c in w for w in arms))
        fitting = (c for c in drawn if not any(c in w for w in others))
        return next(fitting) if arms else "·"

    return ["".join(character((x, y)) for x in range(width)) for y in range(height)]
