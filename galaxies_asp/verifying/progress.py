"""Judge an unfinished position: what is complete, and what no further drawing cures.

A wall that separates two cells stays, and so does the dot of a cell. Walls and labels
therefore divide the board into parts that can only become smaller: each region of a
finished board lies within one part. A fault that is reported here is in every board
that the position can be completed to. Under variants that allow more than the standard
rules, parts need not become regions, and only a finished board is judged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from galaxies_asp.board.grid import (
    Point,
    cell_at,
    cell_name,
    dot_name,
    in_reading_order,
    mirror,
)
from galaxies_asp.board.labels import point_array
from galaxies_asp.board.puzzle import (
    NO_DOT,
    Labels,
    Position,
    Puzzle,
    Solution,
    walls_between,
)
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.verifying.regions import (
    Bools,
    Ints,
    Links,
    components,
    linked,
    not_walled,
    same_label,
)
from galaxies_asp.verifying.rules import check_labels, verify
from galaxies_asp.verifying.violations import Kind, Violation

_ALLOWING = frozenset(
    {
        *(RuleVariant.TOROIDAL, RuleVariant.BLACK_HOLES),
        *(RuleVariant.HIDDEN_DOTS, RuleVariant.LOOSE_WALLS),
    }
)
"""The variants that allow more than the standard rules."""

_OF_SHAPES = (Kind.UNTURNED_REGION, Kind.NOT_A_RECTANGLE, Kind.SQUARE_IN_REGION)


@dataclass(frozen=True)
class Progress:
    """How far a position has come.

    Attributes
    ----------
    faults
        The broken rules that no further drawing cures.
    regions
        (H, W): the dot of each cell of a complete region, `NO_DOT` elsewhere.
    solved
        Whether every region is complete, by walls, by labels, or by both.
    wrong_cells, wrong_walls
        The labels and walls that the solution does not have. Empty if no solution was
        given.
    """

    faults: tuple[Violation, ...]
    regions: Labels
    solved: bool
    wrong_cells: tuple[Point, ...] = ()
    wrong_walls: tuple[Point, ...] = ()

    @property
    def complete(self) -> tuple[int, ...]:
        """The dots whose regions are complete."""
        return tuple(np.unique(self.regions[self.regions != NO_DOT]).tolist())


def progress(position: Position, solution: Solution | None = None) -> Progress:
    """Judge a position by the rules of the puzzle, and by its solution if it is given.

    The position need not be complete, and nothing need be drawn on it.
    """
    drawing = _Drawing(position)
    faults: tuple[Violation, ...] = ()
    if position.puzzle.variants & _ALLOWING:
        solved = position.is_attempt and not verify(position)
        known = drawing.dot_of_part if position.labels is None else drawing.labels
        regions = np.where(solved & drawing.mask, known, NO_DOT)
    else:
        regions = np.where(drawing.is_complete, drawing.dot_of_part, NO_DOT)
        faults = (*drawing.faults_of_walls(), *drawing.faults_of_labels())
        faults += _faults_of_shapes(position.puzzle, regions)
        solved = not faults and bool(drawing.is_complete[drawing.mask].all())
        solved = solved and len(drawing.complete) == len(position.puzzle.centers)
    if solution is None:
        return Progress(faults, regions.astype(np.int32), solved)
    wrong = (drawing.labels != NO_DOT) & (drawing.labels != solution.labels)
    cells = [cell_at(column, row) for row, column in np.argwhere(wrong).tolist()]
    walls = in_reading_order(drawing.walls - solution.walls)
    return Progress(
        faults, regions.astype(np.int32), solved, tuple(cells), tuple(walls)
    )


def _faults_of_shapes(puzzle: Puzzle, regions: Labels) -> tuple[Violation, ...]:
    """Return the complete regions of shapes that a variant forbids."""
    if not puzzle.variants:
        return ()
    violations = check_labels(puzzle, regions)
    return tuple(fault for fault in violations if fault.kind in _OF_SHAPES)


class _Drawing:
    """The parts into which the walls and labels of a position divide the board."""

    def __init__(self, position: Position) -> None:
        self.puzzle = puzzle = position.puzzle
        self.lattice = puzzle.lattice
        drawn = frozenset() if position.walls is None else position.inner_walls()
        self.walls = puzzle.walls | drawn
        shape = puzzle.height, puzzle.width
        nothing: Labels = np.full(shape, NO_DOT, dtype=np.int32)
        self.labels = nothing if position.labels is None else position.labels
        self.mask = puzzle.cell_mask()
        borders = self.walls | walls_between(self.labels, lattice=self.lattice)
        self.parts = components(not_walled(puzzle, borders), puzzle.lattice)
        self.crossed = set(self._crossed())
        self.dots_of: dict[int, list[int]] = {}
        for dot, center in enumerate(puzzle.centers):
            if dot not in self.crossed:
                part = self.part(self.lattice.touched_cells(center)[0])
                self.dots_of.setdefault(part, []).append(dot)

    def part(self, cell: Point) -> int:
        return int(self.parts[cell.y // 2, cell.x // 2])

    def label(self, cell: Point) -> int:
        return int(self.labels[cell.y // 2, cell.x // 2])

    def _crossed(self) -> Iterator[int]:
        """Yield the dots that walls or borders between labels run through."""
        ends = {end for wall in self.walls for end in self.lattice.edge_ends(wall)}
        for dot, center in enumerate(self.puzzle.centers):
            around = {self.part(cell) for cell in self.lattice.touched_cells(center)}
            if len(around) > 1 or center in self.walls or center in ends:
                yield dot

    @cached_property
    def dot_of_part(self) -> Labels:
        """(H, W): the dot of each part that has exactly one, else `NO_DOT`."""
        dot_of = np.full(self.parts.size, NO_DOT, dtype=np.int32)
        for part, dots in self.dots_of.items():
            if len(dots) == 1:
                dot_of[part] = dots[0]
        result: Labels = dot_of[self.parts]
        return result

    @cached_property
    def unmatched(self) -> dict[int, list[Point]]:
        """The cells of the parts with one dot whose mirror images lie outside."""
        rows, columns = np.nonzero(self.dot_of_part != NO_DOT)
        dots = self.dot_of_part[rows, columns]
        centers = point_array(self.puzzle.centers)[dots]
        image_rows = centers[:, 1] - 1 - rows
        image_columns = centers[:, 0] - 1 - columns
        inside = (image_rows >= 0) & (image_rows < self.puzzle.height)
        inside &= (image_columns >= 0) & (image_columns < self.puzzle.width)
        same = self.parts[image_rows * inside, image_columns * inside]
        matched = inside & (same == self.parts[rows, columns])
        cells_of: dict[int, list[Point]] = {}
        for index in np.flatnonzero(~matched).tolist():
            cell = cell_at(int(columns[index]), int(rows[index]))
            cells_of.setdefault(int(dots[index]), []).append(cell)
        return cells_of

    @cached_property
    def inner_walls(self) -> list[Point]:
        """The walls with the same part on both sides, if that part has one dot."""
        return [
            wall
            for wall in in_reading_order(self.walls)
            if len({self.part(cell) for cell in self.lattice.touched_cells(wall)}) == 1
            and len(
                self.dots_of.get(self.part(self.lattice.touched_cells(wall)[0]), ())
            )
            == 1
        ]

    @cached_property
    def complete(self) -> set[int]:
        """The dots whose regions are complete: alone in a part, and symmetric."""
        foreign = (self.labels != NO_DOT) & (self.labels != self.dot_of_part)
        faulty = set(self.unmatched) | set(np.unique(self.dot_of_part[foreign]))
        faulty |= {
            int(self.dot_of_part[cell.y // 2, cell.x // 2])
            for wall in self.inner_walls
            for cell in self.lattice.touched_cells(wall)
        }
        return set(np.unique(self.dot_of_part).tolist()) - faulty - {NO_DOT}

    @cached_property
    def is_complete(self) -> Bools:
        """(H, W): the cells of complete regions."""
        return np.isin(self.dot_of_part, list(self.complete)) & self.mask

    def faults_of_walls(self) -> Iterator[Violation]:
        """Yield what is wrong with the parts, whatever they are divided into."""
        for dot in sorted(self.crossed):
            message = f"a wall runs through dot {dot_name(dot)}"
            yield Violation(Kind.CROSSED_DOT, (self.puzzle.centers[dot],), message)
        crossed = {
            self.part(cell)
            for dot in self.crossed
            for cell in self.lattice.touched_cells(self.puzzle.centers[dot])
        }
        for part in np.unique(self.parts[self.mask]).tolist():
            if part not in self.dots_of and part not in crossed:
                region = self._cells(self.parts == part)
                message = f"the region of {cell_name(region[0])} has no dot"
                yield Violation(Kind.REGION_WITHOUT_DOT, region, message)
        for dot, cells in self.unmatched.items():
            message = f"the region of dot {dot_name(dot)} cannot be symmetric: "
            message += f"the mirror image of {cell_name(cells[0])} is outside it"
            yield Violation(Kind.ASYMMETRIC_REGION, tuple(cells), message)
        for wall in self.inner_walls:
            first, other = map(cell_name, self.lattice.touched_cells(wall))
            message = (
                f"the wall between {first} and {other} has one region on both sides"
            )
            yield Violation(Kind.WALL_INSIDE_REGION, (wall,), message)

    def _cells(self, where: Bools) -> tuple[Point, ...]:
        pairs = np.argwhere(where & self.mask).tolist()
        return tuple(cell_at(column, row) for row, column in pairs)

    def faults_of_labels(self) -> Iterator[Violation]:
        """Yield the labels that their dots cannot have."""
        if not (self.labels != NO_DOT).any():
            return
        for dot, center in enumerate(self.puzzle.centers):
            for cell in self.lattice.touched_cells(center):
                if self.label(cell) not in (NO_DOT, dot):
                    message = f"{cell_name(cell)} belongs to dot {dot_name(dot)}, "
                    message += "which touches it"
                    yield Violation(Kind.REGION_WITH_TWO_DOTS, (cell,), message)
        known = self._cells(self.labels != NO_DOT)
        for cell in known:
            fault = self._mirror_fault(cell, self.label(cell))
            if fault:
                yield Violation(Kind.ASYMMETRIC_REGION, (cell,), fault)
        for cell in self._cut_off(known):
            name = dot_name(self.label(cell))
            message = f"{cell_name(cell)} is cut off from dot {name}"
            yield Violation(Kind.DISCONNECTED_REGION, (cell,), message)

    def _mirror_fault(self, cell: Point, dot: int) -> str:
        """Say why the mirror image of a labeled cell cannot have the same dot."""
        image = mirror(self.puzzle.centers[dot], cell)
        head = f"{cell_name(cell)} cannot belong to dot {dot_name(dot)}: its mirror "
        if not self.puzzle.has_cell(image):
            return f"{head}image is not on the board"
        other = self.label(image)
        if other not in (NO_DOT, dot):
            return f"{head}image {cell_name(image)} belongs to dot {dot_name(other)}"
        return ""

    def _cut_off(self, known: tuple[Point, ...]) -> list[Point]:
        """Return the labeled cells that no own or open cells connect to their dot.

        Cells of one label, and open cells, form groups. An open group may lie between
        several dots, and so stands for a node of each label beside it.
        """
        links = not_walled(self.puzzle, self.walls)
        alike = same_label(self.puzzle, self.labels)
        joined = [link & like for link, like in zip(links, alike, strict=True)]
        groups = components(joined, self.lattice)
        size = len(self.puzzle.centers)

        def node(group: int, dot: int, is_open: bool) -> int:
            return groups.size + group * size + dot if is_open else group

        known_group, open_group, dots = self._contacts(groups, links)
        edges = {
            (group, node(other, dot, True))
            for group, other, dot in zip(known_group, open_group, dots, strict=True)
        }
        for dot, center in enumerate(self.puzzle.centers):
            core = [
                node(int(groups[c.y // 2, c.x // 2]), dot, self.label(c) == NO_DOT)
                for c in self.lattice.touched_cells(center)
                if self.label(c) in (NO_DOT, dot)
            ]
            edges |= {(-1 - dot, first) for first in core}
        root = _roots(edges)
        return [
            cell
            for cell in known
            if root.get(int(groups[cell.y // 2, cell.x // 2]))
            != root.get(-1 - self.label(cell), -1)
        ]

    def _contacts(
        self, groups: Ints, links: Links
    ) -> tuple[list[int], list[int], list[int]]:
        """Return neighboring groups: a labeled one, an open one, and the label."""
        first, other = linked(links, groups, self.lattice)
        of_one, of_other = linked(links, self.labels, self.lattice)
        ends = (of_one != NO_DOT) & (of_other == NO_DOT)
        begins = (of_one == NO_DOT) & (of_other != NO_DOT)
        return (
            [*first[ends].tolist(), *other[begins].tolist()],
            [*other[ends].tolist(), *first[begins].tolist()],
            [*of_one[ends].tolist(), *of_other[begins].tolist()],
        )


def _roots(links: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return a representative of the connected component of each node."""
    parent: dict[int, int] = {}

    def find(node: int) -> int:
        while (above := parent.setdefault(node, node)) != node:
            parent[node] = parent[above]
            node = above
        return node

    for first, other in links:
        parent[find(first)] = find(other)
    return {node: find(node) for node in list(parent)}
