"""What the regions of the first dots of a board can leave to the others.

The dots are the centers of a board in reading order. After the first k centers, a board
is divided into the regions of those that are dots and a rest, the *residual set*, which
is divided into the regions of the dots to come. It satisfies two conditions:

1. Its complement is a union of disjoint regions about some of the first k centers.
2. It is itself a union of disjoint regions about some of the other centers.

The half turn of the board reverses the order of the centers. So a set satisfies the
second condition for k centers if the complement of the turned set satisfies the first
one for as many as are to come. Sets that satisfy the first condition are listed for the
first half of the centers, without those that clearly contradict the second one. Turned,
they are the sets for the second half, which satisfy the second condition.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point, is_cell
from galaxies_asp.counting.boards.growth import Index, regions_around
from galaxies_asp.counting.boards.word_board import Sets, WordBoard
from galaxies_asp.processes.progress import Report

Bools = NDArray[np.bool_]
Words = NDArray[np.uint64]

_NO_INDEX = np.zeros(0, dtype=np.intp)


@dataclass(frozen=True)
class Dot:
    """What a dot at one center makes of the residual sets before it.

    Attributes
    ----------
    before, after
        (t,) each: a region about the center leads from the residual set `before[i]` to
        `after[i]`; sorted by both.
    without
        (m,): the residual set after the center if there is no dot; -1 if there is none.
    """

    before: Index
    after: Index
    without: Index

    def without_dot(self, words: Words) -> Words:
        """Return (r, m): for each residual set before, the word of what it becomes.

        Parameters
        ----------
        words
            (r, n): for the residual sets after.
        """
        return np.where(self.without >= 0, words[:, self.without], np.uint64(0))

    def with_dot(self, words: Words) -> Words:
        """Return (r, m): for each residual set before, the sum of what it becomes."""
        ends = np.zeros((len(words), len(self.after) + 1), dtype=np.uint64)
        np.cumsum(words[:, self.after], axis=1, out=ends[:, 1:])
        return ends[:, self.starts[1:]] - ends[:, self.starts[:-1]]

    def leads(self, before: NDArray[np.uint32]) -> tuple[Index, Index]:
        """Return where a dot leads: indices in `before`, and residual sets after."""
        lengths = np.diff(self.starts)[before]
        at = ranges(self.starts[before], lengths)
        return np.repeat(np.arange(len(before)), lengths), self.after[at]

    @property
    def sets_after(self) -> int:
        """The number of residual sets after, as far as one leads there."""
        return 1 + int(max(self.after.max(initial=-1), self.without.max(initial=-1)))

    @cached_property
    def starts(self) -> Index:
        """(m + 1,): where the regions in each residual set begin."""
        return np.searchsorted(self.before, np.arange(len(self.without) + 1))


def residual_sets(board: WordBoard, report: Report) -> list[Sets]:
    """Return for each k from 0 sets that include all residual sets of k centers.

    Each is sorted. Those for the first half of the centers satisfy the first condition
    above, and the others the second one.
    """
    whole = Point(board.width, board.height)
    half = len(board.centers) // 2
    sets = np.array([board.everything])
    reached = [sets]
    for passed, center in enumerate(board.centers[:half], 1):
        # Only those that have lost this center, and new ones, need to be tested.
        touched = board.touched(center)
        around = (sets & touched) == touched
        tested = [sets[around]]
        for regions in regions_around(board, sets[around], center):
            tested.append(tested[0][regions.shape] & ~regions.cells)
        new = np.unique(np.concatenate(tested))
        new = new[_may_be_divided(board, new, passed)]
        sets = np.union1d(sets[~around], new)
        reached.append(sets)
        report("centers explored", passed, half)
    turned = [
        np.sort(board.everything & ~board.mirrored(sets, whole))
        for sets in reversed(reached)
    ]
    return reached + turned


def dot(board: WordBoard, center: Point, before: Sets, after: Sets) -> Dot:
    """Return what a dot makes of the residual sets before and after a center."""
    source, target = [_NO_INDEX], [_NO_INDEX]
    for regions in regions_around(board, before, center):
        places = _places(after, before[regions.shape] & ~regions.cells)
        kept = np.flatnonzero(places >= 0)
        source.append(regions.shape[kept])
        target.append(places[kept])
    source_, target_ = np.concatenate(source), np.concatenate(target)
    order = np.lexsort((target_, source_))
    return Dot(source_[order], target_[order], _places(after, before))


def ranges(starts: Index, lengths: Index) -> Index:
    """Return the numbers of ranges, one range behind the other."""
    offsets = np.cumsum(lengths) - lengths
    return np.repeat(starts - offsets, lengths) + np.arange(lengths.sum())


def _places(within: Sets, sets: Sets) -> Index:
    """Return the indices of sets in a sorted array; -1 for those that are missing."""
    at = np.minimum(np.searchsorted(within, sets), len(within) - 1)
    return np.where(within[at] == sets, at, -1)


def _may_be_divided(board: WordBoard, sets: Sets, passed: int) -> Bools:
    """Tell of which sets every cell fits into a region about a center to come.

    Cells whose own centers are to come need no test.
    """
    done, to_come = board.centers[:passed], board.centers[passed:]
    single = [board.touched(c) for c in done if is_cell(c)]
    uncovered: Sets = sets & np.bitwise_or.reduce(single, initial=np.uint64(0))
    windows = [board.window(center) for center in reversed(to_come)]
    in_reach = np.bitwise_or.accumulate(windows)[::-1]
    active = np.flatnonzero(uncovered)
    for center, reach in zip(to_come, in_reach, strict=True):
        active = active[(uncovered[active] & ~reach) == 0]
        touched = board.touched(center)
        some = active[(sets[active] & touched) == touched]
        room = sets[some] & board.mirrored(sets[some], center)
        uncovered[some] &= ~board.component(np.full(len(some), touched), room)
        active = active[uncovered[active] != 0]
    is_covered: Bools = uncovered == 0
    return is_covered
