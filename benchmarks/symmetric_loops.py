"""Count the symmetric loops through all colors on an empty board; exact, no solver.

    python benchmarks/symmetric_loops.py 4
    python benchmarks/symmetric_loops.py 3 square

The board is one of fences without posts; its side is the number of steps from the
middle to the border.

A loop is counted once, however many symmetries it has. For a group H of symmetries let
f(H) be the number of loops that all of H maps to themselves. A loop with the group G of
symmetries is in f(H) for each subgroup H of G, and by the definition of the Moebius
function mu of the lattice of subgroups the sum of mu(H) over the subgroups of G other
than the trivial one is -1, or 0 if G is trivial. So the number wanted is the sum of
-mu(H) f(H) over all non-trivial groups H.

f(H) is found by dynamic programming over the links of the board: all links that the
group maps to each other, an orbit, are taken or left together, and what is kept of the
choices made before is how the ends of open paths belong together. All states are
advanced at the same time, in arrays.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import combinations_with_replacement
from operator import or_
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.exact import grouped

FAMILIES = Path(__file__).parents[1] / "encodings" / "families"
sys.path.append(str(FAMILIES))
from fences_lattices import (  # noqa: E402 (a file of the puzzle type)
    HEXAGONAL,
    Cell,
    FenceLattice,
    Symmetry,
    by_name,
)

Group = frozenset[Symmetry]
Link = tuple[int, int, int, int]
"""Cell, direction, cell, direction back; cells by their numbers."""
Arms = NDArray[np.int16]
Bools = NDArray[np.bool_]
Index = NDArray[np.intp]

_LARGEST_GROUP = 12
_MOEBIUS = {1: 1, 2: -1, 3: -1, 4: 0, 6: 1}

_UNTOUCHED, _DONE = -2, -1
_DIRECTIONS = 8

_FACTORS = np.random.default_rng(0).integers(1 << 64, size=(2, 256), dtype=np.uint64)
"""The two hashes of a state are sums of products with these."""


def count_symmetric_loops(
    side: int, lattice: FenceLattice = HEXAGONAL, report: Report = silent
) -> int:
    """Return how many symmetric loops visit all colors of an empty board."""
    groups = _up_to_rotation(_symmetry_groups(lattice, side), lattice)
    total = 0
    for done, (group, copies) in enumerate(groups.items()):
        report("groups of symmetries", done, len(groups))
        if weight := -_moebius(group):
            total += weight * copies * _count_invariant_loops(lattice, side, group)
    return total


# Groups -------------------------------------------------------------------------------


def _symmetry_groups(lattice: FenceLattice, side: int) -> list[Group]:
    """Return the finite groups that loops through all colors can have as symmetries.

    Those whose Moebius function is 0 may be left out. Two maps of prime order generate
    each of the others. A loop through all colors has the middle of the board in its
    convex hull, so a symmetry takes the middle to a cell of the board.
    """
    maps = [
        linear._replace(s=cell.x, t=cell.y)
        for linear in lattice.linear_parts()
        for cell in lattice.cells(side)
    ]
    maps = [one for one in maps if _generated([one], lattice, side) is not None]
    pairs = combinations_with_replacement(sorted(maps), 2)
    groups = (_generated(list(pair), lattice, side) for pair in pairs)
    return list(dict.fromkeys(group for group in groups if group is not None))


def _generated(maps: list[Symmetry], lattice: FenceLattice, side: int) -> Group | None:
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


def _moebius(group: Group) -> int:
    """Return mu(H) for a cyclic group of rotations or a dihedral group."""
    rotations = sum(one.kind == "rotation" for one in group)
    sign = 1 if rotations == len(group) else -rotations
    return sign * _MOEBIUS[rotations]


def _up_to_rotation(groups: Sequence[Group], lattice: FenceLattice) -> Counter[Group]:
    """Return one of the groups that rotations of the board map to each other.

    Its value is the number of these groups. A rotation permutes the colors, so each of
    them has the same number of loops.
    """
    turn, back = lattice.linear_map(1), lattice.linear_map(-1)
    order = {group: number for number, group in enumerate(groups)}

    def first_image(group: Group) -> Group:
        images = [group]
        for _ in lattice.directions:
            images.append(frozenset(turn.after(m).after(back) for m in images[-1]))
        return min(images, key=order.__getitem__)

    return Counter(map(first_image, groups))


# Loops that a group maps to themselves ------------------------------------------------


class _States(NamedTuple):
    """States of a frontier of m cells."""

    arms: Arms
    """(m, n): for each cell `_UNTOUCHED`, `_DONE`, or, for an open end, 8 * mate +
    direction: the cell at the other end of its path, and the direction of its arm."""
    colors: NDArray[np.int16]
    """(n,): the colors that are visited, as bits."""
    ways: NDArray[np.int64]
    """(n,): the number of choices that lead to each state."""

    def at(self, index: Bools | Index) -> "_States":
        return _States(self.arms[:, index], self.colors[index], self.ways[index])


def _count_invariant_loops(lattice: FenceLattice, side: int, group: Group) -> int:
    """Return the number of loops that the group maps to themselves.

    Orbits of links are decided one after the other.
    """
    cells = [
        cell
        for cell in lattice.cells(side)
        if all(lattice.distance(symmetry.image(cell)) <= side for symmetry in group)
    ]
    color = [0 if (c := lattice.color(cell)) is None else 1 << c for cell in cells]
    full = (1 << len(lattice.vectors)) - 1
    loops = 0
    states = _States(
        np.zeros((0, 1), dtype=np.int16),
        np.zeros(1, dtype=np.int16),
        np.ones(1, dtype=np.int64),
    )
    orbits = _orbits(lattice, cells, group)
    ends = [{cell for a, _, b, _ in links for cell in (a, b)} for links in orbits]
    last_use = {cell: index for index, some in enumerate(ends) for cell in some}
    frontier: list[int] = []
    for index, (links, touched) in enumerate(zip(orbits, ends, strict=True)):
        row = {cell: place for place, cell in enumerate(sorted({*frontier, *touched}))}
        arms = np.full((len(row), len(states.ways)), _UNTOUCHED, dtype=np.int16)
        arms[[row[cell] for cell in frontier]] = states.arms
        states = states._replace(arms=arms)
        taken, closed = _taken(states, links, row, lattice)
        seen = np.int16(reduce(or_, (color[cell] for cell in touched)))
        loops += int(closed.ways[closed.colors | seen == full].sum())
        taken = taken._replace(colors=taken.colors | seen)
        frontier = [cell for cell in row if last_use[cell] > index]
        leaving = [row[cell] for cell in row if last_use[cell] == index]
        kept = [row[cell] for cell in frontier]
        states = _merged([_moved(part, leaving, kept) for part in (states, taken)])
    return loops


def _taken(
    states: _States, links: list[Link], row: dict[int, int], lattice: FenceLattice
) -> tuple[_States, _States]:
    """Add links to the paths; return the states, and those that the last link closes.

    Where a loop is closed that is not the whole, there is no state.
    """
    row_of = np.zeros(max(row) + 1, dtype=np.intp)
    row_of[list(row)] = list(row.values())
    closed = states
    for one, forth, other, back in links:
        fits = _fits(states.arms[row[one]], forth, lattice)
        fits &= _fits(states.arms[row[other]], back, lattice)
        states = states.at(fits)
        closes = states.arms[row[one]] // _DIRECTIONS == other
        only = np.count_nonzero(states.arms >= 0, axis=0) == 2
        closed, states = states.at(closes & only), states.at(~closes)
        arms = states.arms
        here, there = arms[row[one]].copy(), arms[row[other]].copy()
        start = np.where(here == _UNTOUCHED, one, here // _DIRECTIONS)
        end = np.where(there == _UNTOUCHED, other, there // _DIRECTIONS)
        for cell, arm, direction, near, far in (
            (one, here, forth, start, end),
            (other, there, back, end, start),
        ):
            opened = _DIRECTIONS * far + direction
            arms[row[cell]] = np.where(arm == _UNTOUCHED, opened, _DONE)
            moved = np.flatnonzero(near != cell)
            place = row_of[near[moved]], moved
            arms[place] = _DIRECTIONS * far[moved] + arms[place] % _DIRECTIONS
    return states, closed


def _fits(arms: Arms, direction: int, lattice: FenceLattice) -> Bools:
    """Tell where a cell can get an arm in a direction."""
    fits: Bools = arms != _DONE
    for other in lattice.directions:
        if lattice.is_sharp(other, direction):
            fits &= (arms < 0) | (arms % _DIRECTIONS != other)
    return fits


def _moved(states: _States, leaving: list[int], kept: list[int]) -> _States:
    """Return the states on the next frontier that leave no open end behind."""
    left_behind = np.count_nonzero(states.arms[leaving] >= 0, axis=0)
    states = states.at(np.flatnonzero(left_behind == 0))
    return states._replace(arms=states.arms[kept])


def _merged(parts: list[_States]) -> _States:
    """Put states together, each once, with all its ways."""
    arms = np.concatenate([part.arms for part in parts], axis=1)
    colors = np.concatenate([part.colors for part in parts])
    ways = np.concatenate([part.ways for part in parts])
    hashes = _FACTORS[:, :1] * colors.astype(np.uint64)
    for factor, arm in zip(_FACTORS.T[1:], arms, strict=False):
        hashes += factor[:, None] * arm.astype(np.uint64)
    order, begins = grouped(*hashes)
    chosen = order[begins]
    total = np.add.reduceat(ways[order], begins) if len(order) else ways
    return _States(arms[:, chosen], colors[chosen], total)


def _orbits(lattice: FenceLattice, cells: list[Cell], group: Group) -> list[list[Link]]:
    """Order the orbits of links from the rim inwards, so that few paths are open."""
    number = {cell: index for index, cell in enumerate(cells)}
    orbits = {
        frozenset(tuple(sorted(map(one.image, (cell, near)))) for one in group)
        for cell in cells
        for near in lattice.neighbors(cell)
        if near in number and cell < near
    }

    def numbered(cell: Cell, near: Cell) -> Link:
        forth, back = lattice.neighbors(cell).index(near), lattice.neighbors(near)
        return number[cell], forth, number[near], back.index(cell)

    def first_link(links: list[Link]) -> tuple[int, int]:
        return min((max(one, other), min(one, other)) for one, _, other, _ in links)

    links = ([numbered(*link) for link in sorted(orbit)] for orbit in orbits)
    return sorted(links, key=first_link)


if __name__ == "__main__":
    side, lattice = int(sys.argv[1]), [*sys.argv, HEXAGONAL.name][2]
    print(count_symmetric_loops(side, by_name(lattice)))
