"""A verifier of Hitori in Python."""

from itertools import combinations

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, reachable
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    numbers = {cell: number for cell, number in board.number if number != "?"}
    cells, shaded = board.cells, atoms.shaded
    if outside := shaded - cells:
        return [f"{min(outside)} is not a cell"]
    white = sorted(cells - shaded)
    faults = [
        f"{cell_name(one)} and {cell_name(other)} both show {numbers[one]}"
        for one, other in combinations(sorted(numbers.keys() - shaded), 2)
        if (one.x == other.x or one.y == other.y) and numbers[one] == numbers[other]
    ]
    faults += [
        f"{cell_name(one)} and {cell_name(other)} are shaded and touch"
        for one, other in combinations(sorted(shaded), 2)
        if other in SQUARE.adjacent_cells(one)
    ]
    first = white[:1]
    reached: set[Point] = reachable(
        first, lambda cell: {*white} & {*SQUARE.adjacent_cells(cell)}
    )
    if apart := {*white} - reached:
        name, other = cell_name(min(apart)), cell_name(white[0])
        faults.append(f"{name} is cut off from {other}, another white cell")
    return faults
