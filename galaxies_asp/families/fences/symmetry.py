"""Symmetries of a loop: rotations and reflections of the lattice, as integer maps.

A map takes the cell P to M P + T. As it maps steps to steps, M is known from where it
takes each direction: a rotation adds a number to all of them, a reflection subtracts
them from a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from galaxies_asp.families.fences.lattice import Cell, Lattice, minus, plus


@dataclass(frozen=True)
class Symmetry:
    """A map of the lattice to itself.

    Attributes
    ----------
    kind
        `rotation` or `reflection`.
    number
        A rotation turns direction d to d + number; a reflection takes it to
        number - d.
    shift
        Image of the cell (0, 0).
    """

    lattice: Lattice
    kind: str
    number: int
    shift: Cell

    def turned(self, direction: int) -> int:
        """Return the image of a direction."""
        turned = direction if self.kind == "rotation" else -direction
        return (turned + self.number) % len(self.lattice.vectors)

    def image(self, cell: Cell) -> Cell:
        """Return the image of a cell."""
        return plus(self._turned(cell), self.shift)

    def _turned(self, cell: Cell) -> Cell:
        """Apply the linear part: add up the images of the steps to the cell."""
        vectors = self.lattice.vectors
        east, south = (
            vectors[self.turned(vectors.index(unit))]
            for unit in (Cell(1, 0), Cell(0, 1))
        )
        return plus(plus(Cell(0, 0), east, cell.x), south, cell.y)

    @property
    def order(self) -> int:
        """The least number of applications that map each cell to itself."""
        directions = len(self.lattice.vectors)
        is_rotation = self.kind == "rotation"
        return directions // gcd(directions, self.number) if is_rotation else 2

    def center(self) -> tuple[Fraction, Fraction]:
        """Return a fixed point, the mean of the images of (0, 0).

        For a rotation, its center; for a reflection, the foot of (0, 0) on its axis.
        """
        images = [Cell(0, 0)]
        for _ in range(self.order - 1):
            images.append(self.image(images[-1]))
        x, y = sum(cell.x for cell in images), sum(cell.y for cell in images)
        return Fraction(x, self.order), Fraction(y, self.order)

    def axis(self) -> Cell:
        """Return a vector along the axis of a reflection."""
        sums = (plus(vector, self._turned(vector)) for vector in self.lattice.vectors)
        return next(along for along in sums if along != (0, 0))

    def __str__(self) -> str:
        x, y = self.center()
        if self.kind == "rotation":
            return f"rotation by {360 // self.order} degrees about ({x},{y})"
        return f"reflection in the line through ({x},{y}) along {self.axis()}"


def linear_parts(lattice: Lattice) -> list[tuple[str, int]]:
    """Return kind and number of the maps of prime order, one for each set of powers.

    What is symmetric under any map is symmetric under one of these.
    """
    count = len(lattice.vectors)
    rotations = [count // order for order in (2, 3) if count % order == 0]
    return [
        *(("rotation", number) for number in rotations),
        *(("reflection", number) for number in range(count)),
    ]


def symmetries(lattice: Lattice, loop: Sequence[Cell]) -> list[Symmetry]:
    """Return the symmetries, of prime order, that map a closed loop to itself.

    The loop as a whole is mapped: its cells and the steps between them. Centers and
    axes may lie anywhere. Glide reflections map no finite loop to itself.
    """
    if not loop:
        return []
    cells, steps = set(loop), _steps(loop)
    kept = []
    for kind, number in linear_parts(lattice):
        about_middle = Symmetry(lattice, kind, number, Cell(0, 0))
        turned = [about_middle.image(cell) for cell in loop]
        for target in loop:  # the first cell goes to some cell of the loop
            shift = minus(target, turned[0])
            if not all((x + shift.x, y + shift.y) in cells for x, y in turned):
                continue
            if _steps([plus(cell, shift) for cell in turned]) == steps:
                kept.append(Symmetry(lattice, kind, number, shift))
    return kept


def _steps(loop: Sequence[Cell]) -> set[frozenset[Cell]]:
    return {frozenset((cell, loop[i - 1])) for i, cell in enumerate(loop)}
