"""The states of the frontier of a board that is divided cell by cell.

Cells are placed in reading order on a board `width` cells wide. What the cells to come
have to know is said by the last `width` cells, one in each column: which of them are
connected already, and which must stay in different regions because a wall was drawn
between their regions. (A wall between two cells of one region would be no boundary.)
A region that has left the frontier can never be merged again, and is forgotten.

As the board is plane, both relations can be drawn above the frontier without crossing.
Two cells beside each other in one row are related one way or the other. All structures
with these properties can be listed from left to right; at the end of a row these are
the states.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.exact import Index

Masks = NDArray[np.uint16]
Hashes = NDArray[np.uint64]

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HIGH_BITS = 12
_PARENTS_AT_ONCE = 1 << 14


@dataclass(frozen=True)
class States:
    """Frontiers; bit j of a mask stands for column j.

    Attributes
    ----------
    same
        (width, n): the columns connected to column i, i among them.
    differ
        (width, n): the columns that must never be connected to column i.
    """

    same: Masks
    differ: Masks

    def __len__(self) -> int:
        return int(self.same.shape[1])

    def at(self, index: Index | slice) -> "States":
        """Return copies of some states."""
        return States(self.same[:, index].copy(), self.differ[:, index].copy())

    def hashes(self, last: int) -> Hashes:
        """Return (n,) words that are different for different states, as is checked.

        Parameters
        ----------
        last
            The column of the cell that was placed last. The high bits are a hash of the
            half of the frontier that is far from it: a step hardly changes this half,
            so states that are near in memory come from states that are near.
        """
        width = len(self.same)
        middle = width // 2
        far = range(middle, width) if last < middle else range(middle)
        low = self.mixed(range(width)) >> np.uint64(_HIGH_BITS)
        high = self.mixed(far)
        return high >> np.uint64(64 - _HIGH_BITS) << np.uint64(64 - _HIGH_BITS) | low

    def mixed(self, columns: range) -> Hashes:
        """Return (n,) hashes of what some columns are to each other."""
        seen = sum(1 << column for column in columns)
        words = (len(columns) + 1) // 2
        packed = np.zeros((len(self), words, 2, 2), dtype=np.uint16)
        for place, column in enumerate(columns):
            word, half = divmod(place, 2)
            packed[:, word, half, 0] = self.same[column] & np.uint16(seen)
            packed[:, word, half, 1] = self.differ[column] & np.uint16(seen)
        mixed = np.zeros(len(self), dtype=np.uint64)
        for part in packed.reshape(len(self), 4 * words).view(np.uint64).T:
            mixed ^= part
            mixed *= _FACTOR
            mixed ^= mixed >> np.uint64(32)
        mixed *= _FACTOR
        return mixed ^ mixed >> np.uint64(29)


def number_of_states(width: int) -> int:
    """Return the number of states after a row."""
    # Per number of regions that are visible from the right.
    ways = [0, 1]
    for _ in range(width - 1):
        after = [0] * (len(ways) + 1)
        for visible, number in enumerate(ways):
            if number:
                after[visible] += number
                after[visible + 1] += number
                if visible > 1:
                    after[visible - 1] += number
                for reached in range(2, visible + 1):
                    after[reached] += number << (visible - reached)
        ways = after
    return sum(ways)


def structures(width: int) -> Iterator[States]:
    """Yield all states after a row, in parts."""
    cell = np.ones((1, 1), dtype=np.uint16)
    known = States(cell, cell - cell), cell[0]
    for column in range(1, width - 1):
        known = _joined_parts(_with_column(*known, column))
    if width == 1:
        yield known[0]
        return
    parents, visible = known
    for first in range(0, len(parents), _PARENTS_AT_ONCE):
        some = slice(first, first + _PARENTS_AT_ONCE)
        parts = _with_column(parents.at(some), visible[some], width - 1)
        yield _joined_parts(parts)[0]


def _joined_parts(parts: Iterator[tuple[States, Masks]]) -> tuple[States, Masks]:
    states, visible = zip(*parts, strict=True)
    same, differ = zip(*((part.same, part.differ) for part in states), strict=True)
    joined = States(np.concatenate(same, axis=1), np.concatenate(differ, axis=1))
    return joined, np.concatenate(visible)


def _with_column(
    parents: States, visible: Masks, column: int
) -> Iterator[tuple[States, Masks]]:
    """Yield all states with one more column, and the regions visible from its right.

    A region is visible if no relation passes over it; its bit is its last column. The
    new cell joins a visible region, or is a new region, which is related to any visible
    ones. In both cases the cell before must be related to it.
    """
    for last in range(column):
        joins = visible >> last & 1 == 1
        if last < column - 1:
            joins &= parents.differ[last] >> (column - 1) & 1 == 1
        index = np.flatnonzero(joins)
        some = parents.at(index)
        yield (
            _appended(some, some.same[last], some.differ[last]),
            visible[index] & np.uint16((1 << last) - 1) | np.uint16(1 << column),
        )
    index = np.arange(len(parents))
    related, seen = parents.same[column - 1], visible
    for last in reversed(range(column - 1)):
        more = np.flatnonzero(seen >> last & 1)
        passed = np.uint16((2 << last) - 1)
        related = np.concatenate(
            [related, related[more] | parents.same[last][index[more]]]
        )
        seen = np.concatenate([seen, seen[more] & passed])
        index = np.concatenate([index, index[more]])
    new = _appended(parents.at(index), np.zeros_like(related), related)
    yield new, seen | np.uint16(1 << column)


def _appended(states: States, region: Masks, others: Masks) -> States:
    """Add a column that belongs to a region, or to a new one, unlike others."""
    column, count = states.same.shape
    place = np.uint16(1 << column)
    same = np.empty((column + 1, count), dtype=np.uint16)
    differ = np.empty_like(same)
    for i in range(column):
        same[i] = states.same[i] | place * bit(region, i)
        differ[i] = states.differ[i] | place * bit(others, i)
    same[column] = region | place
    differ[column] = others
    return States(same, differ)


def bit(masks: Masks, i: int) -> Masks:
    """Return one bit of each mask, as 0 or 1."""
    return (masks >> np.uint16(i)) & np.uint16(1)
