"""Measure fences and loops: CPU seconds, ground rules, memory, and generated puzzles.

python benchmarks/fences.py             the collection and grounding
python benchmarks/fences.py SIDE...     a puzzle of each side with seed 1
python benchmarks/fences.py posts       the fences that each post may have
"""

import random
import resource
import sys
import time
from math import comb

import clingo

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.families.fences.family import family, sheet_of
from galaxies_asp.families.fences.generate import generate
from galaxies_asp.families.fences.notation import read
from galaxies_asp.families.fences.puzzle import FencePuzzle
from galaxies_asp.solving.search import solve

ORIGINAL = "js-2024-09"


def grounding(puzzle: FencePuzzle) -> tuple[float, int]:
    """Return the CPU seconds of grounding alone, and the number of ground rules."""
    folder = data_folder("encodings")
    started = time.process_time()
    control = clingo.Control()
    control.load(str(folder / "fences" / "lattice" / f"{puzzle.lattice.name}.lp"))
    control.load(str(folder / "fences" / f"{puzzle.goal}.lp"))
    control.add("base", [], puzzle.facts)
    control.ground()
    seconds = time.process_time() - started
    control.solve(on_model=lambda _: False)
    return seconds, int(control.statistics["problem"]["lp"]["rules"])


def collection() -> None:
    path = data_folder("puzzles") / "hex" / "hexagonal.jsonl"
    for board in read(path.read_text(encoding="utf-8")):
        result = solve(sheet_of(board), 0)
        seconds = result.seconds
        print(
            f"{board.puzzle.name:20} loops {result.different()['loops']} solutions "
            f"{len(result.solutions):3} ground {seconds.ground:.3f} s "
            f"total {seconds.total:.3f} s"
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {memory} MB")
    for side in (3, 6, 9, 12, 15):
        seconds_, rules = grounding(FencePuzzle(side))
        print(f"side {side:2}: {rules:7} rules, grounded in {seconds_:.3f} s")


def puzzles(sides: list[int]) -> None:
    for side in sides:
        started = time.process_time()
        made = generate((side, side), random.Random(1), family("hexagonal-fences"))
        print(
            f"side {side}: {len(made.puzzle.posts)} posts, a loop of "
            f"{len(made.loop)} cells, {time.process_time() - started:.1f} s",
            flush=True,
        )


def posts() -> None:
    """Print how many sets of fences each post of the original puzzle may have."""
    path = data_folder("puzzles") / "hex" / "hexagonal.jsonl"
    boards = [board.puzzle for board in read(path.read_text(encoding="utf-8"))]
    (puzzle,) = (board for board in boards if board.name == ORIGINAL)
    free = set(puzzle.lattice.cells(puzzle.side)) - set(puzzle.numbers)
    product = 1
    for cell, number in sorted(puzzle.posts, key=lambda post: -post.number):
        reaches = [
            puzzle.lattice.reach(cell, direction, free.__contains__)
            for direction in puzzle.lattice.directions
        ]
        ways = [1] + [0] * number
        for reach in reaches:
            ways = [
                sum(ways[total - length] for length in range(min(reach, total) + 1))
                for total in range(number + 1)
            ]
        product *= ways[number]
        unbounded = comb(number + 5, 5)
        print(
            f"{number:3} at {cell}: {unbounded} without a border, {ways[number]} here"
        )
    print(f"product of the last column: {product}")


if __name__ == "__main__":
    if sys.argv[1:] == ["posts"]:
        posts()
    elif len(sys.argv) > 1:
        puzzles([int(side) for side in sys.argv[1:]])
    else:
        collection()
