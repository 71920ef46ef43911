"""Quick but expensive repairs under the standard rules, which only add dots.

A puzzle without a solution gets one by dots where a solution is missing, and it gets
only one by dots for the cells in which solutions differ.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from galaxies_asp.board.grid import Point, mirror, sides
from galaxies_asp.board.labels import cells_where
from galaxies_asp.board.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.fast.fixpoint import unpropagated_lists
from galaxies_asp.fast.rules import Labeling
from galaxies_asp.solving.search import solve
from galaxies_asp.solving.windows import Windows

CONFLICTS = 20
"""The conflicts of the search for a partial solution, for each cell of the board."""


class Completion(NamedTuple):
    """A puzzle with further dots, and one solution of it."""

    puzzle: Puzzle
    witness: Labels


def completion(puzzle: Puzzle, seed: int = 0) -> Completion:
    """Return a puzzle with further dots, so that it has a solution.

    A partial solution leaves as few cells uncovered as a short search finds. Each group
    of these cells becomes a region of its own, or each of its cells does. Of two dots
    that touch one cell, all but the first one are removed.
    """
    contested = puzzle.contested_cells()
    removed = {dot for dots in contested.values() for dot in dots[1:]}
    centers = [c for dot, c in enumerate(puzzle.centers) if dot not in removed]
    black = puzzle.black.intersection(centers)
    puzzle = replace(puzzle, centers=tuple(centers), black=black)
    witness = _partial(puzzle, seed)
    uncovered = {
        cell for cell in puzzle.cells() if witness[cell.y // 2, cell.x // 2] == NO_DOT
    }
    for region in _regions(puzzle, uncovered):
        for x, y in region:
            witness[y // 2, x // 2] = len(centers)
        centers.append(_middle(region))
    return Completion(replace(puzzle, centers=tuple(centers)), witness)


def _partial(puzzle: Puzzle, seed: int) -> Labels:
    """Return (H, W) labels, `NO_DOT` where a cell stays uncovered."""
    pairs = unpropagated_lists(puzzle)
    best: set[int] = set()
    if pairs.dots:
        windows = Windows("the partial solution", pairs, puzzle, seed)
        windows.search(CONFLICTS * puzzle.width * puzzle.height)
        best = windows.solution.best
    rows = Labeling(pairs, puzzle.width).rows(lambda atom: atom - 1 in best)
    return np.array(rows, dtype=np.int32)


def _regions(puzzle: Puzzle, cells: set[Point]) -> Iterator[set[Point]]:
    """Divide cells into connected groups that are symmetric, and single cells."""
    adjacent_cells = puzzle.lattice.adjacent_cells
    while cells:
        group = {min(cells)}
        waiting = [*group]
        while waiting:
            near = cells.intersection(adjacent_cells(waiting.pop())) - group
            group |= near
            waiting += near
        cells -= group
        middle = _middle(group)
        walls = any(group.issuperset(sides(wall)) for wall in puzzle.walls)
        if (
            not walls
            and group.issuperset(puzzle.lattice.touched_cells(middle))
            and group == {mirror(middle, cell) for cell in group}
        ):
            yield group
        else:
            yield from ({cell} for cell in sorted(group))


def _middle(cells: set[Point]) -> Point:
    """Return the center of the cells, if they are symmetric."""
    xs, ys = zip(*cells, strict=True)
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)


def divided(puzzle: Puzzle, witness: Labels) -> Puzzle:
    """Return the puzzle with further dots, so that it has exactly one solution.

    Where a second solution differs from the witness, the outermost cells of a region
    get a dot each. The rest of the region is still connected and symmetric, so that the
    witness goes on as a solution of the new puzzle; when nothing but the cells that
    touch dots is left, it is the only one. Dots that are not needed are removed again.

    Parameters
    ----------
    witness
        The (H, W) labels of one of its solutions.
    """
    labels = witness.copy()
    added: list[tuple[Point, ...]] = []
    while (other := _other(puzzle, labels)) is not None:
        row, column = np.argwhere(other != labels)[0].tolist()
        outermost = _outermost(puzzle, labels, int(labels[row, column]))
        for number, (x, y) in enumerate(outermost, len(puzzle.centers)):
            labels[y // 2, x // 2] = number
        puzzle = replace(puzzle, centers=puzzle.centers + outermost)
        added.append(outermost)
    for cells in reversed(added):
        dots = tuple(dot for dot in puzzle.centers if dot not in cells)
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
    lattice = puzzle.lattice
    layer = list(lattice.touched_cells(center))
    left = cells_where(labels == dot).difference(layer)
    while layer:
        last = layer[-1]
        neighbors = {cell for at in layer for cell in lattice.adjacent_cells(at)}
        layer = sorted(neighbors & left)
        left -= neighbors
    return tuple(sorted({last, mirror(center, last)}))
