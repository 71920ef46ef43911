"""Whether labels keep the rules, without numpy, which takes long to load."""

from galaxies_asp.board.puzzle import Puzzle, Rows


def keeps_the_rules(puzzle: Puzzle, rows: Rows) -> bool:
    """Tell whether labels solve the puzzle by the standard rules.

    Cell (i, j) has the number `i * stride + j`. Rows lie 3W apart, so that no mirror
    image and no neighbor off the board has the number of a cell.
    """
    stride, lattice = 3 * puzzle.width, puzzle.lattice
    steps = [x // 2 + y // 2 * stride for x, y in lattice.steps]
    regions: list[set[int]] = [set() for _ in puzzle.centers]
    empty: set[int] = set()
    if max(map(max, rows)) >= len(regions):
        return False
    for i, row in enumerate(rows):
        for cell, label in enumerate(row, i * stride):
            (regions[label] if label >= 0 else empty).add(cell)
    if empty != {y // 2 * stride + x // 2 for x, y in puzzle.holes}:
        return False
    for center, region in zip(puzzle.centers, regions, strict=True):
        touched = {y // 2 * stride + x // 2 for x, y in lattice.touched_cells(center)}
        total = (center.y - 1) * stride + center.x - 1
        if region == touched:
            continue
        if not touched <= region or {total - cell for cell in region} != region:
            return False
        if not _is_connected(touched.pop(), region, steps):
            return False
    return all(
        rows[one.y // 2][one.x // 2] != rows[other.y // 2][other.x // 2]
        for one, other in map(lattice.touched_cells, puzzle.walls)
    )


def _is_connected(start: int, region: set[int], steps: list[int]) -> bool:
    """Tell whether all cells of a region are connected to one; empties the region."""
    region.discard(start)
    reached = [start]
    for cell in reached:
        if not region:
            break
        for step in steps:
            for neighbor in (cell + step, cell - step):
                if neighbor in region:
                    region.remove(neighbor)
                    reached.append(neighbor)
    return not region
