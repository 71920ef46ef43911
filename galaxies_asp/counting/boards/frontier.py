"""How the frontier of a board that is divided cell by cell moves on; see `structures`.

A step leads from all states to all states, so it is the same in each row, and is made
once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.structures import (
    Hashes,
    Masks,
    States,
    bit,
    number_of_states,
    structures,
)
from galaxies_asp.counting.exact import ExactVector, HashError, Index, grouped

Codes = NDArray[np.uint32]

MAX_WIDTH = 14
"""With 15 columns there are more states than a transition has room for."""

WALL_LEFT = np.uint32(1)
WALL_ABOVE = np.uint32(2)
"""What was drawn at a placed cell, as flags."""

_NO_WALL = np.uint32(0)
_OPTIONS = WALL_LEFT | WALL_ABOVE
_OPTION_BITS = np.uint32(2)
_STATES_AT_ONCE = 1 << 14


@dataclass(frozen=True)
class Step:
    """How the states before a cell lead to the states after it; both sorted by hash.

    Attributes
    ----------
    codes
        (t,): four times the index of the state before, plus what is drawn at the cell,
        the flags `WALL_LEFT` and `WALL_ABOVE`. The transitions into one state are
        beside each other.
    starts
        (m,): where the transitions into each state begin.
    """

    codes: Codes
    starts: Codes

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
        return codes >> _OPTION_BITS, codes & _OPTIONS


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
    """Return the step that places a cell after some states, and those after it."""
    step = _step(states, column)
    codes = step.codes[step.starts]
    after = States(*np.empty((2, len(states.same), len(codes)), dtype=np.uint16))
    for first in range(0, len(codes), _STATES_AT_ONCE):
        some = codes[first : first + _STATES_AT_ONCE]
        for option in options(column - 1):
            index = np.flatnonzero(some & _OPTIONS == option)
            chosen = states.at(some[index] >> _OPTION_BITS)
            drawn = with_cell(chosen, column, column - 1, option)
            after.same[:, first + index] = drawn.same
            after.differ[:, first + index] = drawn.differ
    return step, after


def _step(states: States, column: int) -> Step:
    """Return the step at a cell.

    Each state after it is reached several times, so only their hashes are kept.
    """
    most = len(states) * len(options(column - 1))
    hashes = np.empty((2, most), dtype=np.uint64)
    codes = np.empty(most, dtype=np.uint32)
    end = 0
    for first in range(0, len(states), _STATES_AT_ONCE):
        some = states.at(slice(first, first + _STATES_AT_ONCE))
        for option in options(column - 1):
            index = possible(some, column, column - 1, option)
            here = slice(end, end + len(index))
            after = with_cell(some.at(index), column, column - 1, option)
            hashes[:, here] = _hashes(after, column)
            codes[here] = (index + first).astype(np.uint32) << _OPTION_BITS | option
            end = here.stop
    order, starts = grouped(*hashes[:, :end])
    del hashes  # The codes in order take their place.
    return Step(codes[order], starts.astype(np.uint32))


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
    all_options = (_NO_WALL, WALL_LEFT, WALL_ABOVE, _OPTIONS)
    return all_options if beside >= 0 else all_options[1::2]


def possible(states: States, column: int, beside: int, option: np.uint32) -> Index:
    """Return the indices of the states after which a cell can be drawn like this."""
    if beside < 0 or option == _OPTIONS:
        return np.arange(len(states))
    if option == _NO_WALL:
        return np.flatnonzero(bit(states.differ[column], beside) == 0)
    return np.flatnonzero(bit(states.same[column], beside) == 0)


def with_cell(states: States, column: int, beside: int, option: np.uint32) -> States:
    """Draw the cell, in the states themselves where they need not be copied."""
    if beside < 0:
        return states if option == WALL_LEFT else _new_region(states, 0, states.same[0])
    if option == _NO_WALL:
        return _joined(states, column, beside)
    if option == _OPTIONS:
        touched = states.same[beside] | states.same[column]
        return _new_region(states, column, touched)
    separated = _separated(states, column, beside)
    return separated if option == WALL_LEFT else _moved(separated, column, beside)


def _joined(states: States, column: int, beside: int) -> States:
    """Connect the cell in the same row with the cell above."""
    union = states.same[beside] | states.same[column]
    others = states.differ[beside] | states.differ[column]
    return _updated(states, union, others)


def _separated(states: States, column: int, beside: int) -> States:
    """Add the constraint that the regions beside and above differ."""
    left, above = states.same[beside], states.same[column]
    for i, differ in enumerate(states.differ):
        differ |= above * bit(left, i) | left * bit(above, i)
    return states


def _moved(states: States, column: int, beside: int) -> States:
    """Give the column to the region beside it."""
    states = _left_behind(states, column)
    union = states.same[beside] | np.uint16(1 << column)
    return _updated(states, union, states.differ[beside].copy())


def _new_region(states: States, column: int, beside: Masks) -> States:
    """Give the column to a new region, which must differ from those beside it."""
    alone = np.uint16(1 << column)
    others = beside & ~alone
    states = _left_behind(states, column)
    states.same[column] = alone
    states.differ[column] = others
    for i, differ in enumerate(states.differ):
        differ |= alone * bit(others, i)
    return states


def _left_behind(states: States, column: int) -> States:
    """Return copies without the cell of this column."""
    others = ~np.uint16(1 << column)
    same, differ = states.same & others, states.differ & others
    same[column] = differ[column] = 0
    return States(same, differ)


def _updated(states: States, union: Masks, others: Masks) -> States:
    """Make the columns of `union` one region, unlike `others`."""
    for i, (same, differ) in enumerate(zip(states.same, states.differ, strict=True)):
        inside = bit(union, i)
        same |= union * inside
        differ |= others * inside | union * bit(others, i)
    return states
