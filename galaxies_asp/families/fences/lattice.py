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


def plus(cell: Cell, vector: Cell, times: int = 1) -> Cell:
    """Return the cell that is `times` vectors away."""
    return Cell(cell.x + times * vector.x, cell.y + times * vector.y)


@dataclass(frozen=True)
class Lattice:
    """A lattice and the boards on it.

    Attributes
    ----------
    vectors
        What a step in each direction adds; opposite ones are half of the list apart.
    ways
        The directions in words.
    slant
        The number of half cells by which each row is shifted to the right.
    """

    name: str
    vectors: tuple[Cell, ...]
    ways: tuple[str, ...]
    slant: int

    @property
    def directions(self) -> range:
        """The numbers of the directions."""
        return range(len(self.vectors))

    def distance(self, cell: Cell) -> int:
        """Return how large the board around (0, 0) must be to hold a cell."""
        x, y = cell
        return max(abs(x), abs(y), self.slant * abs(x + y))

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of a cell in a text."""
        return 4 * cell.x + 2 * self.slant * cell.y, 2 * cell.y

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
        vector = plus(neighbor, cell, -1)
        return self.vectors.index(vector) if vector in self.vectors else None

    def is_sharp(self, first: int, other: int) -> bool:
        """Tell whether a corner with arms in these two directions has 60 degrees."""
        return bool(self.slant) and (first - other) % len(self.vectors) in (1, 5)

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
    slant=1,
)
SQUARE = Lattice(
    "square",
    (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0)),
    ("north", "east", "south", "west"),
    slant=0,
)
LATTICES = {lattice.name: lattice for lattice in (HEXAGONAL, SQUARE)}


def by_name(name: str) -> Lattice:
    """Return the lattice of this name; raise `NotationError` if there is none."""
    if name not in LATTICES:
        raise NotationError(f"no lattice {name!r}; there are {' and '.join(LATTICES)}")
    return LATTICES[name]
