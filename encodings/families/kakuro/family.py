"""A verifier of Kakuro in Python, and random boards."""

from collections.abc import Set
from random import Random

from galaxies_asp.core.board.grid import SQUARE, Point, cell_name, reachable
from galaxies_asp.families.given import Board, ByName

LONGEST, _BOARDS = 4, 4
"""The most cells of a run of a made board, and boards of which the whitest is taken."""


def runs(white: Set[Point]) -> list[tuple[str, Point, list[Point]]]:
    """Return the name of each run, the place before it, and its cells."""
    found = []
    for name, dx, dy in (("across", 2, 0), ("down", 0, 2)):
        for x, y in sorted(white):
            if (x - dx, y - dy) not in white:
                cells = [Point(x, y)]
                while (following := Point(cells[-1].x + dx, cells[-1].y + dy)) in white:
                    cells.append(following)
                found.append((name, Point(x - dx, y - dy), cells))
    return found


def verify(board: Board, atoms: ByName) -> list[str]:
    """Return the rules that an answer breaks."""
    white = board.cells - board.black
    faults, numbers = [], dict[Point, int]()
    for cell, number in sorted(atoms.number):
        if cell not in white or cell in numbers or number not in range(1, 10):
            faults.append(f"the number {number} is wrong in {cell_name(cell)}")
        numbers[cell] = number
    if faults:
        return faults
    faults = [f"{cell_name(cell)} has no number" for cell in sorted(white - {*numbers})]
    sums = {"across": dict(board.across), "down": dict(board.down)}
    for name, head, cells in runs(white):
        found = [numbers[cell] for cell in cells if cell in numbers]
        where = f"the run {name} from {cell_name(cells[0])}"
        if len({*found}) < len(found):
            faults.append(f"{where} has a number twice")
        if head not in sums[name]:
            faults.append(f"{where} has no sum before it")
        elif len(found) == len(cells) and sum(found) != sums[name][head]:
            faults.append(f"{where} has the sum {sum(found)}, not {sums[name][head]}")
    return faults


def random_board(rng: Random, board: Board) -> str:
    """Return black cells so that runs are neither single cells nor long."""
    every = {*board.cells}
    white = max((_divided(rng, every) for _ in range(_BOARDS)), key=len)
    return "".join(f"black({cell})." for cell in sorted(every - white))


def _divided(rng: Random, white: set[Point]) -> set[Point]:
    """Return connected cells of such runs; maybe none."""
    while large := _large(white):
        cells = rng.choice(large)
        ways = (_without(white, cell) for cell in rng.sample(cells, len(cells)))
        white = max(ways, key=len)
        if not white:
            break
    return white


def _large(white: set[Point]) -> list[list[Point]]:
    """Return the runs that are too long, and the squares of 3 x 3 white cells."""
    steps = [(2 * dx, 2 * dy) for dx in range(3) for dy in range(3)]
    blocks = ([Point(x + dx, y + dy) for dx, dy in steps] for x, y in sorted(white))
    long = [cells for _, _, cells in runs(white) if len(cells) > LONGEST]
    return long + [block for block in blocks if white.issuperset(block)]


def _without(white: set[Point], cell: Point) -> set[Point]:
    """Return connected white cells without one, without runs of single cells."""
    single = {cell}
    while single:
        white = white - single
        single = {cells[0] for _, _, cells in runs(white) if len(cells) == 1}

    def beside(cell: Point) -> set[Point]:
        return white.intersection(SQUARE.adjacent_cells(cell))

    parts, left = [set[Point]()], {*white}
    while left:
        parts.append(reachable([min(left)], beside))
        left -= parts[-1]
    return max(parts, key=len)
