"""A verifier of Slitherlink in Python."""

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, place_name, reachable
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    size = board.width, board.height
    every = {side for cell in board.cells for side in SQUARE.edges(cell)}
    loop = atoms.loop
    at: dict[Point, list[Point]] = {}
    for side in sorted(loop):
        x, y = side
        if side not in every:
            return [f"{side} is not a side"]
        along = (1, 0) if x % 2 else (0, 1)
        for sign in (1, -1):
            end = Point(x + sign * along[0], y + sign * along[1])
            at.setdefault(end, []).append(side)
    faults = [
        f"{place_name(corner, *size)} has {len(sides)} sides of the loop, not 2"
        for corner, sides in sorted(at.items())
        if len(sides) != 2
    ]
    steps = [(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]
    corners = {Point(x + dx, y + dy) for x, y in board.cells for dx, dy in steps}
    if left := corners - at.keys() if board.visits else ():
        faults.append(f"the loop does not visit {place_name(min(left), *size)}")
    joined = {side: set[Point]() for side in loop}
    for sides in at.values():
        for side in sides:
            joined[side].update(sides)
    apart = loop - reachable(sorted(loop)[:1], joined.__getitem__)
    if apart:
        name = place_name(min(apart), *size)
        faults.append(f"another loop, or a part of one, is at {name}")
    if not loop:
        faults.append("there is no loop")
    for (x, y), number in sorted(board.number):
        around = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        if number not in (len(around & loop), "?"):
            name = cell_name(Point(x, y))
            faults.append(f"{name} has {len(around & loop)} sides, not {number}")
    return faults
