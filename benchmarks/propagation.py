"""Compare propagation by bit sets and by arrays, by the size of the board.

    python benchmarks/propagation.py [--repeat 7] [FILE ...]

CPU milliseconds in process: for each puzzle the best of several runs, of these the
median over the puzzles of a file. `fixpoint.MAX_BITS` is the size up to which bit sets
are faster.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from galaxies_asp.asp.encodings import data_folder
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast import arrays, fixpoint
from galaxies_asp.notation import parse_all


def milliseconds(work: Callable[[Puzzle], object], puzzle: Puzzle, runs: int) -> float:
    """Return the least CPU time of several runs."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        work(puzzle)
        times.append(time.process_time() - started)
    return 1000 * min(times)


def main() -> None:
    """Print a row for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=7)
    arguments = parser.parse_args()
    print("| file | puzzles | bit sets | arrays |\n| --- | --: | --: | --: |")
    for path in arguments.files or sorted(data_folder("puzzles").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        puzzles = [position.puzzle for position in parse_all(text)]
        medians = [
            statistics.median(milliseconds(work, p, arguments.repeat) for p in puzzles)
            for work in (fixpoint.lists_of_bits, arrays.open_pairs)
        ]
        cells = " | ".join(f"{median:.2f}" for median in medians)
        print(f"| {path.stem} | {len(puzzles)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
