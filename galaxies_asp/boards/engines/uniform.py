"""Boards drawn from the exact count: each of a size has the same probability.

This reaches as far as the count does, up to 7 rows of 8 cells in practice; see
`combinatorics.galaxies` and `combinatorics.estimates`.
"""

from collections.abc import Iterator

from galaxies_asp.boards import sampling
from galaxies_asp.boards.engines.boards import solution_of
from galaxies_asp.boards.watch import Watch
from galaxies_asp.puzzle import Solution


def boards(
    height: int, width: int, count: int, seed: int, watch: Watch | None = None
) -> Iterator[Solution]:
    """Yield so many boards; the watch is told how far the count has come before.

    Raises
    ------
    ValueError
        If the board has more than 64 cells.
    """
    sampler = sampling.sampler("galaxies", height, width, watch)
    return map(solution_of, sampling.draw(sampler, count, seed))
