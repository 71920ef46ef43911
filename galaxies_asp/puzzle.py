"""Puzzles, solutions and positions; constructors reject invalid values.

All points are points of the doubled grid (see `grid`). Dots are numbered from 0 in the
order of `Puzzle.centers`; labels name them by that number.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.errors import PuzzleError
from galaxies_asp.grid import (
    Point,
    cell_at,
    describe,
    dot_name,
    edge_ends,
    is_cell,
    is_edge,
    touched_cells,
)
from galaxies_asp.variants import CLUES, PUZZLE, RuleVariant, Variants

Labels = NDArray[np.int32]

NO_DOT = -1
"""The label of a hole, and of a cell whose dot is not known."""

MAX_CELLS = 4_000_000
"""Larger boards are rejected, so that short input cannot exhaust the memory."""


@dataclass(frozen=True)
class Puzzle:
    """A board with dots.

    Parameters
    ----------
    width, height
        The number of columns and rows of cells, at least 1.
    centers
        The dots; any iterable of (x, y). All are strictly inside the board: on no
        border, on no hole, and not on the rim of a hole.
    black
        Those of the dots that are black; the others are white.
    holes
        Missing cells.
    walls
        Edges between two cells that are given as walls.
    variants
        The variants of the rules that apply.
    black_cells, hidden_dots
        Clues of the variants `black-holes` and `hidden-dots`: the number of cells
        without a region, and of dots that are not shown. None if not given.
    name, source
        Metadata; ignored by comparison.

    Raises `PuzzleError` for invalid values; the message names the place.
    """

    width: int
    height: int
    centers: tuple[Point, ...] = ()
    black: frozenset[Point] = frozenset()
    holes: frozenset[Point] = frozenset()
    walls: frozenset[Point] = frozenset()
    variants: Variants = PUZZLE
    black_cells: int | None = None
    hidden_dots: int | None = None
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        set_field = object.__setattr__
        set_field(self, "centers", tuple(_points("centers", self.centers)))
        for name in ("black", "holes", "walls"):
            set_field(self, name, frozenset(_points(name, getattr(self, name))))
        self._check_holes()
        self._check_centers()
        self._check_walls()
        self._check_variants()

    def _check_variants(self) -> None:
        for unknown in self.variants - set(RuleVariant):
            known = ", ".join(RuleVariant)
            raise PuzzleError(f"no variant {str(unknown)!r}; there are {known}")
        variants = frozenset(map(RuleVariant, self.variants))
        object.__setattr__(self, "variants", variants)
        for variant, name in CLUES.items():
            clue = getattr(self, name)
            if clue is not None and variant not in variants:
                raise PuzzleError(f"{name} is a clue of the variant {str(variant)!r}")
            if clue is not None and (type(clue) is not int or clue < 0):
                raise PuzzleError(f"{name} is {clue!r}, not a number of 0 or more")

    def _check_holes(self) -> None:
        for hole in self.holes:
            if not is_cell(hole) or not self._on_board(hole):
                raise PuzzleError(f"hole at {hole}: not a cell of {self._board()}")

    def _check_centers(self) -> None:
        seen: dict[Point, int] = {}
        for index, center in enumerate(self.centers):
            x, y = center
            name = f"dot {dot_name(index)} at {center}"
            if not self._on_board(center):
                where = f"x is 1 to {2 * self.width - 1}, y is 1 to "
                where += f"{2 * self.height - 1} inside {self._board()}"
                on_border = 0 <= x <= 2 * self.width and 0 <= y <= 2 * self.height
                fault = "on the border" if on_border else "outside"
                raise PuzzleError(f"{name}: {fault}; {where}")
            if self.holes:
                for cell in touched_cells(center):
                    if cell in self.holes:
                        fault = "on" if cell == center else "on the rim of"
                        raise PuzzleError(f"{name}: {fault} the hole {describe(cell)}")
            if center in seen:
                raise PuzzleError(
                    f"{name}: dot {dot_name(seen[center])} is there already"
                )
            seen[center] = index
        for dot in self.black:
            if dot not in seen:
                raise PuzzleError(f"black dot at {dot}: no dot is there")

    def _check_walls(self) -> None:
        if not self.walls:
            return
        centers = set(self.centers)
        for wall in self.walls:
            if not is_edge(wall) or not all(map(self.has_cell, touched_cells(wall))):
                raise PuzzleError(
                    f"given wall at {wall}: not an edge between two cells"
                )
            for point in (wall, *edge_ends(wall)):
                if point in centers:
                    raise PuzzleError(
                        f"given wall at {wall}: it crosses the dot {point}"
                    )

    def _board(self) -> str:
        return f"a board of {self.width}x{self.height} cells"

    def _on_board(self, point: Point) -> bool:
        return 0 < point.x < 2 * self.width and 0 < point.y < 2 * self.height

    def has_cell(self, point: Point) -> bool:
        """Tell whether the point is a cell of the board, and no hole."""
        return is_cell(point) and self._on_board(point) and point not in self.holes

    def cells(self) -> Iterator[Point]:
        """Yield the cells in reading order, holes left out."""
        for row in range(self.height):
            for column in range(self.width):
                cell = cell_at(column, row)
                if cell not in self.holes:
                    yield cell

    def cell_mask(self) -> NDArray[np.bool_]:
        """Return an (H, W) array: True for a cell, False for a hole."""
        mask = np.ones((self.height, self.width), dtype=bool)
        for x, y in self.holes:
            mask[y // 2, x // 2] = False
        return mask

    def require_standard(self) -> None:
        """Raise PuzzleError if the puzzle has variants of the rules."""
        if self.variants:
            named = ", ".join(sorted(self.variants))
            message = f"this needs the standard rules; the puzzle has {named}"
            raise PuzzleError(message)

    def contested_cells(self) -> dict[Point, tuple[int, ...]]:
        """Return the cells that several dots touch, with the numbers of those dots.

        A puzzle with such a cell is well formed, but has no solution.
        """
        claims: dict[Point, list[int]] = {}
        for index, center in enumerate(self.centers):
            for cell in touched_cells(center):
                claims.setdefault(cell, []).append(index)
        return {cell: tuple(dots) for cell, dots in claims.items() if len(dots) > 1}

    def _repr_svg_(self) -> str:
        return Position(self)._repr_svg_()


@dataclass(frozen=True, eq=False)
class Solution:
    """A division of the board into regions: for each cell, the number of its dot.

    The rules are not checked here but by `verify`, which all solutions of `solve` pass.

    Parameters
    ----------
    puzzle
        The puzzle that it belongs to.
    labels
        An (H, W) array of dot numbers, `NO_DOT` in holes; kept as a read-only copy.
    loose
        The walls inside regions; only the variant `loose-walls` has any.

    Under the variant `hidden-dots` the puzzle of a solution has all dots, those that
    were hidden at the end, and no longer names this variant.
    """

    puzzle: Puzzle
    labels: Labels
    loose: frozenset[Point] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", _frozen_labels(self.puzzle, self.labels))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        same = self.puzzle == other.puzzle and self.loose == other.loose
        return same and np.array_equal(self.labels, other.labels)

    def __hash__(self) -> int:
        return hash((self.puzzle, self.labels.tobytes(), self.loose))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.labels, dtype=dtype)

    def label(self, cell: Point) -> int:
        """Return the number of the cell's dot."""
        return int(self.labels[cell.y // 2, cell.x // 2])

    @cached_property
    def walls(self) -> frozenset[Point]:
        """The edges between cells of different regions or of none, and loose walls."""
        mask = self.puzzle.cell_mask()
        return walls_between(self.puzzle, self.labels, mask) | self.loose

    def position(self) -> "Position":
        """Return the solution as a position in which everything is drawn."""
        return Position(self.puzzle, self.walls, self.labels)

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()


@dataclass(frozen=True, eq=False)
class Position:
    """A puzzle with drawn walls or labels, correct or not, complete or not.

    Parameters
    ----------
    puzzle
        The puzzle.
    walls
        The wall points that are drawn: edges, and also vertices and points of the
        border where the notation draws these. None if the notation has no walls.
    labels
        An (H, W) array of dot numbers, `NO_DOT` where the dot is unknown. None if the
        notation has no labels.
    """

    puzzle: Puzzle
    walls: frozenset[Point] | None = None
    labels: Labels | None = None

    def __post_init__(self) -> None:
        if self.walls is not None:
            walls = frozenset(_points("walls", self.walls))
            object.__setattr__(self, "walls", walls)
            width, height = self.puzzle.width, self.puzzle.height
            for x, y in walls:
                if not (0 <= x <= 2 * width and 0 <= y <= 2 * height):
                    raise PuzzleError(f"wall at ({x},{y}): outside the board")
                if x % 2 and y % 2:
                    raise PuzzleError(f"wall at ({x},{y}): this is a cell")
        if self.labels is not None:
            labels = _frozen_labels(self.puzzle, self.labels)
            object.__setattr__(self, "labels", labels)

    @property
    def is_attempt(self) -> bool:
        """Whether anything is drawn on the puzzle."""
        return self.walls is not None or self.labels is not None

    def inner_walls(self) -> frozenset[Point]:
        """Return the drawn or implied walls that are edges between two cells."""
        if self.walls is None:
            if self.labels is None:
                return self.puzzle.walls
            return walls_between(self.puzzle, self.labels)
        has_cell = self.puzzle.has_cell
        return frozenset(
            wall
            for wall in self.walls
            if is_edge(wall) and all(map(has_cell, touched_cells(wall)))
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if (self.labels is None) != (other.labels is None):
            return False
        same = self.puzzle == other.puzzle and self.walls == other.walls
        if self.labels is None or other.labels is None:
            return same
        return same and np.array_equal(self.labels, other.labels)

    def __hash__(self) -> int:
        return hash((self.puzzle, self.walls))

    def _repr_svg_(self) -> str:
        from galaxies_asp.render.svg import svg  # drawings are needed in notebooks only

        return svg(self)


def walls_between(
    puzzle: Puzzle, labels: Labels, known: NDArray[np.bool_] | None = None
) -> frozenset[Point]:
    """Return the edges between two cells whose dots are known to differ.

    Parameters
    ----------
    known
        (H, W): the cells of which the dot is known, or known to be none; by default
        those that have one.
    """
    mask = labels != NO_DOT if known is None else known
    beside = (labels[:, :-1] != labels[:, 1:]) & mask[:, :-1] & mask[:, 1:]
    below = (labels[:-1] != labels[1:]) & mask[:-1] & mask[1:]
    rows, columns = np.nonzero(beside)
    upright = zip((2 * columns + 2).tolist(), (2 * rows + 1).tolist(), strict=True)
    rows, columns = np.nonzero(below)
    level = zip((2 * columns + 1).tolist(), (2 * rows + 2).tolist(), strict=True)
    return frozenset(Point(x, y) for pairs in (upright, level) for x, y in pairs)


def label_rows(labels: Labels) -> list[list[int | None]]:
    """Convert (H, W) labels to lists for JSON, with None for `NO_DOT`."""
    return [
        [None if label == NO_DOT else label for label in row] for row in labels.tolist()
    ]


def check_size(width: object, height: object) -> None:
    """Raise PuzzleError if the size of a board is invalid or too large."""
    for name, value in (("width", width), ("height", height)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise PuzzleError(f"{name} is {value!r}: a board has at least one cell")
        if value > MAX_CELLS:
            raise PuzzleError(f"the {name} is over the limit of {MAX_CELLS} cells")
    assert isinstance(width, int)
    assert isinstance(height, int)
    if width * height > MAX_CELLS:
        raise PuzzleError(
            f"a board of {width}x{height} cells is over the limit of {MAX_CELLS} cells"
        )


def _points(name: str, values: Iterable[Sequence[int]]) -> Iterator[Point]:
    for value in values:
        if isinstance(value, Point):
            yield value
            continue
        try:
            x, y = value
        except (TypeError, ValueError):
            raise PuzzleError(f"{name}: {value!r} is not a pair of numbers") from None
        if type(x) is not int or type(y) is not int:
            if not all(isinstance(c, (int, np.integer)) for c in (x, y)):
                raise PuzzleError(f"{name}: {value!r} is not a pair of whole numbers")
            if isinstance(x, bool) or isinstance(y, bool):
                raise PuzzleError(f"{name}: {value!r} is not a pair of whole numbers")
        yield Point(int(x), int(y))


def _frozen_labels(puzzle: Puzzle, labels: NDArray[Any]) -> Labels:
    """Return a read-only copy; raise PuzzleError for invalid labels."""
    array = np.array(labels)
    if array.shape != (puzzle.height, puzzle.width):
        raise PuzzleError(
            f"labels have shape {array.shape}; the board has {puzzle.height} rows of "
            f"{puzzle.width} cells"
        )
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise PuzzleError("labels are not whole numbers")
    wrong = (array < NO_DOT) | (array >= len(puzzle.centers))
    wrong |= ~puzzle.cell_mask() & (array != NO_DOT)
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        value = int(array[row, column])
        cell = cell_at(column, row)
        hole = cell in puzzle.holes
        fault = "it is a hole" if hole else f"the puzzle has no dot {value + 1}"
        raise PuzzleError(f"label {value} of {describe(cell)}: {fault}")
    array = array.astype(np.int32)
    array.flags.writeable = False
    return array
