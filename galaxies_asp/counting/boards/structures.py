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

from collections.abc import Iterator, Sequence
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

    @classmethod
    def joined(cls, parts: Sequence["States"]) -> "States":
        """Return the states of several parts."""
        same = np.concatenate([part.same for part in parts], axis=1)
        return cls(same, np.concatenate([part.differ for part in parts], axis=1))

    def mirrored(self) -> "States":
        """Return the mirror images of the states."""
        width = len(self.same)
        images = np.zeros((2, *self.same.shape), dtype=np.uint16)
        for image, masks in zip(images, (self.same, self.differ), strict=True):
            for column in range(width):
                image |= bit(masks[::-1], column) << np.uint16(width - 1 - column)
        return States(*images)

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
        pairs = (len(columns) + 1) // 2
        packed = np.zeros((len(self), pairs, 2, 2), dtype=np.uint16)
        for place, column in enumerate(columns):
            word, half = divmod(place, 2)
            packed[:, word, half, 0] = self.same[column] & np.uint16(seen)
            packed[:, word, half, 1] = self.differ[column] & np.uint16(seen)
        words = np.zeros(len(self), dtype=np.uint64)
        for part in packed.reshape(len(self), 4 * pairs).view(np.uint64).T:
            words = mixed(words ^ part)
        words *= _FACTOR
        return words ^ words >> np.uint64(29)


def mixed(words: Hashes) -> Hashes:
    """Return (n,) words that look random."""
    words = words * _FACTOR
    return words ^ words >> np.uint64(32)


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


def structures(width: int, gap: int = 0) -> Iterator[States]:
    """Yield all states, in parts.

    Parameters
    ----------
    gap
        The number of columns whose cell has been placed in the row that is not
        complete; 0 after a row.
    """
    cell = np.ones((1, 1), dtype=np.uint16)
    known = States(cell, cell - cell), cell[0]
    for column in range(1, width - 1):
        known = with_column(*known, column, is_beside=column != gap)
    if width == 1:
        yield known[0]
        return
    parents, visible = known
    last = width - 1
    for first in range(0, len(parents), _PARENTS_AT_ONCE):
        some = slice(first, first + _PARENTS_AT_ONCE)
        yield with_column(parents.at(some), visible[some], last, is_beside=last != gap)[
            0
        ]


def with_column(
    parents: States, visible: Masks, column: int, *, is_beside: bool = True
) -> tuple[States, Masks]:
    """Return all states with one more column, and the regions visible from its right.

    A region is visible if no relation passes over it; its bit is its last column.
    `is_beside` tells whether the cell lies in the row of the cell before, and must be
    related to it.
    """
    parts = _with_column(parents, visible, column, is_beside)
    states, seen = zip(*parts, strict=True)
    return States.joined(states), np.concatenate(seen)


def _with_column(
    parents: States, visible: Masks, column: int, is_beside: bool
) -> Iterator[tuple[States, Masks]]:
    """Yield the states with one more column; see `with_column`.

    The new cell joins a visible region, or is a new region, which is related to any
    visible ones.
    """
    for last in range(column):
        joins = visible >> last & 1 == 1
        if is_beside and last < column - 1:
            joins &= parents.differ[last] >> (column - 1) & 1 == 1
        index = np.flatnonzero(joins)
        some = parents.at(index)
        yield (
            _appended(some, some.same[last], some.differ[last]),
            visible[index] & np.uint16((1 << last) - 1) | np.uint16(1 << column),
        )
    index = np.arange(len(parents))
    related, seen = np.zeros_like(visible), visible
    if is_beside:
        related = parents.same[column - 1]
    for last in reversed(range(column - 1 if is_beside else column)):
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
