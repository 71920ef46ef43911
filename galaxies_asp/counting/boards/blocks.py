"""The states of the frontier in blocks, and how the blocks move when a cell is placed.

The columns of a frontier are cut in two, and a cell is placed in the near half. What
the far half knows of the near one is little: which regions are *visible* from the cut,
one beside the other, and which neighbors among these must stay different. So all states
with the same near half form a block, and its entries are the far halves that fit.
`frontier` explains the states.

A step leads all of a block to one block, entry by entry, as a table says. Near halves
in which the visible regions change in the same way share the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.boards.frontier import Codes, Hashes, Masks, States, bit
from galaxies_asp.counting.compiled import Threads
from galaxies_asp.counting.exact import HashError, Index, places_in

MAX_NEAR_COLUMNS = 8
"""As many regions may be visible, and the masks of a step have 16 bits for both."""

_NUMBER_BITS = np.uint64(7)
"""Room for the numbers of all kinds of near halves."""

_NOTHING = 31
"""The last column of a visible region that does not exist: a bit of no mask."""


@dataclass(frozen=True)
class FarHalves:
    """What the far columns can be, for each kind of near half.

    A kind is a word: bit k is the highest if k regions are visible, and bit i tells
    whether those numbered i and i + 1 must stay different.
    """

    kinds: Index
    """(d,): sorted."""
    starts: Index
    """(d + 1,): where the far halves that fit each kind begin."""
    rows: Masks
    """(2, b, n): for each of the b far columns the columns of the same region, and of
    those that must differ. The low b bits stand for far columns, the others for visible
    regions.
    """
    hashes: Hashes
    order: Index
    """(n,) each: the hashes of far halves in order, and their places."""

    def find(self, kind: Index, rows: Masks) -> Index:
        """Return the places of n far halves among those of their kinds, or of one."""
        number = np.searchsorted(self.kinds, kind)
        at = _found(self.hashes, self.order, _hashes(number, rows))
        return at - self.starts[number]

    def of(self, kind: int) -> Masks:
        """Return the rows of the far halves that fit a kind."""
        number = int(np.searchsorted(self.kinds, kind))
        return self.rows[:, :, self.starts[number] : self.starts[number + 1]]


def far_halves(kinds: Iterable[int], columns: int, is_beside: bool) -> FarHalves:
    """List the far halves.

    `is_beside` tells whether the first far column lies in the row of the last near one.
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
        seen = np.array([(1 << visible) - 1], dtype=np.uint16)
        for column in range(visible, visible + columns):
            beside = is_beside or column > visible
            states, seen = frontier.with_column(states, seen, column, is_beside=beside)
        far = states[:, visible:]
        rows.append(far >> visible | (far & ((1 << visible) - 1)) << columns)
    lengths = [some.shape[2] for some in rows]
    joined = np.concatenate(rows, axis=2)
    hashes = _hashes(np.repeat(np.arange(len(ordered)), lengths), joined)
    starts = np.cumsum([0, *lengths])
    return FarHalves(np.array(ordered), starts, joined, *_sorted(hashes))


@dataclass(frozen=True)
class BlockLayout:
    """The states of a board where some cells of a row have been placed, by blocks."""

    near: States
    """(2, a, n): the near halves, by hash."""
    hashes: Hashes
    lasts: Codes
    """(a, n): the last columns of the visible regions, from the left."""
    kinds: Index
    """(n,): what the far half knows of each near half."""
    far: FarHalves
    """The far halves."""

    @cached_property
    def starts(self) -> Index:
        """(n + 1,): where each block begins."""
        number = np.searchsorted(self.far.kinds, self.kinds)
        return np.append(0, np.cumsum(np.diff(self.far.starts)[number]))

    def __len__(self) -> int:
        return int(self.starts[-1])

    def find(self, states: States) -> Index:
        """Return the numbers of the near halves of n states."""
        hashes = frontier.hashes(states, range(self.near.shape[1]))
        return _found(self.hashes, np.arange(len(self.hashes)), hashes)

    def places(self, states: States) -> Index:
        """Return the places of n states of all columns."""
        number = self.find(states)
        return self.starts[number] + self.entries(states, number)

    def entries(self, states: States, number: Index) -> Index:
        """Return the places of n states in their blocks; all may be in the same one."""
        columns, far = self.near.shape[1], self.far.rows.shape[1]
        masks = states[:, columns:]
        rows = masks >> columns | _seen(masks, self.lasts[:, number]) << far
        return self.far.find(self.kinds[number], rows)

    def block(self, number: int) -> States:
        """Return the states of a block: a near half with all far halves that fit."""
        near, rows = self.near[..., number], self.far.of(self.kinds[number])
        columns, far, count = near.shape[1], *rows.shape[1:]
        states = np.zeros((2, columns + far, count), dtype=np.uint16)
        close, beyond = states[:, :columns], states[:, columns:]
        close |= near[..., None]
        beyond |= (rows & np.uint16((1 << far) - 1)) << columns
        places = np.arange(columns + far, dtype=np.uint16)[:, None]
        # What relates a far column to a visible region relates all columns of both.
        for i, last in enumerate(self.lasts[:, number]):
            if last == _NOTHING:
                break
            region, others = near[:, last]
            belongs, differs = related = bit(rows, far + i)
            inside, outside = (near[:, last, None, None] >> places[:columns]) & 1
            joined, apart = np.bitwise_or.reduce(related << places[columns:], axis=1)
            close[0] |= inside * joined
            close[1] |= outside * joined | inside * apart
            beyond[0] |= belongs * region
            beyond[1] |= belongs * others | differs * region
        return states


def layouts(columns: int, cut: int, threads: Threads) -> list[BlockLayout]:
    """Return the layouts of a board by where the row ends that is being placed.

    Item g is for the columns g - 1 and g: one of these two cells is in the row that is
    being placed, and the other one in the row above. Item 0 is for a complete row. The
    cut is the number of near columns.
    """

    def near_halves(gap: int) -> tuple[States, Hashes, Codes, Index]:
        listed = zip(*frontier.structures(cut, gap), strict=True)
        near, visible = (np.concatenate(some, axis=-1) for some in listed)
        hashes, order = _sorted(frontier.hashes(near, range(cut)))
        near, lasts = near.take(order, axis=2), _lasts(visible[order], cut)
        return near, hashes, lasts, _kinds(near, lasts)

    parts = threads.map(near_halves, range(cut + 1))
    kinds = [part[-1].tolist() for part in parts]
    far = partial(far_halves, columns=columns - cut)
    at_cut, inside = threads.map(
        lambda known: far(known, is_beside=known is not kinds[-1]),
        [kinds[-1], list(chain(*kinds[:-1]))],
    )
    return [
        *(BlockLayout(*part, inside) for part in parts[:-1]),
        BlockLayout(*parts[-1], at_cut),
    ]


def _seen(masks: Masks, lasts: Codes) -> Masks:
    """Return which visible regions (..., n) masks of columns contain."""
    result = np.zeros(masks.shape, dtype=np.uint32)
    wide = masks.astype(np.uint32)
    for i, last in enumerate(lasts):
        result |= (wide >> last & np.uint32(1)) << np.uint32(i)
    return result.astype(np.uint16)


def _lasts(visible: Masks, columns: int) -> Codes:
    """Return the last columns of the regions that are visible; see `BlockLayout`."""
    column = np.arange(columns, dtype=np.uint16)[:, None]
    is_last = visible >> column & 1
    ordered = np.argsort(is_last == 0, axis=0, kind="stable")
    return np.where(column < is_last.sum(0), ordered, _NOTHING).astype(np.uint32)


def _kinds(near: States, lasts: Codes) -> Index:
    """Return (n,): what a far half knows of near halves; see `FarHalves`."""
    numbers = np.arange(lasts.shape[1])
    result: Index = 1 << (lasts != _NOTHING).sum(0)
    for i, (last, following) in enumerate(pairwise(lasts)):
        row = np.minimum(last, len(lasts) - 1)
        differ = near[1, row, numbers].astype(np.uint32)
        result |= (differ >> following & 1).astype(np.intp) << i
    return result


def _hashes(numbers: Index, rows: Masks) -> Hashes:
    """Return hashes of (2, b, n) masks, in the order of the n numbers, or of one."""
    words = np.zeros(rows.shape[2], dtype=np.uint64)
    for same, differ in rows.transpose(1, 0, 2):
        words = frontier.mixed(
            words ^ (same.astype(np.uint64) << np.uint64(16) | differ)
        )
    high = numbers.astype(np.uint64) << (np.uint64(64) - _NUMBER_BITS)
    return words >> _NUMBER_BITS | high


def _sorted(hashes: Hashes) -> tuple[Hashes, Index]:
    """Return different hashes in order, and their places."""
    order = np.argsort(hashes)
    ordered = hashes[order]
    if (ordered[1:] == ordered[:-1]).any():
        raise HashError("two parts of a frontier have the same hash")
    return ordered, order


def _found(ordered: Hashes, order: Index, hashes: Hashes) -> Index:
    """Return the places of hashes among those that `_sorted` put in order."""
    at = places_in(ordered, hashes)
    if (at < 0).any():
        raise HashError("a part of a frontier is not among those that were listed")
    return order[at]


class Tables:
    """The tables of steps, each once, and by name where each starts; see `moves`."""

    def __init__(self) -> None:
        self.starts: dict[bytes, int] = {}
        self._tables: list[Codes] = []
        self._length = 0

    def add(self, name: bytes, table: Index) -> None:
        """Add a new table."""
        self.starts[name] = self._length
        self._tables.append(table.astype(np.uint32))
        self._length += len(table)

    def joined(self) -> Codes:
        """Return all tables."""
        return np.concatenate(self._tables)


def moves(
    before: BlockLayout,
    after: BlockLayout,
    column: int,
    beside: int,
    tables: Tables,
    threads: Threads,
) -> NDArray[np.int64]:
    """Return how the blocks before a cell lead to those after it.

    `beside` is the column of its neighbor in the same row; negative if there is none.

    Returns (t, 4): where a block begins before and after the step, its length, and
    where its table begins. The ways to the entry i of the block are added to those of
    the entry table[i] after the step.
    """
    doubled = _doubled(before)
    result = []
    for option in frontier.options(beside):
        index = frontier.possible(doubled, column, beside, option)
        drawn = frontier.with_cell(doubled.take(index, axis=2), column, beside, option)
        target = after.find(drawn)
        # What became of each visible region: the regions that were visible and are the
        # same now, or must differ now; and those that are visible now.
        columns, count = before.near.shape[1], len(index)
        both = drawn[:, columns:]
        change = both >> columns, _seen(both, after.lasts[:, target])
        kinds = before.kinds[index], after.kinds[target]
        keys = np.vstack([*kinds, *(part.reshape(-1, count) for part in change)])
        different, first, inverse = np.unique(
            keys, axis=1, return_index=True, return_inverse=True
        )

        is_same = bytes([before.far is after.far])
        names = [key.tobytes() + is_same for key in different.T]
        examples = dict(zip(names, first.tolist(), strict=True))
        new = [name for name in names if name not in tables.starts]

        def table_of(name: bytes) -> Index:
            """Return what the step does to one block, and to all with its change."""
            some = examples[name]  # noqa: B023
            states = before.block(int(index[some]))  # noqa: B023
            states = frontier.with_cell(states, column, beside, option)  # noqa: B023
            return after.entries(states, target[some : some + 1])  # noqa: B023

        for name, made in zip(new, threads.map(table_of, new), strict=True):
            tables.add(name, made)
        begins = [tables.starts[name] for name in names]
        lengths = np.diff(before.starts)[index]
        table = np.array(begins)[inverse.ravel()]
        result.append([before.starts[index], after.starts[target], lengths, table])
    return np.concatenate(result, axis=1).T.astype(np.int64)


def _doubled(layout: BlockLayout) -> States:
    """Return the near halves with a column more for each visible region.

    So what becomes of the visible regions in a step can be read off.
    """
    columns = layout.near.shape[1]
    near = layout.near | _seen(layout.near, layout.lasts) << columns
    doubled = np.concatenate([near, np.zeros_like(near)], axis=1)
    for i, last in enumerate(layout.lasts):
        exists = np.flatnonzero(last != _NOTHING)
        doubled[:, columns + i, exists] = near[:, last[exists], exists]
    return doubled
