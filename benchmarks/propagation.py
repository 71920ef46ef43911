"""Measure propagation: by bit sets and by the compiled kernel, and after a decision.

    python benchmarks/propagation.py [--repeat 7] [FILE ...]

CPU milliseconds in process: for each puzzle the best of several runs, of these the
median over the puzzles of a file. The last column is the propagation of the bit sets
after one decision, that an open candidate belongs to the region: the median over all
decisions of the puzzles.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.propagation import Contradiction, Propagation
from galaxies_asp.notation import parse_all


def milliseconds(work: Callable[[], object], runs: int) -> float:
    """Return the least CPU time of several runs."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return 1000 * min(times)


def _by_bits(puzzle: Puzzle) -> None:
    Propagation.of_all_rules(Bitboard(puzzle)).settle()


def decisions(puzzle: Puzzle) -> Iterator[Callable[[], None]]:
    """Yield for each open candidate the propagation after it is chosen."""
    state = Propagation.of_all_rules(Bitboard(puzzle))
    state.settle()
    for dot, candidates, _ in state.open():
        while candidates:
            yield partial(_decide, state, dot, candidates & -candidates)
            candidates &= candidates - 1


def _decide(state: Propagation, dot: int, cell: Bits) -> None:
    after = state.copy()
    with suppress(Contradiction):
        after.claim(dot, cell)
        after.settle()


def main() -> None:
    """Print a row for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=7)
    arguments = parser.parse_args()
    print("| file | puzzles | bit sets | kernel | after a decision |")
    print("| --- | --: | --: | --: | --: |")
    for path in arguments.files or sorted(data_folder("puzzles").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        puzzles = [position.puzzle for position in parse_all(text)]
        works = (
            [partial(_by_bits, puzzle) for puzzle in puzzles],
            [partial(Kernel.settled, puzzle) for puzzle in puzzles],
            [one for puzzle in puzzles for one in decisions(puzzle)],
        )
        medians = [
            statistics.median(milliseconds(one, arguments.repeat) for one in work)
            if work
            else None
            for work in works
        ]
        cells = " | ".join("" if m is None else f"{m:.3f}" for m in medians)
        print(f"| {path.stem} | {len(puzzles)} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
