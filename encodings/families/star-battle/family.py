"""A verifier of Star Battle in Python, and what is known of its sizes."""

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from random import Random
from runpy import run_path

from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.grid import Point, cell_name
from galaxies_asp.families.given import Board, ByName

THEOREM = (
    "for k stars in each row and column, no board has 1 < n < 4k rows and columns, and "
    "exactly two have 4k (theorem of docs/strips.md)"
)
"""What is proved of n x n boards."""


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    wanted, regions = board.one("stars", 1), dict(board.region)
    stars = sorted(atoms.star)
    units = [f"column {column + 1}" for column in range(board.width)]
    units += [f"row {row + 1}" for row in range(board.height)]
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


def obstacle(board: Board) -> str | None:
    """Return why a square is too small for its stars, which is a theorem."""
    side, stars = board.width, board.one("stars", 1)
    if side != board.height or not 1 < side < 4 * stars:
        return None
    return f"{stars} stars on a board of {side}x{side}: {THEOREM}"


def generator(
    rng: Random, size: tuple[int, int], report: Report, holes: Collection[Point] = ()
) -> str:
    """Return the facts of a square with exactly one solution; see `making.py`."""
    made = run_path(str(Path(__file__).with_name("making.py")))["made"]
    return str(made(rng, size, report, holes))
