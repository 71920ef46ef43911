"""Options for the properties of generated puzzles."""

import math
import re
from dataclasses import dataclass, fields
from typing import Annotated, Any

import click

from galaxies_asp.cli.options import declared, grouped, option, seed_option
from galaxies_asp.cli.values import PLACE, FiniteRange, Keyed, Parsed
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.generating.recipe import TARGETS, Pattern, Recipe, Style

_GRADES = {grade.replace(" ", "-"): grade for grade in TARGETS}
_MEAN_SIZES = {"very easy": 3.0, "easy": 3.0, "moderate": 4.0, "tricky": 5.0}
"""The mean size of regions for each difficulty."""


_NAMES = {technique.replace(" ", "-"): technique for technique in Technique}
_GRADE_OF = {
    Technique.CONTRADICTION: "tricky",
    Technique.SEPARATION: "hard",
    Technique.ONLY_WAY: "hard",
    Technique.WHAT_IF: "very hard",
    Technique.SEARCH: "very hard",
}
"""The grade to begin with in search of a technique that easy puzzles do not need."""


def _technique(text: str) -> tuple[Technique, int]:
    """Read a technique and a number of steps, such as separation:2; by default one."""
    name, _, number = text.partition(":")
    if not re.fullmatch(r"|[1-9]\d{0,3}", number):
        raise ValueError(f"{number!r} is not a number of steps")
    return Keyed(_NAMES).convert(name, None, None), int(number or 1)


def _difficulty(text: str) -> Any:
    """Read a grade, or for other families sizes of the largest reason."""
    if sizes := re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text):
        return int(sizes[1]), int(sizes[2] or sizes[1])
    return Keyed(_GRADES).convert(text, None, None)


_ALIKE = "effort", "techniques", "opening", "seed", "rated", "attempts"
"""The options that a recipe has under the same name."""

_STYLE = tuple(field.name for field in fields(Style) if field.name != "mean_size")


def _range(number: type, pattern: str, example: str) -> Parsed:
    """Return the type of a range of numbers; the pattern has one or two groups."""

    def read(text: str) -> tuple[Any, Any]:
        match = re.fullmatch(pattern, text)
        if not match:
            raise ValueError(f"{text} is not {example}")
        return number(match[1]), number(match[2] or match[1])

    return Parsed("FROM-TO", read)


def _weights(text: str) -> tuple[float, float, float]:
    try:
        cells, edges, vertices = map(float, text.split(","))
    except ValueError:
        raise ValueError(f"{text} is not three weights such as 2,2,1") from None
    return cells, edges, vertices


@dataclass(frozen=True)
class RecipeOptions:
    """Requested properties of puzzles of any size; see `Recipe` and `Style`."""

    seed: int
    grade: Annotated[
        str | tuple[int, int] | None,
        "--difficulty",
        Parsed("GRADE|FROM-TO", _difficulty),
        f"Difficulty of the hardest step: {', '.join(_GRADES)}; of puzzles of other "
        "families, the size of the largest reason, such as 3-6.",
    ] = None
    techniques: Annotated[
        tuple[tuple[Technique, int], ...],
        "--technique",
        Parsed("NAME[:N]", _technique),
        "A technique that N steps need at least, such as separation:2.",
    ] = ()
    opening: Annotated[
        Point | None,
        PLACE,
        "CELL",
        "The first step after the touched cells is here, or beside it.",
    ] = None
    mean_size: Annotated[
        float | None,
        FiniteRange(min=1),
        "CELLS",
        "Mean size of the regions, within 5 % (default: about 5).",
    ] = None
    spread: Annotated[
        float,
        FiniteRange(0, 2),
        "Standard deviation of the initial region sizes, divided by the mean.",
    ] = Style.spread
    wiggliness: Annotated[
        float,
        "--wiggliness",
        "--winding",
        FiniteRange(0, 1),
        "Shape of the regions, from 0 (compact, many rectangles) to 1 (winding).",
    ] = Style.wiggliness
    max_bar: Annotated[
        int | None,
        click.IntRange(min=1),
        "Greatest length of a region one cell wide (default: 4 or more).",
    ] = None
    max_rectangle: Annotated[
        int | None,
        click.IntRange(min=1),
        "CELLS",
        "Greatest size of a region that is a rectangle (default: 9 or more).",
    ] = None
    singles: Annotated[
        float,
        FiniteRange(0, 1),
        "SHARE",
        "Greatest share of regions of one cell, 0 to 1.",
    ] = Style.singles
    pattern: Annotated[Pattern, "Symmetry of the set of dots."] = Style.pattern
    attempts: Annotated[
        int, click.IntRange(min=1), "Maximum number of attempts for each puzzle."
    ] = Recipe.attempts
    effort: Annotated[
        tuple[float, float] | None,
        _range(float, r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", "a range such as 2-3.5"),
        "Effort of the walkthrough, which tells puzzles of a difficulty apart.",
    ] = None
    dots: Annotated[
        tuple[int, int] | None,
        _range(int, r"(\d{1,7})(?:-(\d{1,7}))?", "a number or a range such as 20-24"),
        "N|N-M",
        "Number of dots.",
    ] = None
    dot_weights: tuple[float, float, float] = Style.dot_weights
    rated: Annotated[
        bool, "--rate/--no-rate", "State the grade, the effort and the techniques."
    ] = False

    def recipe(self, width: int, height: int, **more: Any) -> Recipe:
        """Return the recipe for boards of a size.

        Raises `GalaxiesError` if no such puzzle can exist.
        """
        shape = more.get("shape") or [[True] * width] * height
        cells = max(1, sum(map(sum, shape)) - more.get("holes", 0))
        mean_size, dots, grade = self.mean_size, self.dots, self.grade
        if isinstance(grade, tuple):
            raise OptionError(
                "the difficulty of Galaxies is a grade; sizes of the largest reason "
                "are for other families"
            )
        if grade is None and self.techniques:
            asked = {technique for technique, _ in self.techniques}
            grade = _GRADE_OF.get([each for each in Technique if each in asked][-1])
        if mean_size is None and dots is not None:
            mean_size = max(1.0, 2 * cells / max(1, sum(dots)))
        elif mean_size is None and grade in ("hard", "very hard"):
            # Small boards with small regions are seldom hard; large ones need no other.
            mean_size = max(4.5, 9 - math.sqrt(cells) / 6)
        elif mean_size is None:
            mean_size = _MEAN_SIZES.get(grade or "", Style.mean_size)
        if dots is None and self.mean_size is not None:  # within 5 % of this size
            mean = max(1.0, cells / mean_size)
            dots = max(1, int(0.95 * mean)), min(cells, int(1.05 * mean + 0.999))
        return Recipe(
            width,
            height,
            style=Style(mean_size, **{name: getattr(self, name) for name in _STYLE}),
            dots=dots,
            grade=grade,
            **{name: getattr(self, name) for name in _ALIKE},
            **more,
        )


recipe_options = grouped(
    "recipes",
    RecipeOptions,
    seed_option(),
    *declared(RecipeOptions),
    option(
        *("--dot-weights", Parsed("C,E,V", _weights)),
        "Relative frequency of dots on cells, edges and vertices.",
        default="2,2,1",
    ),
)
