"""A verifier of Heyawake in Python."""

from itertools import groupby, takewhile
from random import Random

from galaxies_asp.core.board.grid import (
    SQUARE,
    Point,
    cell_at,
    cell_name,
    in_reading_order,
    reachable,
)
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    width, height = board.width, board.height
    rooms, cells, shaded = dict(board.region), board.cells, atoms.shaded
    if outside := shaded - cells:
        return [f"{min(outside)} is not a cell"]
    white = cells - shaded
    faults = [
        f"{cell_name(cell)} and {cell_name(other)} are shaded and touch"
        for cell in sorted(shaded)
        for other in sorted(shaded.intersection(SQUARE.adjacent_cells(cell)))
        if cell < other
    ]
    for cell, number in sorted(board.number):
        found = sum(rooms.get(other) == rooms.get(cell) for other in shaded)
        if cell in rooms and found != number:
            faults.append(f"the room of {cell_name(cell)} has {found}, not {number}")
    lines = [[cell_at(x, y) for x in range(width)] for y in range(height)]
    lines += [[cell_at(x, y) for y in range(height)] for x in range(width)]
    for line in lines:
        for is_white, run in groupby(line, (white & rooms.keys()).__contains__):
            row = list(run)
            parts = [room for room, _ in groupby(row, rooms.get)]
            if is_white and len(parts) > 2:
                name, other = cell_name(row[0]), cell_name(row[-1])
                faults.append(f"white cells reach through rooms from {name} to {other}")
    reached = reachable(
        sorted(white)[:1], lambda cell: white.intersection(SQUARE.adjacent_cells(cell))
    )
    if apart := white - reached:
        name, other = cell_name(min(apart)), cell_name(min(white))
        faults.append(f"{name} is cut off from {other}, another white cell")
    return faults


def random_board(rng: Random, board: Board) -> str:
    """Return the rooms of a random board: rectangles of at most six cells."""
    shapes = ((1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2))
    rooms: dict[Point, int] = {}
    for x, y in in_reading_order(board.cells):
        if (x, y) in rooms:
            continue
        columns, rows = rng.choice(shapes)
        left, across = board.cells - rooms.keys(), range(x, x + 2 * columns, 2)
        free = [*takewhile(left.__contains__, (Point(at, y) for at in across))]
        number = len({*rooms.values()}) + 1
        for row in range(rows):
            below = [Point(cell.x, y + 2 * row) for cell in free]
            if not {*below} <= board.cells:
                break
            rooms |= dict.fromkeys(below, number)
    return "".join(f"region({cell},{number})." for cell, number in rooms.items())
