"""Measure the generators of puzzle types; `fences.py` measures those of fences.

python benchmarks/families.py                     puzzles of the usual types and sizes
python benchmarks/families.py shikaku 10x10       of one type and size
python benchmarks/families.py --variety hitori 8x8

Each puzzle is proved to have exactly one solution, by its encoding without taste. With
`--variety`, the mean and the largest overlap of two of 50 puzzles is printed: the
number of common atoms, divided by the number of atoms in either of the two. The atoms
of a board are its clues and those of its solution.
"""

import random
import sys
import time
from itertools import combinations
from statistics import mean, median

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named

SIZES = {
    "slitherlink": ("7x7", "10x10", "15x15"),
    "shikaku": ("10x10",),
    "hitori": ("10x10", "12x12"),
    "nurikabe": ("7x7", "8x8", "10x10"),
    "star-battle": ("8x8",),
    "ring-ring": ("6x5", "8x8", "10x10"),
    "two-not-touch": ("6x6", "8x8", "10x10"),
    "circuit-board": ("6x5", "7x6", "10x7"),
}
SEEDS, BOARDS = 5, 50


def measure(name: str, said: str) -> None:
    """Print the CPU time of puzzles with the seeds from 0 on."""
    width, height = map(int, said.split("x"))
    seconds = []
    for seed in range(SEEDS):
        started = time.process_time()
        generate(family_named(name), (width, height), random.Random(seed))
        seconds.append(time.process_time() - started)
    spread = f"{min(seconds):.2f} to {max(seconds):.2f}"
    print(f"{name:13} {said}: {spread}, median {median(seconds):.2f} s", flush=True)


def compare(name: str, said: str) -> None:
    """Print how much boards have in common, and how much their solutions have."""
    width, height = map(int, said.split("x"))
    family = family_named(name)
    solutions, boards = [], []
    for seed in range(BOARDS):
        made = generate(family, (width, height), random.Random(seed))
        clues = {a for a in facts_of(made.facts) if a.signature in family.clues}
        solutions.append(made.atoms)
        boards.append(made.atoms | clues)
    for what, atoms in ("boards", boards), ("solutions", solutions):
        common = [len(a & b) / len(a | b) for a, b in combinations(atoms, 2)]
        overlap = f"overlap {mean(common):.2f}, largest {max(common):.2f}"
        print(f"{name} {said}: {what} {overlap}", flush=True)


def main() -> None:
    """Measure what the arguments name."""
    is_variety = "--variety" in sys.argv
    named = [argument for argument in sys.argv[1:] if argument != "--variety"]
    sizes = {named[0]: tuple(named[1:])} if named else SIZES
    for name, of_family in sizes.items():
        for said in of_family:
            (compare if is_variety else measure)(name, said)


if __name__ == "__main__":
    main()
