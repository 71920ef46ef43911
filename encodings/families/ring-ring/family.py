"""A verifier of Ring-Ring in Python."""

from galaxies_asp.core.asp.atoms import facts_of, size_of, values
from galaxies_asp.core.board.grid import Point, cell_at, cell_name, sides

_STRAIGHT = {frozenset({(-1, 0), (1, 0)}), frozenset({(0, -1), (0, 1)})}


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    width, height = size_of(facts)
    cells = [cell_at(x, y) for y in range(height) for x in range(width)]
    arms: dict[Point, set[tuple[int, int]]] = {cell: set() for cell in cells}
    for ((x, y),) in values(atoms, "line"):
        if (x + y) % 2 == 0 or not {*sides(Point(x, y))} <= arms.keys():
            return [f"({x},{y}) is no side between cells"]
        for cell in sides(Point(x, y)):
            arms[cell].add((x - cell.x, y - cell.y))
    black = {cell for (cell,) in values(facts, "black")}
    faults = []
    for cell, ways in arms.items():
        if (cell in black) == bool(ways):
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
