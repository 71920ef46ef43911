"""The lattices that a board can be cut from: hexagonal and square; integers only.

A cell is a pair (x, y). On the hexagonal lattice these are axial coordinates: x grows
to the east and y to the south-east. Directions are numbered clockwise from the one that
goes up (and left, where none goes straight up).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, takewhile

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import Point

Cell = Point
"""A cell, or the vector between two cells."""


def plus(cell: Cell, vector: Cell, times: int = 1) -> Cell:
    """Return the cell that is `times` vectors away."""
    return Cell(cell.x + times * vector.x, cell.y + times * vector.y)


def minus(cell: Cell, other: Cell) -> Cell:
    """Return the vector from the other cell to the cell."""
    return Cell(cell.x - other.x, cell.y - other.y)


@dataclass(frozen=True)
class Lattice:
    """A lattice and the boards on it.

    Attributes
    ----------
    vectors
        What a step in each direction adds; opposite ones are half of the list apart.
    ways
        The directions in words.
    sharp
        The differences of the numbers of two directions that make too sharp a corner.
    distance
        How large the board around (0, 0) must be to hold a cell.
    place
        Column and row of a cell in a picture; a step to the east is 4 columns.
    """

    name: str
    vectors: tuple[Cell, ...]
    ways: tuple[str, ...]
    sharp: frozenset[int]
    distance: Callable[[Cell], int]
    place: Callable[[Cell], tuple[int, int]]

    def __reduce__(self) -> tuple[Callable[[str], "Lattice"], tuple[str]]:
        return by_name, (self.name,)  # there is one of each, also after pickling

    @property
    def directions(self) -> range:
        """The numbers of the directions."""
        return range(len(self.vectors))

    def cells(self, side: int) -> Iterator[Cell]:
        """Yield the cells of the board in reading order: row by row."""
        span = range(-side, side + 1)
        around = (Cell(x, y) for y in span for x in span)
        return (cell for cell in around if self.distance(cell) <= side)

    def neighbors(self, cell: Cell) -> list[Cell]:
        """Return the neighbors, in the order of the directions."""
        return [plus(cell, vector) for vector in self.vectors]

    def direction(self, cell: Cell, neighbor: Cell) -> int | None:
        """Return the direction of a neighbor; None if it is none."""
        vector = minus(neighbor, cell)
        return self.vectors.index(vector) if vector in self.vectors else None

    def opposite(self, direction: int) -> int:
        """Return the direction back."""
        return (direction + len(self.vectors) // 2) % len(self.vectors)

    def is_sharp(self, first: int, other: int) -> bool:
        """Tell whether a corner with arms in these two directions is too sharp."""
        return (first - other) % len(self.vectors) in self.sharp

    def color(self, cell: Cell) -> int | None:
        """Return the color of a cell; None for the middle of the board.

        Color d is the ray in direction d and the sector from there to the ray before
        it, counterclockwise: all a * vectors[d] + b * vectors[d - 1], a > 0, b >= 0.
        """
        for direction, ray in enumerate(self.vectors):
            before = self.vectors[direction - 1]
            area = _area(ray, before)  # 1 or -1, so that the quotients are exact
            if _area(cell, before) * area > 0 and _area(ray, cell) * area >= 0:
                return direction
        return None

    def reach(self, cell: Cell, direction: int, is_free: Callable[[Cell], bool]) -> int:
        """Return the number of cells ahead of a cell up to the first not free."""
        ahead = (plus(cell, self.vectors[direction], times) for times in count(1))
        return sum(1 for _ in takewhile(is_free, ahead))


def _area(first: Cell, other: Cell) -> int:
    return first.x * other.y - first.y * other.x


HEXAGONAL = Lattice(
    "hexagonal",
    (Cell(0, -1), Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0)),
    ("northwest", "northeast", "east", "southeast", "southwest", "west"),
    frozenset({1, 5}),
    lambda cell: max(abs(cell.x), abs(cell.y), abs(cell.x + cell.y)),
    lambda cell: (4 * cell.x + 2 * cell.y, 2 * cell.y),
)
"""Six neighbors; a corner of 60 degrees is too sharp."""

SQUARE = Lattice(
    "square",
    (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0)),
    ("north", "east", "south", "west"),
    frozenset(),
    lambda cell: max(abs(cell.x), abs(cell.y)),
    lambda cell: (4 * cell.x, 2 * cell.y),
)
"""Four neighbors."""

LATTICES = {lattice.name: lattice for lattice in (HEXAGONAL, SQUARE)}


def by_name(name: str) -> Lattice:
    """Return the lattice of this name; raise `NotationError` if there is none."""
    if name not in LATTICES:
        raise NotationError(f"no lattice {name!r}; there are {' and '.join(LATTICES)}")
    return LATTICES[name]
