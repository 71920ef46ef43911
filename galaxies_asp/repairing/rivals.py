"""Rivals: second solutions, cut down to the places where they differ from the first.

Two solutions of a puzzle differ in some groups of dots; each group divides the same
cells in one way or in the other, whatever the rest of the board does. So a puzzle that
leaves both ways open for one group has several solutions, and not only this puzzle:
every one with the same dots among the same cells, if these can be kept apart from the
others and no given wall lies inside the regions of one of the two ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from galaxies_asp.board.grid import Point, cell_at, inner_edges, touched_cells
from galaxies_asp.board.puzzle import Labels, Puzzle
from galaxies_asp.solving.search import solve


@dataclass(frozen=True)
class Rival:
    """One way to divide some cells into galaxies.

    Attributes
    ----------
    cells
        The cells.
    dots
        The dots of the galaxies.
    rim
        The edges between these cells and others.
    passages
        The edges inside the galaxies.
    """

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
            if self.cells.issuperset(touched_cells(point)):
                yield point


def rivals(puzzle: Puzzle, one: Labels, other: Labels) -> Iterator[tuple[Rival, Rival]]:
    """Yield both ways to divide the cells of each group of dots, (H, W) labels."""
    group = np.arange(len(puzzle.centers))
    differ = one != other
    for dot, rival in {*zip(one[differ].tolist(), other[differ].tolist(), strict=True)}:
        group[group == group[dot]] = group[rival]
    for number in np.unique(group[one[differ]]).tolist():
        members = np.flatnonzero(group == number)
        dots = frozenset(puzzle.centers[dot] for dot in members.tolist())
        inside = np.isin(one, members)
        yield _rival(puzzle, dots, inside, one), _rival(puzzle, dots, inside, other)


def _rival(
    puzzle: Puzzle, dots: frozenset[Point], inside: np.ndarray, labels: Labels
) -> Rival:
    rows, columns = np.nonzero(inside)
    cells = frozenset(map(cell_at, columns.tolist(), rows.tolist()))
    rim, passages = set(), set()
    for edge in inner_edges(puzzle.width, puzzle.height):
        one, other = touched_cells(edge)
        if (one in cells) != (other in cells):
            if puzzle.has_cell(one) and puzzle.has_cell(other):
                rim.add(edge)
        elif (
            one in cells
            and labels[one.y // 2, one.x // 2] == (labels[other.y // 2, other.x // 2])
        ):
            passages.add(edge)
    return Rival(cells, dots, frozenset(rim), frozenset(passages))


@dataclass(frozen=True)
class Challenge:
    """Evidence that a puzzle has solutions other than the witness.

    Attributes
    ----------
    rivals
        Ways to divide parts of the board; none if the witness is the only solution.
    walls
        Given walls that rule all rivals out.
    """

    rivals: tuple[Rival, ...]
    walls: frozenset[Point]


def challenge(puzzle: Puzzle, witness: Labels) -> Challenge:
    """Search for other solutions; after each, add given walls that exclude it."""
    found: list[Rival] = []
    walls = puzzle.walls
    while True:
        for solution in solve(replace(puzzle, walls=walls), 2).solutions:
            if not np.array_equal(solution.labels, witness):
                break
        else:
            return Challenge(tuple(found), walls)
        for own, rival in rivals(puzzle, witness, solution.labels):
            found += own, rival
            walls |= {min(rival.passages - own.passages)}
