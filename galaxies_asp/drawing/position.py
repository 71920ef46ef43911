"""The parts of a picture of a position, in doubled coordinates.

Rows of cells of the same color are one rectangle, and lines are as long as they can
be, so that the picture of a large board stays small.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Position, walls_between
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.drawing.coloring import fills
from galaxies_asp.drawing.palette import DARK, Shading
from galaxies_asp.notation.boxes import arms

THIN, WALL = 0.05, 0.15
"""The widths of gridlines and walls, where a cell is 2 wide."""
DOT, RIM = 0.33, 0.1
"""The radius of a dot and the width of its outline."""
MARK, MARK_LINE = 0.72, 0.15
"""The radius and the line width of the ring around a marked point."""


class Line(NamedTuple):
    """A line to the right or downwards."""

    x: int
    y: int
    across: int
    down: int


class PictureParts(NamedTuple):
    """The parts of a picture, from the lowest to the topmost."""

    ground: list[Line]
    """Rectangles that cover the cells; given by their diagonals."""
    holes: list[Line]
    """Rectangles that cover the missing cells; filled, since a missing cell in the
    middle of the board would look like a walled-in cell."""
    fills: dict[str, list[Line]]
    """Rectangles for each color `#rrggbb`, given by their diagonals."""
    thin: list[Line]
    walls: list[Line]
    white: list[Point]
    black: list[Point]


def picture_parts(
    position: Position,
    shading: Shading = "colors",
    of_dots: Sequence[int] | None = None,
) -> PictureParts:
    """Return the parts of the picture of a position; `of_dots` as for `fills`."""
    puzzle = position.puzzle
    mask = puzzle.cell_mask()
    level, upright = map(np.array, arms(position))
    # the board ends where its cells do: no border along missing cells
    for edges, cells in (
        (level[0], mask[0]),
        (level[-1], mask[-1]),
        (upright[:, 0], mask[:, 0]),
        (upright[:, -1], mask[:, -1]),
    ):
        edges[~cells] = 0
    boxes = list(_rectangles(_black_cells(position)))
    black = {DARK: boxes} if boxes else {}
    return PictureParts(
        ground=list(_rectangles(mask)),
        holes=list(_rectangles(~mask)),
        fills={
            fill: list(_rectangles(mask))
            for fill, mask in fills(position, shading, of_dots).items()
        }
        | black,
        thin=list(_lines(level > 0, upright > 0)),
        walls=list(_lines(level == 2, upright == 2)),
        white=[dot for dot in puzzle.centers if dot not in puzzle.black],
        black=[dot for dot in puzzle.centers if dot in puzzle.black],
    )


def _black_cells(position: Position) -> NDArray[np.bool_]:
    """Return the (H, W) mask of the cells that a solution gives to no region.

    In an attempt they cannot be told from undecided cells, unless walls surround them.
    """
    puzzle, labels = position.puzzle, position.labels
    cells = puzzle.cell_mask()
    if RuleVariant.BLACK_HOLES not in puzzle.variants or labels is None:
        return np.zeros_like(cells)
    if not walls_between(labels, puzzle.holes) <= (position.walls or frozenset()):
        return np.zeros_like(cells)
    black: NDArray[np.bool_] = cells & (labels == NO_DOT)
    return black


def summary(position: Position) -> str:
    """Describe the picture in one sentence, for screen readers."""
    puzzle = position.puzzle
    dots = "1 dot" if len(puzzle.centers) == 1 else f"{len(puzzle.centers)} dots"
    text = f"A board of {puzzle.width}x{puzzle.height} cells with {dots}"
    if puzzle.black:
        text += f", {len(puzzle.black)} of them black"
    if puzzle.holes:
        text += f"; cells are missing: {len(puzzle.holes)}"
    if position.has_labels:
        text += "; the cells are colored by region"
    elif position.walls is not None:
        text += "; walls are drawn"
    return text + "."


def _rectangles(mask: NDArray[np.bool_]) -> Iterator[Line]:
    """Yield the rows of True; rows that lie on each other are one rectangle."""
    open_since: dict[tuple[int, int], int] = {}
    rows: dict[int, set[tuple[int, int]]] = {}
    for row, start, stop in _runs(mask):
        rows.setdefault(row, set()).add((start, stop))
    for row in range(len(mask) + 1):
        now = rows.get(row, set())
        for start, stop in [run for run in open_since if run not in now]:
            first = open_since.pop((start, stop))
            yield Line(2 * start, 2 * first, 2 * (stop - start), 2 * (row - first))
        for run in sorted(now):
            open_since.setdefault(run, row)


def _lines(level: NDArray[np.bool_], upright: NDArray[np.bool_]) -> Iterator[Line]:
    for y, start, stop in _runs(level):
        yield Line(2 * start, 2 * y, 2 * (stop - start), 0)
    for x, start, stop in _runs(upright.T):
        yield Line(2 * x, 2 * start, 0, 2 * (stop - start))


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Yield the longest stretches of True in each row: row, begin, end."""
    change = np.diff(np.pad(mask.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    starts, stops = np.argwhere(change == 1), np.argwhere(change == -1)
    for (row, start), (_, stop) in zip(starts.tolist(), stops.tolist(), strict=True):
        yield row, start, stop
