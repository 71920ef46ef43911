"""Measure generated puzzles: how fast, of what sizes, how hard.

    python benchmarks/generating.py speed [SIDE ...]
    python benchmarks/generating.py options
    python benchmarks/generating.py repairs
    python benchmarks/generating.py grades
    python benchmarks/generating.py shapes

CPU seconds in one process; `speed` does not rate puzzles. `repairs` says how many
boards had several solutions, and `grades` how hard puzzles are if nothing is asked for.
`shapes` measures regions of four or more cells by wiggliness: corners per region; the
share of their cells that lie in a square of 2x2 cells of their region; the normalized
discrete compactness; and 16 times the area through the square of the perimeter. The
last two are 1 for a square.
"""

import statistics
import sys
import time
from collections import Counter
from itertools import islice
from random import Random

import numpy as np

from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.outline import outline
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.generating.canvas import Canvas
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.made import MadePuzzle
from galaxies_asp.generating.production import generate
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.style import Style
from galaxies_asp.generating.unique import MOST_CONFLICTS, make_unique

SIDES = (7, 10, 15, 20, 30, 50, 100)
CELLS = 40_000
"""So many cells are made for each line of a table, or at least three boards."""


def timed(recipe: Recipe, number: int) -> tuple[list[MadePuzzle], list[float]]:
    """Return puzzles, and the CPU seconds that each took."""
    made, seconds = [], []
    puzzles = generate(recipe)
    for _ in range(number):
        started = time.process_time()
        made.append(next(puzzles))
        seconds.append(time.process_time() - started)
    return made, seconds


def row(*values: object) -> None:
    print("| " + " | ".join(map(str, values)) + " |", flush=True)


def head(*names: str) -> None:
    row(*names)
    row(*("--:" for _ in names))


def sizes_of(made: list[MadePuzzle]) -> np.ndarray:
    return np.concatenate([np.bincount(m.solution.labels.ravel()) for m in made])


def speed(sides: list[int]) -> None:
    head(
        *("side", "mean size asked", "puzzles", "a CPU second", "median ms"),
        *("slowest ms", "mean size", "single cells", "largest", "median conflicts"),
    )
    for side in sides:
        for mean_size in (3.0, 4.0, 5.0):
            style = Style(mean_size=mean_size)
            recipe = Recipe(side, side, style=style, rated=False)
            made, seconds = timed(recipe, max(3, CELLS // side**2))
            sizes = sizes_of(made)
            row(
                *(side, f"{mean_size:g}", len(made)),
                f"{len(made) / sum(seconds):.3g}",
                f"{statistics.median(seconds) * 1000:.1f}",
                f"{max(seconds) * 1000:.0f}",
                f"{sizes.mean():.2f}",
                f"{(sizes == 1).mean():.0%}",
                sizes.max(),
                statistics.median(m.effort.conflicts for m in made),
            )


def options() -> None:
    head("side", "wish", "puzzles", "median ms", "slowest ms", "attempts", "mean size")
    asked = [
        *(
            (side, {"grade": grade}, mean)
            for side in (7, 10, 15)
            for grade, mean in GRADED
        ),
        *((side, {"mean": mean}, mean) for side in (10, 15) for mean in (8.0, 12.0)),
    ]
    for side, wish, mean_size in asked:
        fields: dict[str, object] = dict(wish)
        if fields.pop("mean", None):
            dots = side * side / mean_size
            fields["dots"] = (int(0.95 * dots), int(1.05 * dots + 0.999))
        recipe = Recipe(side, side, style=Style(mean_size=mean_size), **fields)
        made, seconds = timed(recipe, 8)
        row(
            side,
            ", ".join(f"{key} {value}" for key, value in wish.items()),
            len(made),
            f"{statistics.median(seconds) * 1000:.0f}",
            f"{max(seconds) * 1000:.0f}",
            f"{statistics.mean(m.attempt + 1 for m in made):.1f}",
            f"{sizes_of(made).mean():.2f}",
        )


GRADED = (("moderate", 4.0), ("tricky", 5.0), ("hard", 6.0), ("very hard", 6.0))


def repairs() -> None:
    """Count the boards that have another solution before anything is changed."""
    head("side", "mean size", "boards", "several solutions", "places on average")
    for side in (7, 10, 15, 20, 30):
        for mean_size in (3.0, 5.0):
            number = max(10, 20_000 // side**2)
            places = []
            for seed in range(number):
                canvas = Canvas(np.ones((side, side), dtype=np.uint8))
                growth = Growth(canvas, Style(mean_size=mean_size), Random(seed))
                board = canvas.solution(growth.fill(canvas.cells))
                places.append(len(alternatives(board, 20_000).places))
            row(
                side,
                f"{mean_size:g}",
                number,
                f"{sum(map(bool, places)) / number:.0%}",
                f"{statistics.mean(places):.2f}",
            )


def grades() -> None:
    words = dict.fromkeys(GRADES[level] for level in sorted(GRADES)[3:])
    head("side", "mean size", "puzzles", *words)
    for side in (7, 10, 15, 20):
        for mean_size in (3.0, 5.0):
            recipe = Recipe(side, side, style=Style(mean_size=mean_size))
            number = max(10, 4000 // side**2)
            count = Counter(
                GRADES[outline(made.solution.puzzle).level]
                for made in islice(generate(recipe), number)
            )
            shares = (f"{count[word] / number:.0%}" for word in words)
            row(side, f"{mean_size:g}", number, *shares)


def thick(cells: list[int], stride: int) -> float:
    """Return the share of cells in squares of 2x2 cells of a region."""
    inside = set(cells)
    square = (0, 1, stride, stride + 1)
    firsts = (c for c in cells if all(c + step in inside for step in square))
    return len({c + step for c in firsts for step in square}) / len(cells)


def perimeter(cells: list[int], stride: int) -> int:
    inside = set(cells)
    return sum(
        c + step not in inside for c in cells for step in (1, -1, stride, -stride)
    )


def compactness(cells: list[int], stride: int) -> float:
    """Return the normalized discrete compactness (Bribiesca 1997).

    The number of sides that two cells of the region share, between its least and its
    greatest value for this number of cells: 0 for a tree of cells, 1 for a square.
    """
    n = len(cells)
    shared = (4 * n - perimeter(cells, stride)) / 2
    least, greatest = n - 1, 2 * n - 2 * n**0.5
    return (shared - least) / (greatest - least)


def shapes() -> None:
    head(
        *("mean size", "wiggliness", "corners", "in squares", "compactness"),
        "16 area / perimeter²",
    )
    for mean_size in (5.0, 8.0):
        for wiggliness in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
            style = Style(mean_size=mean_size, wiggliness=wiggliness)
            corners, squares, compact, round_ = [], [], [], []
            for seed in range(40):
                canvas = Canvas(np.ones((15, 15), dtype=np.uint8))
                growth = Growth(canvas, style, Random(seed))
                board = make_unique(growth, growth.fill(canvas.cells), MOST_CONFLICTS)
                for cells in board.values():
                    if len(cells) > 3:
                        corners.append(canvas.corners(cells))
                        squares.append(thick(cells, canvas.stride))
                        compact.append(compactness(cells, canvas.stride))
                        around = perimeter(cells, canvas.stride)
                        round_.append(16 * len(cells) / around**2)
            row(
                *(f"{mean_size:g}", f"{wiggliness:g}"),
                f"{statistics.mean(corners):.2f}",
                f"{statistics.mean(squares):.0%}",
                f"{statistics.mean(compact):.2f}",
                f"{statistics.mean(round_):.2f}",
            )


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["speed"]
    if what == "speed":
        speed([int(side) for side in rest] or list(SIDES))
    else:
        {"options": options, "repairs": repairs, "grades": grades, "shapes": shapes}[
            what
        ]()
