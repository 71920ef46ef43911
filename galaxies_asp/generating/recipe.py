"""Requirements on generated puzzles, and the style of their boards."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from math import inf
from typing import Literal, get_args

from galaxies_asp.core.asp.encodings import AUTO
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_name,
    hexagon,
    is_cell,
)
from galaxies_asp.core.board.puzzle import Puzzle, check_size
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.generating.picture import BLACK, DOT, WHITE

Pattern = Literal[
    "none", "half-turn", "left-right", "top-bottom", "both-ways", "quarter-turn"
]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)

TARGETS = {GRADES[level]: level for level in Level if 1 < level < Level.SEARCH}
"""The grades that can be asked for."""

Shape = tuple[tuple[bool, ...], ...]
"""For each row which cells there are."""


def hexagonal_shape(side: int) -> Shape:
    """Return the shape of a hexagon of hexagonal cells; see `hexagon`."""
    width, height, outside = hexagon(side)
    rows = Puzzle(width, height, holes=outside).cell_mask().tolist()
    return tuple(map(tuple, rows))


@dataclass(frozen=True)
class Style:
    """The style of a board.

    Raises `OptionError` if a number is out of its range.
    """

    mean_size: float = 5.0
    """The intended mean number of cells of a region."""
    spread: float = 0.6
    """The standard deviation of the sizes that regions grow to, as a share of their
    mean, before small neighbors are united."""
    wiggliness: float = 0.7
    """0 for compact regions, mostly rectangles; 1 for winding ones."""
    dot_weights: tuple[float, float, float] = (2.0, 2.0, 1.0)
    """The relative frequencies of dots on cells, edges and vertices."""
    pattern: Pattern = "none"
    """The symmetry of the dots as a whole; `quarter-turn` needs a square board."""
    max_bar: int | None = None
    """The greatest length of a region that is a bar, one cell wide; by default 4, or
    more for large regions, and any on boards of one or two rows."""
    max_rectangle: int | None = None
    """The greatest number of cells of a region that is a rectangle; by default 9, or
    more for large or compact regions, and any on boards of one or two rows."""
    singles: float = 1.0
    """The greatest share of regions of one cell."""

    def __post_init__(self) -> None:
        for fault in self._faults():
            raise OptionError(fault)

    def _faults(self) -> Iterator[str]:
        if not 1 <= self.mean_size <= 10_000:
            yield f"a mean of {self.mean_size} cells a region: at least 1"
        if not 0 <= self.spread <= 2:
            yield f"a spread of {self.spread}: 0 to 2 are possible"
        if not 0 <= self.wiggliness <= 1:
            yield f"a wiggliness of {self.wiggliness}: 0 to 1 are possible"
        for limit, name in (self.max_bar, "bars"), (self.max_rectangle, "rectangles"):
            if limit is not None and limit < 1:
                yield f"{name} of at most {limit} cells: at least 1"
        if not 0 <= self.singles <= 1:
            yield f"a share of {self.singles} single cells: 0 to 1 is possible"
        if min(self.dot_weights) < 0 or not 0 < sum(self.dot_weights) < inf:
            yield (
                f"the weights {self.dot_weights} of dots on cells, edges and vertices: "
                "none may be negative, and their sum must be positive and finite"
            )
        if self.pattern not in PATTERNS:
            yield f"the pattern {self.pattern!r}: there are {', '.join(PATTERNS)}"

    @property
    def largest(self) -> int:
        """The number of cells that a region may have at most."""
        return max(2, round(4 * self.mean_size))


@dataclass(frozen=True)
class Recipe:
    """Requirements on the puzzles to generate.

    Raises `GalaxiesError` if no puzzle can meet the recipe.
    """

    width: int
    """The number of columns of cells."""
    height: int
    """The number of rows."""
    style: Style = field(default_factory=Style)
    """The style of the regions."""
    dots: tuple[int, int] | None = None
    """The least and the largest number of dots; None for no bound."""
    grade: str | None = None
    """One of `TARGETS`, or None."""
    effort: tuple[float, float] | None = None
    """The least and the largest effort of a walkthrough; None for no bound."""
    techniques: tuple[tuple[Technique, int], ...] = ()
    """Techniques with the least number of steps that need each."""
    opening: Point | None = None
    """A cell: the first step after the touched cells decides it or one beside it."""
    black: float = 0.0
    """The share of the dots that are black."""
    holes: int = 0
    """The number of cells that are missing, at random places."""
    shape: Shape | None = None
    """For each row which cells there are but for the `holes`; None for all."""
    picture: tuple[tuple[int, ...], ...] | None = None
    """For each row the pixels that the solution or the dots show: `WHITE`, `BLACK`,
    `EITHER` or `DOT` of `picture`. It determines the black dots."""
    rated: bool = False
    """Whether to state the grade, the effort and the techniques of a walkthrough,
    which takes longer than making most puzzles."""
    seed: int = 0
    """The same recipe makes the same puzzles."""
    attempts: int = 50
    """The limit of attempts per puzzle."""
    rules: Rules = STANDARD
    """The rules; others than the standard ones allow no style and no grade."""
    lattice: Lattice = SQUARE
    """The lattice of the cells; `shape` gives a board of hexagons its outline."""

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        object.__setattr__(self, "rules", Rules.of(self.rules))
        for fault in self._faults():
            raise OptionError(fault)

    def _faults(self) -> Iterator[str]:
        cells = self.width * self.height
        for rows, name in ((self.shape, "shape"), (self.picture, "picture")):
            size = {(self.height, self.width)}
            if rows is not None and {(len(rows), len(row)) for row in rows} != size:
                yield f"the {name} is not {self.width}x{self.height}"
        if self.shape is not None:
            if self.picture is not None:
                yield "a shape has no picture"
            cells = sum(map(sum, self.shape))
            if not cells:
                yield "the shape has no cells"
        if not 0 <= self.holes < cells:
            yield f"{self.holes} holes on {cells} cells: 0 to {cells - 1} are possible"
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
        if self.grade is not None and self.grade not in TARGETS:
            yield f"the difficulty {self.grade!r}: there are {', '.join(TARGETS)}"
        low, high = self.effort or (0, 0)
        if not 0 <= low <= high:
            yield f"the effort {low:g} to {high:g}: the smaller number first, from 0"
        if (cell := self.opening) is not None and not (
            is_cell(cell) and Puzzle(self.width, self.height).has_cell(cell)
        ):
            yield f"the opening {cell_name(cell)}: no cell"
        if not 0 <= self.black <= 1:
            yield f"a share of {self.black} black dots: 0 to 1 is possible"
        if self.attempts < 1:
            yield f"{self.attempts} attempts: at least one is needed"
        pattern = self.style.pattern
        if self.lattice != SQUARE and pattern not in ("none", "half-turn"):
            yield f"the pattern {pattern} needs square cells"
        if self.lattice != SQUARE and self.picture is not None:
            yield "a picture needs square cells"
        if pattern == "quarter-turn" and self.width != self.height:
            yield "the pattern quarter-turn needs a square board"

    @property
    def has_walkthrough(self) -> bool:
        """Whether puzzles are made with a walkthrough."""
        return self.rated or self.effort is not None or bool(self.techniques)

    @cached_property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON and for people."""
        fields = asdict(self)
        del fields["attempts"], fields["rules"], fields["lattice"]
        for name in ("effort", "techniques", "opening"):
            if not fields[name]:  # files of earlier versions go on
                del fields[name]
        if self.lattice != SQUARE:
            fields["lattice"] = self.lattice.name
        if self.rules.encoding != AUTO:
            fields["encoding"] = self.rules.encoding
        return fields

    @cached_property
    def options(self) -> dict[str, object]:
        """The options other than size and seed that differ from the default."""
        usual = Recipe(self.width, self.height, seed=self.seed).fields
        options = {k: v for k, v in self.fields.items() if v != usual.get(k)}
        for name in {"picture", "shape"} & options.keys():
            options[name] = True
        if "style" in options:
            usual_style, style = asdict(Style()), asdict(self.style)
            options["style"] = {k: v for k, v in style.items() if v != usual_style[k]}
        return options
