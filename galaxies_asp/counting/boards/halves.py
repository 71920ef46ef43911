"""The states of the frontier by halves: a near half that changes, and a far half.

The columns of a frontier are cut in two, and a cell is placed in the near half. What
the far half knows of the near one is little: which regions are *visible* from the cut,
one beside the other, and which neighbors among these must stay different. So all states
with the same near half form a block, and its entries are the far halves that fit.
`blocks` tells how they move; `structures` explains the states.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.structures import (
    Hashes,
    Masks,
    States,
    bit,
    mixed,
    structures,
    with_column,
)
from galaxies_asp.counting.exact import HashError, Index

_NUMBER_BITS = np.uint64(7)
"""Room for the numbers of all kinds of near halves."""

NOTHING = 31
"""The last column of a visible region that does not exist: a bit of no mask."""


@dataclass(frozen=True)
class FarHalves:
    """What the far columns can be, for each kind of near half.

    A kind is a word: bit k is the highest if k regions are visible, and bit i tells
    whether those numbered i and i + 1 must stay different.

    Attributes
    ----------
    kinds
        (d,): sorted.
    starts
        (d + 1,): where the far halves that fit each kind begin.
    rows
        (2, b, n): for each of the b far columns the columns of the same region, and of
        those that must differ. The low b bits stand for far columns, the others for
        visible regions.
    """

    kinds: Index
    starts: Index
    rows: Masks

    @cached_property
    def _by_hash(self) -> tuple[Hashes, Index]:
        numbers = np.repeat(np.arange(len(self.kinds)), np.diff(self.starts))
        return _sorted(_hashes(numbers, self.rows))

    def find(self, kind: Index, rows: Masks) -> Index:
        """Return the places of (n,) far halves among those of their kinds."""
        number = np.searchsorted(self.kinds, kind)
        at = _found(*self._by_hash, _hashes(number, rows))
        return at - self.starts[number]

    def of(self, kind: int) -> Masks:
        """Return the rows of the far halves that fit a kind."""
        number = int(np.searchsorted(self.kinds, kind))
        return self.rows[:, :, self.starts[number] : self.starts[number + 1]]


def far_halves(kinds: Iterable[int], columns: int, is_beside: bool) -> FarHalves:
    """List the far halves.

    Parameters
    ----------
    is_beside
        Whether the first far column lies in the row of the last near one.
    """
    ordered = sorted(set(kinds))
    rows = []
    for kind in ordered:
        visible = kind.bit_length() - 1
        states = np.zeros((2, visible, 1), dtype=np.uint16)
        for i in range(visible):
            states[0, i] = 1 << i
            if i + 1 < visible and kind >> i & 1:
                states[1, i] |= 2 << i
                states[1, i + 1] |= 1 << i
        known = States(*states), np.array([(1 << visible) - 1], dtype=np.uint16)
        for column in range(columns):
            known = with_column(
                *known, visible + column, is_beside=is_beside or column > 0
            )
        masks = np.array([known[0].same[visible:], known[0].differ[visible:]])
        rows.append(masks >> visible | (masks & ((1 << visible) - 1)) << columns)
    starts = np.cumsum([0, *(some.shape[2] for some in rows)])
    return FarHalves(np.array(ordered), starts, np.concatenate(rows, axis=2))


@dataclass(frozen=True)
class Layout:
    """The states of a board in which some cells of a row have been placed, by blocks.

    Attributes
    ----------
    near
        (a, n): the near halves, by hash.
    far
        The far halves.
    """

    near: States
    far: FarHalves

    @cached_property
    def lasts(self) -> NDArray[np.uint32]:
        """(a, n): the last columns of the visible regions, from the left."""
        return _lasts(self.near)

    @cached_property
    def kinds(self) -> Index:
        """(n,): what the far half knows of each near half."""
        return _kinds(self.near)

    @cached_property
    def starts(self) -> Index:
        """(n + 1,): where each block begins."""
        number = np.searchsorted(self.far.kinds, self.kinds)
        return np.append(0, np.cumsum(np.diff(self.far.starts)[number]))

    def __len__(self) -> int:
        return int(self.starts[-1])

    def find(self, states: States) -> Index:
        """Return the numbers of the near halves of n states."""
        columns = len(self.near.same)
        inside = np.uint16((1 << columns) - 1)
        near = States(states.same[:columns] & inside, states.differ[:columns] & inside)
        hashes = self.near.mixed(range(columns))
        return _found(hashes, np.arange(len(hashes)), near.mixed(range(columns)))

    def places(self, states: States) -> Index:
        """Return the places of n states of all columns."""
        columns, far = len(self.near.same), self.far.rows.shape[1]
        number = self.find(states)
        lasts = self.lasts[:, number]
        rows = np.empty((2, far, len(states)), dtype=np.uint16)
        for out, masks in zip(rows, (states.same, states.differ), strict=True):
            for row, mask in zip(out, masks[columns:], strict=True):
                row[:] = mask >> columns | seen(mask, lasts) << far
        return self.starts[number] + self.far.find(self.kinds[number], rows)


def layouts(columns: int, cut: int) -> list[Layout]:
    """Return the layouts of a board by where the row ends that is being placed.

    Item g is for the columns g - 1 and g: one of these two cells is in the row that is
    being placed, and the other one in the row above. Item 0 is for a complete row. The
    cut is the number of near columns.
    """
    near = [_near_halves(cut, gap) for gap in range(cut + 1)]
    kinds = [_kinds(states).tolist() for states in near]
    inside = far_halves(chain(*kinds[:-1]), columns - cut, is_beside=True)
    at_cut = far_halves(kinds[-1], columns - cut, is_beside=False)
    return [Layout(n, f) for n, f in zip(near, [inside] * cut + [at_cut], strict=True)]


def _near_halves(columns: int, gap: int) -> States:
    """Return the near halves of a layout, by hash."""
    near = States.joined(list(structures(columns, gap)))
    return near.at(_sorted(near.mixed(range(columns)))[1])


def column_mask(masks: Masks, i: int) -> Masks:
    """Return the columns in whose masks a bit is set."""
    result = np.zeros(masks.shape[1], dtype=np.uint16)
    for y, mask in enumerate(masks):
        result |= bit(mask, i) << np.uint16(y)
    return result


def seen(masks: Masks, lasts: NDArray[np.uint32]) -> Masks:
    """Return which visible regions n masks of columns contain."""
    result = np.zeros(len(masks), dtype=np.uint32)
    wide = masks.astype(np.uint32)
    for i, last in enumerate(lasts):
        result |= (wide >> last & np.uint32(1)) << np.uint32(i)
    return result.astype(np.uint16)


def _lasts(near: States) -> NDArray[np.uint32]:
    """Return the last columns of the visible regions; see `Layout.lasts`.

    A region is visible if no region or relation passes over its last column.
    """
    columns, number = near.same.shape
    result = np.full((columns, number), NOTHING, dtype=np.uint32)
    found = np.zeros(number, dtype=np.intp)
    for last in range(columns):
        beyond = near.same[last]
        for i in range(last):
            outside = bit(near.same[last], i) ^ np.uint16(1)
            beyond = beyond | (near.same[i] | near.differ[i]) * outside
        index = np.flatnonzero(beyond >> np.uint16(last) < 2)
        result[found[index], index] = last
        found[index] += 1
    return result


def _kinds(near: States) -> Index:
    """Return (n,): what a far half knows of near halves; see `FarHalves`."""
    lasts = _lasts(near)
    numbers = np.arange(lasts.shape[1])
    result: Index = 1 << (lasts != NOTHING).sum(0)
    for i, (last, following) in enumerate(pairwise(lasts)):
        row = np.minimum(last, len(lasts) - 1)
        differ = near.differ[row, numbers].astype(np.uint32)
        result |= (differ >> following & 1).astype(np.intp) << i
    return result


def _hashes(numbers: Index, rows: Masks) -> Hashes:
    """Return hashes of (2, b, n) masks, in the order of the numbers."""
    words = np.zeros(len(numbers), dtype=np.uint64)
    for same, differ in rows.transpose(1, 0, 2):
        words = mixed(words ^ (same.astype(np.uint64) << np.uint64(16) | differ))
    return words >> _NUMBER_BITS | numbers.astype(np.uint64) << (
        np.uint64(64) - _NUMBER_BITS
    )


def _sorted(hashes: Hashes) -> tuple[Hashes, Index]:
    """Return different hashes in order, and their places."""
    order = np.argsort(hashes)
    ordered = hashes[order]
    if (ordered[1:] == ordered[:-1]).any():
        raise HashError("two parts of a frontier have the same hash")
    return ordered, order


def _found(ordered: Hashes, order: Index, hashes: Hashes) -> Index:
    """Return the places of hashes among those that `_sorted` put in order."""
    at = np.minimum(np.searchsorted(ordered, hashes), len(ordered) - 1)
    if (ordered[at] != hashes).any():
        raise HashError("a part of a frontier is not among those that were listed")
    return order[at]
