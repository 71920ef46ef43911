"""How much faster counts of boards are with several threads.

    python benchmarks/threads.py                # all counts, with 1 and 2 threads
    python benchmarks/threads.py --threads 8 partitions 11x11

Prints the CPU seconds of one thread, those of all threads, and those of the longest
path: what is not shared, and of each share the thread that took longest. So it needs no
idle processors. Where -j is refused, it prints the reason.
"""

import argparse
import time
from collections.abc import Callable, Iterable
from heapq import heapreplace

from galaxies_asp.cli.boards.options import shape_of
from galaxies_asp.cli.values import SIZE
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.compiled import Item, Result, Threads

COUNTS = [
    ("partitions", "11x11"),
    ("partitions", "8x8"),
    ("arrangements", "15x15"),
    ("galaxies", "6x8"),
    ("galaxies-toroidal", "6x7"),
    ("dot-sets", "5x6"),
    ("proper", "5x6"),
]


class Measured:
    """Adds up what threads save."""

    def __init__(self) -> None:
        self.saved = 0.0
        self._map = Threads.map

    def map(
        self,
        threads: Threads,
        function: Callable[[Item], Result],
        items: Iterable[Item],
    ) -> list[Result]:
        """Do the same as `Threads.map`."""
        seconds: list[float] = []

        def timed(item: Item) -> Result:
            started = time.thread_time()
            result = function(item)
            seconds.append(time.thread_time() - started)
            return result

        results = self._map(threads, timed, items)
        loads = [0.0] * threads.count
        for each in sorted(seconds, reverse=True):
            heapreplace(loads, loads[0] + each)
        self.saved += sum(seconds) - max(loads)
        return results


def measure(kind: str, size: str, jobs: int) -> tuple[float, float]:
    """Return the CPU seconds of all threads, and those of the longest path."""
    width, height = SIZE.convert(size, None, None)
    measured, plain = Measured(), Threads.map
    Threads.map = lambda *arguments: measured.map(*arguments)  # type: ignore[method-assign]
    started = time.process_time()
    try:
        counting.count_shape(kind, shape_of(width, height, "square"), jobs=jobs)
    finally:
        Threads.map = plain  # type: ignore[method-assign]
    spent = time.process_time() - started
    return spent, spent - measured.saved


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", nargs="*", help="a kind and a size")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    print(
        "count, CPU seconds of one thread, of all threads, of the longest path, ratio"
    )
    for kind, size in [tuple(given.board)] if given.board else COUNTS:
        alone, _ = measure(kind, size, 1)
        try:
            together, path = measure(kind, size, given.threads)
        except GalaxiesError as error:
            print(f"{kind} {size}: {error}")
            continue
        figures = f"{alone:.2f} {together:.2f} {path:.2f} {alone / path:.2f}"
        print(f"{kind} {size} {figures}", flush=True)


if __name__ == "__main__":
    main()
