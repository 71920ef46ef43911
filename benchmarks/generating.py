"""Measure generated puzzles: how fast, of what sizes, how hard.

    python benchmarks/generating.py speed [SIDE ...]
    python benchmarks/generating.py options
    python benchmarks/generating.py other_rules
    python benchmarks/generating.py grades
    python benchmarks/generating.py shapes
    python benchmarks/generating.py sheets
    python benchmarks/generating.py blind FILE.svg
    python benchmarks/generating.py resolved

CPU seconds in one process; `speed` does not rate puzzles. `grades` says how hard
puzzles are if nothing is asked for, with medians of the effort, the steps and the
premises of the largest step.
`shapes` measures what setters look at, on 100 puzzles of 10x10 for each style: boards
with a bar along at least 80 % of a side, bars of four or more cells per board, the
share of cells in regions that are not rectangles, the share of regions of one cell, and
the corners of regions of four or more cells. `sheets` draws ten boards for each of some
styles in `docs/`. `resolved` solves 100 puzzles of each setting with `assign`, an
encoding that the generator does not use. `blind` draws twenty boards of this program
and twenty of the shipped ones by Simon Tatham's generator in mixed order, with one mean
size, measures both like `shapes`, and prints whose each is.
"""

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp import solve
from galaxies_asp.cli.recipe_options import RecipeOptions
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Solution
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.svg import sheet_svg
from galaxies_asp.explaining.answers.grading import GRADES, difficulty
from galaxies_asp.explaining.answers.questions import walkthrough
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.levels import Level
from galaxies_asp.generating.made import Made
from galaxies_asp.generating.picture import drawn_by_dots, from_text, lettered
from galaxies_asp.generating.recipe import TARGETS, Recipe, Style
from galaxies_asp.generating.series import generate
from galaxies_asp.notation import parse_all

DOCS = Path(__file__).parents[1] / "docs"
SIDES = (7, 10, 15, 20, 30, 50, 100)
CELLS = 40_000
"""So many cells are made for each line of a table, or at least three boards."""


def timed(recipe: Recipe, number: int) -> tuple[list[Made], list[float]]:
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


def sizes_of(made: list[Made]) -> np.ndarray:
    return np.concatenate([np.bincount(m.solution.labels.ravel()) for m in made])


def speed(sides: list[int]) -> None:
    head(
        *("side", "mean size asked", "puzzles", "a CPU second", "median ms"),
        *("slowest ms", "mean size", "single cells", "largest"),
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
            )


def options() -> None:
    head("side", "wish", "puzzles", "median ms", "slowest ms", "attempts", "mean size")
    asked: list[tuple[int, dict[str, Any], float]] = [
        *(
            (side, {"grade": grade}, mean)
            for side in (7, 10, 15)
            for grade, mean in GRADED
        ),
        *((side, {"mean": mean}, mean) for side in (10, 15) for mean in (8.0, 12.0)),
    ]
    for side, wish, mean_size in asked:
        fields = dict(wish)
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


STARS = """
%*! star(P)
Input. The cell P contains a star. Domain: cell(P). Drawing: symbol *.
*%
#defined star/1.

% Test: each region contains exactly one star.
:- center(C), { galaxy(P,C) : star(P) } != 1.
"""
"""Rules with a clue of their own, as in the lesson `docs/lessons/invent.md`."""


def other_rules(side: int = 8) -> None:
    head("rules", "puzzles", "median s", "slowest s")
    with TemporaryDirectory() as folder:
        file = Path(folder, "stars.lp")
        file.write_text(STARS)
        for rules in (*RuleVariant, str(file)):
            recipes = (
                Recipe(side, side, rules=Rules(f"auto+{rules}"), seed=n, rated=False)
                for n in range(10)
            )
            seconds = [timed(recipe, 1)[1][0] for recipe in recipes]
            row(
                *(Path(rules).name, len(seconds), f"{statistics.median(seconds):.2f}"),
                f"{max(seconds):.2f}",
            )


def premises(step: Step) -> int:
    """Return the number of premises; the cells that dots touch are no deduction."""
    return len(step.reason.premises) if step.level > Level.TOUCHED else 0


def grades() -> None:
    """Print the shares of grades, and what a walkthrough of a puzzle takes."""
    words = dict.fromkeys(GRADES[level] for level in sorted(GRADES)[3:])
    head("side", "mean size", "puzzles", *words, "effort", "steps", "largest step")
    for side in (7, 10, 15, 20):
        for mean_size in (3.0, 5.0):
            recipe = Recipe(side, side, style=Style(mean_size=mean_size))
            number = max(10, 4000 // side**2)
            puzzles = [made.puzzle for made in islice(generate(recipe), number)]
            ways = [*map(walkthrough, puzzles)]
            found = [*map(difficulty, ways)]
            count = Counter(one.grade for one in found)
            largest = [max(map(premises, way.steps)) for way in ways]
            row(
                *(side, f"{mean_size:g}", number),
                *(f"{count[word] / number:.0%}" for word in words),
                f"{statistics.median(one.effort for one in found):.2f}",
                *(
                    statistics.median(n)
                    for n in ([len(w.steps) for w in ways], largest)
                ),
            )


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
            row(
                *(f"{mean_size:g}", f"{wiggliness:g}"),
                *shape_measures([m.solution for m in made]),
                f"{statistics.mean(seconds) * 1000:.1f}",
            )


def shape_measures(solutions: Sequence[Solution]) -> Iterator[str]:
    """Yield what `shapes` measures of boards of one size."""
    boards = [list(map(Shape.of, regions_of(solution))) for solution in solutions]
    regions = [shape for board in boards for shape in board]
    side, cells = solutions[0].puzzle.width, sum(s.cells for s in regions)
    full = [any(s.bar >= 0.8 * side for s in board) for board in boards]
    yield f"{statistics.mean(full):.0%}"
    yield f"{sum(s.bar >= 4 for s in regions) / len(boards):.2f}"
    yield f"{sum(s.cells for s in regions if s.corners > 4) / cells:.0%}"
    yield f"{statistics.mean(s.cells == 1 for s in regions):.0%}"
    yield f"{statistics.mean(s.corners for s in regions if s.cells > 3):.2f}"
    yield f"{cells / len(regions):.2f}"


def blind(file: str, number: int = 20, side: int = 10) -> None:
    """Draw solved boards of two generators in mixed order; print whose they are."""
    folder = Path(__file__).parents[1] / "puzzles"
    peers: list[Solution] = []
    for grade in ("normal", "unreasonable"):
        text = (folder / f"tatham-{grade}-{side}x{side}.txt").read_text("utf-8")
        some = islice(parse_all(text), number // 2)
        peers += (solve(position.puzzle).solutions[0] for position in some)
    mean = side * side * number / sum(len(one.puzzle.centers) for one in peers)
    recipe = Recipe(side, side, style=Style(mean_size=mean), seed=40)
    own = [made.solution for made in islice(generate(recipe), number)]
    mixed = [*((one, "own") for one in own), *((one, "peer") for one in peers)]
    Random(40).shuffle(mixed)
    scenes = [scene_of(solution) for solution, _ in mixed]
    Path(file).write_text(sheet_svg(scenes, cell=26), encoding="utf-8")
    head(
        *("boards", "with a full bar", "long bars", "not in rectangles"),
        *("single cells", "corners", "mean size"),
    )
    for whose, boards in ("own", own), ("peer", peers):
        row(whose, *shape_measures(boards))
    print(*(f"{n}: {whose}" for n, (_, whose) in enumerate(mixed, 1)), sep=", ")


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
        return cls(len(rows), corners, int(sides[1]) if sides[0] == 1 else 0)


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
        sheet = sheet_svg([scene_of(m.solution) for m in made], cell=26)
        (DOCS / name).write_text(sheet, encoding="utf-8")


USUAL: dict[str, Any] = {"seed": 4, "regions": {}, "required": {}}
SETTINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "compact": {"regions": {"wiggliness": 0.0}},
    "winding": {"regions": {"wiggliness": 1.0}},
    "large regions": {"regions": {"mean_size": 8.0}},
    "16 to 20 dots, both ways": {
        "required": {"pattern": "both-ways", "dots": (16, 20)}
    },
    "5 dots": {"required": {"dots": (5, 5)}},
    **{grade: {"grade": grade} for grade in TARGETS},
    "an opening": {"required": {"opening": Point(9, 9), "attempts": 500}},
}
LETTER = tuple(map(tuple, drawn_by_dots(from_text(lettered("A"))).tolist()))


def resolved(number: int = 100) -> None:
    """Solve puzzles of each setting by another encoding."""
    head("setting", "puzzles", "same only solution")
    recipes = {
        name: RecipeOptions(**USUAL | fields).recipe(10, 10)
        for name, fields in SETTINGS.items()
    }
    letter = RecipeOptions(**USUAL).recipe(7, 9, picture=LETTER)
    recipes["a letter of dots"] = letter
    for name, recipe in recipes.items():
        found = [
            solve(made.puzzle, rules="assign").solutions == (made.solution,)
            for made in islice(generate(recipe), number)
        ]
        row(name, len(found), sum(found))


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["speed"]
    if what == "speed":
        speed([int(side) for side in rest] or list(SIDES))
    elif what == "blind":
        blind(rest[0], *map(int, rest[1:]))
    else:
        tables: tuple[Callable[..., None], ...] = (
            options,
            other_rules,
            grades,
            shapes,
            sheets,
            resolved,
        )
        {table.__name__: table for table in tables}[what](*map(int, rest))
