"""What counts of boards cost, extrapolated from measured counts; limits of size."""

from dataclasses import dataclass
from math import ceil, exp

import numpy as np

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import HEXAGONAL
from galaxies_asp.counting import graphs
from galaxies_asp.counting.boards.frontier import MAX_WIDTH, number_of_states
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import MAX_CELLS
from galaxies_asp.counting.exact import LIMB_BITS

_SCALES: dict[str, tuple[list[float], list[float]]] = {
    # The regions that are tried, by arrays and by compiled code.
    "regions": (
        [1e0, 2e1, 1.6e2, 2.2e3, 3.0e4, 8.5e5, 5.0e7, 1.6e10],
        [1.00, 1.23, 1.29, 1.30, 1.34, 1.37, 1.40, 1.50],
    ),
    "compiled regions": (
        [1e0, 4e1, 2.2e2, 1.6e3, 3.7e4, 1.45e6, 9.9e7, 1.5e10],
        [1.00, 1.23, 1.283, 1.31, 1.34, 1.345, 1.35, 1.35],
    ),
    # Shapes that a board can leave, moved to the corner; those of `galaxies` are fewer.
    "shapes": (
        [1e0, 3e1, 5.3e1, 2.3e2, 3.4e3, 9e4, 3.9e6, 3.2e8],
        [1.00, 1.06, 1.178, 1.25, 1.28, 1.29, 1.30, 1.30],
    ),
    # The most options of all classes of dot sets at a time.
    "options": (
        [1e0, 4e0, 5e1, 1.1e3, 1.9e5, 1.4e8, 3e11],
        [1.00, 1.27, 1.47, 1.58, 1.66, 1.75, 1.8],
    ),
}
"""By the shorter side, from 1: a size on the square board, and its growth per cell.

The last item is extrapolated; longer sides go on by area from it.
"""

_HEXAGONS = {
    "regions": [1e0, 6e1, 8.2e3, 5.9e6, 6e10],
    "compiled regions": [1e0, 6e1, 8.2e3, 5.9e6, 6e10],
    "shapes": [1e0, 1.6e1, 9.9e2, 3.5e5, 9e8],
    "options": [1e0, 1.6e1, 1.1e4, 4e8],
}
"""By the side of a hexagon, from 1; the last item is extrapolated."""

MAX_SHORTER_SIDES = {"arrangements": 30, "partitions": MAX_WIDTH}

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
        time = f"{_rounded(max(1, self.seconds))} s"
        for unit, length in (("hours", 3600), ("days", 86400), ("years", 3.15e7)):
            if self.seconds > 2 * length:
                time = f"{_rounded(self.seconds / length)} {unit}"
        memory = f"{_rounded(self.memory / 1e6)} MB"
        if self.memory >= 1e9:
            memory = f"{_rounded(self.memory / 1e9, 1)} GB"
        return f"about {time} and {memory} of memory"


def _rounded(value: float, digits: int = 0) -> str:
    """Return a number with its power of ten if it is very large."""
    return (
        f"{value:,.{digits if value < 100 else 0}f}" if value < 1e6 else f"{value:.0e}"
    )


def check_board(kind: str, shape: BoardShape) -> None:
    """Raise BoardSizeError unless boards of this shape can be counted at all."""
    shorter = min(shape.height, shape.width)
    if shorter < 1 or shape.area < 1:
        raise BoardSizeError(f"{shape}: a board has at least one row and one column")
    if kind in MAX_SHORTER_SIDES:
        if kind == "arrangements" and not shape.is_rectangle:
            raise BoardSizeError(f"{shape}: arrangements are counted on rectangles")
        limit = MAX_SHORTER_SIDES[kind]
        if shorter > limit and shape.is_rectangle:
            message = f"{shape}: the shorter side may be at most {limit}"
            if kind == "partitions":
                message += f": {estimate(kind, shape)} would be needed"
            raise BoardSizeError(message)
        return
    if shape.height * shape.width > MAX_CELLS:
        raise BoardSizeError(
            f"{shape}: the rows and columns of the frame may have at most {MAX_CELLS} "
            f"cells; {estimate(kind, shape)} would be needed"
        )
    if is_census(kind) and shape.area > MAX_CELLS_OF_DOT_SETS:
        raise BoardSizeError(
            f"{shape}: at most {MAX_CELLS_OF_DOT_SETS} cells are possible, and in "
            "practice fewer"
        )


def is_census(kind: str) -> bool:
    """Tell whether the boards are grouped by their dots for a count."""
    return kind in ("dot-sets", "proper")


def estimate(kind: str, shape: BoardShape, *, is_sampled: bool = False) -> Estimate:
    """Estimate a count of one of `KINDS`; samples need all steps, kept in arrays."""
    long, short = max(shape.height, shape.width), min(shape.height, shape.width)
    if kind == "partitions" and not shape.is_rectangle:
        return estimate_graph(graphs.graph_of(shape))
    if kind == "partitions":
        states = number_of_states(short)
        transitions = 4.5 * short * states
        if not is_sampled:
            # A bound of 1.64 bits per cell, and a pass of additions for each modulus.
            moduli = ceil(long * short * 1.64 / 63)
            additions = 5.5 * short * states * long * moduli
            # Each cell is a call for each modulus.
            calls = long * short * moduli
            seconds = 3.7e-6 * states + 1.2e-9 * additions + 1.7e-5 * calls
            memory = 105.0 * states
        else:
            # Each transition is made once, and used in each further row for each limb.
            limbs = (ceil(row * short * 1.53 / LIMB_BITS) for row in range(2, long + 1))
            seconds = transitions * (4e-7 + 1.2e-8 * sum(limbs))
            # The states that are looked at together while steps are made.
            memory = min(1e7, 1e3 * transitions) + 9.5 * transitions
            # The numbers of ways to all states after each cell.
            memory += 0.25 * states * (long * short) ** 2
    elif kind == "arrangements":
        seconds = 2.0**short * long * short * 1.5e-7
        memory = 2.0**short * (100 + long * short)
    elif kind in ("dot-sets", "proper"):
        options = _scaled("options", shape)
        centers = (2 * long - 1) * (2 * short - 1)
        seconds = 1.3e-6 * options + 6e-4 * centers
        memory = 55 * options
    elif not is_sampled:
        seconds = 1.4e-7 * _scaled("compiled regions", shape)
        memory = 30 * number_of_shapes(shape)
    else:
        regions = _scaled("regions", shape)
        # Regions that need not contain their centers take longer.
        seconds = 1.1e-6 * regions * (1.7 if kind == "galaxies-toroidal" else 1)
        memory = min(6.5 * regions, 2.5e8) + 60 * number_of_shapes(shape)
    # The interpreter and its libraries.
    return Estimate(0.3 + seconds, 4e7 + memory)


def estimate_graph(graph: graphs.Neighbors[graphs.Vertex]) -> Estimate:
    """Estimate the count of divisions of a plane graph; others may take longer."""
    cost = graphs.cost(graph, graphs.ordered(graph))
    return Estimate(0.3 + 2.5e-7 * cost, 4e7 + 10 * cost)


def number_of_shapes(shape: BoardShape) -> float:
    """Return about how many shapes the division of a board into regions can leave."""
    return _scaled("shapes", shape)


def _scaled(name: str, shape: BoardShape) -> float:
    sizes, factors = _SCALES[name]
    long, short = max(shape.height, shape.width), min(shape.height, shape.width)
    if shape.is_rectangle and short <= len(sizes):
        growth = factors[short - 1] ** (short * (long - short))
        return sizes[short - 1] * float(growth)
    # By the number of cells, between squares or between hexagons.
    areas = [n * n for n in range(1, len(sizes) + 1)]
    if shape.lattice == HEXAGONAL:
        sizes = _HEXAGONS[name]
        areas = [3 * n * (n - 1) + 1 for n in range(1, len(sizes) + 1)]
    logarithms = np.log(sizes)
    last = (logarithms[-1] - logarithms[-2]) / (areas[-1] - areas[-2])
    beyond = max(0, shape.area - areas[-1]) * last
    return exp(min(700.0, np.interp(shape.area, areas, logarithms) + beyond))
