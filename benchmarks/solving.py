"""Measure grounding, the first solution and the proof of uniqueness, by encoding.

    python benchmarks/solving.py [--encodings fast,grow] [--repeat 5] [FILE ...]
    python benchmarks/solving.py --random 100,200,400,800

Without files, the puzzles of the collection are used, by size. CPU milliseconds in
process, reading and verifying the solutions included: for each puzzle the best of
several runs (noise only adds), of these the median over the puzzles of a size. With
`--random`, boards of that side are made (three and a third cells a dot), and each is
solved by the command, of which the CPU time and the peak memory are printed.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import clingo
import cp_sat
from figures import Figure, least_cpu_seconds, number, row, table
from random_boards import random_board
from tatham import solving_seconds

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import text
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.rules import rules as ground_rules
from galaxies_asp.notation import parse_all, write
from galaxies_asp.solving.search import solve

KINDS = ("normal", "unreasonable")

# Beyond these sides an encoding takes too long to be repeated.
LARGEST = {"idp": 15}

PROVED = [
    *(f"tatham-{kind}-{s}x{s}" for s in (7, 10, 15, 20, 25, 30) for kind in KINDS),
    *(f"random-{side}x{side}" for side in (30, 40, 50)),
    *(f"random-hard-{side}x{side}" for side in (12, 15, 20, 25)),
]
"""The files of the section `solving`."""

AHEAD = 3.0
"""How many times faster than the C program a proof is to be, from 10x10 on."""

WORK = 10**8
"""The work after which the kernel gives up; no puzzle takes as much."""

RUNS = 5

NO_SEARCH: dict[str, Any] = {
    "problem": {"lp": {"rules": 0}},
    "solving": {"solvers": {"conflicts": 0}},
}

COLUMNS = (
    *("encoding", "source", "side", "puzzles", "ground", "first solution", "proof"),
    *("slowest", "rules", "conflicts"),
)


def collection(files: list[Path]) -> dict[tuple[str, int], list[Puzzle]]:
    """Return the puzzles of the files, by source and size."""
    groups: dict[tuple[str, int], list[Puzzle]] = defaultdict(list)
    for path in files:
        source = re.sub(r"-\d+x\d+$", "", path.stem)
        for position in parse_all(path.read_text(encoding="utf-8")):
            puzzle = position.puzzle
            side = max(puzzle.width, puzzle.height)
            groups[source, side].append(puzzle)
    return groups


def milliseconds(puzzle: Puzzle, encoding: str, models: int, repeat: int) -> float:
    """Return the least CPU time of several runs."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        solve(puzzle, models, rules=encoding)
        times.append(time.process_time() - started)
    return 1000 * min(times)


def grounding(puzzle: Puzzle, encoding: str, repeat: int) -> float:
    """Return the least CPU time of grounding in several runs."""
    runs = [solve(puzzle, 1, rules=encoding).seconds.ground for _ in range(repeat)]
    return 1000 * min(runs)


def measure(puzzles: list[Puzzle], encoding: str, repeat: int) -> str:
    """Return the cells of a row: medians over the puzzles."""
    ground = [grounding(puzzle, encoding, repeat) for puzzle in puzzles]
    first = [milliseconds(puzzle, encoding, 1, repeat) for puzzle in puzzles]
    proof = [milliseconds(puzzle, encoding, 2, repeat) for puzzle in puzzles]
    counts: list[Any] = [
        solve(puzzle, rules=encoding, statistics=True).statistics for puzzle in puzzles
    ]
    # Without a search by clingo there are no rules and no conflicts.
    found = [count for count in counts if "problem" in count] or [NO_SEARCH]
    rules = [count["problem"]["lp"]["rules"] for count in found]
    conflicts = [count["solving"]["solvers"]["conflicts"] for count in found]
    return (
        f"{statistics.median(ground):.1f} | {statistics.median(first):.1f} | "
        f"{statistics.median(proof):.1f} | {max(proof):.1f} | "
        f"{statistics.median(rules):.0f} | {statistics.median(conflicts):.0f}"
    )


def compare(files: list[Path], encodings: list[str], repeat: int) -> None:
    """Print a row for each encoding, source and size."""
    print("| " + " | ".join(COLUMNS) + " |")
    print("| --- | --- |" + " --: |" * (len(COLUMNS) - 2))
    groups = collection(files)
    for encoding in encodings:
        for (source, side), puzzles in sorted(groups.items()):
            if side <= LARGEST.get(encoding, side):
                cells = measure(puzzles, encoding, repeat)
                row = f"| {encoding} | {source} | {side} | {len(puzzles)} | {cells} |"
                print(row, flush=True)


def lines() -> Iterator[str]:
    """Yield the tables of the section `solving`: proofs by several programs."""
    yield from peers()
    yield ""
    figures = []
    for name in ("tatham-normal-15x15", "tatham-normal-30x30"):
        ratios = []
        for puzzle in puzzles_of(name):
            whole, raw = least_cpu_seconds(
                [
                    partial(solve, puzzle, rules="grow"),
                    partial(raw_clingo, text("grow").text + program(puzzle)),
                ],
                RUNS,
            )
            ratios.append(whole / raw)
        what = f"grow, {name}, times the raw calls of clingo"
        note = f"{len(ratios)} puzzles"
        figures.append(Figure(what, statistics.median(ratios), 1.5, note=note))
    yield from table(figures)


def peers() -> Iterator[str]:
    """Yield a table of proofs: a row of medians, in milliseconds, for each file."""
    titles = ["puzzles", "number", "kernel", "C", "C ends", "C / kernel", "spread"]
    titles += ["reached", "`fast`", "`grow`", "clasp", "CP-SAT"]
    yield row(*titles)
    yield row("---", *("--:" for _ in titles[1:]))
    for name in PROVED:
        puzzles = puzzles_of(name)
        times = [
            [least_cpu_seconds([work], RUNS)[0] for work in _works(puzzle)]
            for puzzle in puzzles
        ]
        theirs = [solving_seconds(puzzle) for puzzle in puzzles]
        both = zip(theirs, times, strict=True)
        ratios = [peer / ours for peer, (ours, *_) in both if peer is not None]
        ended = [1000 * peer for peer in theirs if peer is not None]
        kernel, fast, grow, clasp = (
            number(1000 * statistics.median(column))
            for column in zip(*times, strict=True)
        )
        ahead = statistics.median(ratios) if ratios else None
        spread = f"{number(min(ratios))} to {number(max(ratios))}" if ratios else ""
        target = 1.0 if "7x7" in name else AHEAD
        yield row(
            *(name, len(puzzles), kernel),
            *(number(statistics.median(ended)) if ended else "", len(ended)),
            *(number(ahead), spread),
            "" if ahead is None else "yes" if ahead >= target else "no",
            *(fast, grow, clasp, _by_cp_sat(puzzles)),
        )


def _by_kernel(puzzle: Puzzle) -> None:
    found = Kernel.of(puzzle).search(2, WORK)
    assert (found.exhausted, len(found.solutions)) == (True, 1), puzzle


_by_fast = partial(solve, rules="fast")
_by_grow = partial(solve, rules="grow")


def _by_cp_sat(puzzles: list[Puzzle]) -> str:
    times = [cp_sat.solving_seconds(puzzle) for puzzle in puzzles]
    known = [1000 * seconds for seconds in times if seconds is not None]
    return number(statistics.median(known) if known else None)


def _works(puzzle: Puzzle) -> list[Callable[[], object]]:
    """Return what is measured on a puzzle, in the order of the columns."""
    rules = ground_rules(Kernel.of(puzzle).open_lists())
    ways = _by_kernel, _by_fast, _by_grow
    return [*(partial(way, puzzle) for way in ways), partial(_by_clasp, rules)]


def _by_clasp(rules: str) -> None:
    program = Program(["2"], short_searches=True)
    program.add_ground_rules(rules)
    assert sum(1 for _ in program.models()) == 1


def puzzles_of(name: str) -> list[Puzzle]:
    """Return the puzzles of a shipped file."""
    path = data_folder("puzzles") / f"{name}.txt"
    return [p.puzzle for p in parse_all(path.read_text(encoding="utf-8"))]


def raw_clingo(source: str) -> None:
    """Ground and solve a text, without reading the models."""
    control = clingo.Control(["2"])
    control.add("base", [], source)
    control.ground([("base", [])])
    control.solve()


def solve_alone(encoding: str, file: str) -> None:
    """Solve a board by the command, and print the figures as JSON.

    This process is small: what is measured of its child begins with its own memory.
    """
    words = "solve", "-q", "-e", encoding, file
    command = [sys.executable, "-m", "galaxies_asp", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, process.returncode, used = os.wait4(process.pid, 0)
    seconds = round(used.ru_utime + used.ru_stime, 2)
    print(
        json.dumps({"cpu_seconds": seconds, "peak_megabytes": used.ru_maxrss // 1024})
    )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--encodings", default="fast,grow,assign,idp")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--random", metavar="SIDES")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    encodings = arguments.encodings.split(",")
    if arguments.alone:
        solve_alone(encodings[0], arguments.alone)
    elif arguments.random:
        for encoding in encodings:
            for side in arguments.random.split(","):
                board = random_board(int(side), int(side), mean_size=7, seed=1)
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder, f"{side}x{side}.lp")
                    file.write_text(write(board, "facts"), encoding="utf-8")
                    named = ["--encodings", encoding, "--alone", str(file)]
                    print(encoding, side, len(board.centers), end=" ", flush=True)
                    subprocess.run([sys.executable, __file__, *named], check=True)
    else:
        files = arguments.files or sorted(data_folder("puzzles").glob("*.txt"))
        compare(files, encodings, arguments.repeat)


if __name__ == "__main__":
    main()
