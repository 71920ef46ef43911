"""How the frontier of a board that is divided cell by cell moves on; see `structures`.

A step leads from all states to all states, so it is the same in each row, and is made
once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.structures import (
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
    after, sources, options = zip(*successors(states, column), strict=True)
    different, order, starts = merged(after, column)
    codes = [
        source.astype(np.uint32) << _OPTION_BITS | option
        for source, option in zip(sources, options, strict=True)
    ]
    return Step(np.concatenate(codes)[order], starts), different


def merged(parts: Sequence[States], last: int) -> tuple[States, Index, Codes]:
    """Merge equal states.

    Return the different states, by hash, the indices of all in this order, and where
    equal ones begin. `last` is the column of the cell that was placed last.
    """
    states = States(
        np.concatenate([part.same for part in parts], axis=1),
        np.concatenate([part.differ for part in parts], axis=1),
    )
    columns = range(len(states.same))
    order, starts = grouped(states.hashes(last), states.mixed(columns[::-1]))
    return states.at(order[starts]), order, starts.astype(np.uint32)


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


def successors(
    states: States, column: int
) -> Iterator[tuple[States, Index, np.uint32]]:
    """Yield for each way to draw the cell: the states after, their sources, the way."""
    everything = np.arange(len(states))
    if column == 0:
        yield states, everything, WALL_LEFT
        new = _new_region(states, 0, states.same[0])
        yield new, everything, WALL_LEFT | WALL_ABOVE
        return
    left, above = states.same[column - 1], states.same[column]
    may_join = np.flatnonzero(bit(states.differ[column], column - 1) == 0)
    are_apart = np.flatnonzero(bit(above, column - 1) == 0)
    yield _joined(states.at(may_join), column), may_join, _NO_WALL
    separated = _separated(states.at(are_apart), column)
    yield separated, are_apart, WALL_LEFT
    yield _moved_left(separated, column), are_apart, WALL_ABOVE
    new = _new_region(states, column, left | above)
    yield new, everything, WALL_LEFT | WALL_ABOVE


def _joined(states: States, column: int) -> States:
    """Connect the cell on the left with the cell above."""
    union = states.same[column - 1] | states.same[column]
    others = states.differ[column - 1] | states.differ[column]
    return _updated(states, union, others)


def _separated(states: States, column: int) -> States:
    """Add the constraint that the regions on the left and above differ."""
    left, above = states.same[column - 1], states.same[column]
    for i, differ in enumerate(states.differ):
        differ |= above * bit(left, i) | left * bit(above, i)
    return states


def _moved_left(states: States, column: int) -> States:
    """Give the column to the region on the left."""
    states = _left_behind(states, column)
    union = states.same[column - 1] | np.uint16(1 << column)
    return _updated(states, union, states.differ[column - 1].copy())


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
