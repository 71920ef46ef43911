"""Sentences that carry the marks of the places that they name."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from galaxies_asp.board.grid import SQUARE, Point, cell_name, dot_name, is_cell, sides
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bitboard, Bits


class Clause(NamedTuple):
    """A sentence or a part of one, the marks of the places in it, and its proof."""

    text: str
    marks: tuple[Mark, ...] = ()
    proof: "WhatIf | None" = None


class WhatIf(NamedTuple):
    """A supposition and the deductions that lead to its contradiction."""

    supposition: Clause
    lines: tuple[Clause, ...]


def joined(items: Iterable[str], conjunction: str = "and") -> str:
    """Return a list in words: `a, b and c`, or `a and b, and c` of lists."""
    names = list(items)
    if len(names) < 2:
        return "".join(names)
    lists = any(" and " in name for name in names)
    return ", ".join(names[:-1]) + f"{',' * lists} {conjunction} {names[-1]}"


def dots(numbers: Iterable[int]) -> str:
    """Return the names of some dots: `dot A`, `dots A and B`."""
    names = [dot_name(number) for number in numbers]
    return ("dot " if len(names) == 1 else "dots ") + joined(names)


def cells(points: Iterable[Point]) -> str:
    """Return the names of some cells."""
    return joined(map(cell_name, points))


def edge(point: Point) -> str:
    """Return the two sides of an edge: `c1r1 and c2r1`."""
    return cells(sides(point))


def places(board: Bitboard, bits: Bits) -> list[Point]:
    """Return the cells of a set, in reading order."""
    return list(board.points(bits))


def dot_marks(
    board: Bitboard, numbers: Iterable[int], role: Role = Role.DOT
) -> tuple[Mark, ...]:
    """Return the marks of some dots."""
    return tuple(Mark(board.puzzle.centers[dot], role) for dot in numbers)


def cell_marks(points: Iterable[Point], role: Role = Role.KNOWN) -> tuple[Mark, ...]:
    """Return the marks of some cells or edges."""
    return tuple(
        Mark(point, _ON_EDGES.get(role, role) if not is_cell(point) else role)
        for point in points
    )


_ON_EDGES = {
    Role.KNOWN: Role.USED_WALL,
    Role.BLOCKED: Role.USED_WALL,
    Role.TARGET: Role.WALL,
}


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


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
    beside = {
        cell: set(puzzle.lattice.adjacent_cells(cell)) & set(group) for cell in group
    }
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
