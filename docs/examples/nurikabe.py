"""Nurikabe as a domain of the lab.

Each cell is black or white. A white island contains exactly one number, which is its
size. The black cells are connected, and no 2 x 2 of them is black.
"""

from collections.abc import Iterator

from galaxies_asp.asp.atoms import Atoms, facts_of, joined, values

OUTPUTS = ("black/1",)


def facts(drawing: str) -> str:
    """Return the facts of rows of digits and dots."""
    rows = drawing.split()
    found = [f"width({len(rows[0])})", f"height({len(rows)})"]
    found += [
        f"number(({x},{y}),{character})"
        for y, row in enumerate(rows, 1)
        for x, character in enumerate(row, 1)
        if character.isdigit()
    ]
    return joined(found)


INSTANCES = {
    "5x5": facts("..... 3.... ...2. ..... .3..."),
    "6x6": facts(".4...2 ...4.. .....2 ...... ...... .5...."),
    "several": facts("..... 4..5. ..... ..... 3...."),
    "none": facts("2.2 ... 2.2"),
}


def board(text: str) -> tuple[int, int, dict[tuple[int, int], int]]:
    """Return the width, the height and the numbers of an instance."""
    found = facts_of(text)
    ((width,),), ((height,),) = values(found, "width"), values(found, "height")
    return width, height, dict(values(found, "number"))


def area(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the cells that are connected to a cell."""
    found, ahead = {start}, [start]
    while ahead:
        x, y = ahead.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell in cells - found:
                found.add(cell)
                ahead.append(cell)
    return found


def verify(text: str, atoms: Atoms) -> list[str]:
    """Return the rules that an answer breaks."""
    width, height, numbers = board(text)
    cells = {(x, y) for x in range(1, width + 1) for y in range(1, height + 1)}
    black = {cell for (cell,) in values(atoms, "black")}
    if not black <= cells:
        return [f"{min(black - cells)} is not a cell"]
    faults = []
    if black and area(min(black), black) != black:
        faults.append("the black cells are not connected")
    faults += [
        f"the 2 x 2 cells at {x, y} are black"
        for x, y in sorted(cells)
        if {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} <= black
    ]
    white = cells - black
    while white:
        island = area(min(white), white)
        white -= island
        found = [numbers[cell] for cell in island & numbers.keys()]
        if found != [len(island)]:
            faults.append(f"the island at {min(island)} has {len(island)} cells")
    hidden = sorted(numbers.keys() & black)
    return faults + [f"the number at {cell} is black" for cell in hidden]


def draw(text: str, atoms: Atoms | None) -> str:
    """Return an answer, or the instance alone, as text."""
    width, height, numbers = board(text)
    black = {cell for (cell,) in values(atoms or (), "black")}
    return "".join(
        " ".join(
            "#" if (x, y) in black else str(numbers.get((x, y), "."))
            for x in range(1, width + 1)
        )
        + "\n"
        for y in range(1, height + 1)
    )


def smaller(text: str) -> Iterator[str]:
    """Yield the instances without a number."""
    found = facts_of(text)
    for fact in found:
        if fact.startswith("number"):
            yield joined(other for other in found if other != fact)
