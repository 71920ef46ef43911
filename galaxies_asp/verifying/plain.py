"""Whether labels keep the rules, without numpy, which takes long to load."""

from galaxies_asp.board.grid import touched_cells
from galaxies_asp.board.puzzle import Puzzle, Rows


def keeps_the_rules(puzzle: Puzzle, rows: Rows) -> bool:
    """Tell whether labels solve the puzzle by the standard rules.

    Cell (i, j) has the number `i * stride + j`. Rows lie 3W apart, so that no mirror
    image and no neighbor off the board has the number of a cell.
    """
    stride = 3 * puzzle.width
    regions: list[set[int]] = [set() for _ in puzzle.centers]
    empty: set[int] = set()
    if max(map(max, rows)) >= len(regions):
        return False
    for i, row in enumerate(rows):
        for cell, label in enumerate(row, i * stride):
            (regions[label] if label >= 0 else empty).add(cell)
    if empty != {y // 2 * stride + x // 2 for x, y in puzzle.holes}:
        return False
    for (x, y), region in zip(puzzle.centers, regions, strict=True):
        left, right = (x - 1) // 2, x // 2
        top, bottom = (y - 1) // 2 * stride, y // 2 * stride
        touched = {top + left, top + right, bottom + left, bottom + right}
        total = (y - 1) * stride + x - 1
        if region == touched:
            continue
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
    for cell in reached:
        if not region:
            break
        for neighbor in (cell + 1, cell - 1, cell + stride, cell - stride):
            if neighbor in region:
                region.remove(neighbor)
                reached.append(neighbor)
    return not region
