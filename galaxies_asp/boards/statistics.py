"""Statistics of boards drawn uniformly at random, with confidence intervals."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from galaxies_asp.boards.matrices import Ints
from galaxies_asp.boards.symmetry import centroid, regions_of
from galaxies_asp.grid import Point, is_cell, is_vertex

_Z95 = 1.959963984540054
"""The standard normal deviate that 97.5 % of the values stay below."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Summary:
    """Estimates for all boards of a size, from a sample.

    Attributes
    ----------
    boards
        The size of the sample.
    regions
        The mean number of regions of a board.
    sizes
        Number of regions of the sample by number of cells.
    on_cells, on_edges, on_vertices
        The shares of the centers of symmetric regions; None if there are none.
    proper
        The share of boards whose dots are a proper puzzle; None if it was not asked.
    """

    boards: int
    regions: Interval
    sizes: dict[int, int]
    on_cells: Interval | None
    on_edges: Interval | None
    on_vertices: Interval | None
    proper: Interval | None


def dots_of(labels: Ints) -> tuple[Point, ...]:
    """Return the centroids of the symmetric regions of an (H, W) matrix."""
    centers = (centroid(region) for region in regions_of(labels))
    return tuple(center for center in centers if center is not None)


def summarize(boards: Iterable[Ints], proper: Sequence[bool] | None = None) -> Summary:
    """Summarize a sample of at least two boards, (H, W) matrices.

    Parameters
    ----------
    proper
        For each board whether its dots are a proper puzzle, if that is known.
    """
    numbers: list[int] = []
    sizes: Counter[int] = Counter()
    per_board: list[tuple[int, int, int]] = []
    for labels in boards:
        numbers.append(int(labels.max()))
        sizes.update(np.bincount(labels.ravel())[1:].tolist())
        dots = dots_of(labels)
        cells = sum(map(is_cell, dots))
        vertices = sum(map(is_vertex, dots))
        per_board.append((cells, len(dots) - cells - vertices, vertices))
    kinds = np.array(per_board, dtype=np.float64)
    dots_of_all = kinds.sum(1)
    return Summary(
        boards=len(numbers),
        regions=mean(numbers),
        sizes=dict(sorted(sizes.items())),
        on_cells=_ratio(kinds[:, 0], dots_of_all),
        on_edges=_ratio(kinds[:, 1], dots_of_all),
        on_vertices=_ratio(kinds[:, 2], dots_of_all),
        proper=None if proper is None else share(sum(proper), len(proper)),
    )


def mean(values: Sequence[int]) -> Interval:
    """Return the mean of at least two independent values."""
    array = np.array(values, dtype=np.float64)
    middle = float(array.mean())
    spread = _Z95 * float(array.std(ddof=1)) / math.sqrt(len(array))
    return Interval(middle, middle - spread, middle + spread)


def share(hits: int, trials: int) -> Interval:
    """Return a share, with the interval of Wilson (1927)."""
    p = hits / trials
    z2 = _Z95**2 / trials
    middle = (p + z2 / 2) / (1 + z2)
    spread = math.sqrt(p * (1 - p) * z2 + z2**2 / 4) / (1 + z2)
    return Interval(p, max(0.0, middle - spread), min(1.0, middle + spread))


def _ratio(part: np.ndarray, whole: np.ndarray) -> Interval | None:
    """Return the ratio of two sums over boards.

    The dots of one board depend on each other, so that the boards, and not the dots,
    are the independent trials: the usual estimate of the error of a ratio.
    """
    total = float(whole.sum())
    if not total:
        return None
    value = float(part.sum()) / total
    residuals = part - value * whole
    spread = _Z95 * math.sqrt(float((residuals**2).sum())) / total
    return Interval(value, value - spread, value + spread)
