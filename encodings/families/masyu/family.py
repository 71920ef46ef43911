"""A verifier of Masyu in Python."""

from galaxies_asp.core.board.grid import Point, cell_name, reachable, sides
from galaxies_asp.families.given import Board, ByName


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    near = {cell: list[Point]() for cell in sorted(board.cells)}
    for side in atoms.line:
        if sum(side) % 2 == 0 or not {*sides(side)} <= near.keys():
            return [f"{side} is no side between cells"]
        one, other = sides(side)
        near[one].append(other)
        near[other].append(one)
    faults = [
        f"{len(others)} sides of {cell_name(cell)} belong to the loop, not 0 or 2"
        for cell, others in near.items()
        if len(others) not in (0, 2)
    ]
    if faults:
        return faults
    loop = sorted(cell for cell, others in near.items() if others)
    if not loop:
        return ["there is no loop"]
    if apart := {*loop} - reachable(loop[:1], near.__getitem__):
        return [f"another loop goes through {cell_name(min(apart))}"]

    def turns(cell: Point) -> bool:
        one, other = near[cell]
        return one.x != other.x and one.y != other.y

    for kind, pearls in (("white", board.white), ("black", board.black)):
        for cell in sorted(pearls):
            name, beside = f"the {kind} pearl in {cell_name(cell)}", near[cell]
            if not beside:
                faults.append(f"the loop does not visit {name}")
            elif turns(cell) != (kind == "black"):
                does = "turns" if turns(cell) else "goes straight"
                faults.append(f"the loop {does} at {name}")
            elif kind == "white" and not any(map(turns, beside)):
                faults.append(f"the loop turns neither before nor after {name}")
            elif kind == "black" and any(map(turns, beside)):
                faults.append(f"the loop turns beside {name}")
    return faults
