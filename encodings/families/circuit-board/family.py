"""A verifier of Circuit Board in Python."""

from galaxies_asp.core.asp.atoms import facts_of, size_of, values
from galaxies_asp.core.board.grid import Point, cell_at, cell_name, reachable, sides


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    width, height = size_of(facts)
    near: dict[Point, set[Point]] = {
        cell_at(x, y): set() for y in range(height) for x in range(width)
    }
    edges = {Point(*edge) for (edge,) in values(atoms, "edge")}
    for edge in sorted(edges):
        if sum(edge) % 2 == 0 or not {*sides(edge)} <= near.keys():
            return [f"{edge} is no edge between dots"]
        one, other = sides(edge)
        near[one].add(other)
        near[other].add(one)
    faults = [
        "the given edge {}-{} is missing".format(*map(cell_name, sides(Point(*edge))))
        for (edge,) in values(facts, "given")
        if edge not in edges
    ]
    faults += [
        f"{len(others)} edges, not 1 or 3, end at {cell_name(dot)}"
        for dot, others in near.items()
        if len(others) not in (1, 3)
    ]
    if apart := near.keys() - reachable([Point(1, 1)], near.__getitem__):
        faults.append(f"nothing connects the first dot to {cell_name(min(apart))}")
    elif len(edges) >= len(near):
        faults.append(f"the edges form a loop through {cell_name(_on_loop(near))}")
    return faults


def _on_loop(near: dict[Point, set[Point]]) -> Point:
    """Return the first dot of a loop: one that is left when ends are removed."""
    left = {*near}
    while ends := {dot for dot in left if len(near[dot] & left) < 2}:
        left -= ends
    return min(left, key=lambda dot: dot[::-1])


def obstacle(text: str) -> str | None:
    """Return why no tree joins the dots, for a reason of parity.

    The number N of dots is even: N odd numbers add up to the 2 (N-1) ends of edges.
    Color the dots like a chessboard. Each edge joins two colors, so the odd numbers of
    the dots of one color add up to N-1, which is odd. So each color has an odd number
    of dots, N/2.
    """
    width, height = size_of(facts_of(text))
    dots = width * height
    if dots % 4 == 2:
        return None
    return (
        f"{dots} dots cannot have 1 or 3 edges each in a tree; the number of dots "
        "must be twice an odd number"
    )
