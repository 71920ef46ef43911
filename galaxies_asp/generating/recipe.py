"""Requirements on generated puzzles."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property

from galaxies_asp.asp.encodings import AUTO
from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_name,
    hexagon,
    is_cell,
)
from galaxies_asp.board.puzzle import Puzzle, check_size
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.generating.picture import BLACK, DOT, WHITE
from galaxies_asp.generating.style import Style

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
class Recipe:
    """Requirements on the puzzles to generate.

    Parameters
    ----------
    width, height
        The number of columns and rows of cells.
    style
        The style of the regions.
    dots
        The least and the largest number of dots; None for no bound.
    grade
        One of `TARGETS`, or None.
    effort
        The least and the largest effort of a walkthrough; None for no bound.
    techniques
        Techniques with the least number of steps that need each.
    opening
        A cell: the first step after the touched cells decides it or one beside it.
    black
        The share of the dots that are black.
    holes
        The number of cells that are missing, at random places.
    shape
        For each row which cells there are; None for all. Not with `holes`.
    picture
        For each row the pixels that the solution or the dots show: `WHITE`, `BLACK`,
        `EITHER` or `DOT` of `picture`. It determines the black dots.
    rated
        Whether to state the grade, the effort and the techniques of a walkthrough,
        which takes longer than making most puzzles.
    seed
        The same recipe makes the same puzzles.
    attempts
        The limit of attempts per puzzle.
    lattice
        The lattice of the cells; `shape` gives a board of hexagons its outline.
    rules
        The rules; others than the standard ones allow no style and no grade.

    Raises `GalaxiesError` if no puzzle can meet the recipe.
    """

    width: int
    height: int
    style: Style = field(default_factory=Style)
    dots: tuple[int, int] | None = None
    grade: str | None = None
    effort: tuple[float, float] | None = None
    techniques: tuple[tuple[Technique, int], ...] = ()
    opening: Point | None = None
    black: float = 0.0
    holes: int = 0
    shape: Shape | None = None
    picture: tuple[tuple[int, ...], ...] | None = None
    rated: bool = False
    seed: int = 0
    attempts: int = 50
    rules: Rules = STANDARD
    lattice: Lattice = SQUARE

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        cells = self.width * self.height
        if not 0 <= self.holes < cells:
            raise OptionError(
                f"{self.holes} holes on {cells} cells: 0 to {cells - 1} are possible"
            )
        cells -= self.holes
        if self.shape is not None:
            self._require_size(self.shape, "shape")
            if self.holes or self.picture is not None:
                raise OptionError("a shape says where holes are, and has no picture")
            cells = sum(map(sum, self.shape))
            if not cells:
                raise OptionError("the shape has no cells")
        if self.picture is not None:
            self._require_size(self.picture, "picture")
            for color, name in ((BLACK, "black"), (WHITE, "white")):
                if not any(color in row or DOT in row for row in self.picture):
                    raise OptionError(f"no pixel of the picture is {name}")
            if self.holes or self.black:
                raise OptionError("a picture has no holes, and says what is black")
        if self.dots is not None:
            least, most = self.dots
            if least > most:
                raise OptionError(f"{least} to {most} dots: the smaller number first")
            if least > cells or most < 1:
                number = str(least) if least == most else f"{least} to {most}"
                raise OptionError(
                    f"{number} dots on {cells} cells: each has a region of its own, so "
                    f"that 1 to {cells} are possible"
                )
        if self.grade is not None and self.grade not in TARGETS:
            raise OptionError(
                f"the difficulty {self.grade!r}: there are {', '.join(TARGETS)}"
            )
        if self.effort is not None:
            low, high = self.effort
            if not 0 <= low <= high:
                raise OptionError(
                    f"the effort {low:g} to {high:g}: the smaller number first, from 0"
                )
        if self.opening is not None and not (
            is_cell(self.opening)
            and Puzzle(self.width, self.height).has_cell(self.opening)
        ):
            raise OptionError(f"the opening {cell_name(self.opening)}: no cell")
        if not 0 <= self.black <= 1:
            raise OptionError(f"a share of {self.black} black dots: 0 to 1 is possible")
        if self.attempts < 1:
            raise OptionError(f"{self.attempts} attempts: at least one is needed")
        if self.lattice != SQUARE:
            if self.style.pattern not in ("none", "half-turn"):
                raise OptionError(
                    f"the pattern {self.style.pattern} needs square cells"
                )
            if self.picture is not None:
                raise OptionError("a picture needs square cells")
        if self.style.pattern == "quarter-turn" and self.width != self.height:
            raise OptionError("the pattern quarter-turn needs a square board")

    def _require_size(self, rows: Sequence[Sequence[int]], name: str) -> None:
        if {(len(rows), len(row)) for row in rows} != {(self.height, self.width)}:
            raise OptionError(f"the {name} is not {self.width}x{self.height}")

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
            usual_style = asdict(Style())
            style = {k: v for k, v in asdict(self.style).items() if v != usual_style[k]}
            options["style"] = style
        return options
