"""Estimate the cost of a count in advance, extrapolated from measured counts."""

from dataclasses import dataclass

from galaxies_asp.boards.bitboard import MAX_CELLS
from galaxies_asp.boards.frontier import MAX_WIDTH
from galaxies_asp.errors import GalaxiesError

# By the shorter side: the regions tried on the square board, and by what factor they
# grow with each further cell. Measured up to 7; the last line is extrapolated.
_REGIONS = {
    2: (2e1, 1.23),
    3: (1.6e2, 1.29),
    4: (2.2e3, 1.30),
    5: (3.0e4, 1.34),
    6: (8.5e5, 1.37),
    7: (5.0e7, 1.40),
    8: (1.6e10, 1.50),
}
_SECONDS_PER_REGION = 3e-7
_BYTES_PER_REGION = 21
_TOROIDAL = 1.5
"""Seconds where centers may lie outside their regions, divided by those otherwise."""

_BYTES_PER_REGION_WITH_FILES = 6.5

# The most states that a frontier of 10 cells has, transitions per state, and by what
# factor both grow with a further cell.
_STATES_10 = 5.8e5
_STATES_GROWTH = 5.5
_TRANSITIONS = 3.2
_ROWS_UNTIL_REPEATED = 6
_SECONDS_PER_TRANSITION = 1.8e-7
_SLOWDOWN = 1.75
"""Larger sets of states are farther from the processor, with each further cell."""
_BYTES_PER_TRANSITION = 24

_START = 4e7
_SECONDS_TO_START = 0.3
"""The interpreter and its libraries."""


class BoardSizeError(GalaxiesError):
    """A board that does not exist, or that the representation has no room for."""


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
    elif height * width > MAX_CELLS:
        raise BoardSizeError(
            f"{size}: at most {MAX_CELLS} cells are possible, and in practice fewer"
        )


def estimate(
    kind: str, height: int, width: int, *, with_files: bool = False
) -> Estimate:
    """Estimate a count of the kinds that `counting.KINDS` lists.

    For dot sets the boards have to be counted first; see `census`.

    Parameters
    ----------
    with_files
        Whether what is found is kept in files (this matters for galaxies boards).
    """
    long, short = max(height, width), min(height, width)
    if kind == "partitions":
        states = _STATES_10 * _STATES_GROWTH ** (short - 10)
        transitions = _TRANSITIONS * states * short
        repeated = min(long, _ROWS_UNTIL_REPEATED)
        limbs = 1 + long * short / 24
        seconds = transitions * _SECONDS_PER_TRANSITION * repeated
        seconds *= _SLOWDOWN ** (short - 10)
        seconds += transitions * long * limbs * 2e-9
        return Estimate(
            _SECONDS_TO_START + seconds, _START + transitions * _BYTES_PER_TRANSITION
        )
    if kind == "arrangements":
        states = 2.0**short
        return Estimate(
            states * long * short * 2e-6, _START + states * (100 + long * short)
        )
    regions = _regions(long, short)
    size = _BYTES_PER_REGION_WITH_FILES if with_files else _BYTES_PER_REGION
    seconds = regions * _SECONDS_PER_REGION
    if kind == "galaxies-toroidal":
        seconds *= _TOROIDAL
    return Estimate(_SECONDS_TO_START + seconds, _START + regions * size)


def census(boards: int) -> Estimate:
    """Estimate the grouping of a number of boards by their dots."""
    return Estimate(boards * 1.3e-7, _START + boards * 11.5)


def _regions(long: int, short: int) -> float:
    if short == 1:
        return float(long) ** 2
    on_square, factor = _REGIONS[min(short, max(_REGIONS))]
    return on_square * factor ** (short * (long - short))


def _duration(seconds: float) -> str:
    for unit, length in (("years", 3.15e7), ("days", 86400), ("hours", 3600)):
        if seconds > 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{max(1, seconds):,.0f} s"


def _size(memory: float) -> str:
    return f"{memory / 1e9:,.1f} GB" if memory >= 1e9 else f"{memory / 1e6:,.0f} MB"
