"""Options for the properties of generated puzzles."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from galaxies_asp.cli.commands import Group, Option
from galaxies_asp.cli.options import SEEDS, File
from galaxies_asp.cli.output import warn
from galaxies_asp.cli.values import PLACE, Keyed, Parsed
from galaxies_asp.core.board.errors import InputError, NotationError
from galaxies_asp.core.board.patterns import Pattern
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.sources import file_text
from galaxies_asp.generating.recipe import (
    MEAN_SIZES,
    TARGETS,
    Recipe,
    Requirements,
    Style,
)
from galaxies_asp.notation import parse_all

_GRADES = {grade.replace(" ", "-"): grade for grade in TARGETS}
_OTHER_NAME = "medium"
"""What other programs call moderate puzzles."""
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


def _difficulty(text: str) -> str | tuple[int, int]:
    """Read a grade, or for other families sizes of the largest reason."""
    if sizes := re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text):
        return int(sizes[1]), int(sizes[2] or sizes[1])
    if text == _OTHER_NAME:
        warn(f"--difficulty {text} means moderate")
        text = "moderate"
    grade: str = Keyed(_GRADES).convert(text.replace(" ", "-"), None, None)
    return grade


def _range(number: Callable[[str], float], pattern: str, example: str) -> Parsed:
    """Return the type of a range of numbers; the pattern has one or two groups."""

    def read(text: str) -> tuple[float, float]:
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


_FEATURES: dict[str, tuple[str, Callable[[str], object]]] = {
    "spread": ("spread", float),
    "winding": ("wiggliness", float),
    "weights": ("dot_weights", _weights),
    "bar": ("max_bar", int),
    "rectangle": ("max_rectangle", int),
    "singles": ("singles", float),
}
"""The field of `Style` of each feature that --regions names, and how it is read."""


def _feature(text: str) -> tuple[str, object]:
    """Read a feature of the style, such as winding=1."""
    name, _, value = text.partition("=")
    if name not in _FEATURES:
        raise ValueError(f"{name!r} is none of {', '.join(_FEATURES)}")
    field_name, read = _FEATURES[name]
    return field_name, read(value)


_effort = _range(float, r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", "a range such as 2-3.5")
_dots = _range(int, r"(\d{1,7})(?:-(\d{1,7}))?", "a number or a range such as 20-24")
_requirements = Group(
    Requirements,
    seed=Option(
        type=SEEDS, show_default="another each time; 0 for files that are continued"
    ),
    techniques=Option("--technique", type=Parsed("NAME[:N]", _technique)),
    opening=Option(type=PLACE, metavar="CELL"),
    effort=Option(type=_effort),
    dots=Option("--dots", "--clues", type=_dots, metavar="N|N-M"),
    rated=Option("--rate/--no-rate"),
)


def puzzles_of(file: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file."""
    try:
        return tuple(position.puzzle for position in parse_all(file_text(file)))
    except NotationError as error:
        raise InputError(f"{file}: {error}") from None


@dataclass(frozen=True, kw_only=True)
class RecipeOptions:
    """Requested properties of puzzles of any size; see `Recipe` and `Style`."""

    grade: Annotated[
        str | tuple[int, int] | None,
        Option("--difficulty"),
        Parsed("GRADE|FROM-TO", _difficulty),
        f"Difficulty of the hardest step: {', '.join(_GRADES)}; of puzzles of other "
        "families also the size of the largest reason, such as 3-6.",
    ] = None
    mean_size: Annotated[
        float | None,
        MEAN_SIZES,
        Option(metavar="CELLS"),
        "Mean size of the regions, within 5 % (default: about 5).",
    ] = None
    features: Annotated[
        tuple[tuple[str, object], ...],
        Option("--regions", type=Parsed("NAME=VALUE", _feature)),
        "Style of the regions; repeatable. spread: deviation of the sizes, by the mean "
        "(0.6); winding: 0 for compact regions to 1 (0.7); weights: of dots on cells, "
        "edges and vertices (2,2,1); bar: longest region one cell wide (4 or more); "
        "rectangle: largest one (9 or more); singles: share of single cells (1).",
    ] = ()
    pattern: Annotated[Pattern, "Symmetry of the set of dots, or of clues."] = "none"
    unlike: Annotated[
        File,
        "Make no two puzzles that resemble each other, and none that resembles one of "
        "this file: that shares 40 % of its dots, turned or mirrored.",
    ] = None
    required: Annotated[Requirements, _requirements] = field(
        default_factory=Requirements
    )

    def recipe(self, width: int, height: int, **more: Any) -> Recipe:
        """Return the recipe for a size; `GalaxiesError` if it has no puzzle."""
        required, grade, reasons = vars(self.required), self.grade, None
        if isinstance(grade, tuple):
            grade, reasons = None, grade
        known = required | {"grade": grade, "reasons": reasons} | more
        known["unlike"] = puzzles_of(self.unlike) if self.unlike else ()
        if more.get("family", GALAXIES).is_styled:
            shape = more.get("shape") or [[True] * width] * height
            cells = max(1, sum(map(sum, shape)) - more.get("holes", 0))
            known |= self._style(grade, cells)
        else:
            known["style"] = Style(pattern=self.pattern)
        return Recipe(width, height, **known)

    def _style(self, grade: str | None, cells: int) -> dict[str, object]:
        """Return the grade, the style and the number of dots, which fit each other."""
        dots, techniques = self.required.dots, self.required.techniques
        mean_size = self.mean_size
        if grade is None and techniques:
            asked = {technique for technique, _ in techniques}
            grade = _GRADE_OF.get([each for each in Technique if each in asked][-1])
        if mean_size is None and dots is not None:
            mean_size = max(1.0, 2 * cells / max(1, sum(dots)))
        elif mean_size is None and grade in ("hard", "very hard"):
            # Small boards with small regions are seldom hard; large ones need no other.
            mean_size = max(Style.mean_size, 9 - cells / 33)
        elif mean_size is None:
            mean_size = _MEAN_SIZES.get(grade or "", Style.mean_size)
        elif dots is None:  # within 5 % of this size
            mean = max(1.0, cells / mean_size)
            dots = max(1, int(0.95 * mean)), min(cells, int(1.05 * mean + 0.999))
        features: dict[str, Any] = dict(self.features)
        style = Style(mean_size=mean_size, pattern=self.pattern, **features)
        return {"grade": grade, "style": style, "dots": dots}
