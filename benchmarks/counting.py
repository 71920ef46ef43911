"""Measure counting, enumerating, and what is forced, on boards with many solutions.

    python benchmarks/counting.py

CPU time in process. Boards are made at random (see `boards.py`); `clasp` is the rate at
which the solver alone enumerates the same program, printing and reading nothing.
"""

import statistics
import time

import clingo
from boards import random_board

from galaxies_asp import fast
from galaxies_asp.count import count
from galaxies_asp.encodings import data_folder
from galaxies_asp.enumeration import batches
from galaxies_asp.fixpoint import open_pairs
from galaxies_asp.notation import parse_all
from galaxies_asp.possible import possibilities
from galaxies_asp.puzzle import Puzzle

MOST_MODELS = 300_000


def lattice(side: int, gap: int) -> Puzzle:
    """Return a board with a dot in the middle of each square of `gap` x `gap` cells."""
    middles = range(gap, 2 * side, 2 * gap)
    return Puzzle(side, side, [(x, y) for y in middles for x in middles])


def counting() -> None:
    """Print exact numbers of solutions, and how they came about."""
    print("| board | solutions | components | largest | decisions | seconds |")
    print("| --- | --: | --: | --: | --: | --: |")
    boards = {
        f"random {side}x{side}, {mean_size}": random_board(
            side, side, mean_size, seed=3
        )
        for side, mean_size in ((100, 4), (100, 7), (200, 4), (200, 7), (400, 4))
    }
    boards |= {f"lattice {side}/{gap}": lattice(side, gap) for side, gap in ((9, 3),)}
    for name, puzzle in boards.items():
        found = count(puzzle, time_limit=120)
        number = f"{found.total:.2e}" if found.total > 10**9 else str(found.total)
        mark = "" if found.complete else ">= "
        largest = max(found.components, default=1)
        print(
            f"| {name} | {mark}{number} | {len(found.components)} | {largest} | "
            f"{found.decisions} | {found.seconds:.3f} |",
            flush=True,
        )


def enumerating() -> None:
    """Print how many verified solutions are delivered in a second."""
    print("\n| board | solutions | delivered | per second | clasp | ratio |")
    print("| --- | --: | --: | --: | --: | --: |")
    for side, mean_size, seed in ((50, 12, 4), (80, 4, 9), (100, 4, 3)):
        puzzle = random_board(side, side, mean_size, seed)
        started = time.process_time()
        delivered = 0
        for batch in batches(puzzle):
            delivered += len(batch)
            if delivered > MOST_MODELS:
                break
        rate = delivered / (time.process_time() - started)
        alone = clasp_rate(puzzle, delivered)
        print(
            f"| random {side}x{side} | {count(puzzle).total} | {delivered} | "
            f"{rate:.0f} | {alone:.0f} | {rate / alone:.2f} |",
            flush=True,
        )


def clasp_rate(puzzle: Puzzle, models: int) -> float:
    """Return how many models the solver alone enumerates in a second."""
    started = time.process_time()
    control = clingo.Control([str(models)])
    control.add("base", [], fast.aspif(open_pairs(puzzle)))
    control.ground()
    control.solve()
    return models / (time.process_time() - started)


def forced() -> None:
    """Print how long it takes to find what is forced and what is open."""
    print("\n| puzzles | median ms | slowest ms |")
    print("| --- | --: | --: |")
    for name in ("tatham-normal-15x15", "tatham-unreasonable-15x15", "random-50x50"):
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        times = []
        for position in parse_all(text):
            started = time.process_time()
            possibilities(position.puzzle)
            times.append(1000 * (time.process_time() - started))
        print(f"| {name} | {statistics.median(times):.1f} | {max(times):.1f} |")


if __name__ == "__main__":
    counting()
    enumerating()
    forced()
