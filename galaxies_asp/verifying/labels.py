"""The violations of labels, in numpy: each names its kind and its places."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import HEXAGONAL, Point, cell_at, cell_name
from galaxies_asp.board.labels import point_array
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle
from galaxies_asp.board.variants import RuleVariant, Variants
from galaxies_asp.verifying.regions import components, not_walled, same_label
from galaxies_asp.verifying.shapes import misshapen, unturned, wrong_clues
from galaxies_asp.verifying.violations import Kind, Violation, dot_name
from galaxies_asp.verifying.walls import at, enclosed_regions


def violations_of_enclosed(position: Position, variants: Variants) -> list[Violation]:
    """Judge the regions that walls enclose."""
    puzzle = position.puzzle
    labels, violations = enclosed_regions(position, variants)
    violations += _unsymmetric(puzzle, labels, _Dots(puzzle), variants)
    if RuleVariant.TOROIDAL in variants:
        violations += _dots_without_region(puzzle, labels)
    regions = components(not_walled(puzzle, position.inner_walls()), puzzle.lattice)
    undotted = _without_region(puzzle, labels)
    if RuleVariant.HIDDEN_DOTS not in variants:
        regions[undotted] = NO_DOT
    violations += misshapen(np.where(puzzle.cell_mask(), regions, NO_DOT), variants)
    violations += wrong_clues(
        puzzle,
        black_cells=int(undotted.sum()),
        hidden_dots=len(np.unique(regions[undotted])),
    )
    return violations


def _without_region(puzzle: Puzzle, labels: Labels) -> NDArray[np.bool_]:
    without: NDArray[np.bool_] = labels == NO_DOT
    return without & puzzle.cell_mask()


def violations_of_labels(
    puzzle: Puzzle, labels: Labels, variants: Variants
) -> list[Violation]:
    """Return the violations of (H, W) labels."""
    dots = _Dots(puzzle)
    black_holes = RuleVariant.BLACK_HOLES in variants
    return [
        *(() if black_holes else _uncovered(puzzle, labels)),
        *(
            _dots_without_region(puzzle, labels)
            if RuleVariant.TOROIDAL in variants
            else _dots_and_regions(puzzle, labels, dots, black_holes)
        ),
        *_unsymmetric(puzzle, labels, dots, variants),
        *_disconnected(puzzle, labels),
        *(
            _missing_given_walls(puzzle, labels)
            if RuleVariant.LOOSE_WALLS not in variants
            else ()
        ),
        *misshapen(labels, variants),
        *wrong_clues(puzzle, black_cells=int(_without_region(puzzle, labels).sum())),
    ]


class _Dots:
    """The dots as arrays: coordinates (n,), and the cells around each (k, n).

    Four squares meet at a point, some of them equal where it is no vertex; of hexagons
    two, at the upper right and at the lower left.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        points = point_array(puzzle.centers).astype(np.int32)
        self.x, self.y = points[:, 0], points[:, 1]
        left, right = (self.x - 1) // 2, self.x // 2
        top, bottom = (self.y - 1) // 2, self.y // 2
        self.rows = np.stack([top, top, bottom, bottom])
        self.columns = np.stack([left, right, left, right])
        if puzzle.lattice == HEXAGONAL:
            self.rows, self.columns = self.rows[1:3], self.columns[1:3]


def _uncovered(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    rows, columns = np.nonzero(_without_region(puzzle, labels))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        cell = cell_at(column, row)
        message = f"{cell_name(cell)} belongs to no dot"
        yield Violation(Kind.UNCOVERED_CELL, (cell,), message)


def _dots_without_region(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    """Check that each dot has a region, wherever it lies."""
    for dot in sorted(set(range(len(puzzle.centers))) - set(labels.ravel().tolist())):
        message = f"{dot_name(puzzle, dot)} has no region"
        yield Violation(Kind.UNCOVERED_CELL, (puzzle.centers[dot],), message)


def _dots_and_regions(
    puzzle: Puzzle, labels: Labels, dots: _Dots, black_holes: bool
) -> Iterator[Violation]:
    """Check that each dot is inside its region, and each region has its dot.

    With black holes, a dot that touches one besides a region lies on a border.
    """
    around = labels[dots.rows, dots.columns]
    own = np.arange(len(puzzle.centers))
    wrong = np.flatnonzero((around != own).any(axis=0))
    if not wrong.size:
        return
    used = np.bincount(labels[labels != NO_DOT], minlength=len(own)) > 0
    for dot in wrong.tolist():
        center = puzzle.centers[dot]
        holders = set(around[:, dot].tolist())
        if holders == {NO_DOT} or not black_holes:
            holders -= {NO_DOT}
        if len(holders) > 1:
            message = f"{dot_name(puzzle, dot)} lies on the border between regions"
            yield Violation(Kind.CROSSED_DOT, (center,), message)
        elif holders - {dot}:
            holder = holders.pop()
            message = f"{dot_name(puzzle, dot)} lies inside the region of "
            message += dot_name(puzzle, holder)
            places = (center, puzzle.centers[holder])
            yield Violation(Kind.REGION_WITH_TWO_DOTS, places, message)
        if used[dot] and dot not in holders:
            message = f"the region of {dot_name(puzzle, dot)} does not contain it"
            yield Violation(Kind.REGION_WITHOUT_DOT, (center,), message)
        elif not used[dot] and not holders:
            message = f"{dot_name(puzzle, dot)} has no region"
            yield Violation(Kind.UNCOVERED_CELL, (center,), message)


def _unsymmetric(
    puzzle: Puzzle, labels: Labels, dots: _Dots, variants: Variants
) -> Iterator[Violation]:
    yield from _asymmetric(puzzle, labels, dots)
    if RuleVariant.QUARTER_TURN in variants:
        yield from unturned(puzzle, labels)


def _asymmetric(puzzle: Puzzle, labels: Labels, dots: _Dots) -> Iterator[Violation]:
    """Check that the half turn about a dot maps its region to itself."""
    rows, columns = (i.astype(np.int32) for i in np.nonzero(labels != NO_DOT))
    dot = labels[rows, columns]
    mirror_rows = dots.y[dot] - 1 - rows
    mirror_columns = dots.x[dot] - 1 - columns
    height, width = labels.shape
    fits = (mirror_rows >= 0) & (mirror_rows < height)
    fits &= (mirror_columns >= 0) & (mirror_columns < width)
    fits[fits] = labels[mirror_rows[fits], mirror_columns[fits]] == dot[fits]
    if fits.all():
        return
    wrong: dict[int, list[Point]] = {}
    for index in np.flatnonzero(~fits).tolist():
        cell = cell_at(int(columns[index]), int(rows[index]))
        wrong.setdefault(int(dot[index]), []).append(cell)
    for number, cells in sorted(wrong.items()):
        message = (
            f"the mirror image of {cell_name(cells[0])} in {dot_name(puzzle, number)} "
        )
        message += "is not in the same region"
        if len(cells) > 1:
            message += f" (so for {len(cells)} cells)"
        yield Violation(Kind.ASYMMETRIC_REGION, tuple(cells), message)


def _disconnected(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    root = components(same_label(puzzle, labels), puzzle.lattice).ravel()
    flat = labels.ravel()
    first = np.flatnonzero((root == np.arange(root.size)) & (flat != NO_DOT))
    parts = np.bincount(flat[first], minlength=len(puzzle.centers))
    for dot in np.flatnonzero(parts > 1).tolist():
        mine = first[flat[first] == dot].tolist()
        cells = tuple(cell_at(i % puzzle.width, i // puzzle.width) for i in mine)
        message = f"the region of {dot_name(puzzle, dot)} is in {len(cells)} parts"
        yield Violation(Kind.DISCONNECTED_REGION, cells, message)


def _missing_given_walls(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    for wall in sorted(puzzle.walls):
        one, other = puzzle.lattice.touched_cells(wall)
        if at(labels, one) == at(labels, other) != NO_DOT:
            message = (
                f"{puzzle.lattice.describe(wall)} is given as a wall, inside a region"
            )
            yield Violation(Kind.MISSING_WALL, (wall,), message)
