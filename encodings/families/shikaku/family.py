"""A verifier of Shikaku in Python."""

from collections import Counter

from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, reachable
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    numbers, left, walls = dict(board.number), {*board.cells}, atoms.wall
    touched = Counter(side for cell in left for side in SQUARE.edges(cell))
    sides = {side for side, number in touched.items() if number == 2}
    faults = [f"the wall at {wall} is on no side" for wall in sorted(walls - sides)]
    open_sides = sides - walls

    def beside(cell: Point) -> list[Point]:
        ways = zip(SQUARE.adjacent_cells(cell), SQUARE.edges(cell), strict=True)
        return [other for other, side in ways if side in open_sides]

    while left:
        region = reachable([min(left)], beside)
        left -= region
        name = cell_name(min(region))
        columns, rows = ({cell[axis] for cell in region} for axis in (0, 1))
        if len(region) != len(columns) * len(rows):
            faults.append(f"the region of {name} is no rectangle")
        inside = {side for cell in region for side in SQUARE.edges(cell)} & walls
        if any(region.issuperset(SQUARE.touched_cells(side)) for side in inside):
            faults.append(f"a wall stands inside the region of {name}")
        given = [numbers[cell] for cell in sorted(region & numbers.keys())]
        if given not in ([len(region)], ["?"]):
            said = ", ".join(map(str, given)) or "none"
            size = counted(len(region), "cell")
            faults.append(f"the region of {name} has {size}; number: {said}")
    return faults
