"""Measure fences and loops: CPU seconds, ground rules, memory, and generated puzzles.

python benchmarks/fences.py             the collection and grounding
python benchmarks/fences.py SIDE...     a puzzle of each side with seed 1
"""

import random
import resource
import sys
import time

import clingo

from galaxies_asp.asp.data import data_folder
from galaxies_asp.fences.generate import generate
from galaxies_asp.fences.notation import puzzle_of, read
from galaxies_asp.fences.puzzle import FencePuzzle
from galaxies_asp.fences.solve import facts, solve


def grounding(puzzle: FencePuzzle) -> tuple[float, int]:
    """Return the CPU seconds of grounding alone, and the number of ground rules."""
    folder = data_folder("encodings")
    started = time.process_time()
    control = clingo.Control()
    control.load(str(folder / "lattice" / f"{puzzle.lattice.name}.lp"))
    control.load(str(folder / "fences" / f"{puzzle.goal}.lp"))
    control.add("base", [], facts(puzzle))
    control.ground()
    seconds = time.process_time() - started
    control.solve(on_model=lambda _: False)
    return seconds, int(control.statistics["problem"]["lp"]["rules"])


def collection() -> None:
    path = data_folder("puzzles") / "hex" / "hexagonal.jsonl"
    for board in read(path.read_text(encoding="utf-8")):
        result = solve(puzzle_of(board))
        seconds = result.seconds
        print(
            f"{puzzle_of(board).name:20} loops {len(result.loops)} solutions "
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
        made = generate(side, random.Random(1))
        print(
            f"side {side}: {len(made.puzzle.posts)} posts, a loop of "
            f"{len(made.loop)} cells, {time.process_time() - started:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        puzzles([int(side) for side in sys.argv[1:]])
    else:
        collection()
