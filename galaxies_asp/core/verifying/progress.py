"""Judge an unfinished position: what is complete, and what no further drawing cures.

A wall that separates two cells stays, and so does the dot of a cell. Walls and labels
therefore divide the board into parts that can only become smaller: each region of a
finished board lies within one part. A fault that is reported here is in every board
that the position can be completed to. Under variants that allow more than the standard
rules, parts need not become regions, and only a finished board is judged: each cell has
a dot, or it is known of each edge whether it is a wall.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.facts import WALL
from galaxies_asp.core.board.grid import (
    Point,
    cell_name,
    dot_name,
    in_reading_order,
    mirror,
    reachable,
)
from galaxies_asp.core.board.puzzle import (
    NO_DOT,
    Position,
    Rows,
    Solution,
    walls_between,
)
from galaxies_asp.core.board.variants import MORE_THAN_LABELS, RuleVariant
from galaxies_asp.core.verifying.rules import check_labels, rows_with_touched, verify
from galaxies_asp.core.verifying.violations import Fault, Violation
from galaxies_asp.core.verifying.walls import dots_inside, parts

_ALLOWING = {RuleVariant.TOROIDAL, RuleVariant.BLACK_HOLES, *MORE_THAN_LABELS}
"""The variants that allow more than the standard rules."""

_OF_SHAPES = (Fault.UNTURNED_REGION, Fault.NOT_A_RECTANGLE, Fault.SQUARE_IN_REGION)


@dataclass(frozen=True)
class Progress:
    """How far a position has come."""

    faults: tuple[Violation, ...]
    """The broken rules that no further drawing cures."""
    regions: Rows
    """The dot of each cell of a complete region, row by row; `NO_DOT` elsewhere."""
    solved: bool
    """Whether every region is complete, by walls, by labels, or by both."""
    wrong_cells: tuple[Point, ...] = ()
    wrong_walls: tuple[Point, ...] = ()
    """The labels and walls that the solution does not have. Empty if no solution was
    given."""
    unjudged: str = ""
    """The variant under which only finished boards are judged; empty: there is none."""

    @property
    def complete(self) -> tuple[int, ...]:
        """The dots whose regions are complete."""
        return tuple(sorted({dot for row in self.regions for dot in row} - {NO_DOT}))

    def in_words(self, dots: int) -> list[str]:
        """Return the faults as lines, or how far a board with some dots has come."""
        if self.faults or self.solved:
            return [*map(str, self.faults)] or ["correct"]
        if self.unjudged:
            return [
                f"not finished; under {self.unjudged} only finished boards are judged"
            ]
        complete = f"{len(self.complete)} of {dots} regions complete"
        return [f"no fault so far, {complete}"]


def progress(
    position: Position,
    solution: Solution | None = None,
    excluded: Atoms = frozenset(),
) -> Progress:
    """Judge a position by the rules of the puzzle, and by its solution if it is given.

    The position need not be complete, and nothing need be drawn on it. `excluded`: what
    a player has marked as false; of these, walls are judged.
    """
    puzzle, drawing = position.puzzle, _Drawing(position)
    open_edges = frozenset(edge for name, (edge, *_) in excluded if name == WALL)
    if open_edges:
        open_edges |= drawing.edges_at_dots
    faults: tuple[Violation, ...] = ()
    if puzzle.variants & _ALLOWING:
        found = verify(drawing.with_borders(open_edges))
        solved = position.is_attempt and not found
        finished = len(drawing.labels) == len(drawing.part)
        if finished or drawing.walls.union(open_edges).issuperset(puzzle.every_edge):
            faults = tuple(found)
        known = drawing.labels if position.has_labels else drawing.dots
        regions = puzzle.rows_with(known if solved else {})
    else:
        whole = drawing.complete
        dots = drawing.dots.items()
        regions = puzzle.rows_with({cell: dot for cell, dot in dots if dot in whole})
        faults = (*drawing.faults_of_walls(), *drawing.faults_of_labels())
        faults += tuple(drawing.faults_of_joined(open_edges))
        if puzzle.variants:
            violations = check_labels(puzzle, regions)
            faults += tuple(fault for fault in violations if fault.kind in _OF_SHAPES)
        solved = not faults and len(whole) == len(puzzle.centers)
        solved = solved and len(drawing.dots) == len(drawing.part)
    unjudged = min(puzzle.variants & _ALLOWING, default="")
    if solution is None:
        return Progress(faults, regions, solved, unjudged=unjudged)
    labels = drawing.labels.items()
    cells = tuple(cell for cell, dot in labels if dot != solution.label(cell))
    walls = in_reading_order(drawing.walls - solution.walls)
    return Progress(faults, regions, solved, cells, tuple(walls), unjudged)


class _Drawing:
    """The parts into which the walls and labels of a position divide the board.

    `labels`: the labeled cells in reading order, and their dots; where there are
    labels, the cells that dots touch are labeled, too. `part`: the first cell of the
    part of each cell. `crossed`: the dots that walls or borders between labels run
    through. `dots_of`: the other dots of each part.
    """

    def __init__(self, position: Position) -> None:
        self.puzzle = puzzle = position.puzzle
        self._drawn = position
        self.lattice = puzzle.lattice
        drawn = frozenset() if position.walls is None else position.inner_walls()
        self.walls = puzzle.walls | drawn
        rows = rows_with_touched(position, puzzle.variants) or puzzle.empty_rows()
        self._rows = rows
        self.labels = {
            cell: label
            for cell in puzzle.cells()
            if (label := rows[cell.y // 2][cell.x // 2]) != NO_DOT
        }
        self._between = walls_between(rows, lattice=self.lattice)
        self.part = parts(puzzle, self.walls | self._between)
        self.dots_of, self.crossed = dots_inside(puzzle, self.part, self.walls)

    def with_borders(self, open_edges: Collection[Point]) -> Position:
        """Return the position with the walls between its labels, which need no drawing.

        Where nothing is drawn, there are no walls.
        """
        drawn, rows = self._drawn, self._drawn.rows()
        if drawn.walls is None:
            return drawn if rows else Position(self.puzzle, self.walls)
        return Position(
            self.puzzle, drawn.walls | self._between.difference(open_edges), rows
        )

    @cached_property
    def edges_at_dots(self) -> frozenset[Point]:
        """The edges that would run through a dot, if they were walls."""
        dots, ends = {*self.puzzle.centers}, self.lattice.edge_ends
        every = self.puzzle.every_edge
        return frozenset(e for e in every if not dots.isdisjoint((e, *ends(e))))

    @cached_property
    def dots(self) -> dict[Point, int]:
        """The dot of each cell whose part has exactly one."""
        alone = {part: dots[0] for part, dots in self.dots_of.items() if not dots[1:]}
        return {c: alone[part] for c, part in self.part.items() if part in alone}

    @cached_property
    def unmatched(self) -> dict[int, list[Point]]:
        """The cells of the parts with one dot whose partners lie outside."""
        cells_of: dict[int, list[Point]] = {}
        for cell, dot in self.dots.items():
            image = mirror(self.puzzle.centers[dot], cell)
            if self.part.get(image) != self.part[cell]:
                cells_of.setdefault(dot, []).append(cell)
        return cells_of

    @cached_property
    def inner_walls(self) -> list[tuple[Point, ...]]:
        """Walls inside a part with one dot: each with the cells at its sides."""
        touched = self.lattice.touched_cells
        sides = [(wall, *touched(wall)) for wall in in_reading_order(self.walls)]
        return [
            (wall, first, other)
            for wall, first, other in sides
            if first in self.dots and self.part[first] == self.part.get(other)
        ]

    @cached_property
    def complete(self) -> set[int]:
        """The dots whose regions are complete: alone in a part, and symmetric."""
        foreign = {
            self.dots.get(cell)
            for cell, dot in self.labels.items()
            if dot != self.dots.get(cell)
        }
        walled = {self.dots[first] for _, first, _ in self.inner_walls}
        return set(self.dots.values()) - foreign - walled - set(self.unmatched)

    def faults_of_walls(self) -> Iterator[Violation]:
        """Yield what is wrong with the parts, whatever they are divided into."""
        for dot in self.crossed:
            message = f"a wall runs through dot {dot_name(dot)}"
            yield Violation(Fault.CROSSED_DOT, (self.puzzle.centers[dot],), message)
        crossed = {
            self.part[cell]
            for dot in self.crossed
            for cell in self.lattice.touched_cells(self.puzzle.centers[dot])
        }
        without: dict[Point, list[Point]] = {}
        for cell, part in self.part.items():
            if part not in self.dots_of and part not in crossed:
                without.setdefault(part, []).append(cell)
        for region in without.values():
            message = f"the region of {cell_name(region[0])} has no dot"
            yield Violation(Fault.REGION_WITHOUT_DOT, tuple(region), message)
        for dot, cells in self.unmatched.items():
            message = f"the region of dot {dot_name(dot)} cannot be symmetric: "
            message += f"the partner of {cell_name(cells[0])} is outside it"
            yield Violation(Fault.ASYMMETRIC_REGION, tuple(cells), message)
        for wall, first, other in self.inner_walls:
            between = f"the wall between {cell_name(first)} and {cell_name(other)}"
            message = f"{between} has one region on both sides"
            yield Violation(Fault.WALL_INSIDE_REGION, (wall,), message)

    def faults_of_joined(self, open_edges: Collection[Point]) -> Iterator[Violation]:
        """Yield the dots of one region: between their cells are no walls."""
        if not open_edges:
            return
        group = parts(self.puzzle, self.puzzle.every_edge.difference(open_edges))
        for first, *others in dots_inside(self.puzzle, group, ())[0].values():
            for dot in others:
                names = (dot_name(one) for one in (first, dot))
                message = f"no wall parts dots {' and '.join(names)}"
                places = tuple(self.puzzle.centers[one] for one in (first, dot))
                yield Violation(Fault.REGION_WITH_TWO_DOTS, places, message)

    def faults_of_labels(self) -> Iterator[Violation]:
        """Yield the labels that their dots cannot have."""
        if not self.labels:
            return
        for dot, center in enumerate(self.puzzle.centers):
            for cell in self.lattice.touched_cells(center):
                if self.labels.get(cell, dot) != dot:
                    message = f"{cell_name(cell)} belongs to dot {dot_name(dot)}, "
                    message += "which touches it"
                    yield Violation(Fault.REGION_WITH_TWO_DOTS, (cell,), message)
        for cell, dot in self.labels.items():
            image = mirror(self.puzzle.centers[dot], cell)
            other = self.labels.get(image, dot)
            fault = " is not on the board"
            if other != dot:
                fault = f" {cell_name(image)} belongs to dot {dot_name(other)}"
            if other != dot or not self.puzzle.has_cell(image):
                message = f"{cell_name(cell)} cannot belong to dot {dot_name(dot)}: "
                message += f"its partner{fault}"
                yield Violation(Fault.ASYMMETRIC_REGION, (cell,), message)
        for cell in self._cut_off():
            name = dot_name(self.labels[cell])
            message = f"{cell_name(cell)} is cut off from dot {name}"
            yield Violation(Fault.DISCONNECTED_REGION, (cell,), message)

    def _cut_off(self) -> list[Point]:
        """Return the labeled cells that no own or open cells connect to their dot.

        Cells of one label, and open cells, form groups. An open group may lie between
        several dots, and so is taken once for each label beside it.
        """
        puzzle, labels, touched = self.puzzle, self.labels, self.lattice.touched_cells
        differing = walls_between(self._rows, puzzle.holes, self.lattice)
        group = parts(puzzle, self.walls | differing)
        beside: defaultdict[tuple[Point, int], list[tuple[Point, int]]]
        beside = defaultdict(list)
        for first, other in map(touched, differing - self._between - self.walls):
            dot = labels[first] if first in labels else labels[other]
            beside[group[first], dot].append((group[other], dot))
            beside[group[other], dot].append((group[first], dot))
        starts = {
            (group[cell], dot)
            for dot, center in enumerate(puzzle.centers)
            for cell in touched(center)
            if labels.get(cell, dot) == dot
        }
        reached = reachable(starts, beside.__getitem__)
        return [c for c, dot in labels.items() if (group[c], dot) not in reached]
