"""The frontier of a board that is divided cell by cell, and how it moves on.

Cells are placed in reading order on a board `width` cells wide. What the cells to come
have to know is said by the last `width` cells, one in each column: which of them are
connected already, and which must stay in different regions because a wall was drawn
between their regions. (A wall between two cells of one region would be no boundary.)
A region that has left the frontier can never be merged again, and is forgotten.

A state is held as two bit masks for each column i: `same[i]`, the columns connected to
i (i among them), and `differ[i]`, the columns that must never be connected to i. Both
relations are symmetric, so their upper triangles are a key of two 64-bit words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.exact import Index

Masks = NDArray[np.uint16]
Keys = NDArray[np.uint64]
Options = NDArray[np.uint8]

MAX_WIDTH = 11
"""The upper triangle of a relation on 11 columns has 55 bits, on 12 columns 66."""

WALL_LEFT = 1
WALL_ABOVE = 2
"""What was drawn at a placed cell, as flags."""

_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Step:
    """How the states before a cell lead to the states after it.

    Attributes
    ----------
    keys
        (m, 2): the states after the cell, sorted in a way that only depends on them.
    source
        (t,): for each transition the index of the state before; the transitions into
        one state are beside each other.
    option
        (t,): what is drawn at the cell, flags `WALL_LEFT` and `WALL_ABOVE`.
    starts
        (m,): where the transitions into each state begin.
    """

    keys: Keys
    source: Index
    option: Options
    starts: Index

    def into(self, state: int) -> slice:
        """Return the transitions into a state."""
        last = state + 1 == len(self.starts)
        return slice(self.starts[state], None if last else self.starts[state + 1])


def first_row(width: int) -> Keys:
    """Return the states after the first row: entry k has the walls of k's bits.

    Bit i of k stands for the wall between the columns i and i + 1.
    """
    number = np.arange(1 << (width - 1))
    walls = (number[:, None] >> np.arange(width - 1)) & 1
    region = np.concatenate([np.zeros_like(number)[:, None], walls], 1).cumsum(1)
    apart = np.abs(region[:, :, None] - region[:, None, :])
    place = 1 << np.arange(width)
    same = ((apart == 0) * place).sum(2).astype(np.uint16)
    differ = ((apart == 1) * place).sum(2).astype(np.uint16)
    return _pack(same, differ)


def place_cell(keys: Keys, column: int, width: int) -> Step:
    """Return what placing a cell below the first row does to the states before it."""
    same, differ = _unpack(keys, width)
    parts = [
        (_pack(*masks), source, option)
        for masks, source, option in _successors(same, differ, column)
    ]
    del same, differ
    targets = np.concatenate([part[0] for part in parts])
    sources = np.concatenate([part[1] for part in parts])
    options = np.concatenate(
        [np.full(len(part[1]), part[2], dtype=np.uint8) for part in parts]
    )
    del parts
    order, starts = _group(targets)
    return Step(targets[order[starts]], sources[order], options[order], starts)


def _successors(
    same: Masks, differ: Masks, column: int
) -> Iterator[tuple[tuple[Masks, Masks], Index, int]]:
    """Yield for each way to draw the cell: the masks after, their sources, the way."""
    everything = np.arange(len(same), dtype=np.int32)
    if column == 0:
        yield (same, differ), everything, WALL_LEFT
        beside = same[:, 0]
        yield _new_region(same, differ, 0, beside), everything, WALL_LEFT | WALL_ABOVE
        return
    left, above = same[:, column - 1], same[:, column]
    may_join = _where((differ[:, column] >> (column - 1)) & 1 == 0)
    are_apart = _where((above >> (column - 1)) & 1 == 0)
    yield _joined(same[may_join], differ[may_join], column), may_join, 0
    separated = _separated(same[are_apart], differ[are_apart], column)
    yield separated, are_apart, WALL_LEFT
    yield _moved_left(*separated, column), are_apart, WALL_ABOVE
    both = WALL_LEFT | WALL_ABOVE
    yield _new_region(same, differ, column, left | above), everything, both


def _joined(same: Masks, differ: Masks, column: int) -> tuple[Masks, Masks]:
    """Connect the cell on the left with the cell above."""
    union = same[:, column - 1] | same[:, column]
    others = differ[:, column - 1] | differ[:, column]
    return _updated(same, differ, union, others)


def _separated(same: Masks, differ: Masks, column: int) -> tuple[Masks, Masks]:
    """Add the constraint that the regions on the left and above differ."""
    left, above = same[:, column - 1], same[:, column]
    differ = differ.copy()
    for i in range(differ.shape[1]):
        differ[:, i] |= above * _bit(left, i) | left * _bit(above, i)
    return same, differ


def _moved_left(same: Masks, differ: Masks, column: int) -> tuple[Masks, Masks]:
    """Give the column to the region on the left."""
    same, differ = _left_behind(same, differ, column)
    union = same[:, column - 1] | np.uint16(1 << column)
    return _updated(same, differ, union, differ[:, column - 1].copy())


def _new_region(
    same: Masks, differ: Masks, column: int, beside: Masks
) -> tuple[Masks, Masks]:
    """Give the column to a new region, which must differ from those beside it."""
    same, differ = _left_behind(same, differ, column)
    alone = np.uint16(1 << column)
    others = beside & ~alone
    same[:, column] = alone
    differ[:, column] = others
    for i in range(same.shape[1]):
        differ[:, i] |= alone * _bit(others, i)
    return same, differ


def _left_behind(same: Masks, differ: Masks, column: int) -> tuple[Masks, Masks]:
    """Return copies without the cell of this column; its own entries mean nothing."""
    others = ~np.uint16(1 << column)
    return same & others, differ & others


def _updated(
    same: Masks, differ: Masks, union: Masks, others: Masks
) -> tuple[Masks, Masks]:
    """Return copies where the columns of `union` are one region, unlike `others`."""
    same, differ = same.copy(), differ.copy()
    for i in range(same.shape[1]):
        inside = _bit(union, i).astype(bool)
        same[:, i] = np.where(inside, union, same[:, i])
        differ[:, i] = np.where(inside, others, differ[:, i])
        differ[:, i] |= union * _bit(others, i)
    return same, differ


def _where(condition: NDArray[np.bool_]) -> Index:
    return np.flatnonzero(condition).astype(np.int32)


def _bit(masks: Masks, i: int) -> Masks:
    return (masks >> np.uint16(i)) & np.uint16(1)


def _pack(same: Masks, differ: Masks) -> Keys:
    """Return the (n, 2) keys of n states."""
    count, width = same.shape
    keys = np.zeros((count, 2), dtype=np.uint64)
    for word, masks in enumerate((same, differ)):
        offset = 0
        for i in range(width - 1):
            upper = (masks[:, i] >> np.uint16(i + 1)).astype(np.uint64)
            keys[:, word] |= upper << np.uint64(offset)
            offset += width - 1 - i
    return keys


def _unpack(keys: Keys, width: int) -> tuple[Masks, Masks]:
    """Return the (n, width) masks `same` and `differ` of n keys."""
    relations = []
    for word in range(2):
        masks = np.zeros((len(keys), width), dtype=np.uint16)
        offset = 0
        for i in range(width - 1):
            length = width - 1 - i
            upper = (keys[:, word] >> np.uint64(offset)) & np.uint64((1 << length) - 1)
            masks[:, i] |= upper.astype(np.uint16) << np.uint16(i + 1)
            for j in range(i + 1, width):
                masks[:, j] |= _bit(masks[:, i], j) << np.uint16(i)
            offset += length
        relations.append(masks)
    same, differ = relations
    same |= np.uint16(1) << np.arange(width, dtype=np.uint16)
    return same, differ


def _group(keys: Keys) -> tuple[Index, Index]:
    """Return an order in which equal keys are beside each other, and their starts.

    Sorting by one mixed word is several times as fast as by two. Should two different
    keys have the same mixture, which is seen, the keys are sorted by both words.
    """
    mixed = (keys[:, 0] * _HASH_FACTOR) ^ keys[:, 1]
    mixed ^= mixed >> np.uint64(29)
    mixed *= _HASH_FACTOR
    order = np.argsort(mixed)
    mixed = mixed[order]
    new = np.ones(len(keys), dtype=bool)
    new[1:] = mixed[1:] != mixed[:-1]
    del mixed
    starts = np.flatnonzero(new)
    group = np.cumsum(new) - 1
    if not np.array_equal(keys[order[starts]][group], keys[order]):
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        new[1:] = (keys[order[1:]] != keys[order[:-1]]).any(1)
        starts = np.flatnonzero(new)
    return order, starts
