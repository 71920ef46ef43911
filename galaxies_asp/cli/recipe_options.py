"""Options for the properties of generated puzzles."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from galaxies_asp.cli.commands import Option, Settings
from galaxies_asp.cli.options import SEEDS, File
from galaxies_asp.cli.output import warn
from galaxies_asp.cli.values import PLACE, Keyed, Parsed
from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import InputError, NotationError
from galaxies_asp.core.board.patterns import PATTERNS, Pattern
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.sources import file_text
from galaxies_asp.generating.recipe import (
    OR_HARDER,
    TARGETS,
    BlackShare,
    HoleNumber,
    Recipe,
    Requirements,
    Style,
)
from galaxies_asp.notation import parse_all

_GRADES = {grade.replace(" ", "-"): grade for grade in (*TARGETS, OR_HARDER)}
_OTHER_NAME = "medium"
"""What other programs call moderate puzzles."""
_MEAN_SIZES = {"very easy": 3.0, "easy": 3.0, "moderate": 4.0, OR_HARDER: 4.5}
"""The mean size of regions for a difficulty, if it is not the usual one."""
_ON_SMALL = {"tricky": (7, 49), OR_HARDER: (7, 49), "hard": (9, 33)}
_ON_SMALL |= {"very hard": _ON_SMALL["hard"]}
"""A larger one, which gets less by one for this number of cells: small boards with
small regions are seldom hard."""

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


def _range(
    number: Callable[[str], float], pattern: str, example: str
) -> Parsed[tuple[float, float]]:
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


_effort = _range(float, r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", "a range such as 2-3.5")
_dots = _range(int, r"(\d{1,7})(?:-(\d{1,7}))?", "a number or a range such as 20-24")


@dataclass(frozen=True, kw_only=True)
class _Requirements(Requirements):
    """What --require names."""

    black: BlackShare = 0.0
    holes: HoleNumber = 0
    pattern: Annotated[Pattern, "Symmetry of the set of dots, or of clues."] = "none"


_require = Settings(
    "--require",
    "Requirements on the puzzles",
    _Requirements,
    dict,
    seed=None,
    attempts=None,
    rated=None,
    techniques=Option("--technique", type=Parsed("NAME[:N]", _technique)),
    opening=Option(type=PLACE),
    effort=Option(type=_effort),
    dots=Option("--dots", "--clues", type=_dots, help="Their number, such as 20-24"),
    pattern=Option(help=f"Symmetry of dots or clues, {', '.join(PATTERNS[1:])}"),
)
_regions = Settings(
    "--regions",
    "Style of the regions",
    Style,
    dict,
    mean_size=Option("--mean", help="Mean size, within 5 % (about 5)", default=None),
    spread=Option(help="Deviation of the sizes, by the mean"),
    wiggliness=Option("--winding", help="0 for compact regions to 1"),
    dot_weights=Option(
        "--weights",
        type=Parsed("W,W,W", _weights),
        help="Of dots on cells, edges and vertices (2,2,1)",
        default=None,
    ),
    pattern=None,
    max_bar=Option("--bar", help="Longest region one cell wide (4 or more)"),
    max_rectangle=Option("--rectangle", help="Largest rectangle (9 or more)"),
    singles=Option(help="Greatest share of single cells, 0 to 1", default=None),
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
    regions: Annotated[Mapping[str, Any], _regions]
    required: Annotated[Mapping[str, Any], _require]
    seed: Annotated[
        int,
        Option(
            type=SEEDS, show_default="another each time; 0 for files that are continued"
        ),
        "Random seed.",
    ] = 0
    rated: Annotated[
        bool, Option("--rate"), "State the grade, the effort and the techniques."
    ] = False
    unlike: Annotated[
        File,
        "Make no two puzzles that resemble each other, and none that resembles one of "
        "this file: that shares 40 % of its dots, turned or mirrored.",
    ] = None

    def recipe(self, width: int, height: int, **more: Any) -> Recipe:
        """Return the recipe for a size; `GalaxiesError` if it has no puzzle."""
        required, reasons, grade = dict(self.required), None, self.grade
        style = dict(self.regions, pattern=required.pop("pattern", "none"))
        if isinstance(grade, tuple):
            grade, reasons = None, grade
        known: Fields = {
            "seed": self.seed,
            "rated": self.rated,
            "reasons": reasons,
        }
        known |= {"grade": grade} | required | more
        known["unlike"] = puzzles_of(self.unlike) if self.unlike else ()
        if more.get("family", GALAXIES).is_styled:
            shape = more.get("shape") or [[True] * width] * height
            cells = max(1, sum(map(sum, shape)) - known.get("holes", 0))
            known |= self._fitted(grade, cells, style)
        return Recipe(width, height, **known | {"style": Style(**style)})

    def _fitted(
        self, grade: str | None, cells: int, style: Fields
    ) -> dict[str, object]:
        """Return the grade and the number of dots; set the mean size to fit them."""
        dots, techniques = self.required.get("dots"), self.required.get("techniques")
        mean_size = style.get("mean_size")
        if grade is None and techniques:
            asked = {technique for technique, _ in techniques}
            grade = _GRADE_OF.get([each for each in Technique if each in asked][-1])
        if mean_size is None and dots is not None:
            mean_size = max(1.0, 2 * cells / max(1, sum(dots)))
        elif mean_size is None:
            most, by = _ON_SMALL.get(grade or "", (0, 1))
            usual = _MEAN_SIZES.get(grade or "", Style.mean_size)
            mean_size = max(usual, most - cells / by)
        elif dots is None:  # within 5 % of this size
            mean = max(1.0, cells / mean_size)
            dots = max(1, int(0.95 * mean)), min(cells, int(1.05 * mean + 0.999))
        style["mean_size"] = mean_size
        return {"grade": grade, "dots": dots}
