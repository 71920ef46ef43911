"""Measure fences and loops: CPU seconds, ground rules, memory, and generated puzzles.

python benchmarks/fences.py             the collection and grounding
python benchmarks/fences.py SIDE...     a puzzle of each side with seed 1
"""

import random
import resource
import sys
import time

import clingo

from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.search import solve

FAMILY = family_named("hexagonal-fences")


def grounding(side: int) -> tuple[float, int]:
    """Return the CPU seconds of grounding alone, and the number of ground rules."""
    text = FAMILY.source("encoding.lp").text
    started = time.process_time()
    control = clingo.Control()
    control.add("base", [], f"{text}\nside({side}).")
    control.ground()
    seconds = time.process_time() - started
    control.solve(on_model=lambda _: False)
    return seconds, int(control.statistics["problem"]["lp"]["rules"])


def collection() -> None:
    """Print what the shipped puzzles and grounding take."""
    for name, facts in FAMILY.instances.items():
        result = solve(Sheet(FAMILY, name, FAMILY.puzzle(facts)), 0)
        seconds = result.seconds
        print(
            f"{name:20} loops {result.different()['line']} solutions "
            f"{len(result.solutions):3} ground {seconds.ground:.3f} s "
            f"total {seconds.total:.3f} s"
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {memory} MB")
    for side in (3, 6, 9, 12, 15):
        taken, rules = grounding(side)
        print(f"side {side:2}: {rules:7} rules, grounded in {taken:.3f} s")


def puzzles(sides: list[int]) -> None:
    """Print what the maker takes, and how large its puzzles are."""
    for side in sides:
        started = time.process_time()
        made = generate(FAMILY, (side, side), random.Random(1))
        print(
            f"side {side}: {made.facts.count('post(')} posts, a loop of "
            f"{sum(atom.name == 'line' for atom in made.atoms)} cells, "
            f"{time.process_time() - started:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        puzzles([int(side) for side in sys.argv[1:]])
    else:
        collection()
