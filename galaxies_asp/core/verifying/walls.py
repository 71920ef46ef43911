"""The drawn walls of a board: enclosed regions, and faults of the walls."""

from collections.abc import Collection, Iterator, Mapping

from galaxies_asp.core.board.grid import (
    SQUARE,
    Point,
    cell_name,
    in_reading_order,
    mirror,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.verifying.violations import Fault, Violation, dot_name


def parts(puzzle: Puzzle, walls: Collection[Point]) -> dict[Point, Point]:
    """Return for each cell, in reading order, the first cell of its part of a board."""
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


def dots_inside(
    puzzle: Puzzle, part: dict[Point, Point], walls: Collection[Point]
) -> tuple[dict[Point, list[int]], list[int]]:
    """Return the dots inside each part, and those that walls run through."""
    dots_of: dict[Point, list[int]] = {}
    crossed = []
    ends = {end for wall in walls for end in puzzle.lattice.edge_ends(wall)}
    for dot, center in enumerate(puzzle.centers):
        around = {part[cell] for cell in puzzle.lattice.touched_cells(center)}
        if len(around) > 1 or center in walls or center in ends:
            crossed.append(dot)
        else:
            dots_of.setdefault(around.pop(), []).append(dot)
    return dots_of, crossed


def box(cells: Collection[Point]) -> tuple[int, int, int, int]:
    """Return the least and the greatest coordinates of cells: x, y, x, y."""
    xs, ys = zip(*cells, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def enclosed_regions(
    position: Position, variants: Variants
) -> tuple[Rows, list[Violation]]:
    """Return labels: the dot of the region that walls enclose around each cell.

    Regions without a dot or with several get `NO_DOT` and a violation.
    """
    puzzle, walls = position.puzzle, position.inner_walls()
    part = parts(puzzle, walls)
    regions: dict[Point, set[Point]] = {}
    for cell, first in part.items():
        regions.setdefault(first, set()).add(cell)
    toroidal = RuleVariant.TOROIDAL in variants
    if toroidal:
        dots_of, violations = _dots_in_the_middle(puzzle, regions)
    else:
        dots_of, crossed = dots_inside(puzzle, part, walls)
        violations = [
            Violation(
                Fault.CROSSED_DOT,
                (puzzle.centers[dot],),
                f"a wall runs through {dot_name(puzzle, dot)}",
            )
            for dot in crossed
        ]
    rows = puzzle.empty_rows()
    for first, region in regions.items():
        dots = dots_of.get(first, [])
        if len(dots) == 1:
            for x, y in region:
                rows[y // 2][x // 2] = dots[0]
        elif dots:
            names = ", ".join(dot_name(puzzle, dot) for dot in dots)
            message = f"the region of {cell_name(first)} contains {names}"
            places = tuple(puzzle.centers[dot] for dot in dots)
            violations.append(Violation(Fault.REGION_WITH_TWO_DOTS, places, message))
        elif not _needs_no_dot(region, variants):
            where = "in the middle of" if toroidal else "inside"
            message = f"no dot {where} the region of {cell_name(first)}"
            violations.append(Violation(Fault.REGION_WITHOUT_DOT, (first,), message))
    return rows, violations


def _dots_in_the_middle(
    puzzle: Puzzle, regions: dict[Point, set[Point]]
) -> tuple[dict[Point, list[int]], list[Violation]]:
    """Return the dot in the middle of each region; a dot has one region at most."""
    middle = {first: _middle(region) for first, region in regions.items()}
    middles = list(middle.values())
    dots_of: dict[Point, list[int]] = {}
    violations = []
    for dot, center in enumerate(puzzle.centers):
        dots_of |= {first: [dot] for first in regions if middle[first] == center}
        if (count := middles.count(center)) > 1:
            message = f"{dot_name(puzzle, dot)} is the center of {count} regions"
            violations.append(Violation(Fault.DISCONNECTED_REGION, (center,), message))
    return dots_of, violations


def _needs_no_dot(region: set[Point], variants: Variants) -> bool:
    """Tell whether a variant allows a region no dot."""
    if RuleVariant.BLACK_HOLES in variants:
        return True
    if RuleVariant.HIDDEN_DOTS not in variants:
        return False
    x, y = middle = _middle(region)
    if RuleVariant.QUARTER_TURN in variants:
        turned = {Point(x + y - cell.y, y + cell.x - x) for cell in region}
    else:
        turned = {mirror(middle, cell) for cell in region}
    is_inside = region.issuperset(SQUARE.touched_cells(middle))
    return turned == region and (is_inside or RuleVariant.TOROIDAL in variants)


def _middle(region: set[Point]) -> Point:
    """Return the middle of the smallest rectangle around a region: its only center."""
    left, top, right, bottom = box(region)
    return Point((left + right) // 2, (top + bottom) // 2)


def wall_faults(position: Position, variants: Variants) -> Iterator[Violation]:
    """Yield the faults of the walls themselves: gaps, ends, walls in a region."""
    puzzle, inner, drawn = position.puzzle, position.inner_walls(), position.walls
    assert drawn is not None
    lattice, rows = puzzle.lattice, position.rows()
    region_of: Mapping[Point, object] = (
        parts(puzzle, inner)
        if rows is None
        else {cell: rows[cell.y // 2][cell.x // 2] for cell in puzzle.cells()}
    )

    def sides(wall: Point) -> tuple[object, object]:
        first, other = lattice.touched_cells(wall)
        return region_of[first], region_of[other]

    if rows is None:
        for wall in sorted(puzzle.walls - inner):
            message = f"{lattice.describe(wall)} is given as a wall, but not drawn"
            yield Violation(Fault.MISSING_WALL, (wall,), message)
    else:
        for wall in puzzle.edges():
            first, other = sides(wall)
            if wall not in drawn and first != other and NO_DOT not in (first, other):
                message = f"no wall on {lattice.describe(wall)}, between two regions"
                yield Violation(Fault.MISSING_WALL, (wall,), message)
    if RuleVariant.LOOSE_WALLS not in variants:
        for wall in in_reading_order(inner):
            first, other = sides(wall)
            if first == other != NO_DOT:
                message = f"the wall on {lattice.describe(wall)} has one region on "
                yield Violation(
                    Fault.WALL_INSIDE_REGION, (wall,), f"{message}both sides"
                )
        yield from _dead_ends(puzzle, drawn, inner)
    outline = puzzle.outline()
    ends = {end for wall in outline for end in lattice.edge_ends(wall)}
    border = {point for some in (outline, ends) if drawn & some for point in some}
    for wall in in_reading_order(border - drawn):  # where the notation draws it
        message = f"no wall on {lattice.describe(wall)}, on the border of the board"
        yield Violation(Fault.BORDER_GAP, (wall,), message)


def _dead_ends(
    puzzle: Puzzle, drawn: frozenset[Point], inner: frozenset[Point]
) -> Iterator[Violation]:
    """Check that every end of a wall is met by another wall."""
    outline, lattice = puzzle.outline(), puzzle.lattice
    rim = {end for wall in outline for end in lattice.edge_ends(wall)}
    drawn_vertices = set(filter(lattice.is_vertex, drawn))
    inner_vertices = drawn_vertices - rim
    ends: dict[Point, list[Point]] = {vertex: [] for vertex in drawn_vertices}
    for wall in inner | outline:
        for vertex in lattice.edge_ends(wall):
            ends.setdefault(vertex, []).append(wall)
    for vertex in in_reading_order(ends):
        near = any(map(puzzle.has_cell, lattice.touched_cells(vertex)))
        if near and len(ends[vertex]) < 2:
            message = f"a wall ends at {lattice.describe(vertex)}"
            yield Violation(Fault.DEAD_END_WALL, (vertex, *ends[vertex]), message)
        elif inner_vertices and vertex not in inner_vertices | rim:
            message = f"the walls at {lattice.describe(vertex)} have a gap there"
            yield Violation(Fault.DEAD_END_WALL, (vertex,), message)
