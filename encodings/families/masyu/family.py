"""A verifier of Masyu in Python."""

from galaxies_asp.core.asp.atoms import cells_in, facts_of, values
from galaxies_asp.core.board.grid import Point, cell_name, reachable, sides


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    near = {cell: list[Point]() for cell in sorted(cells_in(facts))}
    for ((x, y),) in values(atoms, "line"):
        if (x + y) % 2 == 0 or not {*sides(Point(x, y))} <= near.keys():
            return [f"({x},{y}) is no side between cells"]
        one, other = sides(Point(x, y))
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

    for kind in ("white", "black"):
        for (cell,) in sorted(values(facts, kind)):
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
