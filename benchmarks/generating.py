"""Measure generated puzzles: how fast, of what sizes, how hard.

    python benchmarks/generating.py speed [SIDE ...]
    python benchmarks/generating.py options
    python benchmarks/generating.py repairs
    python benchmarks/generating.py grades
    python benchmarks/generating.py shapes
    python benchmarks/generating.py sheets

CPU seconds in one process; `speed` does not rate puzzles. `repairs` says how many
boards had several solutions, and `grades` how hard puzzles are if nothing is asked for.
`shapes` measures what setters look at, on 100 puzzles of 10x10 for each style: boards
with a bar along at least 80 % of a side, bars of four or more cells per board, the
share of cells in regions that are not rectangles, the share of regions of one cell, and
the corners of regions of four or more cells. `sheets` draws ten boards for each of some
styles in `docs/`.
"""

import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.puzzle import Solution
from galaxies_asp.drawing.svg import sheet_svg
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.outline import outline
from galaxies_asp.generating.alternatives import alternatives
from galaxies_asp.generating.canvas import Canvas
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.made import MadePuzzle
from galaxies_asp.generating.production import generate
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.style import Style

DOCS = Path(__file__).parents[1] / "docs"
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


def shapes(side: int = 10, number: int = 100) -> None:
    """Print what setters look at: bars, rectangles and single cells."""
    head(
        *("mean size asked", "wiggliness", "boards with a full bar", "long bars"),
        *("not in rectangles", "single cells", "corners", "mean size", "CPU ms"),
    )
    for mean_size in (5.0, 8.0):
        for wiggliness in (0.0, 0.2, 0.4, 0.6, Style.wiggliness, 0.8, 1.0):
            style = Style(mean_size=mean_size, wiggliness=wiggliness)
            made, seconds = timed(Recipe(side, side, style=style, seed=5), number)
            boards = [list(map(Shape.of, regions_of(m.solution))) for m in made]
            regions = [shape for board in boards for shape in board]
            full = [any(s.bar >= 0.8 * side for s in board) for board in boards]
            cells = sum(s.cells for s in regions)
            row(
                *(f"{mean_size:g}", f"{wiggliness:g}"),
                f"{statistics.mean(full):.0%}",
                f"{sum(s.bar >= 4 for s in regions) / number:.2f}",
                f"{sum(s.cells for s in regions if s.corners > 4) / cells:.0%}",
                f"{statistics.mean(s.cells == 1 for s in regions):.0%}",
                f"{statistics.mean(s.corners for s in regions if s.cells > 3):.2f}",
                f"{cells / len(regions):.2f}",
                f"{statistics.mean(seconds) * 1000:.1f}",
            )


@dataclass(frozen=True)
class Shape:
    """The number of cells and corners of a region, and its length if it is a bar."""

    cells: int
    corners: int
    bar: int

    @classmethod
    def of(cls, region: NDArray[np.bool_]) -> "Shape":
        """Return the shape of a region, given where its cells are."""
        rows, columns = np.nonzero(region)
        sides = sorted((np.ptp(rows) + 1, np.ptp(columns) + 1))
        a, b = np.pad(region, 1)[:-1], np.pad(region, 1)[1:]
        odd = a[:, :-1] ^ a[:, 1:] ^ b[:, :-1] ^ b[:, 1:]
        crossed = (a[:, :-1] == b[:, 1:]) & (a[:, 1:] == b[:, :-1])
        crossed &= a[:, :-1] != a[:, 1:]
        corners = int(odd.sum() + 2 * crossed.sum())
        return cls(len(rows), corners, sides[1] if sides[0] == 1 else 0)


def regions_of(solution: Solution) -> Iterator[NDArray[np.bool_]]:
    for dot in range(len(solution.puzzle.centers)):
        yield solution.labels == dot


SHEETS: dict[str, dict[str, Any]] = {
    "shapes-compact.svg": {"wiggliness": 0.0},
    "shapes-default.svg": {},
    "shapes-winding.svg": {"wiggliness": 1.0},
    "shapes-large.svg": {"mean_size": 8.0},
}


def sheets() -> None:
    """Draw ten boards for each setting."""
    for name, fields in SHEETS.items():
        made = islice(generate(Recipe(10, 10, style=Style(**fields), seed=1)), 10)
        sheet = sheet_svg([m.solution.position() for m in made], cell=26)
        (DOCS / name).write_text(sheet, encoding="utf-8")


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["speed"]
    if what == "speed":
        speed([int(side) for side in rest] or list(SIDES))
    else:
        tables = (options, repairs, grades, shapes, sheets)
        {table.__name__: table for table in tables}[what]()
