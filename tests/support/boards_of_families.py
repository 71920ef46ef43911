"""Random boards of the families that have addresses, for hypothesis."""

from collections.abc import Iterator

from hypothesis import strategies as st

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.grid import SQUARE, Point, cell_at, in_reading_order
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.families.registry import family_named

GENRES = {
    "slitherlink": "slither",
    "nurikabe": "nurikabe",
    "hitori": "hitori",
    "shikaku": "shikaku",
    "star-battle": "starbattle",
    "two-not-touch": "starbattle",
    "ring-ring": "ringring",
    "akari": "akari",
    "masyu": "mashu",
    "heyawake": "heyawake",
    "kakuro": "kakuro",
}
"""The families, and the names of their puzzles in addresses."""
_NUMBERS = {
    "slitherlink": st.integers(0, 3),
    "nurikabe": st.sampled_from([1, 2, 9, 10, 15, 16, 17, '"?"']),
    "hitori": st.integers(1, 15),
    "shikaku": st.integers(1, 20),
    "akari": st.sampled_from([0, 1, 4, '"?"']),
}
_CLUE = {"akari": "wall"}
_DRAWN = {
    "slitherlink": "loop",
    "nurikabe": "shaded",
    "hitori": "shaded",
    "shikaku": "wall",
    "star-battle": "star",
    "two-not-touch": "star",
    "ring-ring": "",
    "akari": "lamp",
    "masyu": "line",
    "heyawake": "shaded",
    "kakuro": "number",
}


@st.composite
def boards(draw: st.DrawFn, name: str) -> AnySheet:
    """Draw a board of a family, with something drawn on it except in Ring-Ring."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = [cell_at(x, y) for y in range(height) for x in range(width)]
    some = st.lists(st.sampled_from(cells), unique=True)
    facts = [f"width({width}).", f"height({height})."]
    if name in _NUMBERS:
        most = width * height
        numbers = {cell: draw(_NUMBERS[name]) for cell in draw(some)}
        facts += [
            f"{_CLUE.get(name, 'number')}({cell},{n})."
            for cell, n in numbers.items()
            if isinstance(n, str) or n <= most
        ]
    elif name == "ring-ring":
        facts += [f"black({cell})." for cell in draw(some)]
    elif name == "masyu":
        pearls = st.sampled_from(["white", "black"])
        facts += [f"{draw(pearls)}({cell})." for cell in draw(some)]
    elif name == "kakuro":
        black = draw(some)
        facts += [f"black({cell})." for cell in black]
        white = [cell for cell in cells if cell not in black]
        for way, head, length in _runs(white):
            least, most = length * (length + 1) // 2, length * (19 - length) // 2
            facts.append(f"{way}({head},{draw(st.integers(least, most))}).")
    else:
        regions = _regions(cells, draw(st.lists(st.booleans(), min_size=len(cells))))
        facts += [f"region({cell},{n})." for cell, n in regions.items()]
        if name == "heyawake":
            first = {regions[cell]: cell for cell in sorted(cells, reverse=True)}
            some = st.lists(st.sampled_from([*first.values()]), unique=True)
            number = st.integers(0, 5)
            facts += [f"number({cell},{draw(number)})." for cell in draw(some)]
        else:
            facts.append(f"stars({draw(st.integers(1, 3))}).")
    drawn, places = _DRAWN[name], cells
    if drawn in ("loop", "wall", "line"):
        places = [*SQUARE.inner_edges(width, height)]
    atoms = draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    if name in ("nurikabe", "akari"):  # a cell with a number cannot be shaded in a file
        atoms = [at for at in atoms if not any(f"({at}," in fact for fact in facts)]
    family = family_named(name)
    values = {}
    if name == "kakuro":
        values = {at: f",{draw(st.integers(1, 9))}" for at in atoms if at in white}
        atoms = [*values]
    some_drawn = (f"{drawn}({at}{values.get(at, '')})." for at in atoms if drawn)
    text = "\n".join([*facts, *some_drawn])
    return Sheet(family, "", family.position_of(text, facts_of(text)))  # type: ignore[attr-defined]


def _runs(white: list[Point]) -> Iterator[tuple[str, Point, int]]:
    """Yield the direction of each run of cells, the place before it, and its length."""
    for way, dx, dy in (("across", 2, 0), ("down", 0, 2)):
        for x, y in white:
            if (x - dx, y - dy) not in white:
                length = 1
                while (x + length * dx, y + length * dy) in white:
                    length += 1
                yield way, Point(x - dx, y - dy), length


def _regions(cells: list[Point], is_open: list[bool]) -> dict[Point, int]:
    """Return connected regions, numbered from 1 in reading order."""
    regions: dict[Point, Point] = {}
    for cell, joins in zip(cells, is_open, strict=False):
        left, above = Point(cell.x - 2, cell.y), Point(cell.x, cell.y - 2)
        joined = left if left in regions else above
        regions[cell] = regions[joined] if joins and joined in regions else cell
    names: dict[Point, int] = {}
    return {
        cell: names.setdefault(regions[cell], len(names) + 1)
        for cell in in_reading_order(cells)
    }
