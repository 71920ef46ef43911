"""How the states of a frontier move in blocks, when a cell is placed; see `halves`.

A step leads all of a block to one block, entry by entry, as a table says. Near halves
in which the visible regions change in the same way share the table.
"""

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.frontier import options, possible, with_cell
from galaxies_asp.counting.boards.halves import (
    NOTHING,
    FarHalves,
    Layout,
    column_mask,
    seen,
)
from galaxies_asp.counting.boards.structures import Masks, States, bit
from galaxies_asp.counting.exact import Index

MAX_NEAR_COLUMNS = 8
"""As many regions may be visible, and the masks of a step have 16 bits for both."""


class Tables:
    """The tables of steps, each once; see `moves`."""

    def __init__(self) -> None:
        self._starts: dict[bytes, int] = {}
        self._tables: list[NDArray[np.uint32]] = []
        self._length = 0

    def joined(self) -> NDArray[np.uint32]:
        """Return all tables."""
        return np.concatenate(self._tables)

    def start(self, key: Index, before: FarHalves, after: FarHalves) -> int:
        """Return where the table for a change begins.

        Parameters
        ----------
        key
            The kinds before and after, and what `_change` returned.
        """
        name = key.tobytes() + bytes([before is after])
        if name not in self._starts:
            self._starts[name] = self._length
            self._tables.append(_table(key, before, after))
            self._length += len(self._tables[-1])
        return self._starts[name]


def moves(
    before: Layout, after: Layout, column: int, beside: int, tables: Tables
) -> NDArray[np.int64]:
    """Return how the blocks before a cell lead to those after it.

    Parameters
    ----------
    column, beside
        The column of the cell, and that of its neighbor in the same row; negative if
        there is none.

    Returns (t, 4): where a block begins before and after the step, its length, and
    where its table begins. The ways to the entry i of the block are added to those of
    the entry table[i] after the step.
    """
    doubled = _doubled(before)
    result = []
    for option in options(beside):
        index = possible(doubled, column, beside, option)
        drawn = with_cell(doubled.at(index), column, beside, option)
        target = after.find(drawn)
        keys = np.concatenate(
            [
                [before.kinds[index], after.kinds[target]],
                _change(drawn, after.lasts[:, target]),
            ]
        )
        different, inverse = np.unique(keys, axis=1, return_inverse=True)
        starts = [tables.start(key, before.far, after.far) for key in different.T]
        lengths = np.diff(before.starts)[index]
        table = np.array(starts)[inverse.ravel()]
        result.append([before.starts[index], after.starts[target], lengths, table])
    return np.concatenate(result, axis=1).T.astype(np.int64)


def _doubled(layout: Layout) -> States:
    """Return the near halves with a column more for each visible region.

    So what becomes of the visible regions in a step can be read off.
    """
    columns = len(layout.near.same)
    doubled = []
    for masks in (layout.near.same, layout.near.differ):
        near = np.array([m | seen(m, layout.lasts) << columns for m in masks])
        extended = np.concatenate([near, np.zeros_like(near)])
        for i, last in enumerate(layout.lasts):
            exists = np.flatnonzero(last != NOTHING)
            extended[columns + i, exists] = near[last[exists], exists]
        doubled.append(extended)
    return States(*doubled)


def _change(drawn: States, lasts: NDArray[np.uint32]) -> Index:
    """Return (4 a, n): what became of each visible region.

    The regions that were visible and are the same now, or must differ now; and those
    that are visible now.
    """
    columns = len(lasts)
    both = [*drawn.same[columns:], *drawn.differ[columns:]]
    return np.array(
        [mask >> columns for mask in both] + [seen(mask, lasts) for mask in both]
    )


def _table(key: Index, before: FarHalves, after: FarHalves) -> NDArray[np.uint32]:
    """Return for each far half before a step the one after it."""
    kind, to, *change = key.tolist()
    old_same, old_differ, new_same, new_differ = np.array(change).reshape(4, -1)
    same, differ = before.of(kind)
    far = len(same)
    visible = range(kind.bit_length() - 1)
    inside = [column_mask(same, far + i) for i in visible]
    apart = [column_mask(differ, far + i) for i in visible]

    def united(masks: list[Masks], regions: int) -> Masks:
        chosen = (mask for i, mask in enumerate(masks) if regions >> i & 1)
        return reduce(np.bitwise_or, chosen, np.zeros(same.shape[1], dtype=np.uint16))

    rows = np.array([same, differ]) & np.uint16((1 << far) - 1)
    for i in visible:
        region = united(inside, old_same[i]) | new_same[i] << far
        others = united(apart, old_same[i]) | united(inside, old_differ[i])
        others = others | new_differ[i] << far
        for y in range(far):
            rows[0, y] |= (bit(same[y], far + i) * region).astype(np.uint16)
            rows[1, y] |= (bit(same[y], far + i) * others).astype(np.uint16)
            rows[1, y] |= (bit(differ[y], far + i) * region).astype(np.uint16)
    return after.find(np.full(same.shape[1], to), rows).astype(np.uint32)
