"""Every count by its name, and the counts of all sizes up to a square."""

from collections.abc import Iterable, Iterator
from decimal import Decimal, localcontext
from itertools import pairwise, product
from pathlib import Path
from typing import TypedDict, Unpack

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.counting import graphs
from galaxies_asp.counting.boards import compiled, compiled_partitions, dot_sets
from galaxies_asp.counting.boards.costs import check_board, is_census, number_of_shapes
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.counting.compiled import Threads, functions
from galaxies_asp.processes.checkpoint import Checkpoint

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


class CountOptions(TypedDict, total=False):
    """How boards are counted, as keyword arguments."""

    folder: Path | None
    """Folder for checkpoints, from which the count is resumed; see `is_compiled`."""
    jobs: int
    """Number of threads of compiled code. Others are refused; see `check_jobs`."""
    report: Report
    """Is called with the progress."""


def count(kind: str, height: int, width: int, **options: Unpack[CountOptions]) -> int:
    """Return an exact count: of one of `KINDS`, on boards of height x width cells.

    Raises `BoardSizeError` if there are no such boards, or they are too large to be
    represented. Raises `CheckpointError` if a file in the folder is damaged or belongs
    to another count.
    """
    return count_shape(kind, BoardShape(height, width), **options)


def count_shape(kind: str, shape: BoardShape, **options: Unpack[CountOptions]) -> int:
    """Return the same as `count`, on a board of any shape."""
    if is_census(kind):
        found = census(shape, kind, **options)
        return found.dot_sets if kind == "dot-sets" else found.proper
    threads, files, report = _prepared(kind, shape, options)
    if kind == "arrangements":
        return count_arrangements(shape.height, shape.width, report)
    shape = shape.upright
    if kind == "partitions":
        sides = shape.height, shape.width
        if not shape.is_rectangle:
            return graphs.count_partitions(graphs.graph_of(shape), report)
        kept = files.named("numbers")
        return compiled_partitions.count(
            *sides, threads=threads, checkpoint=kept, report=report
        )
    return compiled.count(
        WordBoard.of(shape),
        around_center=kind == "galaxies",
        shapes=number_of_shapes(shape),
        threads=threads,
        checkpoint=files.named("numbers"),
        report=report,
    )


def census(
    shape: BoardShape, kind: str = "dot-sets", **options: Unpack[CountOptions]
) -> dot_sets.Census:
    """Return how many dot sets have how many solutions, and one with the most."""
    threads, files, report = _prepared(kind, shape, options)
    upright = shape.upright
    found = dot_sets.census(
        WordBoard.of(upright), threads=threads, checkpoint=files, report=report
    )
    if upright == shape:
        return found
    most = in_reading_order(Point(y, x) for x, y in found.most)
    return dot_sets.Census(found.with_solutions, tuple(most))


def _prepared(
    kind: str, shape: BoardShape, options: CountOptions
) -> tuple[Threads, Checkpoint, Report]:
    """Return the threads of compiled code, the checkpoints, and the report."""
    check_board(kind, shape)
    jobs = options.get("jobs", 1)
    check_jobs(kind, shape, jobs)
    if is_compiled(kind, shape):
        functions()  # before other work
    shape = shape.upright
    parameters: dict[str, object] = {"rows": shape.height, "columns": shape.width}
    if not shape.is_rectangle:
        holes = sorted(map(str, shape.holes))
        parameters |= {"lattice": shape.lattice.name, "holes": " ".join(holes)}
    name = "dot-sets" if is_census(kind) else f"{kind} compiled"
    files = Checkpoint(options.get("folder"), name, parameters)
    return Threads(jobs), files, options.get("report", silent)


def is_compiled(kind: str, shape: BoardShape) -> bool:
    """Tell whether compiled code counts: such a count can be resumed."""
    return kind != "arrangements" and (kind != "partitions" or shape.is_rectangle)


def check_jobs(kind: str, shape: BoardShape, jobs: int) -> None:
    """Raise `OptionError` with the reason where several threads would not pay."""
    if jobs > 1 and not is_compiled(kind, shape):
        raise OptionError(
            f"{kind} {shape} are counted by one table of states in Python: threads "
            "would not be faster; leave out -j"
        )


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


def counts(
    kind: str, shapes: Iterable[BoardShape], **options: Unpack[CountOptions]
) -> Iterator[int]:
    """Yield the counts of boards of some shapes, each when it is known."""
    return (count_shape(kind, shape, **options) for shape in shapes)


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
