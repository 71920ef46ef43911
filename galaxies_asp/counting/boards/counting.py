"""Every count by its name, and the counts of all sizes up to a square."""

from decimal import Decimal, localcontext
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from galaxies_asp.counting.boards import dot_sets, galaxies, partitions
from galaxies_asp.counting.boards.estimates import (
    check_board,
    estimate,
    number_of_shapes,
)
from galaxies_asp.counting.boards.word_board import HexagonalBoard, WordBoard
from galaxies_asp.processes.checkpoint import CheckpointFolder
from galaxies_asp.processes.exchange import Traffic
from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.processes.sharing import ALONE, Sharing

KINDS = {
    "partitions": "divisions into connected regions",
    "arrangements": "sets of walls in which no inner vertex touches exactly one",
    "galaxies": "divisions into symmetric regions that contain their centers",
    "galaxies-toroidal": "divisions into symmetric regions, wherever their centers are",
    "dot-sets": "sets of dots that some galaxies board has",
    "proper": "sets of dots that exactly one galaxies board has",
}
"""The names of the counts, and what is counted."""

KERNELS = ("numpy", "numba")
"""What counts: arrays, or compiled code, which is an optional extra."""

COMPILED = tuple(kind for kind in KINDS if kind != "arrangements")
"""The counts that compiled code can do."""

Triangle = list[list[int]]


def default_kernel() -> str:
    """Return the fastest kernel that is installed."""
    return "numba" if find_spec("numba") else "numpy"


def count(
    kind: str,
    height: int,
    width: int,
    *,
    kernel: str | None = None,
    folder: Path | None = None,
    sharing: Sharing = ALONE,
    traffic: Traffic | None = None,
    report: Report = silent,
) -> int:
    """Return an exact count: of one of `KINDS`, on boards of height x width cells.

    Parameters
    ----------
    kernel
        One of `KERNELS` for all but arrangements; by default the fastest one installed.
    folder
        Folder for checkpoints, from which the count is resumed (not arrangements).
    sharing
        Workers that share the states (not arrangements).
    traffic
        Is told what the exchanges of states cost; nothing where threads share memory.

    Raises `BoardSizeError` if there are no such boards, or they are too large to be
    represented. Raises `CheckpointError` if a file in the folder is damaged or belongs
    to another count.
    """
    check_board(kind, height, width)
    if kind == "arrangements":
        return count_arrangements(height, width, report)
    rows, columns = max(height, width), min(height, width)
    sides = {"rows": rows, "columns": columns}
    compiled_code = is_compiled(kind, height, width, kernel, sharing)
    if compiled_code and kind not in ("dot-sets", "proper"):
        from galaxies_asp.counting.boards import compiled, compiled_partitions

        files = CheckpointFolder(folder, f"{kind} numba", sides)
        shared: dict[str, Any] = {
            "threads": sharing.jobs,
            "checkpoint": files.named("numbers"),
            "report": report,
        }
        if kind == "partitions":
            return compiled_partitions.count(rows, columns, **shared)
        return compiled.count(
            WordBoard(rows, columns),
            around_center=kind == "galaxies",
            shapes=number_of_shapes(rows, columns),
            **shared,
        )
    name = "dot-sets" if kind == "proper" else kind
    with sharing.exchange(CheckpointFolder(folder, name, sides)) as exchange:
        exchange.traffic = traffic or exchange.traffic
        if kind == "partitions":
            return partitions.count(rows, columns, exchange=exchange, report=report)
        if kind in ("galaxies", "galaxies-toroidal"):
            board, around = WordBoard(height, width), kind == "galaxies"
            return galaxies.count(
                board, around_center=around, exchange=exchange, report=report
            )
        kernel = KERNELS[compiled_code]
        census = dot_sets.census(
            height, width, kernel=kernel, exchange=exchange, report=report
        )
    return census.dot_sets if kind == "dot-sets" else census.proper


def count_arrangements(height: int, width: int, report: Report) -> int:
    """Return the number of wall arrangements in which no vertex touches exactly one.

    The Simple Grid Conjecture takes these for the partitions. Every partition is among
    them: one wall alone at a vertex would separate two cells that the other three
    gridlines connect. The converse fails: where a single path of walls joins a closed
    line of walls to the border, or to another closed line, the same region is on both
    sides of the path.

    A transfer over the inner vertices in reading order. A state is the set of walls
    that lead down from the vertices of the last row, and to the right from the last
    vertex: 2**width states, if the board is at least as high as wide.
    """
    rows, columns = max(height, width), min(height, width)
    # Index [d, l] of the table: the bits of d are the walls that lead down, one for
    # each column of vertices; l is the wall that leads right. Above the first row of
    # vertices any walls may begin, and so they may at the left of each row.
    vertices = columns - 1
    ways = np.full(1 << vertices, 1, dtype=object)
    for row in range(1, rows):
        table = np.stack([ways, ways], 1)
        for column in range(vertices):
            # The walls below and right of one more vertex.
            split = table.reshape(1 << (vertices - 1 - column), 2, 1 << column, 2)
            after = np.zeros_like(split)
            for up, left, down, right in product(range(2), repeat=4):
                if up + left + down + right != 1:
                    after[:, down, :, right] += split[:, up, :, left]
            table = after.reshape(table.shape)
        ways = table.sum(1) if vertices else table[:, 0] * 2
        report("rows of vertices", row, rows - 1)
    return int(ways.sum())


def count_hexagonal(
    side: int, *, around_center: bool = True, report: Report = silent
) -> int:
    """Return the number of galaxies boards of hexagons, with the default kernel.

    `side` is the number of cells at each of the six sides of the board, 1 to 4.
    """
    kernel = "compiled" if default_kernel() == "numba" else "galaxies"
    module = import_module(f"galaxies_asp.counting.boards.{kernel}")
    board = HexagonalBoard(side)
    number: int = module.count(board, around_center=around_center, report=report)
    return number


def is_compiled(
    kind: str, height: int, width: int, kernel: str | None, sharing: Sharing = ALONE
) -> bool:
    """Tell whether compiled code counts, on one machine.

    Unless a kernel is named, it does where it is installed and takes less time, the
    loading of numba included.
    """
    if kind not in COMPILED or sharing.scheduler is not None:
        return False
    if kernel is not None or default_kernel() == "numpy":
        return kernel == "numba"
    compiled = estimate(kind, height, width, is_compiled=True)
    return compiled.seconds < estimate(kind, height, width).seconds


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
    with localcontext(prec=30):
        return [
            Decimal(row[-1] * before[-1]) / Decimal(row[-2] ** 2)
            for before, row in pairwise(counts)
        ]
