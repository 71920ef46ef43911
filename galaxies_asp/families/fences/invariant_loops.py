"""Count the loops through all colors of an empty board that a group maps to themselves.

This is dynamic programming over the links of the board: all links that the group maps
to each other, an orbit, are taken or left together, and what is kept of the choices
made before is how the ends of open paths belong together. All states are advanced at
the same time, in arrays.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.exact import grouped
from galaxies_asp.families.fences.groups import Group, Map, apply
from galaxies_asp.families.fences.lattice import Cell, Lattice, minus

Link = tuple[Cell, Cell]
NumberedLink = tuple[int, int, int, int]
"""Cell, direction, cell, direction back; cells by their numbers."""
Arms = NDArray[np.int16]
Bools = NDArray[np.bool_]
Index = NDArray[np.intp]

_UNTOUCHED, _DONE = -2, -1
_DIRECTIONS = 8

_FACTORS = np.random.default_rng(0).integers(1 << 64, size=(2, 256), dtype=np.uint64)
"""The two hashes of a state are sums of products with these."""


@dataclass(frozen=True)
class _Step:
    """One decision: the links of an orbit, and how it changes the frontier."""

    links: tuple[NumberedLink, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    leaving: tuple[int, ...]


@dataclass(frozen=True)
class _States:
    """States of a frontier of m cells.

    Attributes
    ----------
    arms
        (m, n): for each cell `_UNTOUCHED`, `_DONE`, or, for an open end, 8 * mate +
        direction: the cell at the other end of its path, and the direction of its arm.
    colors
        (n,): the colors that are visited, as bits.
    ways
        (n,): the number of choices that lead to each state.
    """

    arms: Arms
    colors: NDArray[np.int16]
    ways: NDArray[np.int64]

    def at(self, index: Bools | Index) -> "_States":
        return _States(self.arms[:, index], self.colors[index], self.ways[index])

    def on(self, rows: list[int]) -> "_States":
        """Return the states on some of the cells."""
        return _States(self.arms[rows], self.colors, self.ways)


def count_invariant_loops(lattice: Lattice, side: int, group: Group) -> int:
    """Return the number of loops that the group maps to themselves."""
    cells = [
        cell
        for cell in lattice.cells(side)
        if all(lattice.distance(apply(m, cell)) <= side for m in group)
    ]
    number = {cell: index for index, cell in enumerate(cells)}
    color = [0 if (c := lattice.color(cell)) is None else 1 << c for cell in cells]
    full = (1 << len(lattice.vectors)) - 1
    found = 0
    states = _States(
        np.zeros((0, 1), dtype=np.int16),
        np.zeros(1, dtype=np.int16),
        np.ones(1, dtype=np.int64),
    )
    for step in _steps(lattice, cells, number, group):
        present = sorted({*step.before, *step.leaving, *step.after})
        row = {cell: place for place, cell in enumerate(present)}
        arms = np.full((len(present), len(states.ways)), _UNTOUCHED, dtype=np.int16)
        arms[[row[cell] for cell in step.before]] = states.arms
        states = _States(arms, states.colors, states.ways)
        taken, closed = _taken(states, step.links, row, lattice)
        seen = np.int16(0)
        for one, _, other, _ in step.links:
            seen |= np.int16(color[one] | color[other])
        found += int(closed.ways[closed.colors | seen == full].sum())
        taken = _States(taken.arms, taken.colors | seen, taken.ways)
        states = _merged([_moved(part, step, row) for part in (states, taken)])
    return found


def _taken(
    states: _States,
    links: tuple[NumberedLink, ...],
    row: dict[int, int],
    lattice: Lattice,
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


def _fits(arms: Arms, direction: int, lattice: Lattice) -> Bools:
    """Tell where a cell can get an arm in a direction."""
    fits: Bools = arms != _DONE
    for other in lattice.directions:
        if lattice.is_sharp(other, direction):
            fits &= (arms < 0) | (arms % _DIRECTIONS != other)
    return fits


def _moved(states: _States, step: _Step, row: dict[int, int]) -> _States:
    """Return the states on the next frontier that leave no open end behind."""
    leaving = states.arms[[row[cell] for cell in step.leaving]]
    left_behind = np.count_nonzero(leaving >= 0, axis=0)
    rows = [row[cell] for cell in step.after]
    return states.at(np.flatnonzero(left_behind == 0)).on(rows)


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
    links: list[tuple[NumberedLink, ...]] = [
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
    one, other = sorted(apply(symmetry, cell) for cell in link)
    return one, other
