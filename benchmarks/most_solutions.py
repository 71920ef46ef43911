"""Search for sets of dots with many solutions, by local changes.

    python benchmarks/most_solutions.py 6 --symmetry reflections --steps 15000 --seed 1
    python benchmarks/most_solutions.py 8 --columns 3 11 --symmetry none --steps 20000

The dots, at first one in each cell or those of `--columns`, change at random: one is
added, removed or moved, together with its images under a symmetry of the board. A
change that lowers the number of solutions is kept with a probability that falls in the
course of the search (simulated annealing). What it prints is a lower bound of the
greatest number, which `galaxies boards count solutions` finds for small boards.
"""

import argparse
import random

from galaxies_asp import Puzzle, render
from galaxies_asp.all_solutions.count import count
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import Point, in_reading_order

SYMMETRIES = {
    "none": 1,
    "turn": 2,
    "reflections": 4,
    "square": 8,
}
"""Names of symmetries, with the number of images of a point."""

HOTTEST, COLDEST = 0.7, 0.05
"""A change from a to b < a solutions is kept with the probability (b / a)^(1 / T)."""

CHANGES = 1, 1, 2, 3
"""Numbers of changes in a step: one alone often leaves no solution."""

RESTART = 0.02
"""Share of the steps without a better set after which the best one is resumed."""

Dots = frozenset[Point]


def images(size: int, point: Point, number: int) -> Dots:
    """Return the first images of a point under the symmetries of a square board."""
    x, y = point
    u, v = 2 * size - x, 2 * size - y
    every = [(x, y), (u, v), (x, v), (u, y), (y, x), (v, u), (y, u), (v, x)]
    return frozenset(Point(*place) for place in every[:number])


def changed(size: int, dots: Dots, number: int, source: random.Random) -> Dots:
    """Return the dots after a random change."""

    def place() -> Point:
        return Point(source.randrange(1, 2 * size), source.randrange(1, 2 * size))

    kind = source.randrange(4)
    if kind == 0 or not dots:
        return dots | images(size, place(), number)
    old = source.choice(sorted(dots))
    dots -= images(size, old, number)
    if kind == 1:
        return dots
    if kind == 2:
        return dots | images(size, place(), number)
    near = Point(*(min(max(1, z + source.randint(-2, 2)), 2 * size - 1) for z in old))
    return dots | images(size, near, number)


def solutions(size: int, dots: Dots) -> int:
    """Return the number of solutions; 0 if these are no dots of a puzzle."""
    try:
        return count(Puzzle(size, size, tuple(in_reading_order(dots)))).total
    except GalaxiesError:
        return 0


def search(
    size: int, dots: Dots, number: int, steps: int, seed: int
) -> tuple[int, Dots]:
    """Return the greatest number of solutions that was found, and its dots."""
    source = random.Random(seed)
    now = max(1, solutions(size, dots))
    best, since = (now, dots), 0
    for step in range(steps):
        other = dots
        for _ in range(source.choice(CHANGES)):
            other = changed(size, other, number, source)
        heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
        found = solutions(size, other)
        since += 1
        if found and source.random() < (found / now) ** (1 / heat):
            now, dots = found, other
        if now > best[0]:
            best, since = (now, dots), 0
        elif since > RESTART * steps:
            (now, dots), since = best, 0
    return best


def main() -> None:
    """Search, and draw the best set of dots."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("size", type=int)
    parser.add_argument("--columns", type=int, nargs="*", help="x of the first dots")
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="turn")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    number = SYMMETRIES[options.symmetry]
    rows = range(1, 2 * options.size, 2)
    begin = frozenset(Point(x, y) for x in options.columns or rows for y in rows)
    steps = options.steps
    most, dots = search(options.size, begin, number, steps, options.seed)
    print(f"{most} solutions, {len(dots)} dots")
    board = Puzzle(options.size, options.size, tuple(in_reading_order(dots)))
    print(render(board, "text"))


if __name__ == "__main__":
    main()
