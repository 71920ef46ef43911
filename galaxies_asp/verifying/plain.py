"""Whether labels keep the rules, and parts of boards, without numpy.

It takes long to load, and browsers may not have it.
"""

from collections.abc import Collection

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle, Rows


def parts(puzzle: Puzzle, walls: Collection[Point]) -> dict[Point, Point]:
    """Return the parts into which walls divide a board.

    Returns
    -------
    For each cell, in reading order, the first cell of its part.
    """
    steps = [(way * x, way * y) for x, y in puzzle.lattice.steps for way in (1, -1)]
    part: dict[Point, Point] = {}
    cells = tuple(puzzle.cells())
    free: dict[tuple[int, int], Point] = {cell: cell for cell in cells}
    for start in cells:
        reached = [free.pop(start)] if start in free else []
        for cell in reached:
            x, y = cell
            part[cell] = start
            for dx, dy in steps:
                other = x + dx, y + dy
                if other in free and (x + dx // 2, y + dy // 2) not in walls:
                    reached.append(free.pop(other))
    return {cell: part[cell] for cell in cells}


def keeps_the_rules(puzzle: Puzzle, rows: Rows) -> bool:
    """Tell whether labels solve the puzzle by the standard rules.

    Cell (i, j) has the number `i * stride + j`. Rows lie 3W apart, so that no mirror
    image and no neighbor off the board has the number of a cell.
    """
    stride, lattice = 3 * puzzle.width, puzzle.lattice
    regions: list[list[int]] = [[] for _ in puzzle.centers]
    empty: list[int] = []
    if max(map(max, rows)) >= len(regions):
        return False
    for i, row in enumerate(rows):
        for cell, label in enumerate(row, i * stride):
            (regions[label] if label >= 0 else empty).append(cell)
    if empty != sorted(y // 2 * stride + x // 2 for x, y in puzzle.holes):
        return False
    steps = [x // 2 + y // 2 * stride for x, y in lattice.steps]
    around = [*steps, *(-step for step in steps)]
    kinds: dict[tuple[int, int], list[int]] = {}
    for center, region in zip(puzzle.centers, regions, strict=True):
        x, y = center
        if (kind := (x % 2, y % 2)) not in kinds:
            kinds[kind] = [
                (kind[1] + down) // 2 * stride + (kind[0] + right) // 2
                for right, down in lattice.touching(center)
            ]
        middle = y // 2 * stride + x // 2
        touched = [middle + step for step in kinds[kind]]
        if region == touched:
            continue
        total = (y - 1) * stride + x - 1
        if [total - cell for cell in reversed(region)] != region:
            return False
        if not _is_connected(touched, set(region), around):
            return False
    return all(
        rows[first.y // 2][first.x // 2] != rows[other.y // 2][other.x // 2]
        for first, other in map(lattice.touched_cells, puzzle.walls)
    )


def _is_connected(start: list[int], region: set[int], around: list[int]) -> bool:
    """Tell whether a region has these cells, and is connected to one; empties it."""
    if not region.issuperset(start):
        return False
    reached = start[:1]
    region.discard(start[0])
    for cell in reached:
        if not region:
            break
        for step in around:
            if cell + step in region:
                region.remove(cell + step)
                reached.append(cell + step)
    return not region
