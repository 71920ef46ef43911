"""The drawn walls of a board: enclosed regions, and faults of the walls."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import SQUARE, Point, cell_at, cell_name, in_reading_order
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle
from galaxies_asp.board.variants import RuleVariant, Variants
from galaxies_asp.verifying.regions import components, not_walled
from galaxies_asp.verifying.violations import Kind, Violation, dot_name

Ints = NDArray[np.int32]


def enclosed_regions(
    position: Position, variants: Variants
) -> tuple[Labels, list[Violation]]:
    """Return (H, W) labels: the dot of the region that walls enclose around each cell.

    Regions without a dot or with several get `NO_DOT` and a violation.
    """
    puzzle, walls = position.puzzle, position.inner_walls()
    regions = components(not_walled(puzzle, walls), puzzle.lattice)
    toroidal = RuleVariant.TOROIDAL in variants
    if toroidal:
        dots_of, violations = _dots_in_the_middle(puzzle, regions)
    else:
        dots_of, violations = _dots_inside(puzzle, regions, walls)
    labels = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    for root in _roots(puzzle, regions):
        region, dots = regions == root, dots_of.get(root, [])
        cell = cell_at(root % puzzle.width, root // puzzle.width)
        if len(dots) == 1:
            labels[region] = dots[0]
        elif dots:
            names = ", ".join(dot_name(puzzle, dot) for dot in dots)
            message = f"the region of {cell_name(cell)} contains {names}"
            places = tuple(puzzle.centers[dot] for dot in dots)
            violations.append(Violation(Kind.REGION_WITH_TWO_DOTS, places, message))
        elif not _needs_no_dot(region, variants):
            where = "in the middle of" if toroidal else "inside"
            message = f"no dot {where} the region of {cell_name(cell)}"
            violations.append(Violation(Kind.REGION_WITHOUT_DOT, (cell,), message))
    return labels, violations


def _dots_inside(
    puzzle: Puzzle, regions: Ints, walls: frozenset[Point]
) -> tuple[dict[int, list[int]], list[Violation]]:
    """Return the dots inside each region, and the dots that walls run through."""
    dots_of: dict[int, list[int]] = {}
    violations = []
    lattice = puzzle.lattice
    ends = {end for wall in walls for end in lattice.edge_ends(wall)}
    for dot, center in enumerate(puzzle.centers):
        around = {at(regions, cell) for cell in lattice.touched_cells(center)}
        if len(around) > 1 or center in walls or center in ends:
            message = f"a wall runs through {dot_name(puzzle, dot)}"
            violations.append(Violation(Kind.CROSSED_DOT, (center,), message))
        else:
            dots_of.setdefault(around.pop(), []).append(dot)
    return dots_of, violations


def _dots_in_the_middle(
    puzzle: Puzzle, regions: Ints
) -> tuple[dict[int, list[int]], list[Violation]]:
    """Return the dot in the middle of each region; a dot has one region at most."""
    number = {center: dot for dot, center in enumerate(puzzle.centers)}
    dot_of = {
        root: number[middle]
        for root in _roots(puzzle, regions)
        if (middle := _middle(regions == root)) in number
    }
    violations = []
    for dot, center in enumerate(puzzle.centers):
        count = list(dot_of.values()).count(dot)
        if count > 1:
            message = f"{dot_name(puzzle, dot)} is the center of {count} regions"
            violations.append(Violation(Kind.DISCONNECTED_REGION, (center,), message))
    return {root: [dot] for root, dot in dot_of.items()}, violations


def _needs_no_dot(region: NDArray[np.bool_], variants: Variants) -> bool:
    """Tell whether a variant allows a region, given as (H, W) truth values, no dot."""
    if RuleVariant.BLACK_HOLES in variants:
        return True
    if RuleVariant.HIDDEN_DOTS not in variants:
        return False
    rows, columns = np.nonzero(region)
    box = region[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    turns = 1 if RuleVariant.QUARTER_TURN in variants else 2
    inside = all(at(region, cell) for cell in SQUARE.touched_cells(_middle(region)))
    return np.array_equal(box, np.rot90(box, turns)) and (
        inside or RuleVariant.TOROIDAL in variants
    )


def _middle(region: NDArray[np.bool_]) -> Point:
    """Return the middle of the smallest rectangle around a region: its only center."""
    rows, columns = np.nonzero(region)
    return Point(
        int(columns.min() + columns.max()) + 1, int(rows.min() + rows.max()) + 1
    )


def _roots(puzzle: Puzzle, regions: Ints) -> list[int]:
    """Return the numbers of the regions."""
    return [int(root) for root in np.unique(regions[puzzle.cell_mask()])]


def wall_faults(position: Position, variants: Variants) -> Iterator[Violation]:
    """Yield the faults of the walls themselves: gaps, ends, walls in a region."""
    assert position.walls is not None
    puzzle = position.puzzle
    inner, lattice = position.inner_walls(), puzzle.lattice
    if position.labels is None:
        regions = components(not_walled(puzzle, inner), puzzle.lattice)
        for wall in sorted(puzzle.walls - inner):
            message = f"{lattice.describe(wall)} is given as a wall, but not drawn"
            yield Violation(Kind.MISSING_WALL, (wall,), message)
    else:
        regions = position.labels.astype(np.int32)
        yield from _missing_walls(puzzle, regions, position.walls)
    if RuleVariant.LOOSE_WALLS not in variants:
        for wall in in_reading_order(inner):
            first, other = lattice.touched_cells(wall)
            if at(regions, first) == at(regions, other) != NO_DOT:
                message = f"the wall on {lattice.describe(wall)} has one region on "
                message += "both sides"
                yield Violation(Kind.WALL_INSIDE_REGION, (wall,), message)
        yield from _dead_ends(position, inner)
    yield from _border_gaps(position)


def _missing_walls(
    puzzle: Puzzle, regions: Ints, drawn: frozenset[Point]
) -> Iterator[Violation]:
    """Check that there is a wall wherever labels differ."""
    for wall in puzzle.edges():
        if wall in drawn:
            continue
        first, other = puzzle.lattice.touched_cells(wall)
        if NO_DOT not in (at(regions, first), at(regions, other)) and (
            at(regions, first) != at(regions, other)
        ):
            message = f"no wall on {puzzle.lattice.describe(wall)}, between two regions"
            yield Violation(Kind.MISSING_WALL, (wall,), message)


def _dead_ends(position: Position, inner: frozenset[Point]) -> Iterator[Violation]:
    """Check that every end of a wall is met by another wall."""
    assert position.walls is not None
    outline, lattice = position.puzzle.outline(), position.puzzle.lattice
    walls = inner | outline
    rim = {end for wall in outline for end in lattice.edge_ends(wall)}
    drawn_vertices = {point for point in position.walls if lattice.is_vertex(point)}
    inner_vertices = drawn_vertices - rim
    ends: dict[Point, list[Point]] = {vertex: [] for vertex in drawn_vertices}
    for wall in walls:
        for vertex in lattice.edge_ends(wall):
            ends.setdefault(vertex, []).append(wall)
    for vertex in in_reading_order(ends):
        meeting = ends[vertex]
        if len(meeting) < 2 and _near_cell(position.puzzle, vertex):
            message = f"a wall ends at {lattice.describe(vertex)}"
            yield Violation(Kind.DEAD_END_WALL, (vertex, *meeting), message)
        elif inner_vertices and vertex not in inner_vertices and vertex not in rim:
            message = f"the walls at {lattice.describe(vertex)} have a gap there"
            yield Violation(Kind.DEAD_END_WALL, (vertex,), message)


def _border_gaps(position: Position) -> Iterator[Violation]:
    """Check that the border is closed, where the notation draws it."""
    assert position.walls is not None
    outline, lattice = position.puzzle.outline(), position.puzzle.lattice
    ends = frozenset(end for wall in outline for end in lattice.edge_ends(wall))
    border: frozenset[Point] = frozenset()
    if position.walls & outline:
        border |= outline
    if position.walls & ends:
        border |= ends
    for wall in in_reading_order(border - position.walls):
        message = f"no wall on {lattice.describe(wall)}, on the border of the board"
        yield Violation(Kind.BORDER_GAP, (wall,), message)


def _near_cell(puzzle: Puzzle, point: Point) -> bool:
    return any(map(puzzle.has_cell, puzzle.lattice.touched_cells(point)))


def at(array: NDArray[np.integer] | NDArray[np.bool_], cell: Point) -> int:
    """Return the value of a cell in an (H, W) array."""
    return int(array[cell.y // 2, cell.x // 2])
