"""A verifier of Nurikabe in Python, for `--family PATH/family.py`."""

from galaxies_asp.core.asp.atoms import facts_of, values

Cell = tuple[int, int]


def area(start: Cell, cells: set[Cell]) -> set[Cell]:
    """Return the cells that are connected to a cell."""
    found, ahead = {start}, [start]
    while ahead:
        x, y = ahead.pop()
        for cell in ((x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)):
            if cell in cells - found:
                found.add(cell)
                ahead.append(cell)
    return found


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    ((width,),), ((height,),) = values(facts, "width"), values(facts, "height")
    numbers = dict(values(facts, "number"))
    cells = {(x, y) for x in range(1, 2 * width, 2) for y in range(1, 2 * height, 2)}
    shaded = {cell for (cell,) in values(atoms, "shaded")}
    if not shaded <= cells:
        return [f"{min(shaded - cells)} is not a cell"]
    faults = []
    if shaded and area(min(shaded), shaded) != shaded:
        faults.append("the shaded cells are not connected")
    faults += [
        f"the 2 x 2 cells at {x, y} are shaded"
        for x, y in sorted(cells)
        if {(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)} <= shaded
    ]
    white = cells - shaded
    while white:
        island = area(min(white), white)
        white -= island
        if [numbers[cell] for cell in island & numbers.keys()] != [len(island)]:
            faults.append(f"the island at {min(island)} has {len(island)} cells")
    hidden = sorted(numbers.keys() & shaded)
    return faults + [f"the number at {cell} is shaded" for cell in hidden]
