"""A verifier of Nurikabe in Python."""

from collections.abc import Set

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, reachable
from galaxies_asp.families.given import Board, ByName


def area(start: Point, cells: Set[Point]) -> set[Point]:
    """Return the cells that are connected to a cell."""
    return reachable(
        [start], lambda cell: cells.intersection(SQUARE.adjacent_cells(cell))
    )


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    numbers, cells, shaded = dict(board.number), board.cells, atoms.shaded
    if not shaded <= cells:
        return [f"{min(shaded - cells)} is not a cell"]
    faults = []
    if shaded and (apart := shaded - area(min(shaded), shaded)):
        name, other = cell_name(min(apart)), cell_name(min(shaded))
        faults.append(f"{name} is cut off from {other}, another shaded cell")
    faults += [
        f"the 2 x 2 cells at {cell_name(Point(x, y))} are shaded"
        for x, y in sorted(cells)
        if {(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)} <= shaded
    ]
    white = cells - shaded
    while white:
        island = area(min(white), white)
        white -= island
        given = [numbers[cell] for cell in island & numbers.keys()]
        if given not in ([len(island)], ["?"]):
            name = cell_name(min(island))
            said = ", ".join(map(str, sorted(given, key=str))) or "without a number"
            faults.append(
                f"number of cells of the island at {name}: {len(island)}, not {said}"
            )
    hidden = sorted(numbers.keys() & shaded)
    return faults + [f"the number at {cell_name(cell)} is shaded" for cell in hidden]
