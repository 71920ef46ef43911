"""Rivals: second solutions, cut down to the places where they differ from the first.

Two solutions of a puzzle differ in some groups of dots; each group divides the same
cells in one way or in the other, whatever the rest of the board does. So a puzzle that
leaves both ways open for one group has several solutions, and not only this puzzle:
every one with the same dots among the same cells, if these can be kept apart from the
others and no given wall lies inside the regions of one of the two ways.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from galaxies_asp.board.grid import Lattice, Point, sides
from galaxies_asp.board.labels import cells_where
from galaxies_asp.board.puzzle import Puzzle, Solution


@dataclass(frozen=True)
class Rival:
    """One way to divide some cells into galaxies.

    Attributes
    ----------
    lattice
        The lattice of the board.
    cells
        The cells.
    dots
        The dots of the galaxies.
    rim
        The edges between these cells and others.
    passages
        The edges inside the galaxies.
    """

    lattice: Lattice
    cells: frozenset[Point]
    dots: frozenset[Point]
    rim: frozenset[Point]
    passages: frozenset[Point]

    def aliens(self) -> Iterator[Point]:
        """Yield the points among the cells where this rival has no dot."""
        points = {
            Point(x + i, y + j)
            for x, y in self.cells
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        }
        for point in sorted(points - self.dots):
            if self.cells.issuperset(self.lattice.touched_cells(point)):
                yield point


def local_rivals(witness: Solution, other: Solution) -> list[Rival]:
    """Return both ways to divide the cells of each group of dots."""
    puzzle, ours, theirs = witness.puzzle, witness.labels, other.labels
    group = np.arange(len(puzzle.centers))
    differ = ours != theirs
    pairs = {*zip(ours[differ].tolist(), theirs[differ].tolist(), strict=True)}
    for dot, rival in pairs:
        group[group == group[dot]] = group[rival]
    rivals = []
    for number in np.unique(group[ours[differ]]).tolist():
        members = np.flatnonzero(group == number)
        dots = frozenset(puzzle.centers[dot] for dot in members.tolist())
        cells = cells_where(np.isin(ours, members))
        rivals += [
            _rival(puzzle, dots, cells, walls) for walls in (witness.walls, other.walls)
        ]
    return rivals


def whole_rivals(witness: Solution, other: Solution) -> list[Rival]:
    """Return both ways to divide the whole board."""
    puzzle = witness.puzzle
    dots, cells = frozenset(puzzle.centers), frozenset(puzzle.cells())
    both = dict.fromkeys((witness.walls, other.walls))
    return [_rival(puzzle, dots, cells, walls) for walls in both]


def _rival(
    puzzle: Puzzle,
    dots: frozenset[Point],
    cells: frozenset[Point],
    walls: frozenset[Point],
) -> Rival:
    rim, passages = set(), set()
    for edge in puzzle.edges():
        match sum(side in cells for side in sides(edge)):
            case 1:
                rim.add(edge)
            case 2 if edge not in walls:
                passages.add(edge)
    return Rival(puzzle.lattice, cells, dots, frozenset(rim), frozenset(passages))


def drawable(puzzle: Puzzle, walls: Iterable[Point]) -> list[Point]:
    """Return those of the walls that can be given: no dot is on one or at its end."""
    dots, edge_ends = {*puzzle.centers}, puzzle.lattice.edge_ends
    return [wall for wall in walls if dots.isdisjoint((wall, *edge_ends(wall)))]
