"""How the frontier of a board that is divided cell by cell moves on; see `structures`.

A step leads from all states to all states, so it is the same in each row, and is made
once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.boards.structures import (
    Hashes,
    Masks,
    States,
    bit,
    hashes_after_row,
    structures,
)
from galaxies_asp.counting.exact import ExactVector, HashError, Index

Codes = NDArray[np.uint32]
Transitions = tuple[Hashes, Codes]
"""The hashes of the states after, and as in `Step` where they come from."""

MAX_WIDTH = 14
"""With 15 columns there are more states than a transition has room for."""

WALL_LEFT = np.uint32(1)
WALL_ABOVE = np.uint32(2)
"""What was drawn at a placed cell, as flags."""

_NO_WALL = np.uint32(0)
_OPTIONS = WALL_LEFT | WALL_ABOVE
_OPTION_BITS = np.uint32(2)
_NO_STATE = np.uint32(0xFFFFFFFF)
_PREFIX_BITS = 16
_BUCKET_BITS = 16


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
    row = members = hashes_after_row(width)
    for column in range(width):
        step, members = _step(width, column, members)
        yield step
    if not np.array_equal(members, row):
        raise HashError(f"two states of width {width} have the same hash")


def first_row(width: int) -> Index:
    """Return the indices of the states after the first row, by their walls.

    Bit i of an entry's place stands for the wall between the columns i and i + 1.
    """
    number = np.arange(1 << (width - 1))
    walls = (number >> np.arange(width - 1)[:, None]) & 1
    region = np.concatenate([np.zeros_like(number)[None], walls]).cumsum(0)
    apart = np.abs(region[:, None] - region)
    place = (1 << np.arange(width))[:, None]
    same = ((apart == 0) * place).sum(1).astype(np.uint16)
    differ = ((apart == 1) * place).sum(1).astype(np.uint16)
    return np.searchsorted(
        hashes_after_row(width), States(same, differ).hashes(width - 1)
    )


def _step(width: int, column: int, members: Hashes) -> tuple[Step, Hashes]:
    """Return the step at a column, and the hashes of the states after it, in order.

    Parameters
    ----------
    members
        The hashes of the states before, in order.
    """
    # Transitions are put into buckets by their target, so that each is sorted alone.
    buckets = max(1, len(members) >> _BUCKET_BITS)
    bounds = np.unique(_prefix(members[:: -(-len(members) // buckets)]))[1:]
    filled: list[list[Transitions]] = [[] for _ in range(len(bounds) + 1)]
    hashes = []
    count = 0
    for part in structures(width, column - 1 if column else None):
        hashes.append(part.hashes((column - 1) % width))
        reached, codes = _transitions(part, column, count)
        count += len(part)
        places = np.searchsorted(_prefix(reached), bounds)
        pieces = zip(np.split(reached, places), np.split(codes, places), strict=True)
        for bucket, piece in zip(filled, pieces, strict=True):
            bucket.append(piece)
    rank = _ranks(np.concatenate(hashes), members)
    del hashes
    codes_, starts, after = [], [], []
    offset = 0
    for bucket in filled:
        reached, codes = _grouped(bucket, rank)
        bucket.clear()
        begins = np.flatnonzero(np.diff(reached, prepend=~reached[:1]))
        codes_.append(codes)
        starts.append((begins + offset).astype(np.uint32))
        after.append(reached[begins])
        offset += len(codes)
    return Step(np.concatenate(codes_), np.concatenate(starts)), np.concatenate(after)


def _ranks(hashes: Hashes, members: Hashes) -> Codes:
    """Return the index of each hash among the members; `_NO_STATE` for others."""
    order = np.argsort(hashes)
    ordered = hashes[order]
    places = np.searchsorted(ordered, members)
    if (ordered[1:] == ordered[:-1]).any() or not np.array_equal(
        ordered[np.minimum(places, len(ordered) - 1)], members
    ):
        raise HashError("two states have the same hash")
    rank = np.full(len(hashes), _NO_STATE, dtype=np.uint32)
    rank[order[places]] = np.arange(len(members), dtype=np.uint32)
    return rank


def _grouped(bucket: list[Transitions], rank: Codes) -> Transitions:
    """Return the transitions from members in the order of their targets."""
    reached = np.concatenate([reached for reached, _ in bucket])
    codes = np.concatenate([codes for _, codes in bucket])
    source = rank[codes >> _OPTION_BITS]
    kept = np.flatnonzero(source != _NO_STATE)
    order = kept[np.argsort(reached[kept])]
    return reached[order], source[order] << _OPTION_BITS | codes[order] & _OPTIONS


def _transitions(part: States, column: int, first: int) -> Transitions:
    """Return the transitions at a cell, in the order of prefixes of their hashes."""
    hashes, transitions = [], []
    for after, source, option in _successors(part, column):
        hashes.append(after.hashes(column))
        transitions.append((source + first).astype(np.uint32) << _OPTION_BITS | option)
    reached = np.concatenate(hashes)
    order = np.argsort(_prefix(reached), kind="stable")
    return reached[order], np.concatenate(transitions)[order]


def _prefix(hashes: Hashes) -> Masks:
    """Return the high bits of hashes; so short words are sorted fast."""
    return (hashes >> np.uint64(64 - _PREFIX_BITS)).astype(np.uint16)


def _successors(
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
