"""Puzzles, solutions and positions; constructors reject invalid values.

All points are points of the doubled grid (see `grid`). Dots are numbered from 0 in the
order of `Puzzle.centers`; labels name them by that number (see `labels`).
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Self

from galaxies_asp.core.board.arguments import of_kind
from galaxies_asp.core.board.board import MAX_CELLS as MAX_CELLS
from galaxies_asp.core.board.board import Board, Pictured
from galaxies_asp.core.board.board import check_size as check_size
from galaxies_asp.core.board.declarations import Clue, Declaration, is_clue
from galaxies_asp.core.board.errors import (
    PuzzleError,
    check_collection,
    counted,
    one_line,
)
from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_at,
    cell_name,
    dot_name,
    is_cell,
    lattice_of,
    points,
    reading_order,
)
from galaxies_asp.core.board.labels import NO_DOT as NO_DOT
from galaxies_asp.core.board.labels import AnyLabels as AnyLabels
from galaxies_asp.core.board.labels import Labels as Labels
from galaxies_asp.core.board.labels import Rows as Rows
from galaxies_asp.core.board.labels import (
    array_of_bytes,
    as_rows,
    labels_with,
    rows_of_bytes,
)
from galaxies_asp.core.board.labels import label_rows as label_rows
from galaxies_asp.core.board.labels import walls_between as walls_between
from galaxies_asp.core.board.variants import (
    ON_ALL_LATTICES,
    PUZZLE,
    Variants,
    variants_named,
)

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


@dataclass(frozen=True, repr=False)
class Puzzle(Board):
    """A board with dots.

    Raises `PuzzleError` for invalid values; the message names the place.
    """

    width: int
    height: int
    """The number of columns and rows of cells, at least 1."""
    centers: tuple[Point, ...] = ()
    """The dots; any iterable of (x, y). All are strictly inside the board: on no
    border, on no hole, and not on the rim of a hole."""
    black: frozenset[Point] = frozenset()
    """Those of the dots that are black; the others are white."""
    holes: frozenset[Point] = frozenset()
    """Missing cells."""
    walls: frozenset[Point] = frozenset()
    """Edges between two cells that are given as walls."""
    lattice: Lattice = SQUARE
    """The lattice of the cells, or its name. On other lattices than squares the board
    is a parallelogram without its holes; `hexagon` returns those of a hexagon."""
    variants: Variants = PUZZLE
    """The variants of the rules that apply."""
    clues: tuple[Clue, ...] = ()
    """Further facts, such as `star((1,3))` or `black_cells(2)`, which the encoding
    declares."""
    declarations: tuple[Declaration, ...] = field(default=(), compare=False)
    """Its declarations of these, which say how they are drawn."""
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    """Metadata on one line; ignored by comparison. Control characters are escaped."""

    @property
    def dots(self) -> tuple[Point, ...]:
        """The dots, by the name that players use; the same as `centers`."""
        return self.centers

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        set_field = object.__setattr__
        set_field(self, "width", int(self.width))
        set_field(self, "height", int(self.height))
        set_field(self, "lattice", lattice_of(self.lattice))
        set_field(self, "centers", tuple(points("centers", self.centers)))
        for name in ("name", "source"):
            set_field(self, name, one_line(getattr(self, name)))
        for name in ("black", "holes", "walls"):
            given = getattr(self, name)
            if type(given) is not frozenset or given:
                set_field(self, name, frozenset(points(name, given)))
        more = self.clues, self.declarations
        if any(type(one) is not tuple or one for one in more):
            self._set_clues()
        if self.variants is not PUZZLE:
            set_field(self, "variants", variants_named(self.variants))
        for hole in self.holes:
            if not is_cell(hole) or not self.is_inside(hole):
                raise PuzzleError(f"hole at {hole}: not a cell of {self._board()}")
        if self.lattice != SQUARE and len(self.holes) == self.width * self.height:
            raise PuzzleError("each cell is a hole; a board of hexagons has a cell")
        self._check_centers()
        self._check_walls()
        wrong_here = sorted(self.variants - ON_ALL_LATTICES)
        if wrong_here and self.lattice != SQUARE:
            raise PuzzleError(
                f"the variant {str(wrong_here[0])!r} is one of square cells; the "
                f"lattice is {self.lattice.name}"
            )

    def _set_clues(self) -> None:
        set_field = object.__setattr__
        clues = tuple(check_collection("clues", self.clues))
        if wrong := [clue for clue in clues if not is_clue(clue)]:
            raise PuzzleError(f"clue {wrong[0]!r}: not a fact such as 'star((1,3))'")
        known = (clue if isinstance(clue, Clue) else Clue(clue) for clue in clues)
        set_field(self, "clues", tuple(sorted(known)))
        given = check_collection("declarations", self.declarations)
        set_field(self, "declarations", tuple(given))

    def _check_centers(self) -> None:
        seen: set[Point] = set()
        touched_cells = self.lattice.touched_cells
        for index, center in enumerate(self.centers):
            holes = self.holes and self.holes.intersection(touched_cells(center))
            if self.is_inside(center) and not holes and center not in seen:
                seen.add(center)
                continue
            (x, y), right, bottom = center, 2 * self.width, 2 * self.height
            if not self.is_inside(center):
                on_border = 0 <= x <= right and 0 <= y <= bottom
                where = "on the border" if on_border else "outside"
                ranges = f"x is 1 to {right - 1}, y is 1 to {bottom - 1}"
                fault = f"{where}; {ranges} inside {self._board()}"
            elif holes:
                cell = min(holes, key=reading_order)
                where = "on" if cell == center else "on the rim of"
                fault = f"{where} the hole {cell_name(cell)}"
            else:
                fault = f"dot {dot_name(self.centers.index(center))} is there already"
            raise PuzzleError(f"dot {dot_name(index)} at {center}: {fault}")
        for dot in self.black:
            if dot not in seen:
                raise PuzzleError(f"black dot at {dot}: no dot is there")

    def _board(self) -> str:
        return f"a board of {self.width}x{self.height} cells"

    def _check_walls(self) -> None:
        centers = set(self.centers) if self.walls else ()
        for wall in self.walls:
            fault = "" if self.has_edge(wall) else "not an edge between two cells"
            for point in (wall, *self.lattice.edge_ends(wall)):
                if not fault and point in centers:
                    fault = f"it crosses the dot {point}"
            if fault:
                raise PuzzleError(f"given wall at {wall}: {fault}")

    def in_brief(self) -> str:
        """Return the number of dots, the size, and the lattice if it is no square."""
        lattice = "" if self.lattice == SQUARE else f" {self.lattice.name}"
        dots, size = counted(len(self.centers), "dot"), f"{self.width}x{self.height}"
        return f"{dots}, {size}{lattice}"

    def number(self, name: str) -> int | None:
        """Return the number of a clue such as `black_cells(2)`; None without it."""
        values = (clue.value for clue in self.clues if clue.name == name)
        return next((int(value) for value in values if value.isdigit()), None)

    def checked_labels(self, labels: AnyLabels) -> bytes:
        """Return labels as bytes; raise PuzzleError for invalid ones."""
        width, height, dots = self.width, self.height, len(self.centers)
        try:
            rows = as_rows(labels)
            lengths = [*map(len, rows)] or [0]
            flat = array("i", chain.from_iterable(rows))
        except (AttributeError, OverflowError, TypeError):
            raise PuzzleError("labels are no rows of whole numbers") from None
        if (len(rows), {*lengths}) != (height, {width}):
            shape = len(rows), lengths[0]
            needed = f"the board has {height} rows of {width} cells"
            raise PuzzleError(f"labels have shape {shape}; {needed}")
        wrong = []
        if min(flat) < NO_DOT or max(flat) >= dots:
            wrong = [i for i, label in enumerate(flat) if not NO_DOT <= label < dots]
        in_holes = (y // 2 * width + x // 2 for x, y in self.holes)
        wrong += (place for place in in_holes if flat[place] != NO_DOT)
        for place in wrong:
            cell, label = cell_at(place % width, place // width), flat[place]
            fault = f"the puzzle has no dot {label + 1}"
            if cell in self.holes:
                fault = "it is a hole"
            raise PuzzleError(f"label {label} of {cell_name(cell)}: {fault}")
        return flat.tobytes()

    def contested_cells(self) -> dict[Point, tuple[int, ...]]:
        """Return the cells that several dots touch, with the numbers of those dots.

        A puzzle with such a cell is well formed, but has no solution.
        """
        claims: dict[Point, list[int]] = {}
        for index, center in enumerate(self.centers):
            for cell in self.lattice.touched_cells(center):
                claims.setdefault(cell, []).append(index)
        return {cell: tuple(dots) for cell, dots in claims.items() if len(dots) > 1}


@dataclass(frozen=True, init=False, repr=False)
class Position(Pictured):
    """A puzzle with drawn walls or labels, correct or not, complete or not.

    `puzzle`: the puzzle. `walls`: the wall points that are drawn: edges, and also
    vertices and points of the border where the notation draws these. None if the
    notation has no walls. `labels`: an (H, W) array of dot numbers, or H rows of them;
    `NO_DOT` where the dot is unknown. None if the notation has no labels.
    """

    puzzle: Puzzle
    _walls: frozenset[Point] | None
    _labels: bytes | None

    def __init__(
        self,
        puzzle: Puzzle,
        walls: Iterable[Sequence[int]] | None = None,
        labels: AnyLabels | None = None,
    ) -> None:
        of_kind("puzzle", Puzzle, puzzle)
        drawn = None if walls is None else frozenset(points("walls", walls))
        for x, y in drawn or ():
            if not (0 <= x <= 2 * puzzle.width and 0 <= y <= 2 * puzzle.height):
                raise PuzzleError(f"wall at ({x},{y}): outside the board")
            if x % 2 and y % 2:
                raise PuzzleError(f"wall at ({x},{y}): this is a cell")
        checked = None if labels is None else puzzle.checked_labels(labels)
        vars(self).update(puzzle=puzzle, _walls=drawn, _labels=checked)

    @property
    def walls(self) -> frozenset[Point] | None:
        """The drawn walls; None if the notation has none."""
        return self._walls

    @property
    def labels(self) -> Labels | None:
        """The (H, W) labels, read-only."""
        if self._labels is None:
            return None
        return array_of_bytes(self._labels, self.puzzle.width)

    def in_brief(self) -> str:
        """Return what is known about the puzzle."""
        return self.puzzle.in_brief()

    @property
    def is_attempt(self) -> bool:
        """Whether anything is drawn on the puzzle."""
        return self.walls is not None or self.has_labels

    @property
    def has_labels(self) -> bool:
        """Whether there are labels."""
        return self._labels is not None

    def rows(self) -> Rows | None:
        """Return the labels as lists."""
        if self._labels is None:
            return None
        return rows_of_bytes(self._labels, self.puzzle.width)

    def adding(self, walls: Sequence[Point], dots: Mapping[Point, int]) -> "Position":
        """Return the position with further walls and dots of cells, not checked."""
        puzzle, drawn, labels = self.puzzle, self._walls, self._labels
        drawn = (drawn or frozenset()).union(walls) if walls else drawn
        if labels is None:
            return Position(puzzle, drawn, puzzle.rows_with(dots) if dots else None)
        labels, found = (
            labels_with(labels, puzzle.width, dots),
            object.__new__(Position),
        )
        vars(found).update(puzzle=puzzle, _walls=drawn, _labels=labels)
        return found

    def inner_walls(self) -> frozenset[Point]:
        """Return the drawn or implied walls that are edges between two cells.

        Where no walls are drawn, the given ones are implied.
        """
        puzzle = self.puzzle
        if self.walls is None:
            rows = self.rows() or puzzle.empty_rows()
            return walls_between(rows, lattice=puzzle.lattice) | puzzle.walls
        return self.walls & puzzle.every_edge


class Solution(Position):
    """A division of the board into regions: for each cell, the number of its dot.

    It is a position in which everything is drawn. The rules are not checked here but by
    `verify`, which all solutions of `solve` pass. Under the variant `hidden-dots` the
    puzzle of a solution has all dots, those that were hidden at the end, and no longer
    names this variant.

    Parameters
    ----------
    puzzle
        The puzzle that it belongs to.
    labels
        An (H, W) array of dot numbers, or H rows of them; `NO_DOT` in holes. A copy is
        kept.
    loose
        The walls inside regions; only the variant `loose-walls` has any.
    """

    _labels: bytes
    loose: frozenset[Point]

    def __init__(
        self, puzzle: Puzzle, labels: AnyLabels, loose: Iterable[Sequence[int]] = ()
    ) -> None:
        of_kind("puzzle", Puzzle, puzzle)
        checked, more = puzzle.checked_labels(labels), frozenset(points("loose", loose))
        # The walls follow from the labels.
        vars(self).update(puzzle=puzzle, _walls=None, _labels=checked, loose=more)

    @classmethod
    def of_bytes(cls, puzzle: Puzzle, labels: bytes) -> Self:
        """Return a solution with labels as they are stored, which are known to fit."""
        solution = object.__new__(cls)
        values = {"puzzle": puzzle, "_walls": None, "_labels": labels}
        vars(solution).update(values, loose=frozenset())
        return solution

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return super().__eq__(other) and self.loose == other.loose

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.loose))

    def __array__(
        self, dtype: "DTypeLike | None" = None, copy: object = None
    ) -> Labels:
        import numpy as np

        return np.array(self.labels, dtype=dtype)

    @property
    def labels(self) -> Labels:
        """The (H, W) labels, read-only."""
        return array_of_bytes(self._labels, self.puzzle.width)

    def rows(self) -> Rows:
        """Return the labels as lists."""
        return rows_of_bytes(self._labels, self.puzzle.width)

    def label(self, cell: Point) -> int:
        """Return the number of the cell's dot."""
        x, y = cell
        place = y // 2 * self.puzzle.width + x // 2
        return memoryview(self._labels).cast("i")[place]

    @cached_property
    def walls(self) -> frozenset[Point]:
        """The edges between different regions, or one and none; given and loose walls.

        A given wall may lie between two cells that belong to no region.
        """
        puzzle = self.puzzle
        walls = walls_between(self.rows(), puzzle.holes, puzzle.lattice)
        return walls | puzzle.walls | self.loose

    def position(self) -> Position:
        """Return the solution as a position in which everything is drawn."""
        return Position(self.puzzle, self.walls, self.rows())


def position_of(board: Puzzle | Position) -> Position:
    """Return a puzzle as a position without drawings, and a position as it is."""
    of_kind("board", Puzzle | Position, board)
    return Position(board) if isinstance(board, Puzzle) else board
