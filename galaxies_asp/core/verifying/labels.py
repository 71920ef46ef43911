"""The violations of labels, and of the regions that drawn walls enclose."""

from collections.abc import Hashable, Iterator, Mapping

from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import (
    Point,
    cell_name,
    describe,
    mirror,
    reading_order,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows, walls_between
from galaxies_asp.core.board.variants import RuleVariant, Variants
from galaxies_asp.core.verifying.violations import Fault, Violation, dot_name
from galaxies_asp.core.verifying.walls import box, enclosed_regions, parts

Regions = dict[int, list[Point]]
"""The cells of each dot, in reading order; `NO_DOT` has those of none."""


def violations_of_labels(
    puzzle: Puzzle, rows: Rows, variants: Variants
) -> Iterator[Violation]:
    """Yield the violations of H rows of W labels."""
    regions = _regions_of(puzzle, rows)
    without = regions.pop(NO_DOT)
    if RuleVariant.BLACK_HOLES not in variants:
        for cell in without:
            message = f"{cell_name(cell)} belongs to no dot"
            yield Violation(Fault.UNCOVERED_CELL, (cell,), message)
    if RuleVariant.TOROIDAL in variants:
        yield from _dots_without_region(puzzle, regions)
    else:
        yield from _dots_and_regions(puzzle, rows, regions, variants)
    yield from _unsymmetric(puzzle, regions, variants)
    part = parts(puzzle, walls_between(rows, puzzle.holes, puzzle.lattice))
    for dot, region in regions.items():
        cells = tuple(cell for cell in region if part[cell] == cell)
        if len(cells) > 1:
            message = f"the region of {dot_name(puzzle, dot)} is in {len(cells)} parts"
            yield Violation(Fault.DISCONNECTED_REGION, cells, message)
    if RuleVariant.LOOSE_WALLS not in variants:
        for wall in sorted(puzzle.walls):
            first, other = (_label(rows, c) for c in puzzle.lattice.touched_cells(wall))
            if first == other != NO_DOT:
                message = f"{puzzle.lattice.describe(wall)} is given as a wall, inside "
                yield Violation(Fault.MISSING_WALL, (wall,), f"{message}a region")
    yield from misshapen(
        {cell: dot for dot, cells in regions.items() for cell in cells}, variants
    )
    yield from wrong_clues(puzzle, black_cells=len(without))
    if RuleVariant.HIDDEN_DOTS in variants:  # no cell is left for another region
        yield from wrong_clues(puzzle, hidden_dots=0)


def nothing_drawn(puzzle: Puzzle) -> Violation:
    """Return the fault of a board on which no dot has a region."""
    message = "nothing is drawn, and the dots need regions"
    return Violation(Fault.UNCOVERED_CELL, puzzle.centers, message)


def violations_of_enclosed(
    position: Position, variants: Variants
) -> Iterator[Violation]:
    """Judge the regions that walls enclose."""
    puzzle = position.puzzle
    rows, violations = enclosed_regions(position, variants)
    yield from violations
    regions = _regions_of(puzzle, rows)
    without = regions.pop(NO_DOT)
    yield from _unsymmetric(puzzle, regions, variants)
    if RuleVariant.TOROIDAL in variants:
        yield from _dots_without_region(puzzle, regions)
    part = parts(puzzle, position.inner_walls())
    hidden = {part[cell] for cell in without}
    if RuleVariant.HIDDEN_DOTS not in variants:
        part = {cell: first for cell, first in part.items() if first not in hidden}
    yield from misshapen(part, variants)
    yield from wrong_clues(puzzle, black_cells=len(without), hidden_dots=len(hidden))


def _label(rows: Rows, cell: Point) -> int:
    """Return the label of a cell."""
    return rows[cell.y // 2][cell.x // 2]


def _regions_of(puzzle: Puzzle, rows: Rows) -> Regions:
    """Return the regions of labels; every dot has one, which may be empty."""
    regions: Regions = {dot: [] for dot in range(NO_DOT, len(puzzle.centers))}
    for cell in puzzle.cells():
        regions[_label(rows, cell)].append(cell)
    return regions


def _dots_without_region(puzzle: Puzzle, regions: Regions) -> Iterator[Violation]:
    """Check that each dot has a region, wherever it lies."""
    for dot, center in enumerate(puzzle.centers):
        if not regions[dot]:
            message = f"{dot_name(puzzle, dot)} has no region"
            yield Violation(Fault.UNCOVERED_CELL, (center,), message)


def _dots_and_regions(
    puzzle: Puzzle, rows: Rows, regions: Regions, variants: Variants
) -> Iterator[Violation]:
    """Check that each dot is inside its region, and each region has its dot.

    With black holes, a dot that touches one besides a region lies on a border.
    """
    for dot, center in enumerate(puzzle.centers):
        holders = {_label(rows, c) for c in puzzle.lattice.touched_cells(center)}
        if holders == {dot}:
            continue
        if holders == {NO_DOT} or RuleVariant.BLACK_HOLES not in variants:
            holders -= {NO_DOT}
        name = dot_name(puzzle, dot)
        if len(holders) > 1:
            message = f"{name} lies on the border between regions"
            yield Violation(Fault.CROSSED_DOT, (center,), message)
        elif holders - {dot}:
            (holder,) = holders
            message = f"{name} lies inside the region of {dot_name(puzzle, holder)}"
            places = (center, puzzle.centers[holder])
            yield Violation(Fault.REGION_WITH_TWO_DOTS, places, message)
        if regions[dot] and dot not in holders:
            message = f"the region of {name} does not contain it"
            yield Violation(Fault.REGION_WITHOUT_DOT, (center,), message)
        elif not regions[dot] and not holders:
            message = f"{name} has no region"
            yield Violation(Fault.UNCOVERED_CELL, (center,), message)


def _unsymmetric(
    puzzle: Puzzle, regions: Regions, variants: Variants
) -> Iterator[Violation]:
    """Check that a turn about a dot maps its region to itself."""
    for dot, center in enumerate(puzzle.centers):
        own = set(regions[dot])
        wrong = [cell for cell in regions[dot] if mirror(center, cell) not in own]
        if wrong:
            message = f"the partner of {cell_name(wrong[0])} in "
            message += f"{dot_name(puzzle, dot)} is not in the same region"
            if len(wrong) > 1:
                message += f" (so for {len(wrong)} cells)"
            yield Violation(Fault.ASYMMETRIC_REGION, tuple(wrong), message)
    if RuleVariant.QUARTER_TURN not in variants:
        return
    for dot, (x, y) in enumerate(puzzle.centers):
        own = set(regions[dot])
        turned = {Point(x + y - cell.y, y + cell.x - x) for cell in own}
        if own != turned:
            message = "a quarter turn does not map the region of "
            message += f"{dot_name(puzzle, dot)} to itself"
            places = tuple(sorted(own - turned))
            yield Violation(Fault.UNTURNED_REGION, places, message)


def misshapen(
    region_of: Mapping[Point, Hashable], variants: Variants
) -> Iterator[Violation]:
    """Check shapes, given the region of each cell that has one."""
    if RuleVariant.RECTANGULAR in variants:
        regions: dict[Hashable, list[Point]] = {}
        for cell, region in region_of.items():
            regions.setdefault(region, []).append(cell)
        for cells in regions.values():
            left, top, right, bottom = box(cells)
            if (right - left + 2) * (bottom - top + 2) != 4 * len(cells):
                message = f"the region of {describe(cells[0])} is not a rectangle"
                yield Violation(Fault.NOT_A_RECTANGLE, (cells[0],), message)
    if RuleVariant.THIN in variants:
        for x, y in sorted(region_of, key=reading_order):
            cells = [Point(x, y), Point(x + 2, y), Point(x, y + 2), Point(x + 2, y + 2)]
            if len({region_of.get(cell) for cell in cells}) == 1:
                message = f"the square of 2x2 cells from {describe(cells[0])} lies in "
                message += "one region"
                yield Violation(Fault.SQUARE_IN_REGION, (cells[0],), message)


def wrong_clues(puzzle: Puzzle, **numbers: int) -> Iterator[Violation]:
    """Compare clues such as `black_cells` with the numbers that an answer has."""
    for name, number in numbers.items():
        clue = puzzle.number(name)
        if clue is not None and clue != number:
            found = counted(number, name.replace("_", " ").removesuffix("s"))
            message = f"{found}, where the clue is {clue}"
            yield Violation(Fault.WRONG_CLUE, (), message)
