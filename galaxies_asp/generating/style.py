"""The style of generated boards: sizes, shapes, dots, patterns."""

from dataclasses import dataclass
from typing import Literal, get_args

from galaxies_asp.board.errors import OptionError

Pattern = Literal[
    "none", "half-turn", "left-right", "top-bottom", "both-ways", "quarter-turn"
]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


@dataclass(frozen=True)
class Style:
    """The style of a board.

    Parameters
    ----------
    mean_size
        The intended mean number of cells of a region.
    spread
        The standard deviation of the sizes that regions grow to, as a share of their
        mean, before small neighbors are united.
    wiggliness
        0 for compact regions, mostly rectangles; 1 for winding ones.
    dot_weights
        The relative frequencies of dots on cells, edges and vertices.
    pattern
        The symmetry of the dots as a whole; `quarter-turn` needs a square board.
    max_bar
        The greatest length of a region that is a bar, one cell wide; by default 4, or
        more for large regions, and any on boards of one or two rows.
    max_rectangle
        The greatest number of cells of a region that is a rectangle; by default 9, or
        more for large or compact regions, and any on boards of one or two rows.
    singles
        The greatest share of regions of one cell.

    Raises `OptionError` if a number is out of its range.
    """

    mean_size: float = 5.0
    spread: float = 0.6
    wiggliness: float = 0.7
    dot_weights: tuple[float, float, float] = (2.0, 2.0, 1.0)
    pattern: Pattern = "none"
    max_bar: int | None = None
    max_rectangle: int | None = None
    singles: float = 1.0

    def __post_init__(self) -> None:
        if not 1 <= self.mean_size <= 10_000:
            raise OptionError(f"a mean of {self.mean_size} cells a region: at least 1")
        if not 0 <= self.spread <= 2:
            raise OptionError(f"a spread of {self.spread}: 0 to 2 are possible")
        if not 0 <= self.wiggliness <= 1:
            raise OptionError(f"a wiggliness of {self.wiggliness}: 0 to 1 are possible")
        for limit, name in (self.max_bar, "bars"), (self.max_rectangle, "rectangles"):
            if limit is not None and limit < 1:
                raise OptionError(f"{name} of at most {limit} cells: at least 1")
        if not 0 <= self.singles <= 1:
            raise OptionError(
                f"a share of {self.singles} single cells: 0 to 1 is possible"
            )
        if min(self.dot_weights) < 0 or not sum(self.dot_weights) > 0:
            raise OptionError(
                f"the weights {self.dot_weights} of dots on cells, edges and vertices: "
                "none may be negative, and one must be positive"
            )
        if self.pattern not in PATTERNS:
            raise OptionError(
                f"the pattern {self.pattern!r}: there are {', '.join(PATTERNS)}"
            )

    @property
    def largest(self) -> int:
        """The number of cells that a region may have at most."""
        return max(2, round(4 * self.mean_size))
