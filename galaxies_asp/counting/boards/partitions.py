"""Exact counts of partitions: divisions of a grid into connected regions.

A transfer along the frontier (see `frontier`), one cell a step. The steps of all rows
below the first are the same, and are made once.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from galaxies_asp.counting.boards.frontier import first_row, steps
from galaxies_asp.counting.boards.structures import number_of_states
from galaxies_asp.counting.exact import ExactVector
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


class Fronts(Protocol):
    """Storage of the latest front, from which a count can be resumed."""

    def latest(self) -> Front | None:
        """Return the front that was kept last."""

    def keep(self, front: Front) -> None:
        """Keep one more front."""


def count(
    height: int,
    width: int,
    *,
    fronts: Fronts | None = None,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    The shorter side may be at most `frontier.MAX_WIDTH`.

    Parameters
    ----------
    fronts
        Storage of the state after every row, from which the count is resumed.
    """
    return count_along(
        max(height, width), min(height, width), fronts=fronts, report=report
    )


def count_along(
    rows: int,
    columns: int,
    *,
    fronts: Fronts | None = None,
    report: Report = silent,
) -> int:
    """Return the same as `count`, by a frontier across the columns.

    That both ways agree on a board that is not square is a test of the whole method.
    """
    front = (fronts.latest() if fronts else None) or beginning(columns)
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
        if fronts and front.rows < rows:
            fronts.keep(front)
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
