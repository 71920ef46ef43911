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
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.exact import ExactVector, HashError, Index, grouped

Masks = NDArray[np.uint16]
"""Sets of columns; bit j stands for column j."""

States = NDArray[np.uint16]
"""(2, width, n): for each column the mask of those connected to it, itself among them;
and of those that must never be connected to it.
"""

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


def mirrored(states: States) -> States:
    """Return the mirror images of states."""
    width = states.shape[1]
    images = np.zeros_like(states)
    for column in range(width):
        images |= bit(states[:, ::-1], column) << np.uint16(width - 1 - column)
    return images


def hashes(states: States, columns: Sequence[int]) -> Hashes:
    """Return (n,) hashes of what some columns are to each other."""
    seen = np.uint16(sum(1 << column for column in columns))

    def relations(column: int) -> Hashes:
        same, differ = (states[:, column] & seen).astype(np.uint64)
        both: Hashes = same | differ << np.uint64(16)
        return both

    words = np.zeros(states.shape[2], dtype=np.uint64)
    of_columns = map(relations, columns)
    for low, high in zip_longest(of_columns, of_columns, fillvalue=np.uint64(0)):
        words = mixed(words ^ (low | high << np.uint64(32)))
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


def structures(width: int, gap: int = 0) -> Iterator[tuple[States, Masks]]:
    """Yield all states, in parts, and what `with_column` says of them.

    `gap` is the number of columns whose cell has been placed in the row that is not
    complete; 0 after a row.
    """
    states = np.array([[[1]], [[0]]], dtype=np.uint16)
    visible = states[0, 0]
    for column in range(1, width - 1):
        states, visible = with_column(states, visible, column, is_beside=column != gap)
    if width == 1:
        yield states, visible
        return
    last = width - 1
    for first in range(0, len(visible), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        parents = states[..., some], visible[some]
        yield with_column(*parents, last, is_beside=last != gap)


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
            joins &= parents[1, last] >> (column - 1) & 1 == 1
        index = np.flatnonzero(joins)
        some = parents.take(index, axis=2)
        states.append(_appended(some, some[:, last]))
        seen.append(visible[index] & np.uint16((1 << last) - 1))
    # or is a new region, which is related to any visible ones.
    index = np.arange(len(visible))
    related = parents[0, column - 1] if is_beside else np.zeros_like(visible)
    rest = visible
    for last in reversed(range(column - 1 if is_beside else column)):
        more = np.flatnonzero(rest >> last & 1)
        passed = rest[more] & np.uint16((2 << last) - 1)
        joined = related[more] | parents[0, last][index[more]]
        related = np.concatenate([related, joined])
        rest = np.concatenate([rest, passed])
        index = np.concatenate([index, index[more]])
    alone = np.array([np.zeros_like(related), related])
    states.append(_appended(parents.take(index, axis=2), alone))
    seen.append(rest)
    place = np.uint16(1 << column)
    return np.concatenate(states, axis=2), np.concatenate(seen) | place


def _appended(states: States, masks: Masks) -> States:
    """Add a column, given (2, n) masks: the region that it joins, and the others."""
    column = states.shape[1]
    place = np.uint16(1 << column)
    result = np.empty((2, column + 1, states.shape[2]), dtype=np.uint16)
    result[:, :column] = states | place * _bits(masks, column)
    result[:, column] = masks
    result[0, column] |= place
    return result


def bit(masks: Masks, i: int) -> Masks:
    """Return one bit of each mask, as 0 or 1."""
    return (masks >> np.uint16(i)) & np.uint16(1)


def _bits(masks: Masks, count: int) -> Masks:
    """Return the lowest bits of (..., n) masks, as (..., count, n)."""
    places = np.arange(count, dtype=np.uint16)[:, None]
    return masks[..., None, :] >> places & np.uint16(1)


@dataclass(frozen=True)
class FrontierStep:
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


def steps(width: int) -> Iterator[FrontierStep]:
    """Yield the steps that place the cells of a row below the first, from the left.

    Raises `HashError` if two states have the same hash.
    """
    states = states_after_row(width)
    for column in range(width):
        step, states = step_from(states, column)
        yield step
    if states.shape[2] != number_of_states(width):
        raise HashError(f"two states of width {width} have the same hash")


def states_after_row(width: int) -> States:
    """Return the states after a row, in order."""
    states = np.concatenate([states for states, _ in structures(width)], axis=2)
    order, starts = grouped(*keys(states))
    return states.take(order[starts], axis=2)


def step_from(states: States, column: int) -> tuple[FrontierStep, States]:
    """Return the step that places a cell after some states, and those after it.

    Each state after it is reached several times, so first only their hashes are kept.
    """
    beside = column - 1
    most = states.shape[2] * len(options(beside))
    ordered = np.empty((2, most), dtype=np.uint64)
    codes = np.empty(most, dtype=np.uint32)
    end = 0
    for first in range(0, states.shape[2], _AT_ONCE):
        some = states[..., first : first + _AT_ONCE]
        for option in options(beside):
            index = possible(some, column, beside, option)
            here = slice(end, end + len(index))
            after = with_cell(some.take(index, axis=2), column, beside, option)
            ordered[:, here] = keys(after, column)
            codes[here] = (index + first).astype(np.uint32) << _OPTION_BITS | option
            end = here.stop
    order, starts = grouped(*ordered[:, :end])
    del ordered  # The codes in order take their place.
    step = FrontierStep(codes[order], starts.astype(np.uint32))
    reached = step.codes[step.starts]
    after = np.empty((*states.shape[:2], len(reached)), dtype=np.uint16)
    for first in range(0, len(reached), _AT_ONCE):
        some_codes = reached[first : first + _AT_ONCE]
        for option in options(beside):
            index = np.flatnonzero(some_codes & _BOTH == option)
            chosen = states.take(some_codes[index] >> _OPTION_BITS, axis=2)
            after[..., first + index] = with_cell(chosen, column, beside, option)
    return step, after


def keys(states: States, last: int = -1) -> Hashes:
    """Return (2, n): two hashes of each state; the first ones order the states.

    Their high bits are a hash of the half of the frontier that is far from the column
    of the cell that was placed last, by default the last one. A step hardly changes
    this half, so states that are near in memory come from states that are near.
    """
    columns = range(states.shape[1])
    middle = len(columns) // 2
    far = columns[middle:] if 0 <= last < middle else columns[:middle]
    low = np.uint64(64 - _HIGH_BITS)
    all_columns = hashes(states, columns) >> np.uint64(_HIGH_BITS)
    first = hashes(states, far) >> low << low | all_columns
    return np.array([first, hashes(states, columns[::-1])])


def first_row(width: int) -> Index:
    """Return the indices of the states after the first row, by their walls.

    Bit i of an entry's place stands for the wall between the columns i and i + 1.
    """
    ordered, first = (
        keys(s)[0] for s in (states_after_row(width), first_states(width))
    )
    places: Index = np.searchsorted(ordered, first)
    return places


def after_first_row(width: int) -> ExactVector:
    """Return the numbers of ways to all states after the first row: 1 or 0."""
    ways = np.zeros((1, number_of_states(width)), dtype=np.int64)
    ways[0, first_row(width)] = 1
    return ExactVector(ways)


def first_states(width: int) -> States:
    """Return the states after the first row, by their walls; see `first_row`."""
    number = np.arange(1 << (width - 1))
    walls = (number >> np.arange(width - 1)[:, None]) & 1
    region = np.concatenate([np.zeros_like(number)[None], walls]).cumsum(0)
    apart = np.abs(region[:, None] - region)
    place = (1 << np.arange(width))[:, None]
    return np.array([((apart == n) * place).sum(1) for n in (0, 1)], dtype=np.uint16)


def options(beside: int) -> Sequence[np.uint32]:
    """Return the ways to draw a cell; the first of a row has a wall on its left.

    `beside` is the column of its neighbor in the same row, negative if there is none.
    """
    every = (_NO_WALL, WALL_LEFT, WALL_ABOVE, _BOTH)
    return every if beside >= 0 else every[1::2]


def possible(states: States, column: int, beside: int, option: np.uint32) -> Index:
    """Return the indices of the states after which a cell can be drawn like this."""
    if beside < 0 or option == _BOTH:
        return np.arange(states.shape[2])
    same, differ = states[:, column]
    return np.flatnonzero(bit(same if option != _NO_WALL else differ, beside) == 0)


def with_cell(states: States, column: int, beside: int, option: np.uint32) -> States:
    """Draw the cell, in the states themselves where they need not be copied."""
    if beside < 0 and option == WALL_LEFT:
        return states
    same, differ = states
    width = len(same)
    above = same[column]
    left = same[beside] if beside >= 0 else above
    if option == _NO_WALL:
        return _united(states, left | above, differ[beside] | differ[column])
    if option != _BOTH:
        # The wall lies between the regions beside and above, which must differ.
        differ |= above * _bits(left, width) | left * _bits(above, width)
        if option == WALL_LEFT:
            return states
    alone = np.uint16(1 << column)
    touched = (left | above) & ~alone
    # The cell above is left behind.
    states = states & ~alone
    states[:, column] = 0
    if option == WALL_ABOVE:
        return _united(states, states[0, beside] | alone, states[1, beside])
    # A new region differs from those that it touches.
    states[0, column], states[1, column] = alone, touched
    states[1] |= alone * _bits(touched, width)
    return states


def _united(states: States, union: Masks, others: Masks) -> States:
    """Make the columns of `union` one region, unlike `others`."""
    width = states.shape[1]
    inside = _bits(union, width)
    states[0] |= union * inside
    states[1] |= others * inside | union * _bits(others, width)
    return states
