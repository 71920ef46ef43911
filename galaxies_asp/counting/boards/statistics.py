"""Statistics of boards drawn uniformly at random, with confidence intervals."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from galaxies_asp.board.grid import Point, is_cell, is_vertex
from galaxies_asp.board.values import dataclass
from galaxies_asp.counting.boards.matrices import Ints
from galaxies_asp.counting.boards.symmetry import centroid, regions_of
from galaxies_asp.counting.intervals import Interval, mean, ratio, share


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
    on_cells, on_edges, on_vertices = zip(*per_board, strict=True)
    totals = [sum(counts) for counts in per_board]
    return Summary(
        boards=len(numbers),
        regions=mean(numbers),
        sizes=dict(sorted(sizes.items())),
        on_cells=ratio(on_cells, totals),
        on_edges=ratio(on_edges, totals),
        on_vertices=ratio(on_vertices, totals),
        proper=None if proper is None else share(sum(proper), len(proper)),
    )
