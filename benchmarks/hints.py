"""Measure hints, walkthroughs, reasons and difficulty on the collection.

    python benchmarks/hints.py hints [FILE ...]
    python benchmarks/hints.py reasons [FILE ...]
    python benchmarks/hints.py walkthroughs [--largest N] [FILE ...]
    python benchmarks/hints.py difficulty [FILE ...]
    python benchmarks/hints.py study [FILE ...]
    TATHAM_SOURCE=... python benchmarks/hints.py fresh

`hints` asks for a hint from every position that a walkthrough passes through, each as a
question of its own: the search for a mistake is part of it. `reasons` asks why for some
cells of the empty board. Times are CPU milliseconds in
process, and CPU seconds for `walkthroughs`. `difficulty` has no times: it gives the
same figures everywhere. `study` compares grades and efforts with the conflicts that
clasp needs for `grow` until it has proved that the solution is the only one. `fresh`
rates new puzzles of the generator of Simon Tatham's collection (see `tatham.py`); its
last column is the share of pairs in which the Unreasonable puzzle has more effort than
the Normal one.
"""

import argparse
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

from tatham import game_ids

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import text
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining import (
    Step,
    difficulty,
    explain,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.answers.grading import GRADES
from galaxies_asp.explaining.words.levels import Level
from galaxies_asp.notation import parse, parse_all

CELLS = 5
FRESH = 40


def milliseconds(question: Callable[[], object]) -> float:
    started = time.process_time()
    question()
    return 1000 * (time.process_time() - started)


def spread(values: list[float], digits: int = 1) -> str:
    ordered = sorted(values)
    slow = ordered[int(0.95 * (len(ordered) - 1))]
    columns = (statistics.median(ordered), slow, ordered[-1])
    return " | ".join(f"{value:.{digits}f}" for value in columns)


def hints(name: str, puzzles: list[Puzzle]) -> None:
    times: list[float] = []
    kinds: dict[Level, list[float]] = defaultdict(list)
    for puzzle in puzzles:
        way = walkthrough(puzzle)
        for position, step in zip(way.positions(), way.steps, strict=False):
            taken = milliseconds(partial(hint, position))
            times.append(taken)
            kinds[Level(step.level)].append(taken)
    medians = " | ".join(
        f"{statistics.median(kinds[level]):.1f}" if kinds[level] else ""
        for level in Level
    )
    print(f"| {name} | {len(puzzles)} | {len(times)} | {spread(times)} | {medians} |")


def reasons(name: str, puzzles: list[Puzzle]) -> None:
    taken: list[float] = []
    sizes: list[int] = []
    rng = random.Random(1)
    for puzzle in puzzles:
        for cell in rng.sample(list(puzzle.cells()), CELLS):
            found = explain(puzzle, cell)
            assert found is not None
            sizes.append(len(found.lemmas))
            taken.append(milliseconds(partial(explain, puzzle, cell)))
    mean = statistics.mean(sizes)
    print(f"| {name} | {len(taken)} | {spread(taken)} | {mean:.1f} |", flush=True)


def walkthroughs(name: str, puzzles: list[Puzzle]) -> None:
    seconds = [milliseconds(partial(walkthrough, puzzle)) / 1000 for puzzle in puzzles]
    print(f"| {name} | {len(puzzles)} | {spread(seconds, 2)} |", flush=True)


def difficulties(name: str, puzzles: list[Puzzle]) -> None:
    ways = [walkthrough(puzzle) for puzzle in puzzles]
    assert all(isinstance(step, Step) for way in ways for step in way.steps)
    measured = [difficulty(way) for way in ways]
    efforts = [d.effort for d in measured]
    grades = Counter(d.grade for d in measured)
    steps = " | ".join(str(sum(d.steps[level] for d in measured)) for level in Level)
    shares = ", ".join(f"{n} {grade}" for grade, n in grades.most_common())
    print(
        f"| {name} | {len(puzzles)} | {statistics.mean(efforts):.2f} | "
        f"{min(efforts):.2f} to {max(efforts):.2f} | {shares} | "
        f"{max(d.largest_reason for d in measured)} | {steps} |"
    )


LEVELS = [level.words for level in Level]
TABLES: dict[str, tuple[Callable[[str, list[Puzzle]], None], list[str]]] = {
    "hints": (
        hints,
        ["puzzles", "hints", "median", "95 %", "slowest", *LEVELS],
    ),
    "reasons": (
        reasons,
        [
            *("cells", "median", "95 %", "slowest", "steps before"),
        ],
    ),
    "walkthroughs": (
        walkthroughs,
        ["puzzles", "median", "95 %", "slowest"],
    ),
    "difficulty": (
        difficulties,
        ["puzzles", "effort", "range", "grades", "largest reason", *LEVELS],
    ),
}


def conflicts(puzzle: Puzzle) -> int:
    program = Program(["2"], text("grow"), short_searches=True)
    program.add(facts.program(puzzle))
    program.ground()
    program.search()
    return int(program.control.statistics["solving"]["solvers"]["conflicts"])


def study(puzzles: list[Puzzle]) -> None:
    found = [(difficulty(walkthrough(p)), conflicts(p)) for p in puzzles]
    print("| grade | puzzles | median effort | median conflicts | most conflicts |")
    print("| --- | --: | --: | --: | --: |")
    for grade in dict.fromkeys(GRADES.values()):
        of_grade = [(d.effort, n) for d, n in found if d.grade == grade]
        if of_grade:
            of_efforts, counts = zip(*of_grade, strict=True)
            print(
                f"| {grade} | {len(of_grade)} | {statistics.median(of_efforts):.2f} | "
                f"{statistics.median(counts):g} | {max(counts)} |"
            )
    efforts = [float(d.effort) for d, _ in found]
    counts_of_all = [float(n) for _, n in found]
    rank = statistics.correlation(ranks(efforts), ranks(counts_of_all))
    print(f"\nRank correlation of effort and conflicts: {rank:.2f}")


def fresh(size: int, number: int) -> None:
    """Rate a fresh sample of the two grades of Simon Tatham's generator."""
    efforts = {}
    for name, letter in (("Normal", "n"), ("Unreasonable", "u")):
        ids = game_ids(f"{size}x{size}d{letter}", number)
        rated = [difficulty(walkthrough(parse(game_id))) for game_id in ids]
        efforts[name] = [d.effort for d in rated]
        count = Counter(d.grade for d in rated)
        grades = ", ".join(
            f"{count[g]} {g}" for g in dict.fromkeys(GRADES.values()) if count[g]
        )
        median = statistics.median(efforts[name])
        line = f"| {size}x{size} | {name} | {number} | {grades} | {median:.2f} |"
        line += f" {min(efforts[name]):.2f} to {max(efforts[name]):.2f} |"
        print(line, f"{more(efforts):.0%} |" if len(efforts) > 1 else " |", flush=True)


def more(efforts: dict[str, list[float]]) -> float:
    """Return how often the second of two puzzles has more effort, ties halved."""
    pairs = [(one, other) for one, other in product(*efforts.values())]
    return statistics.mean((one < other) + (one == other) / 2 for one, other in pairs)


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal values share their mean rank."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def puzzles_of(path: Path, largest: int) -> list[Puzzle]:
    found = parse_all(path.read_text(encoding="utf-8"))
    sizes = ((p.puzzle, max(p.puzzle.width, p.puzzle.height)) for p in found)
    return [puzzle for puzzle, size in sizes if size <= largest]


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=[*TABLES, "study", "fresh"])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--largest", type=int, default=15, help="side of a board")
    arguments = parser.parse_intermixed_args()
    files = arguments.files or sorted(data_folder("puzzles").glob("*.txt"))
    if arguments.table == "study":
        study([p for path in files for p in puzzles_of(path, arguments.largest)])
        return
    if arguments.table == "fresh":
        print("| size | grade | puzzles | grades here | median effort | range | more |")
        print("| --- | --- | --: | --- | --: | --: | --: |")
        for size in (7, 10, 15):
            fresh(size, FRESH)
        return
    measure, columns = TABLES[arguments.table]
    print(f"| file | {' | '.join(columns)} |")
    print("| --- |" + " --: |" * len(columns))
    for path in files:
        puzzles = puzzles_of(path, arguments.largest)
        if puzzles or arguments.files:
            measure(path.stem, puzzles)


if __name__ == "__main__":
    main()
