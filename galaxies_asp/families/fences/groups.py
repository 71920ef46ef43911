"""The groups of symmetries that loops through all colors of a board can have."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from galaxies_asp.families.fences.lattice import Cell, Lattice
from galaxies_asp.families.fences.symmetry import linear_parts

Map = tuple[int, int, int, int, int, int]
"""(X, Y) -> (A X + B Y + S, C X + D Y + T), as A, B, C, D, S, T."""
Group = frozenset[Map]

IDENTITY: Map = (1, 0, 0, 1, 0, 0)

_MOEBIUS = {1: 1, 2: -1, 3: -1, 4: 0, 6: 1}
_LARGEST_GROUP = 12


def _compose(outer: Map, inner: Map) -> Map:
    a, b, c, d, s, t = outer
    e, f, g, h, u, v = inner
    linear = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
    return (*linear, a * u + b * v + s, c * u + d * v + t)


def apply(symmetry: Map, cell: Cell) -> Cell:
    """Return the image of a cell."""
    a, b, c, d, s, t = symmetry
    return Cell(a * cell.x + b * cell.y + s, c * cell.x + d * cell.y + t)


def _linear_map(lattice: Lattice, kind: str, number: int) -> Map:
    """Return the map that adds a number to directions, or subtracts them from it."""
    sign = 1 if kind == "rotation" else -1
    east, south = (
        lattice.vectors[(sign * direction + number) % len(lattice.vectors)]
        for direction in map(lattice.vectors.index, ((1, 0), (0, 1)))
    )
    return (east.x, south.x, east.y, south.y, 0, 0)


def symmetry_groups(lattice: Lattice, side: int) -> Iterator[Group]:
    """Yield the finite groups that loops through all colors can have as symmetries.

    Those whose Moebius function is 0 may be left out. Two maps of prime order generate
    each of the others. A loop through all colors has the middle of the board in its
    convex hull, so a symmetry takes the middle to a cell of the board.
    """
    maps: list[Map] = [
        (*linear[:4], *cell)
        for linear in (_linear_map(lattice, *part) for part in linear_parts(lattice))
        for cell in lattice.cells(side)
    ]
    maps = [one for one in maps if _generated([one], lattice, side) is not None]
    pairs = combinations_with_replacement(sorted(maps), 2)
    groups = (_generated(list(pair), lattice, side) for pair in pairs)
    yield from dict.fromkeys(group for group in groups if group is not None)


def _generated(maps: list[Map], lattice: Lattice, side: int) -> Group | None:
    """Return the generated group; None if it is infinite or takes the middle away."""
    group, layer = {IDENTITY}, [IDENTITY]
    while layer:
        new = {_compose(one, other) for one in maps for other in layer} - group
        group |= new
        layer = list(new)
        if len(group) > _LARGEST_GROUP:
            return None
        if any(lattice.distance(Cell(*symmetry[4:])) > side for symmetry in layer):
            return None
    return frozenset(group)


def moebius(group: Group) -> int:
    """Return mu(H) for a cyclic group of rotations or a dihedral group."""
    rotations = sum(a * d - b * c == 1 for a, b, c, d, _, _ in group)
    if rotations == len(group):
        return _MOEBIUS[rotations]
    return -rotations * _MOEBIUS[rotations]


def up_to_rotation(groups: list[Group], lattice: Lattice) -> dict[Group, int]:
    """Return one of the groups that rotations of the board map to each other.

    Its value is the number of these groups. A rotation permutes the colors, so each of
    them has the same number of loops.
    """
    turn = _linear_map(lattice, "rotation", 1)
    back = _linear_map(lattice, "rotation", -1)
    counts: dict[Group, int] = {}
    seen: set[Group] = set()
    for group in groups:
        copies: set[Group] = set()
        image = group
        while image not in copies | seen:
            copies.add(image)
            image = frozenset(_compose(_compose(turn, m), back) for m in image)
        if copies:
            counts[group] = len(copies)
        seen |= copies
    return counts
