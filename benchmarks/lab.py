"""Measure what the lab itself costs: its overhead a run, and a whole comparison.

    python benchmarks/lab.py

The overhead is what passes on the clock for a run of an encoding with nothing in it but
a contradiction, beyond the CPU time that clingo takes to ground and refute it. Other
work on the machine makes it longer; so the median is what counts.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from galaxies_asp.families.family import Board
from galaxies_asp.lab.cost import NAME, Job
from galaxies_asp.lab.store import Campaign, Store
from galaxies_asp.processes.pool import Pool, RequestLimits

RUNS = 100
LIMITS = RequestLimits(60, 4_000_000_000)
ENCODINGS = ("fast", "grow", "choice+pair", "walls", "assign", "idp")
PUZZLES = ("idp-5x5", "idp-7x7", "idp-10x10", "idp-15x15")


def overhead(folder: Path, path: Path | None) -> tuple[float, float]:
    """Return the milliseconds of overhead of a run, and of one that is remembered."""
    encoding = folder / "empty.lp"
    encoding.write_text("#false.\n")
    board = Board("empty", "width(1). height(1).")
    jobs = [Job("galaxies", str(encoding), board, seed) for seed in range(RUNS)]
    ends: list[float] = []
    with Pool(1, NAME) as workers, Store(path) as store:
        work = Campaign(workers, LIMITS, store)
        runs = work.run(jobs, lambda *_: ends.append(time.perf_counter()))
        started = time.perf_counter()
        Campaign(workers, LIMITS, store).run(jobs)
        remembered = (time.perf_counter() - started) / RUNS
    walls = [after - before for before, after in pairwise(ends)]
    clingo = statistics.median(run.seconds for run in runs.values())
    return 1000 * (statistics.median(walls) - clingo), 1000 * remembered


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, path in (("without", None), ("with", folder / "runs.sqlite")):
            run, remembered = overhead(folder, path)
            print(
                f"{title} a store: {run:.1f} ms a run, {remembered:.2f} ms for a run "
                "that is remembered"
            )
    command = [sys.executable, "-m", "galaxies_asp", "lab", "compare"]
    command += [*ENCODINGS, *PUZZLES, "--seeds", "3", "--jobs", "2"]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    print(
        f"{len(ENCODINGS)} encodings, {len(PUZZLES)} puzzles, 3 seeds, 2 processes: "
        f"{seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
