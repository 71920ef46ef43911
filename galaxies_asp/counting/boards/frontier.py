"""The frontier of a board that is divided cell by cell: its states, and its steps.

Cells are placed in reading order on a board `width` cells wide. What the cells to come
have to know is said by the last `width` cells, one in each column: which of them are
connected already, and which must stay in different regions because a wall was drawn
between their regions. (A wall between two cells of one region would be no boundary.)
A region that has left the frontier can never be merged again, and is forgotten.

As the board is plane, both relations can be drawn above the frontier without crossing.
Two cells beside each other in one row are related one way or the other. All structures
with these properties can be listed from left to right; at the end of a row these are
the states. A step leads from all states to all states, so it is the same in each row,
and is made once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.exact import ExactVector, HashError, Index, grouped

Masks = NDArray[np.uint16]
Hashes = NDArray[np.uint64]
Codes = NDArray[np.uint32]

MAX_WIDTH = 14
"""With 15 columns there are more states than a transition has room for."""

WALL_LEFT = np.uint32(1)
WALL_ABOVE = np.uint32(2)
"""What was drawn at a placed cell, as flags."""

_NO_WALL = np.uint32(0)
_BOTH = WALL_LEFT | WALL_ABOVE
_OPTION_BITS = np.uint32(2)
_AT_ONCE = 1 << 14
"""States that are looked at together."""

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HIGH_BITS = 12


@dataclass(frozen=True)
class States:
    """Frontiers; bit j of a mask stands for column j."""

    same: Masks
    """(width, n): the columns connected to column i, i among them."""
    differ: Masks
    """(width, n): the columns that must never be connected to column i."""

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

        The high bits are a hash of the half of the frontier that is far from the column
        of the cell that was placed last. A step hardly changes this half, so states
        that are near in memory come from states that are near.
        """
        width = len(self.same)
        middle = width // 2
        high = self.mixed(range(middle, width) if last < middle else range(middle))
        low = self.mixed(range(width)) >> np.uint64(_HIGH_BITS)
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

    `gap` is the number of columns whose cell has been placed in the row that is not
    complete; 0 after a row.
    """
    cell = np.ones((1, 1), dtype=np.uint16)
    known, visible = States(cell, cell - cell), cell[0]
    for column in range(1, width - 1):
        known, visible = with_column(known, visible, column, is_beside=column != gap)
    if width == 1:
        yield known
        return
    last = width - 1
    for first in range(0, len(known), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        yield with_column(known.at(some), visible[some], last, is_beside=last != gap)[0]


def with_column(
    parents: States, visible: Masks, column: int, *, is_beside: bool = True
) -> tuple[States, Masks]:
    """Return all states with one more column, and the regions visible from its right.

    A region is visible if no relation passes over it; its bit is its last column.
    `is_beside` tells whether the cell lies in the row of the cell before, and must be
    related to it.
    """
    states, seen = [], []
    # The cell joins a visible region,
    for last in range(column):
        joins = visible >> last & 1 == 1
        if is_beside and last < column - 1:
            joins &= parents.differ[last] >> (column - 1) & 1 == 1
        index = np.flatnonzero(joins)
        some = parents.at(index)
        states.append(_appended(some, some.same[last], some.differ[last]))
        seen.append(visible[index] & np.uint16((1 << last) - 1))
    # or is a new region, which is related to any visible ones.
    index = np.arange(len(parents))
    related = parents.same[column - 1] if is_beside else np.zeros_like(visible)
    rest = visible
    for last in reversed(range(column - 1 if is_beside else column)):
        more = np.flatnonzero(rest >> last & 1)
        passed = rest[more] & np.uint16((2 << last) - 1)
        joined = related[more] | parents.same[last][index[more]]
        related = np.concatenate([related, joined])
        rest = np.concatenate([rest, passed])
        index = np.concatenate([index, index[more]])
    states.append(_appended(parents.at(index), np.zeros_like(related), related))
    seen.append(rest)
    return States.joined(states), np.concatenate(seen) | np.uint16(1 << column)


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


@dataclass(frozen=True)
class Step:
    """How the states before a cell lead to the states after it; both sorted by hash."""

    codes: Codes
    """(t,): four times the index of the state before, plus what is drawn at the cell,
    the flags `WALL_LEFT` and `WALL_ABOVE`. The transitions into one state are beside
    each other.
    """
    starts: Codes
    """(m,): where the transitions into each state begin."""

    def applied(self, ways: ExactVector) -> ExactVector:
        """Return the numbers of ways to the states after, from those before."""
        return ways.sum_groups(self.codes, self.starts, int(_OPTION_BITS))

    def sources(self) -> Codes:
        """Return the index of the state before of each transition."""
        return self.codes >> _OPTION_BITS

    def into(self, state: int) -> tuple[Codes, Codes]:
        """Return the states that lead into a state, and what is drawn at the cell."""
        last = state + 1 == len(self.starts)
        end = None if last else int(self.starts[state + 1])
        codes = self.codes[int(self.starts[state]) : end]
        return codes >> _OPTION_BITS, codes & _BOTH


def steps(width: int) -> Iterator[Step]:
    """Yield the steps that place the cells of a row below the first, from the left.

    Raises `HashError` if two states have the same hash.
    """
    states = states_after_row(width)
    for column in range(width):
        step, states = step_from(states, column)
        yield step
    if len(states) != number_of_states(width):
        raise HashError(f"two states of width {width} have the same hash")


def states_after_row(width: int) -> States:
    """Return the states after a row, by hash."""
    return merged(list(structures(width)), width - 1)[0]


def step_from(states: States, column: int) -> tuple[Step, States]:
    """Return the step that places a cell after some states, and those after it.

    Each state after it is reached several times, so first only their hashes are kept.
    """
    beside = column - 1
    most = len(states) * len(options(beside))
    hashes = np.empty((2, most), dtype=np.uint64)
    codes = np.empty(most, dtype=np.uint32)
    end = 0
    for first in range(0, len(states), _AT_ONCE):
        some = states.at(slice(first, first + _AT_ONCE))
        for option in options(beside):
            index = possible(some, column, beside, option)
            here = slice(end, end + len(index))
            after = with_cell(some.at(index), column, beside, option)
            hashes[:, here] = _hashes(after, column)
            codes[here] = (index + first).astype(np.uint32) << _OPTION_BITS | option
            end = here.stop
    order, starts = grouped(*hashes[:, :end])
    del hashes  # The codes in order take their place.
    step = Step(codes[order], starts.astype(np.uint32))
    codes = step.codes[step.starts]
    after = States(*np.empty((2, len(states.same), len(codes)), dtype=np.uint16))
    for first in range(0, len(codes), _AT_ONCE):
        some_codes = codes[first : first + _AT_ONCE]
        for option in options(beside):
            index = np.flatnonzero(some_codes & _BOTH == option)
            chosen = states.at(some_codes[index] >> _OPTION_BITS)
            drawn = with_cell(chosen, column, beside, option)
            after.same[:, first + index] = drawn.same
            after.differ[:, first + index] = drawn.differ
    return step, after


def merged(parts: Sequence[States], last: int) -> tuple[States, Index, Codes]:
    """Merge equal states.

    Return the different states, by hash, the indices of all in this order, and where
    equal ones begin. `last` is the column of the cell that was placed last.
    """
    states = States.joined(parts)
    order, starts = grouped(*_hashes(states, last))
    return states.at(order[starts]), order, starts.astype(np.uint32)


def _hashes(states: States, last: int) -> tuple[Hashes, Hashes]:
    """Return two hashes of each state, for `grouped`."""
    columns = range(len(states.same))
    return states.hashes(last), states.mixed(columns[::-1])


def first_row(width: int) -> Index:
    """Return the indices of the states after the first row, by their walls.

    Bit i of an entry's place stands for the wall between the columns i and i + 1.
    """
    last = width - 1
    hashes = states_after_row(width).hashes(last)
    return np.searchsorted(hashes, first_states(width).hashes(last))


def first_states(width: int) -> States:
    """Return the states after the first row, by their walls; see `first_row`."""
    number = np.arange(1 << (width - 1))
    walls = (number >> np.arange(width - 1)[:, None]) & 1
    region = np.concatenate([np.zeros_like(number)[None], walls]).cumsum(0)
    apart = np.abs(region[:, None] - region)
    place = (1 << np.arange(width))[:, None]
    same = ((apart == 0) * place).sum(1).astype(np.uint16)
    differ = ((apart == 1) * place).sum(1).astype(np.uint16)
    return States(same, differ)


def options(beside: int) -> Sequence[np.uint32]:
    """Return the ways to draw a cell; the first of a row has a wall on its left.

    `beside` is the column of its neighbor in the same row, negative if there is none.
    """
    every = (_NO_WALL, WALL_LEFT, WALL_ABOVE, _BOTH)
    return every if beside >= 0 else every[1::2]


def possible(states: States, column: int, beside: int, option: np.uint32) -> Index:
    """Return the indices of the states after which a cell can be drawn like this."""
    if beside < 0 or option == _BOTH:
        return np.arange(len(states))
    if option == _NO_WALL:
        return np.flatnonzero(bit(states.differ[column], beside) == 0)
    return np.flatnonzero(bit(states.same[column], beside) == 0)


def with_cell(states: States, column: int, beside: int, option: np.uint32) -> States:
    """Draw the cell, in the states themselves where they need not be copied."""
    if beside < 0 and option == WALL_LEFT:
        return states
    above = states.same[column]
    left = states.same[beside] if beside >= 0 else above
    if option == _NO_WALL:
        others = states.differ[beside] | states.differ[column]
        return _united(states, left | above, others)
    if option != _BOTH:
        # The wall lies between the regions beside and above, which must differ.
        for i, differ in enumerate(states.differ):
            differ |= above * bit(left, i) | left * bit(above, i)
        if option == WALL_LEFT:
            return states
    alone = np.uint16(1 << column)
    touched = (left | above) & ~alone
    # The cell above is left behind.
    states = States(states.same & ~alone, states.differ & ~alone)
    states.same[column] = states.differ[column] = 0
    if option == WALL_ABOVE:
        union = states.same[beside] | alone
        return _united(states, union, states.differ[beside].copy())
    # A new region differs from those that it touches.
    states.same[column], states.differ[column] = alone, touched
    for i, differ in enumerate(states.differ):
        differ |= alone * bit(touched, i)
    return states


def _united(states: States, union: Masks, others: Masks) -> States:
    """Make the columns of `union` one region, unlike `others`."""
    for i, (same, differ) in enumerate(zip(states.same, states.differ, strict=True)):
        inside = bit(union, i)
        same |= union * inside
        differ |= others * inside | union * bit(others, i)
    return states
