"""A verifier of Circuit Board in Python."""

from galaxies_asp.core.board.grid import (
    Point,
    cell_name,
    in_reading_order,
    reachable,
    sides,
)
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    near = {dot: set[Point]() for dot in in_reading_order(board.cells)}
    for edge in sorted(atoms.edge):
        if sum(edge) % 2 == 0 or not {*sides(edge)} <= near.keys():
            return [f"{edge} is no edge between dots"]
        one, other = sides(edge)
        near[one].add(other)
        near[other].add(one)
    faults = [
        "the given edge {}-{} is missing".format(*map(cell_name, sides(edge)))
        for edge in sorted(board.given - atoms.edge)
    ]
    faults += [
        f"{len(others)} edges, not 1 or 3, end at {cell_name(dot)}"
        for dot, others in near.items()
        if len(others) not in (1, 3)
    ]
    if apart := near.keys() - reachable([*near][:1], near.__getitem__):
        faults.append(f"nothing connects the first dot to {cell_name(min(apart))}")
    elif len(atoms.edge) >= len(near):
        faults.append(f"the edges form a loop through {cell_name(_on_loop(near))}")
    return faults


def _on_loop(near: dict[Point, set[Point]]) -> Point:
    """Return the first dot of a loop: one that is left when ends are removed."""
    left = {*near}
    while ends := {dot for dot in left if len(near[dot] & left) < 2}:
        left -= ends
    return min(left, key=lambda dot: dot[::-1])


def obstacle(board: Board) -> str | None:
    """Return why no tree joins the dots, for a reason of parity.

    The number N of dots is even: N odd numbers add up to the 2 (N-1) ends of edges.
    Color the dots like a chessboard. Each edge joins two colors, so the odd numbers of
    the dots of one color add up to N-1, which is odd. So each color has an odd number
    of dots; without missing cells, N/2.
    """
    dots, dark = len(board.cells), sum((x + y) % 4 == 0 for x, y in board.cells)
    if dark % 2 and (dots - dark) % 2:
        return None
    said = f"{dots} dots cannot have 1 or 3 edges each in a tree; "
    if board.hole:
        said += f"{dark} and {dots - dark} of them are on the colors of a chessboard, "
        return f"{said}and both numbers must be odd"
    return f"{said}the number of dots must be twice an odd number"
