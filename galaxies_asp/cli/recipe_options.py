"""Options for the properties of generated puzzles."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any

import click

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import Point
from galaxies_asp.cli.options import declared, grouped, seed_option
from galaxies_asp.cli.values import Choice, FiniteRange, PlaceType
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.generating.recipe import PATTERNS, TARGETS, Pattern, Recipe, Style

_GRADES = {grade.replace(" ", "-"): grade for grade in TARGETS}
_MEAN_SIZES = {
    "very easy": 3.0,
    "easy": 3.0,
    "moderate": 4.0,
    "tricky": 5.0,
}
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


class TechniqueType(click.ParamType):  # type: ignore[type-arg]
    """A technique and a number of steps, such as separation:2; by default one."""

    name = "NAME[:N]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Technique, int]:
        """Read a technique and a number."""
        name, _, number = value.partition(":")
        if not re.fullmatch(r"|[1-9]\d{0,3}", number):
            self.fail(f"{number!r} is not a number of steps", param, ctx)
        chosen = Choice(list(_NAMES)).convert(name, param, ctx)
        return _NAMES[chosen], int(number or 1)


class DifficultyType(click.ParamType):  # type: ignore[type-arg]
    """A grade, or for other families than Galaxies sizes of the largest reason."""

    name = "GRADE|FROM-TO"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | tuple[int, int]:
        """Read the name of a grade, or one or two sizes."""
        if sizes := re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", value):
            return int(sizes[1]), int(sizes[2] or sizes[1])
        return _GRADES[Choice(list(_GRADES)).convert(value, param, ctx)]


def _rank(wanted: tuple[Technique, int]) -> int:
    return list(Technique).index(wanted[0])


_ALIKE = "effort", "techniques", "opening", "seed", "rated", "attempts"
"""The options that a recipe has under the same name."""

_STYLE = tuple(field.name for field in fields(Style) if field.name != "mean_size")


def _mean_size(grade: str | None, cells: int) -> float:
    if grade in ("hard", "very hard"):
        # Small boards with small regions are seldom hard; large ones need no others.
        return max(4.5, 9 - math.sqrt(cells) / 6)
    return _MEAN_SIZES.get(grade or "", Style.mean_size)


def _range(
    number: type, pattern: str, example: str
) -> Callable[[Any, Any, str | None], Any]:
    """Return a callback that reads a range of numbers, given their pattern."""

    def read(_ctx: Any, _param: Any, value: str | None) -> Any:
        if value is None:
            return None
        match = re.fullmatch(pattern, value)
        if not match:
            raise click.BadParameter(f"{value} is not {example}")
        return number(match[1]), number(match[2] or match[1])

    return read


def _weights(
    _ctx: click.Context, _param: click.Parameter, value: str
) -> tuple[float, float, float]:
    try:
        cells, edges, vertices = map(float, value.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{value} is not three weights such as 2,2,1"
        ) from None
    return cells, edges, vertices


@dataclass(frozen=True)
class RecipeOptions:
    """Requested properties of puzzles of any size; see `Recipe` and `Style`."""

    seed: int
    effort: tuple[float, float] | None = None
    dots: tuple[int, int] | None = None
    dot_weights: tuple[float, float, float] = Style.dot_weights
    rated: bool = False
    grade: Annotated[
        str | tuple[int, int] | None,
        "--difficulty",
        DifficultyType(),
        f"Difficulty of the hardest step: {', '.join(_GRADES)}; of puzzles of other "
        "families, the size of the largest reason, such as 3-6.",
    ] = None
    techniques: Annotated[
        tuple[tuple[Technique, int], ...],
        "--technique",
        TechniqueType(),
        "A technique that N steps need at least, such as separation:2.",
    ] = ()
    opening: Annotated[
        Point | None,
        PlaceType(),
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
    pattern: Annotated[Pattern, Choice(PATTERNS), "Symmetry of the set of dots."] = (
        Style.pattern
    )
    attempts: Annotated[
        int, click.IntRange(min=1), "Maximum number of attempts for each puzzle."
    ] = Recipe.attempts

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
            grade = _GRADE_OF.get(max(self.techniques, key=_rank)[0])
        if mean_size is None:
            mean_size = _mean_size(grade, cells)
            if dots is not None:
                mean_size = max(1.0, 2 * cells / max(1, sum(dots)))
        if dots is None and self.mean_size is not None:
            dots = _about(cells, mean_size)
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
    click.option(
        "--effort",
        callback=_range(
            float, r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", "a range such as 2-3.5"
        ),
        metavar="FROM-TO",
        help="Effort of the walkthrough, which tells puzzles of a difficulty apart.",
    ),
    click.option(
        "--dots",
        callback=_range(
            int, r"(\d{1,7})(?:-(\d{1,7}))?", "a number or a range such as 20-24"
        ),
        metavar="N|N-M",
        help="Number of dots.",
    ),
    click.option(
        "--dot-weights",
        callback=_weights,
        default="2,2,1",
        metavar="C,E,V",
        show_default=True,
        help="Relative frequency of dots on cells, edges and vertices.",
    ),
    click.option(
        "--rate/--no-rate",
        "rated",
        help="State the grade, the effort and the techniques.",
    ),
)


def _about(cells: int, mean_size: float) -> tuple[int, int]:
    """Return the range of the number of dots, within 5 % of the mean size."""
    dots = max(1.0, cells / mean_size)
    return max(1, int(0.95 * dots)), min(cells, int(1.05 * dots + 0.999))
