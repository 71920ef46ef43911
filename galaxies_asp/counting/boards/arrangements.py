"""Exact counts of wall arrangements in which no inner vertex touches exactly one wall.

The Simple Grid Conjecture takes these for the partitions. Every partition is among
them: one wall alone at a vertex would separate two cells that the other three gridlines
connect. The converse fails: where a single path of walls joins a closed line of walls
to the border, or to another closed line, the same region is on both sides of the path.
"""

from itertools import product

import numpy as np

from galaxies_asp.processes.progress import Report, silent


def count(height: int, width: int, *, report: Report = silent) -> int:
    """Return the number of arrangements on a grid.

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
            table = _past_vertex(table, column)
        ways = table.sum(1) if vertices else table[:, 0] * 2
        report("rows of vertices", row, rows - 1)
    return int(ways.sum())


def _past_vertex(table: np.ndarray, column: int) -> np.ndarray:
    """Return the table after one more vertex has got its walls below and right."""
    high = 1 << (table.shape[0].bit_length() - 2 - column)
    split = table.reshape(high, 2, 1 << column, 2)
    result = np.zeros_like(split)
    for up, left, down, right in product(range(2), repeat=4):
        if up + left + down + right != 1:
            result[:, down, :, right] += split[:, up, :, left]
    return result.reshape(table.shape)
