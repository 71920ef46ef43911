"""Estimate the cost of a count in advance, extrapolated from measured counts."""

from dataclasses import dataclass
from math import ceil

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.counting.boards.classes import OPTIONS_AT_ONCE
from galaxies_asp.counting.boards.frontier import MAX_WIDTH, number_of_states
from galaxies_asp.counting.boards.word_board import MAX_CELLS
from galaxies_asp.counting.exact import LIMB_BITS

Scale = tuple[list[float], list[float]]
"""By the shorter side, from 1: a size on the square board, and its growth per cell.

The last item is extrapolated; it is also used for longer sides.
"""

_REGIONS: Scale = (
    [1e0, 2e1, 1.6e2, 2.2e3, 3.0e4, 8.5e5, 5.0e7, 1.6e10],
    [1.00, 1.23, 1.29, 1.30, 1.34, 1.37, 1.40, 1.50],
)
"""The regions that are tried."""

_REGIONS_COMPILED: Scale = (
    [1e0, 1e1, 1.1e2, 1.6e3, 3.7e4, 1.45e6, 9.9e7, 1.5e10],
    [1.00, 1.30, 1.33, 1.31, 1.34, 1.345, 1.35, 1.35],
)
"""The regions that compiled code tries."""

_SHAPES: Scale = (
    [1e0, 4e0, 2.5e1, 2.3e2, 3.4e3, 9e4, 3.9e6, 3.2e8],
    [1.00, 1.15, 1.23, 1.25, 1.28, 1.29, 1.30, 1.30],
)
"""Shapes that a board can leave, moved to the corner; those of `galaxies` are fewer."""

_OPTIONS: Scale = (
    [1e0, 4e0, 5e1, 1.1e3, 1.9e5, 1.4e8, 3e11],
    [1.00, 1.27, 1.47, 1.58, 1.66, 1.75, 1.8],
)
"""The most options of all classes of dot sets at a time."""

MAX_CELLS_OF_DOT_SETS = 49
"""The greatest number of cells for which dot sets, below 2**63, fit into a word."""

MEMORY_LIMIT = 4_096_000_000
"""Bytes, unless another limit is given."""


class BoardSizeError(GalaxiesError):
    """A board that does not exist, or that the representation has no room for."""


@dataclass(frozen=True)
class Estimate:
    """About how long a count takes, in CPU seconds, and how many bytes of memory."""

    seconds: float
    memory: float

    def __str__(self) -> str:
        time = f"{max(1, self.seconds):,.0f} s"
        for unit, length in (("hours", 3600), ("days", 86400), ("years", 3.15e7)):
            if self.seconds > 2 * length:
                time = f"{self.seconds / length:,.0f} {unit}"
        if self.memory >= 1e9:
            return f"about {time} and {self.memory / 1e9:,.1f} GB of memory"
        return f"about {time} and {self.memory / 1e6:,.0f} MB of memory"


def check_board(kind: str, height: int, width: int) -> None:
    """Raise BoardSizeError unless boards of this size can be counted at all."""
    size, shorter = f"{height}x{width}", min(height, width)
    most = MAX_CELLS_OF_DOT_SETS if kind in ("dot-sets", "proper") else MAX_CELLS
    if shorter < 1:
        raise BoardSizeError(f"{size}: a board has at least one row and one column")
    if kind == "arrangements":
        if shorter > 30:
            raise BoardSizeError(f"{size}: the shorter side may be at most 30")
    elif kind == "partitions":
        if shorter > MAX_WIDTH:
            raise BoardSizeError(
                f"{size}: the shorter side may be at most {MAX_WIDTH}: "
                f"{estimate(kind, height, width)} would be needed"
            )
    elif height * width > most:
        raise BoardSizeError(
            f"{size}: at most {most} cells are possible, and in practice fewer"
        )


def estimate(
    kind: str, height: int, width: int, *, is_compiled: bool = False
) -> Estimate:
    """Estimate a count of the kinds that `counting.KINDS` lists."""
    long, short = max(height, width), min(height, width)
    if kind == "partitions":
        states = number_of_states(short)
        transitions = 4.5 * short * states
        if is_compiled:
            # A bound of 1.64 bits per cell, and a pass of additions for each modulus.
            moduli = ceil(long * short * 1.64 / 63)
            additions = 5.5 * short * states * long * moduli
            seconds = 3.7e-6 * states + 1.4e-9 * additions
            memory = 105.0 * states
        else:
            # Each transition is made once, and used in each further row for each limb.
            limbs = (ceil(row * short * 1.53 / LIMB_BITS) for row in range(2, long + 1))
            seconds = transitions * (4e-7 + 1.2e-8 * sum(limbs))
            # The states that are looked at together while steps are made.
            memory = min(1e7, 1e3 * transitions) + 9.5 * transitions
    elif kind == "arrangements":
        seconds = 2.0**short * long * short * 2e-6
        memory = 2.0**short * (100 + long * short)
    elif kind in ("dot-sets", "proper"):
        options = _scaled(_OPTIONS, long, short)
        centers = (2 * long - 1) * (2 * short - 1)
        seconds = 7e-6 * options + 3e-3 * centers
        seconds *= 0.25 if is_compiled else 1
        memory = 110 * min(options, OPTIONS_AT_ONCE) + 55 * options
    elif is_compiled:
        seconds = 1.7e-7 * _scaled(_REGIONS_COMPILED, long, short)
        memory = 30 * number_of_shapes(long, short)
    else:
        regions = _scaled(_REGIONS, long, short)
        # Regions that need not contain their centers take longer.
        seconds = 1.1e-6 * regions * (1.7 if kind == "galaxies-toroidal" else 1)
        memory = min(6.5 * regions, 2.5e8) + 60 * number_of_shapes(long, short)
    # The interpreter and its libraries.
    if is_compiled:
        return Estimate(1.0 + seconds, 1.6e8 + memory)
    return Estimate(0.3 + seconds, 4e7 + memory)


def number_of_shapes(height: int, width: int) -> float:
    """Return about how many shapes the division of a board into regions can leave."""
    return _scaled(_SHAPES, max(height, width), min(height, width))


def _scaled(scale: Scale, long: int, short: int) -> float:
    on_square, factor = (column[min(short, len(column)) - 1] for column in scale)
    return on_square * float(factor ** (short * (long - short)))
