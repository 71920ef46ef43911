"""Walls that follow from the known cells, and the regions that are complete."""

from dataclasses import dataclass

from galaxies_asp.grid import (
    Point,
    adjacent_cells,
    mirror,
    neighbors,
)
from galaxies_asp.puzzle import NO_DOT, Position


@dataclass(frozen=True)
class Walls:
    """The walls of a position.

    Attributes
    ----------
    forced
        Between known cells of different dots, and those drawn.
    mirrored
        The other mirror images of these and of the border, each with its dot.
    complete
        The dots whose regions are enclosed by walls.
    """

    forced: frozenset[Point]
    mirrored: dict[Point, int]
    complete: tuple[int, ...]

    @property
    def all(self) -> frozenset[Point]:
        """All walls."""
        return self.forced | self.mirrored.keys()


def walls_of(position: Position) -> Walls:
    """Return the walls that follow from the labels of a position."""
    puzzle, labels = position.puzzle, position.labels
    forced = position.inner_walls() | puzzle.walls
    if labels is None:
        return Walls(forced, {}, ())
    forced |= Position(puzzle, labels=labels).inner_walls()
    mirrored: dict[Point, int] = {}
    sides: dict[int, list[tuple[Point, bool]]] = {}
    for cell in puzzle.cells():
        dot = int(labels[cell.y // 2, cell.x // 2])
        if dot == NO_DOT:
            continue
        center = puzzle.centers[dot]
        around = zip(neighbors(cell), adjacent_cells(cell), strict=True)
        for edge, beside in around:
            is_inner = puzzle.has_cell(beside)
            if is_inner and labels[beside.y // 2, beside.x // 2] == dot:
                continue
            sides.setdefault(dot, []).append((edge, is_inner))
            if is_inner and edge not in forced:
                continue
            image, other = mirror(center, edge), mirror(center, beside)
            if puzzle.has_cell(other) and image not in forced:
                mirrored[image] = dot
    closed = forced | mirrored.keys()
    complete = [
        dot
        for dot, edges in sorted(sides.items())
        if all(edge in closed or not is_inner for edge, is_inner in edges)
    ]
    return Walls(forced, mirrored, tuple(complete))
