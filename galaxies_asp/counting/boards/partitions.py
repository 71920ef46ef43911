"""Exact counts of partitions: divisions of a grid into connected regions.

A transfer along the frontier (see `frontier`), one cell a step. The steps of all rows
below the first are the same, and are made once.
"""

from dataclasses import dataclass

import numpy as np

from galaxies_asp.counting.boards.frontier import first_row, steps
from galaxies_asp.counting.boards.structures import number_of_states
from galaxies_asp.counting.exact import ExactVector
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Checkpoint
from galaxies_asp.processes.progress import Report, silent


@dataclass(frozen=True)
class Front:
    """How many ways lead to each state after some rows.

    Attributes
    ----------
    rows
        The number of rows that are placed, at least 1.
    ways
        The number of beginnings that lead to each state.
    """

    rows: int
    ways: ExactVector


def count(
    height: int,
    width: int,
    *,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    The shorter side may be at most `frontier.MAX_WIDTH`.

    Parameters
    ----------
    checkpoint
        Keeps the front after every row, from which the count is resumed.
    """
    return count_along(
        max(height, width), min(height, width), checkpoint=checkpoint, report=report
    )


def count_along(
    rows: int,
    columns: int,
    *,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the same as `count`, by a frontier across the columns.

    That both ways agree on a board that is not square is a test of the whole method.
    """
    front = beginning(columns)
    if arrays := checkpoint.read():
        front = Front(int(arrays["rows"][0]), ExactVector(arrays["ways"]))
    row_of_steps = []
    if front.rows < rows:
        for step in steps(columns):
            row_of_steps.append(step)
            report("steps made", len(row_of_steps), columns)
    while front.rows < rows:
        ways = front.ways
        for column, step in enumerate(row_of_steps, 1):
            ways = step.applied(ways)
            report("cells", front.rows * columns + column, rows * columns)
        front = Front(front.rows + 1, ways)
        if front.rows < rows:
            checkpoint.write({"rows": np.array([front.rows]), "ways": ways.limbs})
    return front.ways.total()


def beginning(width: int) -> Front:
    """Return the states after the first row, each reached in one way."""
    ways = np.zeros((1, number_of_states(width)), dtype=np.int64)
    ways[0, first_row(width)] = 1
    return Front(1, ExactVector(ways))


def growth(width: int) -> float:
    """Return by what factor the number of divisions grows with each further row.

    This is the largest eigenvalue of the transfer along boards of this width, by power
    iteration in floating point.
    """
    row = [(step.sources(), step.starts) for step in steps(width)]
    ways = np.ones(number_of_states(width))
    factor, previous = 0.0, -1.0
    while abs(factor - previous) > 1e-13 * factor:
        before = ways.sum()
        for sources, starts in row:
            ways = np.add.reduceat(ways[sources], starts)
        previous, factor = factor, float(ways.sum() / before)
        ways /= ways.sum()
    return factor
