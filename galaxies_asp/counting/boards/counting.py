"""Every count by its name."""

from concurrent.futures import Executor
from pathlib import Path

from galaxies_asp.counting.boards import arrangements, dot_sets, galaxies, partitions
from galaxies_asp.counting.boards.checkpoints import ClassFile, FrontFile, LevelFiles
from galaxies_asp.counting.boards.estimates import (
    MEMORY_LIMIT,
    check_board,
    room_for_regions,
)
from galaxies_asp.counting.boards.word_board import WordBoard
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
        fronts = FrontFile(folder, kind, sides) if folder else None
        return partitions.count(height, width, fronts=fronts, report=report)
    if kind == "arrangements":
        return arrangements.count(height, width, report=report)
    board = WordBoard(height, width)
    if kind in ("galaxies", "galaxies-toroidal"):
        sides = {"rows": height, "columns": width}
        files = LevelFiles(folder, kind, sides) if folder else None
        around_center = kind == "galaxies"
        return galaxies.count(
            board,
            around_center=around_center,
            files=files,
            executor=executor,
            report=report,
            room=room_for_regions(height, width, memory_limit),
        ).total
    sides = {"long": max(height, width), "short": min(height, width)}
    file = ClassFile(folder, sides) if folder else None
    census = dot_sets.census(height, width, file=file, report=report)
    return census.dot_sets if kind == "dot-sets" else census.proper
