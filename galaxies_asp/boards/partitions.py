"""Exact counts of partitions: divisions of a grid into connected regions.

A transfer along the frontier (see `frontier`), one cell a step. After a few rows the
sets of states and the steps between them repeat from row to row, and are used again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from galaxies_asp.boards.frontier import Keys, Step, first_row, place_cell
from galaxies_asp.exact import ExactVector, ones
from galaxies_asp.processes.progress import Report, silent


@dataclass(frozen=True)
class Front:
    """How many ways lead to each state after some rows.

    Attributes
    ----------
    rows
        The number of rows that are placed, at least 1.
    keys, ways
        The states, as in `frontier`, and for each the number of beginnings.
    """

    rows: int
    keys: Keys
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
    repeated = Steps(columns)
    while front.rows < rows:
        ways, keys = front.ways, front.keys
        for column in range(columns):
            step = repeated.place(keys, column)
            ways, keys = ways.sum_groups(step.source, step.starts), step.keys
            placed = front.rows * columns + column + 1
            report("cells", placed, rows * columns)
        front = Front(front.rows + 1, keys, ways)
        if fronts and front.rows < rows:
            fronts.keep(front)
    return front.ways.total()


def beginning(width: int) -> Front:
    """Return the states after the first row, each reached in one way."""
    keys = first_row(width)
    return Front(1, keys, ones(len(keys)))


class Steps:
    """The steps of a board, each computed once as long as its states are the same."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._latest: dict[int, tuple[Keys, Step]] = {}

    def place(self, keys: Keys, column: int) -> Step:
        """Return the step that places a cell in the column after the given states."""
        # While a new step is made, the old one is not held: both are large.
        latest = self._latest.pop(column, None)
        if latest is None or not np.array_equal(latest[0], keys):
            del latest
            latest = keys, place_cell(keys, column, self._width)
        self._latest[column] = latest
        return latest[1]


def growth(width: int) -> float:
    """Return by what factor the number of divisions grows with each further row.

    This is the largest eigenvalue of the transfer along boards of this width, by power
    iteration in floating point.
    """
    keys = beginning(width).keys
    steps = Steps(width)
    ways = np.ones(len(keys))
    factor, previous = 0.0, -1.0
    while abs(factor - previous) > 1e-13 * factor:
        before = ways.sum()
        for column in range(width):
            step = steps.place(keys, column)
            ways, keys = np.add.reduceat(ways[step.source], step.starts), step.keys
        previous, factor = factor, float(ways.sum() / before)
        ways /= ways.sum()
    return factor


def rows_of_states(width: int) -> Iterator[int]:
    """Yield the number of states after the first row, the second, and so on."""
    front = beginning(width)
    steps = Steps(width)
    keys = front.keys
    while True:
        yield len(keys)
        for column in range(width):
            keys = steps.place(keys, column).keys
