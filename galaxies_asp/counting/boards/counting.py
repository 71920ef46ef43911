"""Every count by its name, the counts of all sizes up to a square, and their costs.

Costs are extrapolated from measured counts.
"""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from importlib import import_module
from itertools import pairwise, product
from math import ceil
from pathlib import Path

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.counting.boards import dot_sets, galaxies, partitions
from galaxies_asp.counting.boards.classes import OPTIONS_AT_ONCE
from galaxies_asp.counting.boards.frontier import MAX_WIDTH, number_of_states
from galaxies_asp.counting.boards.word_board import MAX_CELLS, HexagonalBoard, WordBoard
from galaxies_asp.counting.compiled import has_functions
from galaxies_asp.counting.exact import LIMB_BITS
from galaxies_asp.processes.checkpoint import Checkpoint
from galaxies_asp.processes.exchange import Traffic
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

KERNELS = ("numpy", "compiled")
"""What counts: arrays, or compiled code, where the package has any."""

COMPILED = tuple(kind for kind in KINDS if kind != "arrangements")
"""The counts that compiled code can do."""

Triangle = list[list[int]]


def default_kernel() -> str:
    """Return the fastest kernel that there is."""
    return "compiled" if has_functions() else "numpy"


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
    around_center, is_census = kind == "galaxies", kind in ("dot-sets", "proper")
    compiled_code = is_compiled(kind, height, width, kernel, sharing)
    if compiled_code and not is_census:
        from galaxies_asp.counting.boards import compiled, compiled_partitions

        kept = Checkpoint(folder, f"{kind} compiled", sides).named("numbers")
        if kind == "partitions":
            return compiled_partitions.count(
                rows, columns, threads=sharing.jobs, checkpoint=kept, report=report
            )
        return compiled.count(
            WordBoard(rows, columns),
            around_center=around_center,
            shapes=number_of_shapes(rows, columns),
            threads=sharing.jobs,
            checkpoint=kept,
            report=report,
        )
    files = Checkpoint(folder, "dot-sets" if is_census else kind, sides)
    with sharing.exchange(files) as exchange:
        exchange.traffic = traffic or exchange.traffic
        if kind == "partitions":
            return partitions.count(rows, columns, exchange=exchange, report=report)
        if not is_census:
            board = WordBoard(rows, columns)
            return galaxies.count(
                board, around_center=around_center, exchange=exchange, report=report
            )
        kernel = KERNELS[compiled_code]
        census = dot_sets.census(
            rows, columns, kernel=kernel, exchange=exchange, report=report
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
    kernel = "compiled" if default_kernel() == "compiled" else "galaxies"
    module = import_module(f"galaxies_asp.counting.boards.{kernel}")
    board = HexagonalBoard(side)
    number: int = module.count(board, around_center=around_center, report=report)
    return number


def is_compiled(
    kind: str, height: int, width: int, kernel: str | None, sharing: Sharing = ALONE
) -> bool:
    """Tell whether compiled code counts, on one machine.

    Unless a kernel is named, it does where there is any, and it takes less time.
    """
    if kind not in COMPILED or sharing.scheduler is not None:
        return False
    if kernel is not None or default_kernel() == "numpy":
        return kernel == "compiled"
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


# Estimates of the cost --------------------------------------------------------------

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

The last item is extrapolated; it is also used for longer sides.
"""

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
        time = f"{max(1, self.seconds):,.0f} s"
        for unit, length in (("hours", 3600), ("days", 86400), ("years", 3.15e7)):
            if self.seconds > 2 * length:
                time = f"{self.seconds / length:,.0f} {unit}"
        if self.memory >= 1e9:
            return f"about {time} and {self.memory / 1e9:,.1f} GB of memory"
        return f"about {time} and {self.memory / 1e6:,.0f} MB of memory"


def check_board(kind: str, height: int, width: int) -> None:
    """Raise BoardSizeError unless boards of this size can be counted at all."""
    size, shorter = f"{width}x{height}", min(height, width)
    if shorter < 1:
        raise BoardSizeError(f"{size}: a board has at least one row and one column")
    if limit := MAX_SHORTER_SIDES.get(kind):
        if shorter > limit:
            message = f"{size}: the shorter side may be at most {limit}"
            if kind == "partitions":
                message += f": {estimate(kind, height, width)} would be needed"
            raise BoardSizeError(message)
        return
    most = MAX_CELLS_OF_DOT_SETS if kind in ("dot-sets", "proper") else MAX_CELLS
    if height * width > most:
        raise BoardSizeError(
            f"{size}: at most {most} cells are possible, and in practice fewer"
        )


def estimate(
    kind: str,
    height: int,
    width: int,
    *,
    is_compiled: bool = False,
    is_sampled: bool = False,
) -> Estimate:
    """Estimate a count of one of `KINDS`, from which boards may be sampled."""
    long, short = max(height, width), min(height, width)
    if kind == "partitions":
        states = number_of_states(short)
        transitions = 4.5 * short * states
        if is_compiled:
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
            if is_sampled:
                # The numbers of ways to all states after each cell.
                memory += 0.25 * states * (long * short) ** 2
    elif kind == "arrangements":
        seconds = 2.0**short * long * short * 1.5e-7
        memory = 2.0**short * (100 + long * short)
    elif kind in ("dot-sets", "proper"):
        options = _scaled("options", long, short)
        centers = (2 * long - 1) * (2 * short - 1)
        seconds = 7e-6 * options + 3e-3 * centers
        seconds *= 0.19 if is_compiled else 1
        memory = 55 * options
        if not is_compiled:
            memory += 110 * min(options, OPTIONS_AT_ONCE)
    elif is_compiled:
        seconds = 1.4e-7 * _scaled("compiled regions", long, short)
        memory = 30 * number_of_shapes(long, short)
    else:
        regions = _scaled("regions", long, short)
        # Regions that need not contain their centers take longer.
        seconds = 1.1e-6 * regions * (1.7 if kind == "galaxies-toroidal" else 1)
        memory = min(6.5 * regions, 2.5e8) + 60 * number_of_shapes(long, short)
    # The interpreter and its libraries.
    return Estimate(0.3 + seconds, 4e7 + memory)


def number_of_shapes(height: int, width: int) -> float:
    """Return about how many shapes the division of a board into regions can leave."""
    return _scaled("shapes", max(height, width), min(height, width))


def _scaled(name: str, long: int, short: int) -> float:
    on_square, factor = (
        column[min(short, len(column)) - 1] for column in _SCALES[name]
    )
    return on_square * float(factor ** (short * (long - short)))
