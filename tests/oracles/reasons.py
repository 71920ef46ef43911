"""Which dots could ever reach the cells of a small board; no solver."""

from galaxies_asp.core.board.grid import Point, adjacent_cells, mirror, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle


def candidates(puzzle: Puzzle) -> dict[Point, list[int]]:
    """Return the dots that could ever reach each cell."""
    found: dict[Point, list[int]] = {cell: [] for cell in puzzle.cells()}
    touched = {cell for c in puzzle.centers for cell in touched_cells(c)}
    for dot, center in enumerate(puzzle.centers):
        layer = set(touched_cells(center))
        seen = set(layer)
        while layer:
            layer = {
                cell
                for at in layer
                for cell in adjacent_cells(at)
                if puzzle.has_cell(cell) and puzzle.has_cell(mirror(center, cell))
                if not {cell, mirror(center, cell)} & touched
            } - seen
            seen |= layer
        for cell in seen:
            found[cell].append(dot)
    return found
