"""Exact counts of partitions: divisions of a grid into connected regions.

A transfer along the frontier (see `frontier`), one cell a step. The steps of all rows
below the first are the same, and are made once.
"""

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.exact import ExactVector
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Checkpoint


def count(
    rows: int,
    columns: int,
    *,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    The frontier lies across the columns, of which there may be `frontier.MAX_WIDTH`;
    the less there are, the faster. That both ways agree on a board that is not square
    is a test of the whole method.

    `checkpoint`: keeps the numbers after a row, with which the count is resumed.
    """
    placed, ways = 1, after_first_row(columns)
    if arrays := checkpoint.read():
        placed, ways = int(arrays["rows"][0]), ExactVector(arrays["ways"])
    steps = []
    for step in frontier.steps(columns) if placed < rows else ():
        steps.append(step)
        report("steps made", len(steps), columns)
    for row in range(placed, rows):
        if row > placed:
            checkpoint.write({"rows": np.array([row]), "ways": ways.limbs})
        for column, step in enumerate(steps, 1):
            ways = step.applied(ways)
            report("cells", row * columns + column, rows * columns)
    return ways.total()


def after_first_row(width: int) -> ExactVector:
    """Return the numbers of ways to all states after the first row: 1 or 0."""
    ways = np.zeros((1, frontier.number_of_states(width)), dtype=np.int64)
    ways[0, frontier.first_row(width)] = 1
    return ExactVector(ways)
