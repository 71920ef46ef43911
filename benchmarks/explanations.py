"""Measure walkthroughs as people read them, on fresh puzzles of each grade.

    python benchmarks/explanations.py [--size N] [--number N] [--seed N] [GRADE ...]
    python benchmarks/explanations.py --times SIDE [SIDE ...] [--number N] [GRADE ...]
    python benchmarks/explanations.py --figures [PART]

For each grade it makes puzzles and prints: the steps (median and most), the distance of
a step from the one before in cells (median, and the share of more than three), the
words of a step, how often a sentence names a dot whose region is complete or which
walls shut off from the cells; the what-ifs, and those of them that separation or the
only way of a region refutes; the efforts, the share of pairs in which a puzzle takes
more effort than one of the grade before, and the number of steps of each technique.
The distance is that of the nearest cells that the two steps decide.

With `--times` it prints CPU seconds of a first hint and of a walkthrough, the median
and the most, and with which power of the number of cells the median grows.

With `--figures` it prints one row each for the lines of code, and for the CPU seconds
of hints, walkthroughs and a reason on named boards; of PART, those whose name has it.
"""

import argparse
import math
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import galaxies_asp
from galaxies_asp import load
from galaxies_asp.core.board.grid import Point, dot_name
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import AnyBoard
from galaxies_asp.explaining import (
    Figure,
    Step,
    difficulty,
    explain,
    figure,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.engine.facts import cells_of, distance
from galaxies_asp.explaining.words.drawn import closed
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating import Recipe, make
from galaxies_asp.generating.recipe import TARGETS

COLUMNS = (
    *("grade", "puzzles", "steps", "most", "distance", "beyond 3", "words"),
    *("complete named", "what-ifs", "by separation", "by the only way"),
    *("effort", "least", "most", "above the grade before"),
)

TIMES = "grade", "side", "puzzles", "first hint", "most", "walkthrough", "most"


def places(step: Step) -> list[Point]:
    found = [cell for fact in step.reason.targets for cell in cells_of(fact.at)]
    return list(step.cells) or found


def named(position: Position, step: Step, sentences: tuple[str, ...]) -> int:
    """Return how many dots are excluded although this is known at once."""
    drawn = closed(position)
    cells = drawn.board.bits(fact.at for fact in step.reason.targets)
    numbers = {dot_name(dot): dot for dot in range(len(position.puzzle.centers))}
    count = 0
    for sentence in sentences:
        match = re.match(r"dots? ((?:[A-Z]+(?:, | and )?)+) (?:would|cannot)", sentence)
        for name in re.findall("[A-Z]+", match[1] if match else ""):
            count += drawn.is_out(numbers[name], cells)
    return count


def refuted_by(what_if: Figure) -> str:
    """Return how a supposition is refuted: at once, or by what."""
    *links, end = (frame.head for frame in what_if.frames)
    if re.search(r"cuts dots? .* in two", end):
        return "separation" if not links else "what-if"
    needed = [": without" in link or "to be connected" in link for link in links]
    return "at once" if not links else "only way" if all(needed) else "what-if"


def measure(
    grade: str, puzzles: list[Puzzle], easier: list[float]
) -> tuple[Counter[str], list[float]]:
    steps, distances, words, efforts = [], [], [], []
    excluded, techniques, what_ifs = 0, Counter[str](), Counter[str]()
    for puzzle in puzzles:
        way = walkthrough(puzzle)
        steps.append(len(way.steps))
        efforts.append(difficulty(way).effort)
        where = [places(step) for step in way.steps]
        for one, other in pairwise(where):
            distances.append(min(distance(a, b) // 2 for a in one for b in other))
        for position, step in zip(way.positions(), way.steps, strict=False):
            shown = figure(step)
            techniques[str(step.technique)] += 1
            what_ifs.update(map(refuted_by, shown.what_ifs))
            words.append(sum(len(line.split()) for line in shown.lines()))
            if step.cells and step.level > 1:
                excluded += named(position, step, shown.sentences)
    far = sum(distance > 3 for distance in distances) / len(distances)
    row = (
        *(grade, len(puzzles), f"{statistics.median(steps):g}", max(steps)),
        *(f"{statistics.median(distances):g}", f"{far:.0%}"),
        *(f"{statistics.median(words):g}", excluded, what_ifs.total()),
        *(what_ifs["separation"], what_ifs["only way"]),
        *(f"{statistics.median(efforts):.2f}", f"{min(efforts):.2f}"),
        *(f"{max(efforts):.2f}", f"{above(efforts, easier):.0%}" if easier else ""),
    )
    print(f"| {' | '.join(map(str, row))} |", flush=True)
    return techniques, efforts


def above(efforts: list[float], easier: list[float]) -> float:
    return statistics.mean(one > other for one in efforts for other in easier)


def times(grade: str, sides: list[int], number: int, seed: int) -> None:
    points = []
    for side in sides:
        recipe = Recipe(side, side, grade=grade, seed=seed)
        firsts, ways = [], []
        for index in range(number):
            puzzle = make(recipe, index).puzzle
            start = time.process_time()
            hint(puzzle)
            middle = time.process_time()
            walkthrough(puzzle)
            firsts.append(middle - start)
            ways.append(time.process_time() - middle)
        found = [f(some) for some in (firsts, ways) for f in (statistics.median, max)]
        points.append((math.log(side * side), math.log(found[2])))
        row = (grade, side, number, *(f"{seconds:.2f}" for seconds in found))
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    if len(sides) > 1:
        slope = statistics.linear_regression(*zip(*points, strict=True)).slope
        print(f"\n{grade}: exponent {slope:.2f}\n")


HINTS = "idp-7x7", "idp-15x15", "tatham-normal-30x30#1", "js-2024-09"
WALKTHROUGHS = (
    *("tatham-normal-30x30#1", "easy 50x50"),
    *("random-hard-15x15#1", "random-hard-20x20#1", "random-hard-30x30#1"),
    *("slitherlink 10x10", "nurikabe 10x10"),
    *("square-fences 4x4", "hexagonal-fences 4x4"),
)
REASON = "tatham-unreasonable-20x20#1"


def board(name: str) -> AnyBoard:
    """Return a board: a file, a size of a type (of seed 1), or an easy Galaxies."""
    kind, _, size = name.partition(" ")
    if not size:
        return load(name)
    width, _, height = size.partition("x")
    if kind == "easy":
        recipe = Recipe(int(width), int(height), grade=kind, seed=1)
        return make(recipe, 0).puzzle
    return generate(family_named(kind), (int(width), int(height)), Random(1)).blank


def lines_of(folder: Path) -> str:
    texts = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    return f"{sum(len(text.splitlines()) for text in texts):,}"


def seconds(question: Callable[[AnyBoard], object], name: str) -> str:
    asked, start = board(name), time.process_time()
    question(asked)
    return f"{time.process_time() - start:.2f} s"


def reason_of(name: str) -> str:
    start = time.process_time()
    reason = explain(load(name), "c3r3", rules="grow")
    assert reason is not None
    lines = len(figure(reason).lines())
    return f"{time.process_time() - start:.2f} s, {lines} lines"


def figures(part: str) -> None:
    """Print the rows whose names have a part."""
    package = Path(galaxies_asp.__file__).parent
    rows = {
        "lines of galaxies_asp": partial(lines_of, package),
        "lines of explaining": partial(lines_of, package / "explaining"),
        **{f"hint {name}": partial(seconds, hint, name) for name in HINTS},
        **{
            f"walkthrough {name}": partial(seconds, walkthrough, name)
            for name in WALKTHROUGHS
        },
        f"explain c3r3 of {REASON}": partial(reason_of, REASON),
    }
    print("| figure | |\n| --- | --: |")
    for name, measure_row in rows.items():
        if part in name:
            print(f"| {name} | {measure_row()} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("grades", nargs="*", default=list(TARGETS))
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--times", type=int, nargs="+", metavar="SIDE")
    parser.add_argument("--figures", nargs="?", const="", metavar="PART")
    chosen = parser.parse_args()
    if chosen.figures is not None:
        figures(chosen.figures)
        return
    if chosen.times:
        print(f"| {' | '.join(TIMES)} |\n| --- |{' --: |' * (len(TIMES) - 1)}")
        for grade in chosen.grades:
            name = grade.replace("-", " ")
            times(name, chosen.times, chosen.number, chosen.seed)
        return
    print(f"| {' | '.join(COLUMNS)} |\n| --- |{' --: |' * (len(COLUMNS) - 1)}")
    total, efforts = Counter[str](), list[float]()
    for grade in chosen.grades:
        name = grade.replace("-", " ")
        recipe = Recipe(chosen.size, chosen.size, grade=name, seed=chosen.seed)
        puzzles = [make(recipe, index).puzzle for index in range(chosen.number)]
        techniques, efforts = measure(name, puzzles, efforts)
        total += techniques
    print("\n" + ", ".join(f"{count} {name}" for name, count in total.most_common()))


if __name__ == "__main__":
    main()
