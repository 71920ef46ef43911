"""Measure the encodings of types on large boards.

python benchmarks/large_boards.py

prints the CPU seconds of grounding, and of all, until it is known whether there is a
second solution. Boards are random, from a fixed seed: rectangles for Shikaku, cells
between islands for Nurikabe, a region whose border is a loop for Slitherlink. A
Nurikabe of 10x10 with two large islands is the only one that fits.
"""

import random
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise

from galaxies_asp.core.board.grid import SQUARE, Point, reachable
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.search import solve

SIZES = {"shikaku": (20, 36), "nurikabe": (45, 31), "slitherlink": (30, 30)}
SHARE = 0.6
"""The share of the cells with a number, of a loop."""


def facts(width: int, height: int, clues: Iterable[tuple[Point, int]]) -> str:
    """Return the facts of a board with numbers."""
    said = " ".join(f"number({at},{number})." for at, number in clues)
    return f"width({width}). height({height}). {said}"


def cells(width: int, height: int) -> set[Point]:
    """Return the cells of a board."""
    return {
        Point(x, y) for x in range(1, 2 * width, 2) for y in range(1, 2 * height, 2)
    }


def near(cell: Point) -> list[Point]:
    """Return the eight cells around a cell, clockwise from the one above."""
    ways = ((0, -2), (2, -2), (2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2))
    return [Point(cell.x + dx, cell.y + dy) for dx, dy in ways]


def grown(rng: random.Random, board: set[Point], rings: float) -> set[Point]:
    """Return connected cells of which no four form a square.

    `rings`: how often a cell is taken that closes a ring.
    """
    first, *drawn = rng.choices(sorted(board), k=40 * len(board))
    found = {first}
    for cell in drawn:
        known = [one in found for one in near(cell)]
        around = [*known, known[0]]
        beside = sum(known[::2])
        is_square = any(all(around[n : n + 3]) for n in range(0, 8, 2))
        is_tree = beside == 1 and sum(a != b for a, b in pairwise(around)) == 2
        is_taken = is_tree or (beside and rng.random() < rings)
        if cell not in found and not is_square and is_taken:
            found.add(cell)
    return found


def islands(left: set[Point]) -> Iterator[set[Point]]:
    """Yield the connected parts of some cells."""

    def beside(cell: Point) -> set[Point]:
        return left.intersection(SQUARE.adjacent_cells(cell))

    while left:
        found = reachable([min(left)], beside)
        yield found
        left -= found


def rectangles(rng: random.Random, board: list[Point]) -> Iterator[list[Point]]:
    """Yield the parts of a rectangle that is divided again and again."""
    for axis in rng.sample((0, 1), 2):
        places = sorted({cell[axis] for cell in board})
        if len(board) > rng.randint(3, 12) and len(places) > 1:
            cut = rng.choice(places[1:])
            yield from rectangles(rng, [cell for cell in board if cell[axis] < cut])
            yield from rectangles(rng, [cell for cell in board if cell[axis] >= cut])
            return
    yield board


def boards() -> Iterator[tuple[str, str, str]]:
    """Yield the type, a name and the facts of each board."""
    rng = random.Random(1)
    for name, (width, height) in SIZES.items():
        every = cells(width, height)
        if name == "shikaku":
            parts = [*rectangles(rng, sorted(every))]
            clues = [(rng.choice(part), len(part)) for part in parts]
        elif name == "nurikabe":
            parts = [*map(sorted, islands(every - grown(rng, every, 0.1)))]
            clues = [(rng.choice(part), len(part)) for part in parts]
        else:
            inside = grown(rng, every, 0)
            clues = [
                (
                    cell,
                    sum((one in inside) != (cell in inside) for one in near(cell)[::2]),
                )
                for cell in sorted(every)
                if rng.random() < SHARE
            ]
        yield name, f"{name} {width}x{height}", facts(width, height, clues)
    two = facts(10, 10, [(Point(3, 3), 37), (Point(5, 5), 36)])
    yield "nurikabe", "nurikabe 10x10, 37 and 36", two


def main() -> None:
    """Print a line for each board."""
    for name, said, text in boards():
        (sheet,) = family_named(name).read(text)
        started = time.process_time()
        result = solve(sheet)
        seconds = time.process_time() - started
        ground = f"{result.seconds.ground:.2f} grounding, {seconds:.2f} in all"
        print(f"{said:26} {ground}; {result.verdict()}", flush=True)


if __name__ == "__main__":
    main()
