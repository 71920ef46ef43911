"""Statistics of boards drawn uniformly at random, with confidence intervals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from galaxies_asp.board.answer import Natural, Part
from galaxies_asp.board.grid import Point, is_cell, is_vertex
from galaxies_asp.counting.boards.matrices import Ints, centroid, regions_of
from galaxies_asp.counting.intervals import Interval, mean, ratio, share


@dataclass(frozen=True)
class Summary(Part):
    """Estimates for all boards of a size, from a sample.

    The shares of dots are null if no region is symmetric.
    """

    boards: Annotated[Natural, "Number of sampled boards."]
    regions: Annotated[
        Interval, "Number of regions: mean, and the ends of its 95% interval."
    ]
    sizes: Annotated[Mapping[int, Natural], "Number of regions of each size."]
    on_cells: Annotated[
        Interval | None, "Share of dots on cells: mean, and the ends of its interval."
    ]
    on_edges: Annotated[
        Interval | None, "Share on edges: mean, and the ends of its 95% interval."
    ]
    on_vertices: Annotated[
        Interval | None, "Share on vertices: mean, and the ends of its 95% interval."
    ]
    proper: Annotated[
        Interval | None,
        "Share of boards whose dots have one solution: mean, and the ends of its 95% "
        "interval.",
    ]


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
