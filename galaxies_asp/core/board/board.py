"""Boards: a frame of cells of a lattice, some of them missing."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import Lattice, Point, cell_at, is_cell
from galaxies_asp.core.board.labels import NO_DOT, Rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from galaxies_asp.core.board.answer import Fields


MAX_CELLS = 4_000_000
"""Larger boards are rejected, so that short input cannot exhaust the memory."""


class Brief:
    """An object whose `repr` is one line: its class, and what people want to know."""

    def in_brief(self) -> str:
        """Return what people want to know."""
        raise NotImplementedError

    def __repr__(self) -> str:
        said = f"{type(self).__name__} {self.in_brief()}"
        return f"<{said}>" if len(said) <= 80 else f"<{said[:77]}...>"


class Answered(Brief):
    """The answer to a question, which has the form of `--json`, too."""

    as_json: ClassVar[Callable[[object], "Fields"]]
    """Returns the JSON object of an answer. The top-level package sets it."""
    as_text: ClassVar[Callable[[Any, str], str]]
    """Returns a finding as `text` or `html`. The top-level package sets it."""

    def to_dict(self) -> "Fields":
        """Return the object that the command prints with `--json`."""
        return type(self).as_json(self)


class Pictured(Answered):
    """A board that is printed as text, and shown as a picture in a notebook."""

    painter: ClassVar[Callable[[Any, Literal["text", "svg"]], str]]
    """Draws a board as `text` or `svg`. The top-level package sets it."""

    def __str__(self) -> str:
        return type(self).painter(self, "text").rstrip()

    def _repr_svg_(self) -> str:
        return type(self).painter(self, "svg")


class Board(Pictured):
    """The cells of a board, and the edges between them."""

    width: int
    height: int
    """The number of columns and rows of the frame."""
    holes: frozenset[Point]
    """Missing cells. They give a board its outline on other lattices than squares,
    where the frame is a parallelogram."""
    lattice: Lattice
    """The lattice of the cells."""

    def is_inside(self, point: Point) -> bool:
        """Tell whether the point lies strictly inside the frame, maybe in a hole."""
        x, y = point
        return 0 < x < 2 * self.width and 0 < y < 2 * self.height

    def has_cell(self, point: Point) -> bool:
        """Tell whether the point is a cell of the board, and no hole."""
        return is_cell(point) and self.is_inside(point) and point not in self.holes

    def has_edge(self, point: Point) -> bool:
        """Tell whether the point is an edge between two cells of the board."""
        lattice = self.lattice
        return lattice.is_edge(point) and all(
            map(self.has_cell, lattice.touched_cells(point))
        )

    def places(self) -> Iterator[Point]:
        """Yield the points where a dot may lie: it touches no missing cell."""
        touched_cells = self.lattice.touched_cells
        for y in range(1, 2 * self.height):
            for place in (Point(x, y) for x in range(1, 2 * self.width)):
                if all(map(self.has_cell, touched_cells(place))):
                    yield place

    def edges(self) -> Iterator[Point]:
        """Yield the edges between two cells, in reading order."""
        rim = self.edges_of_holes()
        every = self.lattice.inner_edges(self.width, self.height)
        return (edge for edge in every if edge not in rim)

    @cached_property
    def every_edge(self) -> frozenset[Point]:
        """The edges between two cells."""
        return frozenset(self.edges())

    def edges_of_holes(self) -> set[Point]:
        """Return the edges around the missing cells."""
        return {edge for hole in self.holes for edge in self.lattice.edges(hole)}

    def outline(self) -> set[Point]:
        """Return the edges between a cell and the outside, or a hole."""
        lattice, right, bottom = self.lattice, 2 * self.width - 1, 2 * self.height - 1
        rim = {Point(x, y) for x in range(1, right + 1, 2) for y in (1, bottom)}
        rim |= {Point(x, y) for y in range(1, bottom + 1, 2) for x in (1, right)}
        for hole in self.holes:
            rim.update(lattice.adjacent_cells(hole))
        return {
            edge
            for cell in filter(self.has_cell, rim)
            for edge in lattice.edges(cell)
            if not all(map(self.has_cell, lattice.touched_cells(edge)))
        }

    def cells(self) -> Iterator[Point]:
        """Yield the cells in reading order, holes left out."""
        for row in range(self.height):
            for cell in (cell_at(column, row) for column in range(self.width)):
                if cell not in self.holes:
                    yield cell

    def cell_mask(self) -> "NDArray[np.bool_]":
        """Return an (H, W) array: True for a cell, False for a hole."""
        import numpy as np

        mask = np.ones((self.height, self.width), dtype=bool)
        for x, y in self.holes:
            mask[y // 2, x // 2] = False
        return mask

    def empty_rows(self) -> Rows:
        """Return the labels of a board without any, as lists."""
        return [[NO_DOT] * self.width for _ in range(self.height)]

    def rows_with(self, labels: Mapping[Point, int]) -> Rows:
        """Return the labels of a board in which only some cells have one."""
        rows = self.empty_rows()
        for (x, y), label in labels.items():
            rows[y // 2][x // 2] = label
        return rows


def check_size(width: int, height: int) -> None:
    """Raise PuzzleError if the size of a board is invalid or too large."""
    for name, value in (("width", width), ("height", height)):
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise PuzzleError(f"{name} is {value!r}, which is no whole number")
        if value < 1:
            raise PuzzleError(f"{name} is {value}: a board has at least one cell")
        if value > MAX_CELLS:
            raise PuzzleError(f"the {name} is over the limit of {MAX_CELLS} cells")
    if width * height > MAX_CELLS:
        raise PuzzleError(
            f"a board of {width}x{height} cells is over the limit of {MAX_CELLS} cells"
        )
