"""Sentences that carry the marks of the places that they name."""

from collections.abc import Iterable
from typing import NamedTuple

from galaxies_asp.board.grid import Point, cell_name, dot_name, is_cell, sides
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bitboard, Bits


class Clause(NamedTuple):
    """A sentence or a part of one, and the marks of the places in it."""

    text: str
    marks: tuple[Mark, ...] = ()


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
