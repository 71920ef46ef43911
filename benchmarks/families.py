"""Measure the generators of puzzles with clues; `fences.py` measures those of fences.

python benchmarks/families.py           puzzles with the seeds 0 to 4 of several sizes
"""

import random
import time

from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named

SIZES = {
    "ring-ring": ((6, 5), (8, 8)),
    "two-not-touch": ((6, 6), (8, 8), (10, 10)),
    "circuit-board": ((6, 5), (7, 6), (10, 7)),
}
SEEDS = range(5)


def main() -> None:
    for name, sizes in SIZES.items():
        family = family_named(name)
        for size in sizes:
            seconds = []
            for seed in SEEDS:
                started = time.process_time()
                generate(family, size, random.Random(seed))
                seconds.append(time.process_time() - started)
            width, height = size
            mean = sum(seconds) / len(seconds)
            spread = f"{min(seconds):.2f} to {max(seconds):.2f}"
            print(
                f"{name:17} {width}x{height}: {spread}, mean {mean:.2f} s", flush=True
            )


if __name__ == "__main__":
    main()
