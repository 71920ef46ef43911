"""A verifier of Star Battle in Python, and what is known of its sizes."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from runpy import run_path

from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.grid import (
    cell_name,
)
from galaxies_asp.counting.strips.proved import THEOREM, proved


def verify(text: str, atoms: frozenset[str]) -> list[str]:
    """Return the rules that an answer breaks."""
    facts = facts_of(text)
    ((width,),), ((height,),) = values(facts, "width"), values(facts, "height")
    wanted = next((number for (number,) in values(facts, "stars")), 1)
    regions = dict(values(facts, "region"))
    stars = sorted(cell for (cell,) in values(atoms, "star"))
    units = [f"column {column + 1}" for column in range(width)]
    units += [f"row {row + 1}" for row in range(height)]
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


def obstacle(text: str) -> str | None:
    """Return why a square is too small for its stars, which is a theorem."""
    facts = facts_of(text)
    ((width,),), ((height,),) = values(facts, "width"), values(facts, "height")
    stars = next((number for (number,) in values(facts, "stars")), 1)
    if width != height or proved(width, stars) != 0:
        return None
    return f"{stars} stars on a board of {width}x{width}: {THEOREM}"


def generator(rng: Random, size: tuple[int, int], report: Report) -> str:
    """Return the facts of a square with exactly one solution; see `making.py`."""
    made = run_path(str(Path(__file__).with_name("making.py")))["made"]
    return str(made(obstacle, rng, size, report))
