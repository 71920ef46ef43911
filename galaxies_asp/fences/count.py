"""Count the symmetric loops through all colors on an empty board; exact, no solver.

A loop is counted once, however many symmetries it has. For a group H of symmetries let
f(H) be the number of loops that all of H maps to themselves. A loop with the group G of
symmetries is in f(H) for each subgroup H of G, and by the definition of the Moebius
function mu of the lattice of subgroups the sum of mu(H) over the subgroups of G other
than the trivial one is -1, or 0 if G is trivial. So the number wanted is the sum of
-mu(H) f(H) over all non-trivial groups H.

f(H) is counted by dynamic programming over the links of the board: all links that H
maps to each other are taken or left together, and what is kept of the choices made
before is how the ends of open paths belong together.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from galaxies_asp.fences.lattice import HEXAGONAL, Cell, Lattice, minus
from galaxies_asp.fences.symmetry import linear_parts
from galaxies_asp.processes.progress import Report, silent

Map = tuple[int, int, int, int, int, int]
"""(X, Y) -> (A X + B Y + S, C X + D Y + T), as A, B, C, D, S, T."""
Group = frozenset[Map]
Link = tuple[Cell, Cell]
State = tuple[int, ...]

IDENTITY: Map = (1, 0, 0, 1, 0, 0)

_MOEBIUS = {1: 1, 2: -1, 3: -1, 4: 0, 5: -1, 6: 1}
_LARGEST_GROUP = 12

_UNTOUCHED, _DONE = -2, -1


def count_symmetric_loops(
    side: int,
    lattice: Lattice = HEXAGONAL,
    report: Report = silent,
) -> int:
    """Return how many symmetric loops visit all colors of an empty board."""
    groups = _up_to_rotation(list(symmetry_groups(lattice, side)), lattice)
    total = 0
    for done, (group, copies) in enumerate(groups.items()):
        report("groups of symmetries", done, len(groups))
        if weight := -_moebius(group):
            total += weight * copies * count_invariant_loops(lattice, side, group)
    return total


# Groups -----------------------------------------------------------------------------


def _compose(outer: Map, inner: Map) -> Map:
    a, b, c, d, s, t = outer
    e, f, g, h, u, v = inner
    linear = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
    return (*linear, a * u + b * v + s, c * u + d * v + t)


def _apply(symmetry: Map, cell: Cell) -> Cell:
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


def _moebius(group: Group) -> int:
    """Return mu(H) for a cyclic group of rotations or a dihedral group."""
    rotations = sum(a * d - b * c == 1 for a, b, c, d, _, _ in group)
    if rotations == len(group):
        return _MOEBIUS[rotations]
    return -rotations * _MOEBIUS[rotations]


def _up_to_rotation(groups: list[Group], lattice: Lattice) -> dict[Group, int]:
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


# Loops ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    """One decision: the links of an orbit, and how it changes the frontier.

    Cells are named by their numbers. A link is (cell, direction, cell, direction).
    """

    links: tuple[tuple[int, int, int, int], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    leaving: tuple[int, ...]


def count_invariant_loops(lattice: Lattice, side: int, group: Group) -> int:
    """Return f(group), the number of loops that the group maps to themselves."""
    cells = [
        cell
        for cell in lattice.cells(side)
        if all(lattice.distance(_apply(m, cell)) <= side for m in group)
    ]
    number = {cell: index for index, cell in enumerate(cells)}
    colors = [0 if (c := lattice.color(cell)) is None else 1 << c for cell in cells]
    full = (1 << len(lattice.vectors)) - 1
    found = 0
    states: Counter[tuple[int, State]] = Counter({(0, ()): 1})
    for step in _steps(lattice, cells, number, group):
        following: Counter[tuple[int, State]] = Counter()
        for (mask, state), count in states.items():
            at = dict(zip(step.before, state, strict=True))
            if (left := _next_state(step, at)) is not None:
                following[mask, left] += count
            closes = _take(step, at, lattice)
            for one, _, other, _ in step.links:
                mask |= colors[one] | colors[other]
            if closes:
                found += count * (mask == full)
            elif closes is not None and (right := _next_state(step, at)) is not None:
                following[mask, right] += count
        states = following
    return found


def _take(step: _Step, at: dict[int, int], lattice: Lattice) -> bool | None:
    """Add all links to the paths in `at`; None if impossible, True if that closes all.

    An open end has the value 8 * mate + direction, where the mate is the other end of
    its path, and the direction that of its only arm.
    """
    last = step.links[-1]
    for link in step.links:
        one, forth, other, back = link
        here, there = at.get(one, _UNTOUCHED), at.get(other, _UNTOUCHED)
        if here == _DONE or there == _DONE:
            return None
        if here != _UNTOUCHED and lattice.is_sharp(here % 8, forth):
            return None
        if there != _UNTOUCHED and lattice.is_sharp(there % 8, back):
            return None
        if here >= 0 and here // 8 == other:
            at[one] = at[other] = _DONE
            is_all = link is last and all(value < 0 for value in at.values())
            return True if is_all else None
        mate_one = one if here == _UNTOUCHED else here // 8
        mate_other = other if there == _UNTOUCHED else there // 8
        at[one] = 8 * mate_other + forth if here == _UNTOUCHED else _DONE
        at[other] = 8 * mate_one + back if there == _UNTOUCHED else _DONE
        if mate_one != one:
            at[mate_one] = 8 * mate_other + at[mate_one] % 8
        if mate_other != other:
            at[mate_other] = 8 * mate_one + at[mate_other] % 8
    return False


def _next_state(step: _Step, at: dict[int, int]) -> State | None:
    """Return the values on the next frontier; None if an open end is left behind."""
    if any(at.get(cell, _UNTOUCHED) >= 0 for cell in step.leaving):
        return None
    return tuple(at.get(cell, _UNTOUCHED) for cell in step.after)


def _steps(
    lattice: Lattice, cells: list[Cell], number: dict[Cell, int], group: Group
) -> list[_Step]:
    """Order the orbits of links from the rim inwards, so that few paths are open."""

    def numbered(one: Cell, other: Cell) -> tuple[int, int, int, int]:
        forth = lattice.vectors.index(minus(other, one))
        return number[one], forth, number[other], lattice.opposite(forth)

    def first_link(orbit: frozenset[Link]) -> tuple[int, int]:
        ends = (sorted((number[one], number[other])) for one, other in orbit)
        return min((last, first) for first, last in ends)

    orbits = {
        frozenset(_image(symmetry, (cell, neighbor)) for symmetry in group)
        for cell in cells
        for neighbor in lattice.neighbors(cell)
        if neighbor in number and cell < neighbor
    }
    links = [
        tuple(numbered(*link) for link in sorted(orbit))
        for orbit in sorted(orbits, key=first_link)
    ]
    last_use: dict[int, int] = {}
    for index, orbit_links in enumerate(links):
        for one, _, other, _ in orbit_links:
            last_use[one] = last_use[other] = index
    steps = []
    before: tuple[int, ...] = ()
    for index, orbit_links in enumerate(links):
        touched = {cell for one, _, other, _ in orbit_links for cell in (one, other)}
        present = sorted(set(before) | touched)
        after = tuple(cell for cell in present if last_use[cell] > index)
        leaving = tuple(cell for cell in present if last_use[cell] == index)
        steps.append(_Step(orbit_links, before, after, leaving))
        before = after
    return steps


def _image(symmetry: Map, link: Link) -> Link:
    one, other = sorted(_apply(symmetry, cell) for cell in link)
    return one, other
