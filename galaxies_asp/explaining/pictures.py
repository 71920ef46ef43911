"""Figures: a board with marks, and the sentences that they illustrate, as plain data.

Every output is made of figures; `figures` makes them. `Figure.answer` returns one as
a JSON object: `technique`, `head`, `sentences`, `follows`, `marks` (points with roles),
`legend`, `what_ifs` (each with its own sentences and marks), `walls` and `complete`.
Other programs, such as a browser application, need nothing else to draw it.

A figure is made of clauses, which carry the marks of the places that they name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from galaxies_asp.core.board.answer import PRIVATE, Natural, Part, Shown
from galaxies_asp.core.board.grid import (
    SQUARE,
    Point,
    cell_name,
    dot_name,
    is_cell,
    sides,
)
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining.labeled import labeled_scene, labeled_text
from galaxies_asp.explaining.marks import LegendEntry, Mark, Role, legend, visible
from galaxies_asp.fast.bitboard import Bitboard

Marks = tuple[Mark, ...]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_ON_EDGES = {
    Role.KNOWN: Role.USED_WALL,
    Role.BLOCKED: Role.USED_WALL,
    Role.TARGET: Role.WALL,
}


@dataclass(frozen=True)
class Figure(Part):
    """A board with marks, and the sentences that they illustrate.

    A deduction in the frames of a what-if may contain a nested what-if.
    """

    has_defaults = True

    position: Position = field(metadata=PRIVATE)
    technique: Annotated[str, "Name of the technique; empty if it has none."] = field(
        default="", kw_only=True
    )
    head: Annotated[str, "The conclusion as one sentence: what follows or is wrong."]
    sentences: Annotated[tuple[str, ...], "The reasons."] = ()
    follows: Annotated[tuple[str, ...], "Regions that are complete then."] = ()
    marks: Annotated[Marks, "Points to highlight in a drawing."] = ()
    walls: Annotated[tuple[Point, ...], "Walls that the step draws."] = ()
    complete: Annotated[tuple[Natural, ...], "Dots whose regions are complete."] = ()
    what_ifs: Annotated[
        tuple[Figure, ...],
        "Assumptions of the opposite, each with its contradiction.",
    ] = ()
    frames: Annotated[
        tuple[Figure, ...],
        "Of a what-if: a figure for each deduction, with what was deduced before.",
    ] = ()
    colors: Sequence[int] = field(default=(), repr=False, metadata=PRIVATE)

    @Shown
    def legend(self) -> list[LegendEntry]:
        """Meaning of the roles of the marks."""
        return [LegendEntry(*entry) for entry in legend(visible(self.marks))]

    def fields(self) -> dict[str, Any]:
        """Return the fields of the JSON object; of the marks at a point one."""
        return super().fields() | {"marks": visible(self.marks)}

    def lines(self, drawing: Callable[[Figure], str] = lambda _: "") -> list[str]:
        """Return the sentences for people, those of what-ifs indented.

        Parameters
        ----------
        drawing
            Returns the board of a figure, which follows its head or its deductions.
        """
        head = f"{self.head} ({self.technique})" if self.technique else self.head
        lines = [f"{head}.", *drawing(self).splitlines()]
        lines += [f"  - {sentence}" for sentence in self.sentences]
        for what_if in self.what_ifs:
            lines += [f"  {line}" for line in what_if.deductions("- ")]
            lines += [f"    {line}" for line in drawing(what_if).splitlines()]
        return [*lines, *(f"  > {sentence}" for sentence in self.follows)]

    def deductions(self, bullet: str = "") -> list[str]:
        """Return the lines of a what-if, its deductions numbered and indented."""
        lines = [f"{bullet}{self.head}:"]
        for number, frame in enumerate(self.frames, 1):
            lines.append(f"    {f'{number}. ' if self.frames[1:] else ''}{frame.head}")
            for inner in frame.what_ifs:
                lines += [f"       {line}" for line in inner.deductions()]
        return lines

    def text(self, *, color: bool = False) -> str:
        """Return the board and its legend as text."""
        colors = self.colors if color else None
        return labeled_text(self.position, self.marks, colors=colors)

    def svg(self) -> str:
        """Return the board and its legend as SVG."""
        from galaxies_asp.core.drawing.svg import paint  # not needed for text

        look: Any = {"colors": self.colors, "title": self.head}
        return paint(labeled_scene(self.position, self.marks, **look))

    def _repr_html_(self) -> str:
        from html import escape  # not needed for text

        head, *lines = map(escape, self.lines())
        items = "".join(f"<li>{line}</li>" for line in lines)
        what_ifs = "".join(shown._repr_html_() for shown in self.what_ifs)
        return f"<p><b>{head}</b></p>{self.svg()}<ul>{items}</ul>{what_ifs}"

    def answer(self) -> dict[str, Any]:
        """Return the data as a JSON object; dots are counted from 0."""
        return self.plain()


class Clause(NamedTuple):
    """A sentence or a part of one, and the marks of the places in it.

    Attributes
    ----------
    lines
        Of a supposition: the deductions that lead to its contradiction.
    proof
        The what-if that proves the sentence: a supposition.
    """

    text: str
    marks: Marks = ()
    lines: tuple[Clause, ...] = ()
    proof: Clause | None = None


def marks_of(clauses: Iterable[Clause]) -> Marks:
    """Return the marks of some clauses."""
    return tuple(mark for clause in clauses for mark in clause.marks)


def joined(items: Iterable[str], conjunction: str = "and") -> str:
    """Return a list in words: `a, b and c`, or `a and b, and c` of lists."""
    names = list(items)
    if len(names) < 2:
        return "".join(names)
    lists = any(" and " in name for name in names)
    return ", ".join(names[:-1]) + f"{',' * lists} {conjunction} {names[-1]}"


def dots(*numbers: int) -> str:
    """Return the names of some dots: `dot A`, `dots A and B`."""
    return ("dot " if len(numbers) == 1 else "dots ") + joined(map(dot_name, numbers))


def cells(points: Iterable[Point]) -> str:
    """Return the names of some cells."""
    return joined(map(cell_name, points))


def edge(point: Point) -> str:
    """Return the two sides of an edge: `c1r1 and c2r1`."""
    return cells(sides(point))


def dot_marks(board: Bitboard, numbers: Iterable[int], role: Role = Role.DOT) -> Marks:
    """Return the marks of some dots."""
    return tuple(Mark(board.puzzle.centers[dot], role) for dot in numbers)


def cell_marks(points: Iterable[Point], role: Role = Role.KNOWN) -> Marks:
    """Return the marks of some cells or edges."""
    return tuple(
        Mark(point, role if is_cell(point) else _ON_EDGES.get(role, role))
        for point in points
    )


def cells_in_words(puzzle: Puzzle, places: Sequence[Point]) -> str:
    """Return the names of some cells, of three or more with the kind of their group.

    `the corridor of four cells c1r3, c1r4, c2r4 and c3r4`; of a row, a column and a
    block of cells the ends are named.
    """
    group = sorted(places, key=lambda cell: (cell.y, cell.x))
    kind = kind_of(puzzle, group) if len(group) > 2 else ""
    if not kind:
        return cells(places)
    count = _NUMBERS[len(group)] if len(group) < len(_NUMBERS) else str(len(group))
    named = cells(group)
    if kind in ("row", "column", "block"):
        named = f"{cell_name(group[0])} to {cell_name(group[-1])}"
    return f"the {kind} of {count} cells {named}"


def kind_of(puzzle: Puzzle, group: Sequence[Point]) -> str:
    """Return what cells are that are connected; empty if they are not."""
    adjacent = puzzle.lattice.adjacent_cells
    beside = {cell: set(adjacent(cell)) & set(group) for cell in group}
    reached = {group[0]}
    while more := set().union(*(beside[cell] for cell in reached)) - reached:
        reached |= more
    if len(reached) < len(group):
        return ""
    columns, rows = ({cell[axis] for cell in group} for axis in (0, 1))
    if puzzle.lattice == SQUARE and len(group) == len(columns) * len(rows):
        return "row" if len(rows) == 1 else "column" if len(columns) == 1 else "block"
    right, bottom = 2 * puzzle.width - 1, 2 * puzzle.height - 1
    if any(cell.x in (1, right) and cell.y in (1, bottom) for cell in group):
        return "corner"
    ends = [len(others) for others in beside.values()]
    return "corridor" if max(ends) < 3 and sum(ends) == 2 * len(group) - 2 else "area"
