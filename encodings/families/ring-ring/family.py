"""A verifier of Ring-Ring in Python."""

from galaxies_asp.core.board.grid import Point, cell_name, in_reading_order, sides
from galaxies_asp.families.given import Board, ByName

_STRAIGHT = {frozenset({(-1, 0), (1, 0)}), frozenset({(0, -1), (0, 1)})}


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    cells = in_reading_order(board.cells)
    arms: dict[Point, set[tuple[int, int]]] = {cell: set() for cell in cells}
    for side in atoms.line:
        if sum(side) % 2 == 0 or not {*sides(side)} <= arms.keys():
            return [f"{side} is no side between cells"]
        for cell in sides(side):
            arms[cell].add((side.x - cell.x, side.y - cell.y))
    faults = []
    for cell, ways in arms.items():
        if (cell in board.black) == bool(ways):
            said = "a ring visits" if ways else "no ring visits"
            faults.append(f"{said} {cell_name(cell)}")
        elif len(ways) in (1, 3):
            faults.append(f"a line ends in {cell_name(cell)}")
    return faults or _with_more_corners(arms)


def _with_more_corners(arms: dict[Point, set[tuple[int, int]]]) -> list[str]:
    """Return the rings with other than four corners; where rings cross, they go on."""
    corners = [
        cell
        for cell, ways in arms.items()
        if len(ways) == 2 and frozenset(ways) not in _STRAIGHT
    ]
    left, faults = {*corners}, []
    for first in corners:
        if first not in left:
            continue
        cell, way, number = first, min(arms[first]), 0
        while number == 0 or cell != first:
            number += 1
            left.discard(cell)
            cell = Point(cell.x + 2 * way[0], cell.y + 2 * way[1])
            while cell not in corners:
                cell = Point(cell.x + 2 * way[0], cell.y + 2 * way[1])
            (way,) = arms[cell] - {(-way[0], -way[1])}
        if number != 4:
            faults.append(f"the ring with a corner in {cell_name(first)} has {number}")
    return faults
