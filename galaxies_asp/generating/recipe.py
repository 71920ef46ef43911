"""Requirements on generated puzzles, and the style of their boards."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Annotated

from galaxies_asp.core.asp.encodings import AUTO
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.arguments import of_kind
from galaxies_asp.core.board.board import Brief
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.fields import Range, check
from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_at,
    cell_name,
    hexagon,
    is_cell,
    lattice_of,
)
from galaxies_asp.core.board.patterns import Pattern
from galaxies_asp.core.board.puzzle import Puzzle, check_size
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.generating.made import canonical_form, hashed
from galaxies_asp.solving.plan import has_standard_rules

if TYPE_CHECKING:  # it loads more libraries than a recipe
    from random import Random

WHITE, BLACK, EITHER, DOT = 1, 2, 3, 4
"""Which colors a cell may have, as bits; 0 for a hole. A region has one color; only the
cell in the middle of a given dot may have none."""

MEAN_SIZES = Range(1, 10_000)
BlackShare = Annotated[float, Range(0, 1), "Share of black dots, 0 to 1."]
HoleNumber = Annotated[int, Range(0), "Number of missing cells, at random places."]

TARGETS = {level.grade: level for level in Level if 1 < level < Level.SEARCH}
"""The grades that can be asked for."""

OR_HARDER = "tricky or harder"
"""What can be asked for, too, under the standard rules."""

Shape = tuple[tuple[bool, ...], ...]
"""For each row which cells there are."""


def hexagonal_shape(side: int) -> Shape:
    """Return the shape of a hexagon of hexagonal cells; see `hexagon`."""
    width, height, outside = hexagon(side)
    return tuple(
        tuple(cell_at(x, y) not in outside for x in range(width)) for y in range(height)
    )


@dataclass(frozen=True)
class Style:
    """The style of a board. Raises `OptionError` if a number is out of its range."""

    mean_size: Annotated[float, MEAN_SIZES, "Mean size of the regions."] = 5.0
    spread: Annotated[
        float,
        Range(0, 2),
        "Standard deviation of the initial region sizes, divided by the mean.",
    ] = 0.6
    """Small neighbors are united afterwards."""
    wiggliness: Annotated[
        float,
        Range(0, 1),
        "Shape of the regions, from 0 (compact, many rectangles) to 1 (winding).",
    ] = 0.7
    dot_weights: Annotated[
        tuple[float, float, float],
        "Relative frequency of dots on cells, edges and vertices.",
    ] = (2.0, 2.0, 1.0)
    pattern: Annotated[Pattern, "Symmetry of the set of dots, or of clues."] = "none"
    """`quarter-turn` needs a square board."""
    max_bar: Annotated[
        int | None,
        Range(1),
        "Greatest length of a region one cell wide (default: 4 or more).",
    ] = None
    """Any on boards of one or two rows."""
    max_rectangle: Annotated[
        int | None,
        Range(1),
        "Greatest size of a region that is a rectangle (default: 9 or more).",
    ] = None
    """More for large or compact regions; any on boards of one or two rows."""
    singles: Annotated[
        float, Range(0, 1), "Greatest share of regions of one cell, 0 to 1."
    ] = 1.0

    def __post_init__(self) -> None:
        check(self)
        if min(self.dot_weights) < 0 or not 0 < sum(self.dot_weights) < inf:
            raise OptionError(
                f"the weights {self.dot_weights} of dots on cells, edges and vertices: "
                "none may be negative, and their sum must be positive and finite"
            )


@dataclass(frozen=True, kw_only=True)
class Requirements:
    """Requirements on puzzles of any size."""

    seed: Annotated[int, "Random seed."] = 0
    techniques: Annotated[
        tuple[tuple[Technique, int], ...],
        "A technique that N steps need at least, such as separation:2.",
    ] = ()
    opening: Annotated[
        Point | None, "The first step after the touched cells is here, or beside it."
    ] = None
    attempts: Annotated[int, Range(1), "Maximum attempts for each puzzle."] = 50
    effort: Annotated[
        tuple[float, float] | None,
        "Effort of the walkthrough, which tells puzzles of a difficulty apart.",
    ] = None
    dots: Annotated[
        tuple[int, int] | None, "Number of dots; of other families of clues."
    ] = None
    """The least and the largest number, as for `effort`."""
    rated: Annotated[bool, "State the grade, the effort and the techniques."] = False
    """A walkthrough takes longer than making most puzzles."""


@dataclass(frozen=True, repr=False)
class Recipe(Brief, Requirements):
    """The puzzles to generate; `GalaxiesError` if there can be none."""

    width: int
    """The number of columns of cells; of other families the first number of a size."""
    height: int
    """The number of rows."""
    style: Style = field(default_factory=Style)
    """The style of the regions."""
    grade: str | None = None
    """One of `TARGETS`, `OR_HARDER`, or None."""
    black: BlackShare = 0.0
    holes: HoleNumber = 0
    shape: Shape | None = None
    """For each row which cells there are but for the `holes`; None for all."""
    picture: tuple[tuple[int, ...], ...] | None = None
    """For each row the pixels that the solution or the dots show: `WHITE`, `BLACK`,
    `EITHER` or `DOT`. It determines the black dots."""
    rules: Rules = STANDARD
    """The rules; others than the standard ones allow no style."""
    lattice: Lattice = SQUARE
    """The lattice of the cells; `shape` gives a board of hexagons its outline."""
    family: AnyFamily = GALAXIES
    """The puzzle type. Others than Galaxies have only sizes, `seed`, `reasons`,
    `attempts`, `dots` (the number of clues) and the pattern of the `style`."""
    unlike: tuple[Puzzle, ...] = ()
    """Puzzles that none resembles; then none resembles another one either."""
    reasons: tuple[int, int] | None = None
    """The smallest and the largest size of the largest reason in the walkthrough."""

    def __post_init__(self) -> None:
        check(self)
        of_kind("style", Style, self.style)
        set_field = object.__setattr__
        set_field(self, "rules", Rules.of(self.rules))
        set_field(self, "lattice", lattice_of(self.lattice))
        if self.opening is not None:
            set_field(self, "opening", Point(*self.opening))
        if self.style.pattern == "quarter-turn" and self.width != self.height:
            raise OptionError("the pattern quarter-turn needs a square board")
        low, high = self.effort or (0, 0)
        if not 0 <= low <= high:
            said = f"the effort {low:g} to {high:g}: the smaller number first, from 0"
            raise OptionError(said)
        for fault in self._faults() if self.is_styled else self._without_effect():
            raise OptionError(fault)

    @property
    def is_styled(self) -> bool:
        """Whether all options have an effect: on puzzles of Galaxies."""
        return self.family.is_styled

    @cached_property
    def has_standard_rules(self) -> bool:
        """Whether puzzles have the standard rules of Galaxies."""
        return self.is_styled and has_standard_rules(Puzzle(1, 1), self.rules)

    @property
    def _in_pattern(self) -> tuple[int, tuple[int, ...]]:
        """A divisor, and what it leaves of possible numbers of dots in the pattern.

        The image of a region is another one, but for those on an axis or in the middle.
        """
        pattern, x, y = self.style.pattern, self.width // 2, self.height // 2
        is_odd = bool(self.width % 2 and self.height % 2 and not self.holes)
        has_middle = is_odd and (self.shape is None or self.shape[y][x])
        if pattern == "quarter-turn" and not self.holes:
            return 4, (1,) if has_middle else (0, 1)
        if pattern in ("half-turn", "both-ways") and has_middle:
            return 2, (1,)
        return 1, (0,)

    def missing(self, rng: "Random") -> frozenset[Point]:
        """Return the missing cells: those outside of the shape, and random ones."""
        if not (self.shape or self.holes):
            return frozenset()
        cells, outside = list(Puzzle(self.width, self.height).cells()), set[Point]()
        if (shape := self.shape) is not None:
            outside = {cell for cell in cells if not shape[cell.y // 2][cell.x // 2]}
            cells = [cell for cell in cells if cell not in outside]
        return frozenset(outside.union(rng.sample(cells, self.holes)))

    def _without_effect(self) -> Iterator[str]:
        """Yield what is wrong with a recipe for another family."""
        usual = Recipe(1, 1, style=Style(pattern=self.style.pattern))
        for one in fields(self):
            if one.name not in _OF_ALL_FAMILIES and (
                getattr(self, one.name) != getattr(usual, one.name)
            ):
                yield f"{one.name} has an effect on puzzles of Galaxies only"
        if self.dots is not None and self.dots[0] > self.dots[1]:
            yield "{} to {} clues: the smaller number first".format(*self.dots)
        if self.shape or self.holes:
            yield from self._faults_of_shape()

    def _faults_of_shape(self) -> Iterator[str]:
        """Yield what is wrong with a shape, a picture and holes."""
        cells = self.width * self.height
        for rows, name in ((self.shape, "shape"), (self.picture, "picture")):
            size = {(self.height, self.width)}
            if rows is not None and {(len(rows), len(row)) for row in rows} != size:
                yield f"the {name} is not {self.width}x{self.height}"
        if self.shape is not None:
            cells = sum(map(sum, self.shape))
            if not cells:
                yield "the shape has no cells"
        if not 0 <= self.holes < cells:
            yield f"{self.holes} holes on {cells} cells: 0 to {cells - 1} are possible"

    def _faults(self) -> Iterator[str]:
        check_size(self.width, self.height)
        yield from self._faults_of_shape()
        if self.reasons is not None:
            yield (
                "the difficulty of Galaxies is a grade; sizes of the largest reason "
                "are for other families"
            )
        cells = self.width * self.height
        if self.shape is not None:
            cells = sum(map(sum, self.shape))
            if self.picture is not None:
                yield "a shape has no picture"
        cells -= self.holes
        if self.picture is not None:
            for color, name in ((BLACK, "black"), (WHITE, "white")):
                if not any(color in row or DOT in row for row in self.picture):
                    yield f"no pixel of the picture is {name}"
            if self.holes or self.black:
                yield "a picture has no holes, and says what is black"
        if self.dots is not None:
            least, most = self.dots
            number = str(least) if least == most else f"{least} to {most}"
            if least > most:
                yield f"{number} dots: the smaller number first"
            if least > cells or most < 1:
                yield (
                    f"{number} dots on {cells} cells: each has a region of its own, so "
                    f"that 1 to {cells} are possible"
                )
            step, rest = self._in_pattern
            if all(n % step not in rest for n in range(least, most + 1)):
                possible = " or ".join(f"{step} n" + f" + {r}" * (r > 0) for r in rest)
                yield (
                    f"{number} dots in the pattern {self.style.pattern}: {possible} "
                    "are possible, because a region in the middle is its own image"
                )
        known = [*TARGETS, *[OR_HARDER] * self.has_standard_rules]
        if self.grade not in (None, *known):
            yield f"the difficulty {self.grade!r}: there are {', '.join(known)}"
        if (cell := self.opening) is not None and not (
            is_cell(cell) and Puzzle(self.width, self.height).has_cell(cell)
        ):
            yield f"the opening {cell_name(cell)}: no cell"
        pattern = self.style.pattern
        if self.lattice != SQUARE and pattern not in ("none", "half-turn"):
            yield f"the pattern {pattern} needs square cells"
        if self.lattice != SQUARE and self.picture is not None:
            yield "a picture needs square cells"

    def in_brief(self) -> str:
        """Return the size, the seed, and the options that differ from the default."""
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.width}x{self.height}, seed {self.seed}{options}"

    @property
    def has_walkthrough(self) -> bool:
        """Whether puzzles are made with a walkthrough."""
        wanted = self.rated, self.effort, self.techniques, self.reasons
        return any(wanted) or (self.grade is not None and not self.is_styled)

    @cached_property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON and for people."""
        known = {one.name: getattr(self, one.name) for one in fields(self)}
        del known["attempts"], known["rules"], known["lattice"]
        if not self.is_styled:
            names = ["width", "height", "seed", "reasons"]
            names += [o for o in ("grade", "effort", "holes", "shape") if known[o]]
            asked = {name: known[name] for name in names} | self.options
            return {"family": self.family.name} | asked
        del known["family"], known["reasons"]
        for name in ("effort", "techniques", "opening", "unlike"):
            if not known[name]:  # files of earlier versions go on
                del known[name]
        if self.unlike:
            known["unlike"] = hashed("".join(sorted(map(canonical_form, self.unlike))))
        known["style"] = asdict(self.style)
        if self.lattice != SQUARE:
            known["lattice"] = self.lattice.name
        if self.rules.encoding != AUTO:
            known["encoding"] = self.rules.encoding
        return known

    @cached_property
    def options(self) -> dict[str, object]:
        """The options that differ from the default; not size, seed and family."""
        if not self.is_styled:
            asked: dict[str, object] = {"clues": self.dots}
            asked |= {"pattern": self.style.pattern}
            asked |= {"holes": self.holes or None, "shape": bool(self.shape) or None}
            return {k: v for k, v in asked.items() if v not in (None, "none")}
        usual = Recipe(self.width, self.height, seed=self.seed).fields
        options = {k: v for k, v in self.fields.items() if v != usual.get(k)}
        for name in {"picture", "shape"} & options.keys():
            options[name] = True
        if "style" in options:
            usual_style, style = asdict(Style()), asdict(self.style)
            options["style"] = {k: v for k, v in style.items() if v != usual_style[k]}
        return options


_OF_ALL_FAMILIES = {
    *("width", "height", "family", "seed", "attempts", "reasons", "grade", "dots"),
    *("effort", "holes", "shape"),
}
"""The fields that have an effect on puzzles of all families."""
