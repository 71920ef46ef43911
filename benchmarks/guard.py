"""Compare the CPU time of two commits, on twelve commands.

    python benchmarks/guard.py BEFORE [AFTER] [--runs 7]

Both commits are checked out into temporary folders and run with the libraries of this
environment. Each command is run by both in turns, so that other work on the machine
adds to both. A row has the least CPU seconds of either, the median of the ratios of
pairs (above 1: slower), and the range of the middle half of the ratios. The exit code
is 1 if the middle half of some ratio lies above the bound.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from figures import number, row

ROOT = Path(__file__).parents[1]

COMMANDS = {
    "start": "--version",
    "solve 15x15": "solve --json idp-15x15",
    "solve by bit sets": "solve -q -e fast tatham-normal-30x30",
    "a batch": "solve -q tatham-normal-7x7 tatham-normal-10x10",
    "a search": "solve -q -e fast random-hard-30x30",
    "count": "count 6x6:pzizizcf idp-10x10",
    "hint": "hint -q idp-15x15",
    "walkthrough": "walkthrough --difficulty idp-10x10",
    "explain": "explain -q --at c1r1 idp-10x10",
    "generate": "generate -q --size 10x10 -n 5",
    "repair": "repair -q 3x3:dd",
    "boards": "boards count partitions 8x8",
}


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check a commit out into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", tree, commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=True)


def cpu_seconds(tree: Path, words: str) -> float:
    """Return the CPU time of a command of the version in a folder."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "galaxies_asp", *words.split()],
        env=os.environ | {"PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tree.parent,
    )
    _, status, used = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"galaxies {words} failed in {tree}")
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print a row for each command; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after", nargs="?", default="HEAD")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--bound", type=float, default=1.1)
    arguments = parser.parse_args()
    print(row("figure", "before, s", "after, s", "ratio", "middle half"))
    print(row("---", *4 * ("--:",)))
    slower = 0
    with checked_out(arguments.before) as before, checked_out(arguments.after) as after:
        for name, words in COMMANDS.items():
            pairs = [
                (cpu_seconds(before, words), cpu_seconds(after, words))
                for _ in range(arguments.runs)
            ]
            ratios = [new / old for old, new in pairs]
            low, middle, high = statistics.quantiles(ratios, n=4)
            least = (number(min(times)) for times in zip(*pairs, strict=True))
            print(row(name, *least, number(middle), f"{low:.2f} to {high:.2f}"))
            sys.stdout.flush()
            slower += low > arguments.bound
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main())
