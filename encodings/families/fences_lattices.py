"""The lattices that a board can be cut from, hexagonal and square, and symmetries.

A cell is a pair of integers (x, y). On the hexagonal lattice these are axial
coordinates: x grows to the east and y to the south-east. Directions are numbered
clockwise from the one that goes up (and left, where none goes straight up).

A symmetry of a loop is a rotation or a reflection of the lattice. Its linear part takes
steps to steps: a rotation adds a number to all directions, a reflection subtracts them
from a number.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, takewhile
from typing import NamedTuple

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point

Cell = Point

MAX_SIDE = 30
"""The largest boards of fences."""


def plus(cell: Cell, vector: Cell, times: int = 1) -> Cell:
    """Return the cell that is `times` vectors away."""
    return Cell(cell.x + times * vector.x, cell.y + times * vector.y)


class Symmetry(NamedTuple):
    """The map (x, y) -> (a x + b y + s, c x + d y + t)."""

    a: int = 1
    b: int = 0
    c: int = 0
    d: int = 1
    s: int = 0
    t: int = 0

    @property
    def kind(self) -> str:
        """`rotation` or `reflection`."""
        return "rotation" if self.a * self.d - self.b * self.c == 1 else "reflection"

    def image(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        a, b, c, d, s, t = self
        x, y = cell
        return Cell(a * x + b * y + s, c * x + d * y + t)

    def after(self, inner: "Symmetry") -> "Symmetry":
        """Return the map that applies another one first."""
        a, b, c, d, s, t = self
        e, f, g, h, u, v = inner
        linear = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
        return Symmetry(*linear, a * u + b * v + s, c * u + d * v + t)

    @property
    def powers(self) -> "list[Symmetry]":
        """The map, applied as often until each cell is mapped to itself."""
        powers = [self]
        while powers[-1] != Symmetry():
            powers.append(self.after(powers[-1]))
        return powers

    @property
    def order(self) -> int:
        """The least number of applications that map each cell to itself."""
        return len(self.powers)

    def center(self) -> tuple[Fraction, Fraction]:
        """Return a fixed point, the mean of the images of (0, 0).

        For a rotation, its center; for a reflection, the foot of (0, 0) on its axis.
        """
        x, y = (sum(power[axis] for power in self.powers) for axis in (4, 5))
        return Fraction(x, self.order), Fraction(y, self.order)

    def axis(self) -> Cell:
        """Return a vector along the axis of a reflection."""
        linear = self._replace(s=0, t=0)
        sums = (plus(way, linear.image(way)) for way in (Cell(0, -1), Cell(1, -1)))
        return next(along for along in sums if along != (0, 0))

    def __str__(self) -> str:
        x, y = self.center()
        if self.kind == "rotation":
            return f"rotation by {360 // self.order} degrees about ({x},{y})"
        return f"reflection in the line through ({x},{y}) along {self.axis()}"


@dataclass(frozen=True)
class FenceLattice:
    """A lattice and the boards on it."""

    name: str
    vectors: tuple[Cell, ...]
    """What a step in each direction adds; opposite ones are half of the list apart."""
    ways: tuple[str, ...]
    """The directions in words."""
    slant: int
    """The number of half cells by which each row is shifted to the right."""

    @property
    def directions(self) -> range:
        """The numbers of the directions."""
        return range(len(self.vectors))

    @property
    def grid(self) -> grid.Lattice:
        """The lattice of the doubled grid, on which neighbors are 2 apart."""
        return grid.LATTICES[self.name]

    def distance(self, cell: tuple[float, float]) -> float:
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

    def step(self, cell: Cell, direction: int, times: int = 1) -> Cell:
        """Return the cell that some steps in a direction lead to."""
        return plus(cell, self.vectors[direction], times)

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
        ahead = (self.step(cell, direction, times) for times in count(1))
        return sum(1 for _ in takewhile(is_free, ahead))

    def linear_map(self, number: int, sign: int = 1) -> Symmetry:
        """Return the map that takes direction d to sign * d + number."""
        east, south = (
            self.vectors[(sign * self.vectors.index(unit) + number) % len(self.vectors)]
            for unit in (Cell(1, 0), Cell(0, 1))
        )
        return Symmetry(east.x, south.x, east.y, south.y)

    def linear_parts(self) -> list[Symmetry]:
        """Return the linear maps of prime order, one for each set of powers.

        What is symmetric under any map is symmetric under one of these.
        """
        count = len(self.vectors)
        rotations = [count // order for order in (2, 3) if count % order == 0]
        return [
            *map(self.linear_map, rotations),
            *(self.linear_map(number, -1) for number in self.directions),
        ]


def _area(first: Cell, other: Cell) -> int:
    return first.x * other.y - first.y * other.x


HEXAGONAL = FenceLattice(
    "hexagonal",
    (Cell(0, -1), Cell(1, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0)),
    ("northwest", "northeast", "east", "southeast", "southwest", "west"),
    slant=1,
)
SQUARE = FenceLattice(
    "square",
    (Cell(0, -1), Cell(1, 0), Cell(0, 1), Cell(-1, 0)),
    ("north", "east", "south", "west"),
    slant=0,
)
LATTICES = {lattice.name: lattice for lattice in (HEXAGONAL, SQUARE)}


def by_name(name: str) -> FenceLattice:
    """Return the lattice of this name; raise `NotationError` if there is none."""
    if name not in LATTICES:
        raise NotationError(f"no lattice {name!r}; there are {' and '.join(LATTICES)}")
    return LATTICES[name]


def symmetries(lattice: FenceLattice, loop: Sequence[Cell]) -> list[Symmetry]:
    """Return the symmetries, of prime order, that map a closed loop to itself.

    The loop as a whole is mapped: its cells and the steps between them. Centers and
    axes may lie anywhere. Glide reflections map no finite loop to itself.
    """
    cells, steps = set(loop), _steps(loop)
    kept = []
    for linear in lattice.linear_parts() if loop else ():
        turned = [linear.image(cell) for cell in loop]
        for target in loop:  # the first cell goes to some cell of the loop
            s, t = plus(target, turned[0], -1)
            if not all((x + s, y + t) in cells for x, y in turned):
                continue
            if _steps([Cell(x + s, y + t) for x, y in turned]) == steps:
                kept.append(linear._replace(s=s, t=t))
    return kept


def _steps(loop: Sequence[Cell]) -> set[frozenset[Cell]]:
    return {frozenset((cell, loop[i - 1])) for i, cell in enumerate(loop)}
