"""The options that say what generated puzzles are like, whatever they are made of."""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from galaxies_asp.generate.recipe import TARGETS, Recipe
from galaxies_asp.generate.style import PATTERNS, Style

_Command = TypeVar("_Command", bound=Callable[..., Any])

_GRADES = {grade.replace(" ", "-"): grade for grade in TARGETS}
_MEAN_SIZES = {"moderate": 4.0, "tricky": 5.0, "hard": 6.0}
"""The mean size of regions with which a difficulty is looked for."""
_MEAN_SIZE_OF_VERY_HARD = 8.0
"""As if it was asked for: few puzzles with smaller regions are very hard."""


def _range(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", value)
    if not match:
        raise click.BadParameter(f"{value} is no number, nor a range such as 20-24")
    return int(match[1]), int(match[2] or match[1])


def _weights(
    _ctx: click.Context, _param: click.Parameter, value: str
) -> tuple[float, float, float]:
    try:
        cells, edges, vertices = map(float, value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value} is not three weights as 2,2,1") from None
    return cells, edges, vertices


@dataclass(frozen=True)
class Wishes:
    """What the user says about puzzles of any size."""

    seed: int
    grade: str | None
    dots: tuple[int, int] | None
    mean_size: float | None
    style: dict[str, Any]
    rated: bool | None
    attempts: int

    def recipe(self, width: int, height: int, **more: Any) -> Recipe:
        """Return the recipe for boards of a size.

        Raises
        ------
        GalaxiesError
            If there can be no such puzzle.
        """
        cells = max(1, width * height - more.get("holes", 0))
        mean_size, dots = self.mean_size, self.dots
        if self.grade == "very hard" and mean_size is None:
            mean_size = _MEAN_SIZE_OF_VERY_HARD
        if mean_size is None:
            mean_size = _MEAN_SIZES.get(self.grade or "", Style.mean_size)
            if dots is not None:
                mean_size = max(1.0, 2 * cells / max(1, sum(dots)))
        elif dots is None:
            dots = _about(cells, mean_size)
        return Recipe(
            width,
            height,
            style=Style(mean_size, **self.style),
            dots=dots,
            grade=self.grade,
            seed=self.seed,
            rated=self.rated,
            attempts=self.attempts,
            **more,
        )


def wishes_options(command: _Command) -> _Command:
    """Let the user say what puzzles are like; passes `wishes`."""

    @click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Other puzzles for every seed.",
    )
    @click.option(
        "--difficulty",
        type=click.Choice(list(_GRADES)),
        help="What the hardest step takes; moderate stands for all below it, too.",
    )
    @click.option("--dots", callback=_range, metavar="N|N-M", help="How many dots.")
    @click.option(
        "--mean-size",
        type=click.FloatRange(min=1),
        help="The mean size of a region, within 5 % (default: about 5).",
    )
    @click.option(
        "--spread",
        type=float,
        default=Style.spread,
        show_default=True,
        help="How sizes differ: their standard deviation over the mean, at first.",
    )
    @click.option(
        "--wiggliness",
        type=float,
        default=Style.wiggliness,
        show_default=True,
        help="From 0, compact regions, to 1, long winding ones.",
    )
    @click.option(
        "--dot-weights",
        callback=_weights,
        default="2,2,1",
        metavar="C,E,V",
        show_default=True,
        help="How likely regions begin at cells, edges and vertices.",
    )
    @click.option(
        "--pattern",
        type=click.Choice(PATTERNS),
        default="none",
        show_default=True,
        help="The symmetry of all dots together.",
    )
    @click.option(
        "--rate/--no-rate",
        "rated",
        default=None,
        help="Tell the difficulty (default: on boards up to 400 cells).",
    )
    @click.option(
        "--attempts",
        type=click.IntRange(min=1),
        default=Recipe.attempts,
        show_default=True,
        help="How often each puzzle is begun anew before giving up.",
    )
    @functools.wraps(command)
    def with_wishes(
        *args: Any,
        seed: int,
        difficulty: str | None,
        dots: tuple[int, int] | None,
        mean_size: float | None,
        rated: bool | None,
        attempts: int,
        **kwargs: Any,
    ) -> Any:
        names = ("spread", "wiggliness", "dot_weights", "pattern")
        style = {name: kwargs.pop(name) for name in names}
        grade = _GRADES[difficulty] if difficulty else None
        wishes = Wishes(seed, grade, dots, mean_size, style, rated, attempts)
        return command(*args, wishes=wishes, **kwargs)

    return with_wishes  # type: ignore[return-value]


def _about(cells: int, mean_size: float) -> tuple[int, int]:
    """Return the numbers of dots within 5 % of what a mean size says."""
    dots = max(1.0, cells / mean_size)
    return max(1, int(0.95 * dots)), min(cells, int(1.05 * dots + 0.999))
