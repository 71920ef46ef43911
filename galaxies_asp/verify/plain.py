"""Whether labels keep the rules, without numpy, which takes long to load."""

from galaxies_asp.grid import touched_cells
from galaxies_asp.puzzle import Puzzle, Rows


def keeps_the_rules(puzzle: Puzzle, rows: Rows) -> bool:
    """Tell whether labels solve the puzzle by the standard rules.

    Cell (i, j) has the number `i * stride + j`. Rows lie 3W apart, so that no mirror
    image and no neighbor off the board has the number of a cell.
    """
    stride = 3 * puzzle.width
    regions: list[set[int]] = [set() for _ in puzzle.centers]
    holes = {y // 2 * stride + x // 2 for x, y in puzzle.holes}
    for i, row in enumerate(rows):
        for cell, label in enumerate(row, i * stride):
            if (label < 0) != (cell in holes) or label >= len(regions):
                return False
            if label >= 0:
                regions[label].add(cell)
    for (x, y), region in zip(puzzle.centers, regions, strict=True):
        top, bottom, left, right = (y - 1) // 2, y // 2, (x - 1) // 2, x // 2
        touched = {i * stride + j for i in (top, bottom) for j in (left, right)}
        total = (y - 1) * stride + x - 1
        if not touched <= region or {total - cell for cell in region} != region:
            return False
        if not _is_connected(touched.pop(), region, stride):
            return False
    return all(
        rows[one.y // 2][one.x // 2] != rows[other.y // 2][other.x // 2]
        for one, other in map(touched_cells, puzzle.walls)
    )


def _is_connected(start: int, region: set[int], stride: int) -> bool:
    """Tell whether all cells of a region are connected to one; empties the region."""
    region.discard(start)
    reached = [start]
    while reached:
        cell = reached.pop()
        for neighbor in (cell + 1, cell - 1, cell + stride, cell - stride):
            if neighbor in region:
                region.remove(neighbor)
                reached.append(neighbor)
    return not region
