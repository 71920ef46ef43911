"""Boards drawn from the exact count: each of a size has the same probability.

The limit is that of the count, 7 rows of 8 cells in practice; see `boards.galaxies` and
`boards.estimates`.
"""

from collections.abc import Iterator

from galaxies_asp.board.puzzle import Solution
from galaxies_asp.counting.boards import sampling
from galaxies_asp.counting.boards.engines.boards import solution_of
from galaxies_asp.processes.progress import Report, silent


def boards(
    height: int, width: int, count: int, seed: int, report: Report = silent
) -> Iterator[Solution]:
    """Yield `count` boards; `report` is called during the exact count before.

    Raises `ValueError` if the board has more than 64 cells.
    """
    sampler = sampling.sampler("galaxies", height, width, report)
    return map(solution_of, sampling.draw(sampler, count, seed))
