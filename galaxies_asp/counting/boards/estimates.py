"""Estimate the cost of a count in advance, extrapolated from measured counts."""

from dataclasses import dataclass
from math import ceil

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.counting.boards.classes import OPTIONS_AT_ONCE
from galaxies_asp.counting.boards.frontier import MAX_WIDTH, number_of_states
from galaxies_asp.counting.boards.word_board import MAX_CELLS
from galaxies_asp.counting.exact import LIMB_BITS

# By the shorter side: the regions tried on the square board, and by what factor they
# grow with each further cell. Measured up to 7; the last line is extrapolated.
_REGIONS = {
    1: (1e0, 1.00),
    2: (2e1, 1.23),
    3: (1.6e2, 1.29),
    4: (2.2e3, 1.30),
    5: (3.0e4, 1.34),
    6: (8.5e5, 1.37),
    7: (5.0e7, 1.40),
    8: (1.6e10, 1.50),
}
_SECONDS_PER_REGION = 1.1e-6
_BYTES_PER_REGION = 6.5
_MOST_BYTES_OF_REGIONS = 2.5e8
_TOROIDAL = 1.7
"""Seconds where centers may lie outside their regions, divided by those otherwise."""

# Shapes that a board can leave, moved to the corner, and the regions that compiled code
# tries: likewise. The shapes of `galaxies` are fewer, and so are its regions.
_SHAPES = {
    1: (1e0, 1.00),
    2: (4e0, 1.15),
    3: (2.5e1, 1.23),
    4: (2.3e2, 1.25),
    5: (3.4e3, 1.28),
    6: (9e4, 1.29),
    7: (3.9e6, 1.30),
    8: (3.2e8, 1.30),
}
_REGIONS_COMPILED = {
    1: (1e0, 1.00),
    2: (1e1, 1.30),
    3: (1.1e2, 1.33),
    4: (1.6e3, 1.31),
    5: (3.7e4, 1.34),
    6: (1.45e6, 1.345),
    7: (9.9e7, 1.35),
    8: (1.5e10, 1.35),
}
_BYTES_PER_SHAPE = 60
_BYTES_COMPILED = 30
_SECONDS_COMPILED = 1.7e-7
_START_COMPILED = 1.6e8
_SECONDS_TO_START_COMPILED = 1.0

# The most options of all classes of dot sets at a time; as for regions. Measured up to
# 6; the last line is extrapolated.
_OPTIONS = {
    1: (1e0, 1.00),
    2: (4e0, 1.27),
    3: (5e1, 1.47),
    4: (1.1e3, 1.58),
    5: (1.9e5, 1.66),
    6: (1.4e8, 1.75),
    7: (3e11, 1.8),
}
MAX_CELLS_OF_DOT_SETS = 49
"""The greatest number of cells for which dot sets, below 2**63, fit into a word."""

_SECONDS_PER_OPTION = 7e-6
_SECONDS_PER_CENTER = 3e-3
_BYTES_PER_OPTION = 55
_BYTES_PER_OPTION_AT_ONCE = 110
_COMPILED_DOT_SETS = 0.25
"""Seconds of compiled code, divided by those of numpy."""

# Transitions of all steps of a row, per column and state after a row; what making one
# costs, and what using one costs in each further row per limb of 40 bits.
_TRANSITIONS = 4.5
_SECONDS_TO_MAKE = 4e-7
_SECONDS_TO_USE = 1.2e-8
_BYTES_PER_TRANSITION = 9.5
_BYTES_OF_PARTS = 1e7
"""The states that are looked at together while steps are made."""
_BITS_PER_CELL = 1.53

# The same for compiled additions of blocks.
_ADDITIONS = 5.5
_BITS_OF_BOUND = 1.64
_BITS_OF_MODULUS = 63
_SECONDS_PER_STATE = 3.7e-6
_SECONDS_PER_ADDITION = 1.4e-9
_BYTES_PER_STATE = 105

_START = 4e7
_SECONDS_TO_START = 0.3
"""The interpreter and its libraries."""


class BoardSizeError(GalaxiesError):
    """A board that does not exist, or that the representation has no room for."""


MEMORY_LIMIT = 4_096_000_000
"""Bytes, unless another limit is given."""


@dataclass(frozen=True)
class Estimate:
    """About how long a count takes, in CPU seconds, and how many bytes of memory."""

    seconds: float
    memory: float

    def __str__(self) -> str:
        return f"about {_duration(self.seconds)} and {_size(self.memory)} of memory"


def check_board(kind: str, height: int, width: int) -> None:
    """Raise BoardSizeError unless boards of this size can be counted at all."""
    size = f"{height}x{width}"
    if min(height, width) < 1:
        raise BoardSizeError(f"{size}: a board has at least one row and one column")
    if kind == "arrangements":
        if min(height, width) > 30:
            raise BoardSizeError(f"{size}: the shorter side may be at most 30")
    elif kind == "partitions":
        if min(height, width) > MAX_WIDTH:
            raise BoardSizeError(
                f"{size}: the shorter side may be at most {MAX_WIDTH}: "
                f"{estimate(kind, height, width)} would be needed"
            )
    else:
        most = MAX_CELLS_OF_DOT_SETS if kind in ("dot-sets", "proper") else MAX_CELLS
        if height * width > most:
            raise BoardSizeError(
                f"{size}: at most {most} cells are possible, and in practice fewer"
            )


def estimate(
    kind: str, height: int, width: int, *, is_compiled: bool = False
) -> Estimate:
    """Estimate a count of the kinds that `counting.KINDS` lists."""
    long, short = max(height, width), min(height, width)
    if kind == "partitions":
        of_kernel = _compiled_partitions if is_compiled else _partitions
        seconds, memory = of_kernel(long, short)
    elif kind == "arrangements":
        seconds = 2.0**short * long * short * 2e-6
        memory = 2.0**short * (100 + long * short)
    elif kind in ("dot-sets", "proper"):
        seconds, memory = _dot_sets(long, short)
        seconds *= _COMPILED_DOT_SETS if is_compiled else 1
    elif is_compiled:
        seconds = _by_sides(_REGIONS_COMPILED, long, short) * _SECONDS_COMPILED
        memory = number_of_shapes(long, short) * _BYTES_COMPILED
    else:
        regions = _by_sides(_REGIONS, long, short)
        factor = _TOROIDAL if kind == "galaxies-toroidal" else 1.0
        seconds = regions * _SECONDS_PER_REGION * factor
        memory = min(regions * _BYTES_PER_REGION, _MOST_BYTES_OF_REGIONS)
        memory += number_of_shapes(long, short) * _BYTES_PER_SHAPE
    if is_compiled:
        return Estimate(_SECONDS_TO_START_COMPILED + seconds, _START_COMPILED + memory)
    return Estimate(_SECONDS_TO_START + seconds, _START + memory)


def number_of_shapes(height: int, width: int) -> float:
    """Return about how many shapes the division of a board into regions can leave."""
    return _by_sides(_SHAPES, max(height, width), min(height, width))


def _partitions(long: int, short: int) -> tuple[float, float]:
    """Return the seconds and bytes of a count of partitions."""
    transitions = _TRANSITIONS * short * number_of_states(short)
    bits = short * _BITS_PER_CELL
    limbs = sum(ceil(row * bits / LIMB_BITS) for row in range(2, long + 1))
    memory = min(_BYTES_OF_PARTS, 1e3 * transitions)
    memory += transitions * _BYTES_PER_TRANSITION
    return transitions * (_SECONDS_TO_MAKE + _SECONDS_TO_USE * limbs), memory


def _compiled_partitions(long: int, short: int) -> tuple[float, float]:
    """Return the seconds and bytes of a count of partitions by blocks."""
    states = number_of_states(short)
    moduli = ceil(long * short * _BITS_OF_BOUND / _BITS_OF_MODULUS)
    additions = _ADDITIONS * short * states * long * moduli
    seconds = states * _SECONDS_PER_STATE + additions * _SECONDS_PER_ADDITION
    return seconds, states * _BYTES_PER_STATE


def _dot_sets(long: int, short: int) -> tuple[float, float]:
    """Return the seconds and bytes of a count of dot sets."""
    options = _by_sides(_OPTIONS, long, short)
    memory = min(options, OPTIONS_AT_ONCE) * _BYTES_PER_OPTION_AT_ONCE
    memory += options * _BYTES_PER_OPTION
    centers = (2 * long - 1) * (2 * short - 1)
    return options * _SECONDS_PER_OPTION + centers * _SECONDS_PER_CENTER, memory


def _by_sides(known: dict[int, tuple[float, float]], long: int, short: int) -> float:
    on_square, factor = known[min(short, max(known))]
    return on_square * factor ** (short * (long - short))


def _duration(seconds: float) -> str:
    for unit, length in (("years", 3.15e7), ("days", 86400), ("hours", 3600)):
        if seconds > 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{max(1, seconds):,.0f} s"


def _size(memory: float) -> str:
    return f"{memory / 1e9:,.1f} GB" if memory >= 1e9 else f"{memory / 1e6:,.0f} MB"
