"""Words for places, and clauses: sentences with the marks of the places in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galaxies_asp.core.board.grid import (
    SQUARE,
    Point,
    cell_name,
    dot_name,
    is_cell,
    sides,
)
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bitboard

Marks = tuple[Mark, ...]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_ON_EDGES = {
    Role.KNOWN: Role.USED_WALL,
    Role.BLOCKED: Role.USED_WALL,
    Role.TARGET: Role.WALL,
}


MANY_WALLS = 6
"""More walls are counted, not listed; the picture has them."""


class Clause(NamedTuple):
    """A sentence or a part of one, and the marks of the places in it."""

    text: str
    marks: Marks = ()
    lines: tuple[Clause, ...] = ()
    """Of a supposition: the deductions that lead to its contradiction."""
    proof: Clause | None = None
    """The what-if that proves the sentence: a supposition."""
    why: str = ""
    """The reason of a deduction, without which the sentence can be read."""


def marks_of(clauses: Iterable[Clause]) -> Marks:
    """Return the marks of some clauses."""
    return tuple(mark for clause in clauses for mark in clause.marks)


def joined(items: Iterable[str], conjunction: str = "and") -> str:
    """Return a list in words: `a, b and c`, or `a and b, and c` of lists."""
    names = list(items)
    if len(names) < 2:
        return "".join(names)
    lists = any(" and " in name for name in names)
    return ", ".join(names[:-1]) + f"{',' * lists} {conjunction} {names[-1]}"


def dots(*numbers: int) -> str:
    """Return the names of some dots: `dot A`, `dots A and B`."""
    return ("dot " if len(numbers) == 1 else "dots ") + joined(map(dot_name, numbers))


def cells(points: Iterable[Point]) -> str:
    """Return the names of some cells."""
    return joined(map(cell_name, points))


def edge(point: Point) -> str:
    """Return the two sides of an edge: `c1r1 and c2r1`."""
    return cells(sides(point))


def dot_marks(board: Bitboard, numbers: Iterable[int], role: Role = Role.DOT) -> Marks:
    """Return the marks of some dots."""
    return tuple(Mark(board.puzzle.centers[dot], role) for dot in numbers)


def cell_marks(points: Iterable[Point], role: Role = Role.KNOWN) -> Marks:
    """Return the marks of some cells or edges."""
    return tuple(
        Mark(point, role if is_cell(point) else _ON_EDGES.get(role, role))
        for point in points
    )


def cells_in_words(puzzle: Puzzle, places: Sequence[Point]) -> str:
    """Return the names of some cells, of three or more with the kind of their group.

    `the corridor of four cells c1r3, c1r4, c2r4 and c3r4`; of a row, a column and a
    block of cells the ends are named.
    """
    group = sorted(places, key=lambda cell: (cell.y, cell.x))
    kind = kind_of(puzzle, group) if len(group) > 2 else ""
    if not kind:
        return cells(places)
    count = _NUMBERS[len(group)] if len(group) < len(_NUMBERS) else str(len(group))
    named = cells(group)
    if kind in ("row", "column", "block"):
        named = f"{cell_name(group[0])} to {cell_name(group[-1])}"
    return f"the {kind} of {count} cells {named}"


def kind_of(puzzle: Puzzle, group: Sequence[Point]) -> str:
    """Return what cells are that are connected; empty if they are not."""
    adjacent = puzzle.lattice.adjacent_cells
    beside = {cell: set(adjacent(cell)) & set(group) for cell in group}
    reached = {group[0]}
    while more := set().union(*(beside[cell] for cell in reached)) - reached:
        reached |= more
    if len(reached) < len(group):
        return ""
    columns, rows = ({cell[axis] for cell in group} for axis in (0, 1))
    if puzzle.lattice == SQUARE and len(group) == len(columns) * len(rows):
        return "row" if len(rows) == 1 else "column" if len(columns) == 1 else "block"
    right, bottom = 2 * puzzle.width - 1, 2 * puzzle.height - 1
    if any(cell.x in (1, right) and cell.y in (1, bottom) for cell in group):
        return "corner"
    ends = [len(others) for others in beside.values()]
    return "corridor" if max(ends) < 3 and sum(ends) == 2 * len(group) - 2 else "area"


def walls_in_words(walls: Sequence[Point]) -> str:
    """Return what a step says about walls, as a sentence without its full stop."""
    if len(walls) == 1:
        return f"There is a wall between {edge(walls[0])}"
    if len(walls) > MANY_WALLS:
        return f"There are {len(walls)} new walls; the picture shows them"
    return f"There are walls {joined(f'between {edge(wall)}' for wall in walls)}"
