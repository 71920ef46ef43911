"""A verifier of Star Battle in Python."""

from collections import Counter
from itertools import combinations

from galaxies_asp.core.asp.atoms import cells_in, facts_of, values
from galaxies_asp.core.board.grid import cell_name


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    cells = cells_in(facts)
    wanted = next((number for (number,) in values(facts, "stars")), 1)
    regions = dict(values(facts, "region"))
    stars = sorted(cell for (cell,) in values(atoms, "star"))
    if outside := {*stars} - cells:
        return [f"{min(outside)} is not a cell"]
    units = [f"column {x // 2 + 1}" for x in sorted({cell.x for cell in cells})]
    units += [f"row {y // 2 + 1}" for y in sorted({cell.y for cell in cells})]
    first: dict[object, str] = {}
    for cell in sorted(regions, key=lambda cell: (cell.y, cell.x)):
        first.setdefault(regions[cell], f"the region of {cell_name(cell)}")
    units += first.values()
    found: Counter[str] = Counter()
    for cell in stars:
        found[f"column {cell.x // 2 + 1}"] += 1
        found[f"row {cell.y // 2 + 1}"] += 1
        found[first.get(regions.get(cell), "")] += 1
    faults = [
        f"{unit} has {found[unit]} stars, not {wanted}"
        for unit in units
        if found[unit] != wanted
    ]
    return faults + [
        f"the stars at {cell_name(one)} and {cell_name(other)} touch"
        for one, other in combinations(stars, 2)
        if max(abs(one.x - other.x), abs(one.y - other.y)) <= 2
    ]
