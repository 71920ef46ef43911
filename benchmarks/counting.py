"""Measure counting, enumerating, and what is forced, on boards with many solutions.

    python benchmarks/counting.py [NAME]

With a name, only the boards whose names contain it are measured. CPU time in process.
Boards are made at random (see `random_boards.py`); `clasp` is the rate, or the time,
with which the solver alone enumerates the same program with its default options,
printing and reading nothing. The best of three runs.
"""

import statistics
import sys
import time
from functools import partial

import clingo
from random_boards import random_board

from galaxies_asp.all_solutions.count import count
from galaxies_asp.all_solutions.count import forced as consequences
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast import rules
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.notation import parse_all
from galaxies_asp.solving.enumeration import batches

MOST_MODELS = 300_000
COUNT_SECONDS = 60
REPEAT = 3


def lattice(width: int, height: int, gap: int) -> Puzzle:
    """Return a board with a dot in the middle of each square of `gap` x `gap` cells."""
    across, down = range(gap, 2 * width, 2 * gap), range(gap, 2 * height, 2 * gap)
    return Puzzle(width, height, tuple(Point(x, y) for y in down for x in across))


def counting(chosen: str) -> None:
    """Print exact numbers of solutions, and how they came about."""
    columns = "| board | solutions | components | largest | decisions | seconds |"
    print(f"{columns} clasp alone |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    boards = {
        f"random {side}x{side}, {mean_size}": partial(
            random_board, side, side, mean_size, seed=3
        )
        for side, mean_size in ((100, 4), (100, 7), (200, 4), (200, 7), (400, 4))
    }
    boards |= {
        f"lattice {across}x{down}, {gap} apart": partial(lattice, across, down, gap)
        for across, down, gap in (
            (9, 9, 3),
            (12, 12, 4),
            (12, 12, 3),
            (6, 30, 3),
            (12, 16, 4),
            (16, 16, 4),
            (15, 15, 3),
        )
    }
    for name, board in boards.items():
        if chosen not in name:
            continue
        puzzle = board()
        found = count(puzzle, time_limit=COUNT_SECONDS)
        number = f"{found.total:.2e}" if found.total > 10**9 else str(found.total)
        mark = "" if found.complete else ">= "
        largest = max(found.components, default=1)
        alone = ""
        if found.complete and found.total <= MOST_MODELS:
            alone = f"{found.total / clasp_rate(puzzle, found.total):.3f}"
        print(
            f"| {name} | {mark}{number} | {len(found.components)} | {largest} | "
            f"{found.decisions} | {found.seconds:.3f} | {alone} |",
            flush=True,
        )


def enumerating(chosen: str) -> None:
    """Print how many verified solutions are delivered in a second."""
    print("\n| board | delivered | first, s | per second | clasp alone | ratio |")
    print("| --- | --: | --: | --: | --: | --: |")
    boards = {
        f"random {side}x{side}": partial(random_board, side, side, mean_size, seed)
        for side, mean_size, seed in ((50, 12, 4), (80, 4, 9), (100, 4, 3))
    }
    boards |= {
        f"lattice {side}x{side}, {gap} apart": partial(lattice, side, side, gap)
        for side, gap in ((12, 4), (12, 3), (16, 4), (15, 3))
    }
    for name, board in boards.items():
        if chosen not in name:
            continue
        puzzle = board()
        runs = [delivery(puzzle) for _ in range(REPEAT)]
        number = runs[0][0]
        first = min(run[1] for run in runs)
        rate = max(run[2] for run in runs)
        alone = max(clasp_rate(puzzle, number) for _ in range(REPEAT))
        print(
            f"| {name} | {number} | {first:.2f} | {rate:.0f} | {alone:.0f} | "
            f"{rate / alone:.2f} |",
            flush=True,
        )


def delivery(puzzle: Puzzle) -> tuple[int, float, float]:
    """Return how many solutions were delivered, when the first, and the rate."""
    started = time.process_time()
    delivered, first = 0, 0.0
    for batch in batches(puzzle):
        delivered += len(batch)
        first = first or time.process_time() - started
        if delivered > MOST_MODELS:
            break
    return delivered, first, delivered / (time.process_time() - started)


def clasp_rate(puzzle: Puzzle, models: int) -> float:
    """Return how many models the solver alone enumerates in a second."""
    started = time.process_time()
    control = clingo.Control([str(models)])
    program = rules.rules(Kernel.settled(puzzle).open_lists())
    control.add("base", [], f"asp 1 0 0\n{program}0\n")
    control.ground()
    control.solve()
    return models / (time.process_time() - started)


def forced(chosen: str) -> None:
    """Print how long it takes to find what is forced and what is open."""
    print("\n| puzzles | median ms | slowest ms |")
    print("| --- | --: | --: |")
    for name in ("tatham-normal-15x15", "tatham-unreasonable-15x15", "random-50x50"):
        if chosen not in name:
            continue
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        times = []
        for position in parse_all(text):
            started = time.process_time()
            consequences(position.puzzle)
            times.append(1000 * (time.process_time() - started))
        print(f"| {name} | {statistics.median(times):.1f} | {max(times):.1f} |")


if __name__ == "__main__":
    name = " ".join(sys.argv[1:])
    counting(name)
    enumerating(name)
    forced(name)
