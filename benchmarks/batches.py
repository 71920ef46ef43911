"""Measure batches: CPU time by default, by `fast`, and of several processes.

    python benchmarks/batches.py [PUZZLES]

Puzzles of the collection in random order, some of them often. The share of work is the
CPU time of one process over that of all processes: what remains is their start, and the
exchange of puzzles and answers. On an idle machine it is the share of the cores'
capacity. The batch is divided into parts of 1,000 puzzles, and the ways to solve it
take turns, because the load of a machine changes.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, table

from galaxies_asp.notation import parse_all, write

PUZZLES = Path(__file__).parents[1] / "puzzles"
NUMBER = 10_000
PART = 1_000
LONG = 100_000
RUNS = 5


def lines(size: int = NUMBER) -> Iterator[str]:
    """Yield the table of the section `batches`."""
    puzzles = [
        write(position.puzzle, "tatham").strip()
        for path in sorted(PUZZLES.glob("tatham-*x*.txt"))
        for position in parse_all(path.read_text(encoding="utf-8"))
    ]
    chosen = random.Random(1).choices(puzzles, k=size)
    jobs = os.cpu_count() or 1
    ways = ((), ("-j", f"{jobs}"), ("-j", f"{jobs}", "--time-limit=60"))
    spent = [0.0 for _ in ways]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "batch.txt")
        for first in range(0, size, PART):
            part = "\n".join(chosen[first : first + PART])
            file.write_text(part, encoding="utf-8")
            for way, options in enumerate(ways):
                spent[way] += _cpu_seconds("solve", "--json", *options, str(file))
        small = [puzzle for puzzle in puzzles if puzzle.startswith(("7x7", "10x10"))]
        file.write_text("\n".join(random.Random(1).choices(small, k=PART)))
        seconds: dict[str, list[float]] = {name: [] for name in ("auto", "fast")}
        for _ in range(RUNS):
            for name, spent_by in seconds.items():
                spent_by.append(_cpu_seconds("solve", "-q", "-e", name, str(file)))
        file.write_text("\n".join(random.Random(1).choices(small, k=LONG)))
        megabytes = _peak("solve", "-q", str(file)) / 1e6
    auto, fast = (min(spent_by) for spent_by in seconds.values())
    alone, shared, limited = spent
    yield from table(
        [
            Figure(f"{PART} puzzles of 7x7 and 10x10: auto, s", auto),
            Figure("auto / fast", auto / fast, 1.1),
            Figure(f"{size} puzzles, one process, s", alone),
            Figure(
                f"share of work with {jobs} jobs", alone / shared, 0.9, at_most=False
            ),
            Figure("the same with a limit per puzzle", alone / limited, at_most=False),
            Figure(
                f"{LONG:,} puzzles of 7x7 and 10x10, peak memory in MB", megabytes, 60
            ),
        ]
    )


def _cpu_seconds(*words: str) -> float:
    before = _spent()
    command = [sys.executable, "-m", "galaxies_asp", *words]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return _spent() - before


def _peak(*words: str) -> int:
    """Return the peak memory of a process, in bytes."""
    command = [sys.executable, "-m", "galaxies_asp", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, process.returncode, used = os.wait4(process.pid, 0)
    return used.ru_maxrss * 1024


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    print(*lines(*map(int, sys.argv[1:])), sep="\n")
