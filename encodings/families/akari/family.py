"""A verifier of Akari in Python."""

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    walls, lamps = dict(board.wall), sorted(atoms.lamp)
    white = board.cells - walls.keys()
    if wrong := [lamp for lamp in lamps if lamp not in white]:
        return [f"a lamp is in {cell_name(wrong[0])}, which is no white cell"]
    faults, lit = [], {*lamps}
    for lamp in lamps:
        for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2)):
            cell = Point(lamp.x + dx, lamp.y + dy)
            while cell in white:
                lit.add(cell)
                if cell in lamps and lamp < cell:
                    faults.append(
                        f"the lamps in {cell_name(lamp)} and {cell_name(cell)} light "
                        "each other"
                    )
                cell = Point(cell.x + dx, cell.y + dy)
    faults += [f"{cell_name(cell)} is not lit" for cell in sorted(white - lit)]
    for wall, number in sorted(walls.items()):
        found = len({*lamps}.intersection(SQUARE.adjacent_cells(wall)))
        if number not in ("?", found):
            faults.append(f"{found} lamps, not {number}, are beside {cell_name(wall)}")
    return faults
