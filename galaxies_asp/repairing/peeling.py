"""A quick but expensive repair that only adds dots.

Where a second solution differs from the first, the outermost cells of a region are
peeled off, and each gets a dot of its own. What is left of the region is connected and
symmetric still, so that the first solution goes on as a solution of the new puzzle; and
when nothing but the cells that touch dots is left, it is the only one.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from galaxies_asp.board.grid import (
    Point,
    adjacent_cells,
    cell_at,
    mirror,
    touched_cells,
)
from galaxies_asp.board.puzzle import Labels, Puzzle
from galaxies_asp.solving.search import solve


def peeled(puzzle: Puzzle, witness: Labels) -> Puzzle:
    """Return the puzzle with further dots, so that it has exactly one solution.

    Parameters
    ----------
    witness
        The (H, W) labels of one of its solutions.
    """
    labels = witness.copy()
    shells: list[tuple[Point, ...]] = []
    while (other := _other(puzzle, labels)) is not None:
        row, column = np.argwhere(other != labels)[0].tolist()
        dot = int(labels[row, column])
        shell = _outermost(puzzle, labels, dot)
        for number, (x, y) in enumerate(shell, len(puzzle.centers)):
            labels[y // 2, x // 2] = number
        puzzle = replace(puzzle, centers=puzzle.centers + shell)
        shells.append(shell)
    for shell in reversed(shells):
        dots = tuple(dot for dot in puzzle.centers if dot not in shell)
        fewer = replace(puzzle, centers=dots)
        if solve(fewer, 2).status == "unique":
            puzzle = fewer
    return puzzle


def _other(puzzle: Puzzle, labels: Labels) -> Labels | None:
    """Return another solution, if there is one."""
    for solution in solve(puzzle, 2).solutions:
        if not np.array_equal(solution.labels, labels):
            return solution.labels
    return None


def _outermost(puzzle: Puzzle, labels: Labels, dot: int) -> tuple[Point, ...]:
    """Return the cell of a region that is farthest from the dot, and its image."""
    center = puzzle.centers[dot]
    *_, last = _outwards(touched_cells(center), _region(labels, dot))
    return tuple(sorted({last, mirror(center, last)}))


def _region(labels: Labels, dot: int) -> set[Point]:
    rows, columns = np.nonzero(labels == dot)
    return set(map(cell_at, columns.tolist(), rows.tolist()))


def _outwards(start: tuple[Point, ...], region: set[Point]) -> Iterator[Point]:
    """Yield the cells of a region, those nearest to the start first."""
    layer, left = list(start), region - set(start)
    while layer:
        yield from layer
        neighbors = {cell for at in layer for cell in adjacent_cells(at)}
        layer = sorted(neighbors & left)
        left -= neighbors
