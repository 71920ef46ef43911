"""Symmetries of a loop: rotations and reflections of the lattice, as integer maps.

A linear map takes steps to steps: a rotation adds a number to all directions, a
reflection subtracts them from a number.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from galaxies_asp.families.fences.lattice import Cell, Lattice, plus

_LARGEST_GROUP = 12
_MOEBIUS = {1: 1, 2: -1, 3: -1, 4: 0, 6: 1}


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


def _linear(lattice: Lattice, number: int, sign: int = 1) -> Symmetry:
    """Return the map that takes direction d to sign * d + number."""
    vectors = lattice.vectors
    east, south = (
        vectors[(sign * vectors.index(unit) + number) % len(vectors)]
        for unit in (Cell(1, 0), Cell(0, 1))
    )
    return Symmetry(east.x, south.x, east.y, south.y)


def _linear_parts(lattice: Lattice) -> list[Symmetry]:
    """Return the linear maps of prime order, one for each set of powers.

    What is symmetric under any map is symmetric under one of these.
    """
    count = len(lattice.vectors)
    rotations = [count // order for order in (2, 3) if count % order == 0]
    return [
        *(_linear(lattice, number) for number in rotations),
        *(_linear(lattice, number, -1) for number in range(count)),
    ]


def symmetries(lattice: Lattice, loop: Sequence[Cell]) -> list[Symmetry]:
    """Return the symmetries, of prime order, that map a closed loop to itself.

    The loop as a whole is mapped: its cells and the steps between them. Centers and
    axes may lie anywhere. Glide reflections map no finite loop to itself.
    """
    cells, steps = set(loop), _steps(loop)
    kept = []
    for linear in _linear_parts(lattice) if loop else ():
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


# Groups -------------------------------------------------------------------------------

Group = frozenset[Symmetry]


def symmetry_groups(lattice: Lattice, side: int) -> Iterator[Group]:
    """Yield the finite groups that loops through all colors can have as symmetries.

    Those whose Moebius function is 0 may be left out. Two maps of prime order generate
    each of the others. A loop through all colors has the middle of the board in its
    convex hull, so a symmetry takes the middle to a cell of the board.
    """
    maps = [
        linear._replace(s=cell.x, t=cell.y)
        for linear in _linear_parts(lattice)
        for cell in lattice.cells(side)
    ]
    maps = [one for one in maps if _generated([one], lattice, side) is not None]
    pairs = combinations_with_replacement(sorted(maps), 2)
    groups = (_generated(list(pair), lattice, side) for pair in pairs)
    yield from dict.fromkeys(group for group in groups if group is not None)


def _generated(maps: list[Symmetry], lattice: Lattice, side: int) -> Group | None:
    """Return the generated group; None if it is infinite or takes the middle away."""
    group, layer = {Symmetry()}, [Symmetry()]
    while layer:
        layer = list({one.after(other) for one in maps for other in layer} - group)
        group |= set(layer)
        if len(group) > _LARGEST_GROUP:
            return None
        if any(lattice.distance(Cell(one.s, one.t)) > side for one in layer):
            return None
    return frozenset(group)


def moebius(group: Group) -> int:
    """Return mu(H) for a cyclic group of rotations or a dihedral group."""
    rotations = sum(one.kind == "rotation" for one in group)
    sign = 1 if rotations == len(group) else -rotations
    return sign * _MOEBIUS[rotations]


def up_to_rotation(groups: list[Group], lattice: Lattice) -> dict[Group, int]:
    """Return one of the groups that rotations of the board map to each other.

    Its value is the number of these groups. A rotation permutes the colors, so each of
    them has the same number of loops.
    """
    turn, back = _linear(lattice, 1), _linear(lattice, -1)
    counts: dict[Group, int] = {}
    seen: set[Group] = set()
    for group in groups:
        copies: set[Group] = set()
        image = group
        while image not in copies | seen:
            copies.add(image)
            image = frozenset(turn.after(one).after(back) for one in image)
        if copies:
            counts[group] = len(copies)
        seen |= copies
    return counts
