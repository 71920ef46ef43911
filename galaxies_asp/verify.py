"""The rules of the puzzle in plain numpy: an independent witness of every solution.

Nothing here knows the solver or the encodings. A board is judged by its walls or by its
labels, whichever it has; each broken rule is a kind of its own and names its places.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.grid import (
    Point,
    adjacent_cells,
    cell_at,
    describe,
    edge_ends,
    inner_edges,
    is_vertex,
    neighbors,
    touched_cells,
)
from galaxies_asp.puzzle import NO_DOT, Labels, Position, Puzzle, Solution
from galaxies_asp.regions import components, not_walled, same_label


class Kind(StrEnum):
    """The rules, named by how they are broken."""

    UNCOVERED_CELL = "uncovered cell"
    DISCONNECTED_REGION = "disconnected region"
    REGION_WITHOUT_DOT = "region without dot"
    REGION_WITH_TWO_DOTS = "region with two dots"
    ASYMMETRIC_REGION = "asymmetric region"
    CROSSED_DOT = "crossed dot"
    DEAD_END_WALL = "dead-end wall"
    WALL_INSIDE_REGION = "wall inside region"
    MISSING_WALL = "missing wall"
    BORDER_GAP = "border gap"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its kind, the points where it is broken, and a sentence."""

    kind: Kind
    places: tuple[Point, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def verify(board: Solution | Position, *, loose_walls: bool = False) -> list[Violation]:
    """Return everything that is wrong with a board; an empty list if it is a solution.

    Parameters
    ----------
    board
        A solution or an attempt. What it draws is judged: its labels, its walls, or
        both and that they say the same.
    loose_walls
        Accept walls inside a region, as some programs do.

    Raises
    ------
    ValueError
        If nothing is drawn on the board.
    """
    position = board.position() if isinstance(board, Solution) else board
    if not position.is_attempt:
        raise ValueError("nothing is drawn on the board: no walls and no regions")
    violations: list[Violation] = []
    if position.labels is not None:
        violations += check_labels(position.puzzle, position.labels)
    if position.walls is not None and not isinstance(board, Solution):
        violations += _check_walls(position, loose_walls)
    return violations


def is_solution(puzzle: Puzzle, labels: Labels) -> bool:
    """Tell whether the (H, W) labels solve the puzzle."""
    return not check_labels(puzzle, labels)


def check_labels(puzzle: Puzzle, labels: Labels) -> list[Violation]:
    """Return what is wrong with a division into regions: (H, W) dot numbers."""
    geometry = _Dots(puzzle)
    return [
        *_uncovered(puzzle, labels),
        *_dots_and_regions(puzzle, labels, geometry),
        *_asymmetric(puzzle, labels, geometry),
        *_disconnected(puzzle, labels),
        *_missing_given_walls(puzzle, labels),
    ]


class _Dots:
    """The dots as arrays: coordinates (n,), and the four cells around each (4, n)."""

    def __init__(self, puzzle: Puzzle) -> None:
        points = np.array(puzzle.centers, dtype=np.int64).reshape(-1, 2)
        self.x, self.y = points[:, 0], points[:, 1]
        left, right = (self.x - 1) // 2, self.x // 2
        top, bottom = (self.y - 1) // 2, self.y // 2
        self.rows = np.stack([top, top, bottom, bottom])
        self.columns = np.stack([left, right, left, right])


def _uncovered(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    rows, columns = np.nonzero((labels == NO_DOT) & puzzle.cell_mask())
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        cell = cell_at(column, row)
        message = f"{describe(cell)} belongs to no dot"
        yield Violation(Kind.UNCOVERED_CELL, (cell,), message)


def _dots_and_regions(
    puzzle: Puzzle, labels: Labels, dots: _Dots
) -> Iterator[Violation]:
    """Check that each dot is inside its region, and each region has its dot."""
    around = labels[dots.rows, dots.columns]
    own = np.arange(len(puzzle.centers))
    wrong = np.flatnonzero((around != own).any(axis=0))
    if not wrong.size:
        return
    used = np.bincount(labels[labels != NO_DOT], minlength=len(own)) > 0
    for dot in wrong.tolist():
        center = puzzle.centers[dot]
        holders = set(around[:, dot].tolist()) - {NO_DOT}
        if len(holders) > 1:
            message = f"{_dot(puzzle, dot)} lies on the border between regions"
            yield Violation(Kind.CROSSED_DOT, (center,), message)
        elif holders - {dot}:
            holder = holders.pop()
            message = f"{_dot(puzzle, dot)} lies inside the region of "
            message += _dot(puzzle, holder)
            places = (center, puzzle.centers[holder])
            yield Violation(Kind.REGION_WITH_TWO_DOTS, places, message)
        if used[dot] and dot not in holders:
            message = f"the region of {_dot(puzzle, dot)} does not contain it"
            yield Violation(Kind.REGION_WITHOUT_DOT, (center,), message)
        elif not used[dot] and not holders:
            message = f"{_dot(puzzle, dot)} has no region"
            yield Violation(Kind.UNCOVERED_CELL, (center,), message)


def _asymmetric(puzzle: Puzzle, labels: Labels, dots: _Dots) -> Iterator[Violation]:
    """Check that the half turn about a dot maps its region to itself."""
    rows, columns = np.nonzero(labels != NO_DOT)
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
        message = f"the mirror image of {describe(cells[0])} in {_dot(puzzle, number)} "
        message += "is not in the same region"
        if len(cells) > 1:
            message += f" (so for {len(cells)} cells)"
        yield Violation(Kind.ASYMMETRIC_REGION, tuple(cells), message)


def _disconnected(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    root = components(*same_label(puzzle, labels)).ravel()
    flat = labels.ravel()
    first = np.flatnonzero((root == np.arange(root.size)) & (flat != NO_DOT))
    parts = np.bincount(flat[first], minlength=len(puzzle.centers))
    for dot in np.flatnonzero(parts > 1).tolist():
        mine = first[flat[first] == dot].tolist()
        cells = tuple(cell_at(i % puzzle.width, i // puzzle.width) for i in mine)
        message = f"the region of {_dot(puzzle, dot)} is in {len(cells)} parts"
        yield Violation(Kind.DISCONNECTED_REGION, cells, message)


def _missing_given_walls(puzzle: Puzzle, labels: Labels) -> Iterator[Violation]:
    for wall in sorted(puzzle.walls):
        one, other = touched_cells(wall)
        if _at(labels, one) == _at(labels, other) != NO_DOT:
            message = f"{describe(wall)} is given as a wall, inside a region"
            yield Violation(Kind.MISSING_WALL, (wall,), message)


def _check_walls(position: Position, loose_walls: bool) -> Iterator[Violation]:
    """Judge the drawn walls; regions are what they enclose, unless labels say so."""
    assert position.walls is not None
    puzzle = position.puzzle
    inner = position.inner_walls()
    regions: NDArray[np.int64]
    if position.labels is None:
        regions = components(*not_walled(puzzle, inner))
        yield from _enclosed_regions(puzzle, regions, inner)
        drawn = inner
        for wall in sorted(puzzle.walls - inner):
            message = f"{describe(wall)} is given as a wall, but not drawn"
            yield Violation(Kind.MISSING_WALL, (wall,), message)
    else:
        regions = position.labels.astype(np.int64)
        drawn = position.walls
        for wall in inner_edges(puzzle.width, puzzle.height):
            one, other = touched_cells(wall)
            if wall in drawn or not (puzzle.has_cell(one) and puzzle.has_cell(other)):
                continue
            if NO_DOT not in (_at(regions, one), _at(regions, other)) and (
                _at(regions, one) != _at(regions, other)
            ):
                message = f"no wall on {describe(wall)}, between two regions"
                yield Violation(Kind.MISSING_WALL, (wall,), message)
    if not loose_walls:
        for wall in sorted(inner, key=_reading_order):
            one, other = touched_cells(wall)
            if _at(regions, one) == _at(regions, other) != NO_DOT:
                message = f"the wall on {describe(wall)} has one region on both sides"
                yield Violation(Kind.WALL_INSIDE_REGION, (wall,), message)
        yield from _dead_ends(position, inner)
    yield from _border_gaps(position)


def _enclosed_regions(
    puzzle: Puzzle, regions: NDArray[np.int64], walls: frozenset[Point]
) -> Iterator[Violation]:
    """Check that each enclosed region has one dot inside and is symmetric about it."""
    dots_of: dict[int, list[int]] = {}
    ends = {end for wall in walls for end in edge_ends(wall)}
    for dot, center in enumerate(puzzle.centers):
        around = {_at(regions, cell) for cell in touched_cells(center)}
        if len(around) > 1 or center in walls or center in ends:
            message = f"a wall runs through {_dot(puzzle, dot)}"
            yield Violation(Kind.CROSSED_DOT, (center,), message)
        else:
            dots_of.setdefault(around.pop(), []).append(dot)
    labels = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    owner = np.full(regions.size, NO_DOT, dtype=np.int32)
    for root in np.unique(regions[puzzle.cell_mask()]).tolist():
        dots = dots_of.get(root, [])
        cell = cell_at(root % puzzle.width, root // puzzle.width)
        if not dots:
            message = f"no dot inside the region of {describe(cell)}"
            yield Violation(Kind.REGION_WITHOUT_DOT, (cell,), message)
        elif len(dots) > 1:
            names = ", ".join(_dot(puzzle, dot) for dot in dots)
            message = f"the region of {describe(cell)} contains {names}"
            places = tuple(puzzle.centers[dot] for dot in dots)
            yield Violation(Kind.REGION_WITH_TWO_DOTS, places, message)
        else:
            owner[root] = dots[0]
    mask = puzzle.cell_mask()
    labels[mask] = owner[regions[mask]]
    yield from _asymmetric(puzzle, labels, _Dots(puzzle))


def _dead_ends(position: Position, inner: frozenset[Point]) -> Iterator[Violation]:
    """Check that every end of a wall is met by another wall."""
    assert position.walls is not None
    outline = _outline(position.puzzle)
    walls = inner | outline
    rim = {end for wall in outline for end in edge_ends(wall)}
    drawn_vertices = {point for point in position.walls if is_vertex(point)}
    inner_vertices = drawn_vertices - rim
    ends: dict[Point, list[Point]] = {vertex: [] for vertex in drawn_vertices}
    for wall in walls:
        for vertex in edge_ends(wall):
            ends.setdefault(vertex, []).append(wall)
    for vertex in sorted(ends, key=_reading_order):
        meeting = ends[vertex]
        if len(meeting) < 2 and _near_cell(position.puzzle, vertex):
            message = f"a wall ends at {describe(vertex)}"
            yield Violation(Kind.DEAD_END_WALL, (vertex, *meeting), message)
        elif inner_vertices and vertex not in inner_vertices and vertex not in rim:
            message = f"the walls at {describe(vertex)} have a gap there"
            yield Violation(Kind.DEAD_END_WALL, (vertex,), message)


def _border_gaps(position: Position) -> Iterator[Violation]:
    """Check that the border is closed, where the notation draws it."""
    assert position.walls is not None
    outline = _outline(position.puzzle)
    ends = frozenset(end for wall in outline for end in edge_ends(wall))
    border: frozenset[Point] = frozenset()
    if position.walls & outline:
        border |= outline
    if position.walls & ends:
        border |= ends
    for wall in sorted(border - position.walls, key=_reading_order):
        message = f"no wall on {describe(wall)}, on the border of the board"
        yield Violation(Kind.BORDER_GAP, (wall,), message)


def _outline(puzzle: Puzzle) -> frozenset[Point]:
    """Return the edges between a cell and the outside, or a hole."""
    rim_cells = {
        Point(x, y)
        for x in range(1, 2 * puzzle.width, 2)
        for y in (1, 2 * puzzle.height - 1)
    }
    rim_cells |= {
        Point(x, y)
        for y in range(1, 2 * puzzle.height, 2)
        for x in (1, 2 * puzzle.width - 1)
    }
    for x, y in puzzle.holes:
        rim_cells |= set(adjacent_cells(Point(x, y)))
    return frozenset(
        edge
        for cell in rim_cells
        if puzzle.has_cell(cell)
        for edge in neighbors(cell)
        if not all(map(puzzle.has_cell, touched_cells(edge)))
    )


def _near_cell(puzzle: Puzzle, point: Point) -> bool:
    return any(map(puzzle.has_cell, touched_cells(point)))


def _at(array: NDArray[np.integer], cell: Point) -> int:
    return int(array[cell.y // 2, cell.x // 2])


def _dot(puzzle: Puzzle, dot: int) -> str:
    return f"dot {dot + 1} at {puzzle.centers[dot]}"


def _reading_order(point: Point) -> tuple[int, int]:
    return point.y, point.x
