"""A puzzle without a solution gets one by further dots, where a solution is missing.

A partial solution leaves as few cells uncovered as a short search finds. Each group of
these cells becomes a region of its own, or each of its cells does. So this is a repair
apart from uniqueness, seldom the cheapest one, and it shows where the faults are.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from galaxies_asp.board.grid import Point, adjacent_cells, mirror, touched_cells
from galaxies_asp.board.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.fast.fixpoint import unpropagated_lists
from galaxies_asp.fast.labeling import PairLabeling
from galaxies_asp.solving.windows import Windows

CONFLICTS = 20
"""The conflicts of the search for a partial solution, for each cell of the board."""


class Completion(NamedTuple):
    """A puzzle with further dots, one solution of it, and the cells that they cover."""

    puzzle: Puzzle
    witness: Labels
    uncovered: frozenset[Point]


def completion(puzzle: Puzzle, seed: int = 0) -> Completion:
    """Return a puzzle with further dots, so that it has a solution.

    Of two dots that touch one cell, all but the first one are removed.
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
    for region in _regions(puzzle, set(uncovered)):
        for x, y in region:
            witness[y // 2, x // 2] = len(centers)
        centers.append(_middle(region))
    faults = frozenset(uncovered | contested.keys())
    return Completion(replace(puzzle, centers=tuple(centers)), witness, faults)


def _partial(puzzle: Puzzle, seed: int) -> Labels:
    """Return (H, W) labels, `NO_DOT` where a cell stays uncovered."""
    pairs = unpropagated_lists(puzzle)
    best: set[int] = set()
    if pairs.dots:
        windows = Windows("the partial solution", pairs, puzzle.width, seed)
        windows.search(CONFLICTS * puzzle.width * puzzle.height)
        best = windows.solution.best
    labeling = PairLabeling.of(pairs, puzzle.width)
    return np.array(labeling.rows(lambda atom: atom - 1 in best), dtype=np.int32)


def _regions(puzzle: Puzzle, cells: set[Point]) -> Iterator[set[Point]]:
    """Divide cells into connected groups that are symmetric, and single cells."""
    while cells:
        group = {min(cells)}
        waiting = [*group]
        while waiting:
            near = cells.intersection(adjacent_cells(waiting.pop())) - group
            group |= near
            waiting += near
        cells -= group
        middle = _middle(group)
        walls = any(group.issuperset(touched_cells(wall)) for wall in puzzle.walls)
        if (
            not walls
            and group.issuperset(touched_cells(middle))
            and group == {mirror(middle, cell) for cell in group}
        ):
            yield group
        else:
            yield from ({cell} for cell in sorted(group))


def _middle(cells: set[Point]) -> Point:
    """Return the center of the cells, if they are symmetric."""
    xs, ys = zip(*cells, strict=True)
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
