"""Every count by its name, and the counts of all sizes up to a square."""

from concurrent.futures import Executor
from decimal import Decimal, localcontext
from itertools import pairwise
from pathlib import Path

from galaxies_asp.counting.boards import arrangements, dot_sets, galaxies, partitions
from galaxies_asp.counting.boards.estimates import (
    MEMORY_LIMIT,
    check_board,
    room_for_regions,
)
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.processes.checkpoint import CheckpointFolder
from galaxies_asp.processes.progress import Report, silent

KINDS = {
    "partitions": "divisions into connected regions",
    "arrangements": "sets of walls in which no inner vertex touches exactly one",
    "galaxies": "divisions into symmetric regions that contain their centers",
    "galaxies-toroidal": "divisions into symmetric regions, wherever their centers are",
    "dot-sets": "sets of dots that some galaxies board has",
    "proper": "sets of dots that exactly one galaxies board has",
}
"""The names of the counts, and what is counted."""

Triangle = list[list[int]]

_DIGITS = 30


def count(
    kind: str,
    height: int,
    width: int,
    *,
    folder: Path | None = None,
    executor: Executor | None = None,
    report: Report = silent,
    memory_limit: int = MEMORY_LIMIT,
) -> int:
    """Return an exact count: of one of `KINDS`, on boards of height x width cells.

    Parameters
    ----------
    folder
        Folder for checkpoints, from which the count is resumed (not arrangements).
    executor
        Processes that share the search for galaxies boards.
    memory_limit
        Bytes. Counts of galaxies boards are faster where there is more memory.

    Raises `BoardSizeError` if there are no such boards, or they are too large to be
    represented. Raises `CheckpointError` if a file in the folder is damaged or belongs
    to another count.
    """
    check_board(kind, height, width)
    if kind == "partitions":
        sides = {"rows": max(height, width), "columns": min(height, width)}
        file = CheckpointFolder(folder, kind, sides).named("row")
        return partitions.count(height, width, checkpoint=file, report=report)
    if kind == "arrangements":
        return arrangements.count(height, width, report=report)
    board = WordBoard(height, width)
    if kind in ("galaxies", "galaxies-toroidal"):
        sides = {"rows": height, "columns": width}
        return galaxies.count(
            board,
            around_center=kind == "galaxies",
            files=CheckpointFolder(folder, kind, sides),
            executor=executor,
            report=report,
            room=room_for_regions(height, width, memory_limit),
        ).total
    sides = {"long": max(height, width), "short": min(height, width)}
    file = CheckpointFolder(folder, "dot-sets", sides).named("classes")
    census = dot_sets.census(height, width, checkpoint=file, report=report)
    return census.dot_sets if kind == "dot-sets" else census.proper


def triangle(kind: str, size: int, *, report: Report = silent) -> Triangle:
    """Return the counts for n x k cells: row n - 1 holds those for k = 1, ..., n."""
    return [
        [count(kind, n, k, report=report) for k in range(1, n + 1)]
        for n in range(1, size + 1)
    ]


def growth_estimates(counts: Triangle) -> list[Decimal]:
    """Return F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = 2, 3, ...

    If F(m,n) is about c a^(m+n) g^(mn), with constants for the corners and sides, then
    these cancel, and what remains is g, the growth per cell.
    """
    with localcontext(prec=_DIGITS):
        return [
            Decimal(row[-1] * before[-1]) / Decimal(row[-2] ** 2)
            for before, row in pairwise(counts)
        ]
