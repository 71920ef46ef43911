"""Polyominoes, and the fewest galaxies that cover them, from all divisions."""

from collections.abc import Iterator

from oracles.brute_force import Boards, Region

from galaxies_asp.core.board.grid import Point, adjacent_cells


def fewest(boards: Boards) -> int:
    """Return the smallest number of galaxies in a division."""
    return min(map(len, boards))


def fewest_unique(boards: Boards) -> int:
    """Return the smallest number of dots that have exactly one division."""
    return min(len(dots) for dots, divisions in boards.items() if len(divisions) == 1)


def polyominoes(cells: int) -> list[Region]:
    """Return the polyominoes, one of all that are equal up to turns and reflections."""
    found = {frozenset([Point(1, 1)])}
    for _ in range(cells - 1):
        found = {
            _first_form(shape | {neighbor})
            for shape in found
            for cell in shape
            for neighbor in adjacent_cells(cell)
            if neighbor not in shape
        }
    return sorted(found, key=sorted)


def _first_form(shape: Region) -> Region:
    return min(map(_moved, _forms(shape)), key=sorted)


def _forms(shape: Region) -> Iterator[Region]:
    for _ in range(4):
        shape = frozenset(Point(y, -x) for x, y in shape)
        yield shape
        yield frozenset(Point(-x, y) for x, y in shape)


def _moved(shape: Region) -> Region:
    left, top = min(x for x, _ in shape) - 1, min(y for _, y in shape) - 1
    return frozenset(Point(x - left, y - top) for x, y in shape)
