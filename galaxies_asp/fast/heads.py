"""Solutions of open pairs as heads and tails: the solver finds fewer models.

The solver enumerates the labels of the first cells only, the heads. The completions of
a head, its tails, depend only on the pairs that remain and on those of them beside
connected pairs. Many heads therefore share their tails, which are computed once.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from galaxies_asp.board.puzzle import Labels
from galaxies_asp.fast.completion import (
    Bools,
    Completion,
    Ints,
    TooManyWaysError,
    Words,
    packed,
    unpacked,
)
from galaxies_asp.fast.pairs import OpenPairs
from galaxies_asp.fast.stream import BATCH, cells_of, models

__all__ = ["cells_of", "solutions"]

HEAD_SHARE = 0.4
"""The share of the cells that form the head."""

_TRIED_HEADS = 1000

_WORTH_IT = 3
"""The number of solutions per head from which heads are faster than models."""

_MOST_EXAMINED = 200_000

_KEPT_BYTES = 100_000_000


def solutions(pairs: OpenPairs, seed: int | None = None) -> Iterator[Labels]:
    """Yield the solutions, at most `BATCH` at a time, as (n, k) labels of `cells_of`.

    The order is the same in every run; with a seed, another one.
    """
    halves = Halves(pairs)
    heads = models(pairs, seed, halves.head)
    tried = []
    for batch in heads:
        tried.append(batch)
        if sum(map(len, tried)) >= _TRIED_HEADS:
            break
    if tried and halves.pays(np.concatenate(tried)):
        for batch in chain(tried, heads):
            yield from halves.solutions(batch)
    else:
        yield from models(pairs, seed)


class Halves:
    """A cache of tails that completes heads.

    Attributes
    ----------
    head
        (h,): the cells of the head.
    """

    def __init__(self, pairs: OpenPairs) -> None:
        self._pairs = pairs
        self._completion = Completion(pairs)
        cells = self._completion.cells
        size = max(1, round(HEAD_SHARE * len(cells)))
        self.head = cells[:size]
        first, second = self._completion.first, self._completion.second
        self._in_head = np.flatnonzero(np.minimum(first, second) < size)
        # The smaller of the two cells is in the head.
        self._column = np.minimum(first, second)[self._in_head]
        self._near = np.where(pairs.supported, ~np.uint64(0), np.uint64(0))[:, None]
        self._dtype = np.min_scalar_type(-2 - int(pairs.dots.max()))
        self._forget()

    def _forget(self) -> None:
        self._number: dict[bytes, int] = {}
        self._first = np.zeros(0, dtype=np.intp)
        self._tails = np.zeros((0, len(self._completion.cells)), dtype=self._dtype)

    def pays(self, heads: Labels) -> bool:
        """Tell whether (m, h) heads have enough solutions that are cheap to find."""
        _, possible, near = self._states(heads)
        try:
            which = self._lookup(possible, near)
        except TooManyWaysError:
            return False
        number = self._first[which + 1] - self._first[which]
        return bool(number.sum() >= _WORTH_IT * len(heads))

    def solutions(self, heads: Labels) -> Iterator[Labels]:
        """Yield (n, k) labels: all ways to complete (m, h) heads."""
        decided, possible, near = self._states(heads)
        labels = self._labels(decided)
        try:
            which = self._lookup(possible, near)
        except TooManyWaysError:
            for one in range(len(heads)):
                yield from self._searched(labels[one], possible[:, one], near[:, one])
            return
        first = self._first[which]
        number = self._first[which + 1] - first
        ends = np.cumsum(number)
        total = int(number.sum())
        for start in range(0, total, BATCH):
            place = np.arange(start, min(start + BATCH, total))
            row = np.searchsorted(ends, place, side="right")
            tail = first[row] + place - (ends - number)[row]
            # Where a head has a dot, counted from 1, the tail has -1; elsewhere 0.
            yield labels[row] + self._tails[tail]

    def _searched(self, head: Labels, possible: Bools, near: Bools) -> Iterator[Labels]:
        """Complete one head with the solver."""
        chosen = np.flatnonzero(possible)
        part = self._pairs.part(chosen, near[chosen])
        place = np.searchsorted(self._completion.cells, cells_of(part))
        for batch in models(part):
            labels = np.repeat(head[None] - 1, len(batch), axis=0)
            labels[:, place] = batch
            yield labels

    def _states(self, heads: Labels) -> tuple[Bools, Bools, Bools]:
        """Return (n, m) each: the pairs of heads, the remaining pairs, those beside."""
        completion, pairs = self._completion, self._pairs
        number = len(heads)
        truth = np.zeros((len(pairs.dots), number), dtype=bool)
        columns = np.ascontiguousarray(heads.T)[self._column]
        truth[self._in_head] = columns == pairs.dots[self._in_head][:, None]
        taken = packed(truth)
        connected = taken.copy()
        connected[:-1] &= self._near
        connected = completion.reached(connected, taken)
        covered = completion.covered(taken)
        left: Words = ~(covered[completion.first] | covered[completion.second])
        left[self._in_head] = 0
        for one, other in pairs.apart.tolist():
            left[one] &= ~taken[other]
            left[other] &= ~taken[one]
        left = np.concatenate([left, np.zeros_like(left[:1])])
        left |= taken & ~connected
        near = (completion.beside(connected) | self._near) & left[:-1]
        near = np.concatenate([near, np.zeros_like(near[:1])])
        # Propagation lets more heads share their tails.
        left, _, several = completion.settle(left, near)
        open_ = several[completion.first] | several[completion.second]
        taken = left.copy()
        taken[:-1] &= ~open_
        more = completion.reached(taken & near, taken)
        left = left & ~more
        near[:-1] |= completion.beside(more)
        return (
            unpacked((connected | more)[:-1], number),
            unpacked(left[:-1], number),
            unpacked((near & left)[:-1], number),
        )

    def _lookup(self, possible: Bools, near: Bools) -> Ints:
        """Return (m,): the numbers of the sets of tails; compute new sets."""
        keys = np.packbits(np.concatenate([possible, near]), axis=0).T
        rows = np.ascontiguousarray(keys).view(f"V{keys.shape[1]}").ravel()
        _, examples, which = np.unique(rows, return_index=True, return_inverse=True)
        if self._tails.nbytes > _KEPT_BYTES:
            self._forget()
        names = [rows[example].tobytes() for example in examples.tolist()]
        new = [place for place, name in enumerate(names) if name not in self._number]
        if new:
            chosen = examples[new]
            self._learn(possible[:, chosen], near[:, chosen])
            for place in new:
                self._number[names[place]] = len(self._number)
        numbers = np.array([self._number[name] for name in names], dtype=np.intp)
        found: Ints = numbers[which.ravel()]
        return found

    def _learn(self, possible: Bools, near: Bools) -> None:
        rows, taken = self._completion.complete(possible, near, _MOST_EXAMINED)
        count = np.bincount(rows, minlength=possible.shape[1])
        end = len(self._tails) + np.cumsum(count)
        if not len(self._first):
            self._first = np.zeros(1, dtype=np.intp)
        self._first = np.concatenate([self._first, end])
        self._tails = np.concatenate([self._tails, self._labels(taken) - 1])

    def _labels(self, taken: Bools) -> Labels:
        """Return (m, k): the dots of the cells of pairs, from 1 on; 0 elsewhere."""
        labels = np.zeros((taken.shape[1], len(self._completion.cells)), self._dtype)
        pair, row = np.nonzero(taken)
        dots = (self._pairs.dots[pair] + 1).astype(self._dtype)
        labels[row, self._completion.first[pair]] = dots
        labels[row, self._completion.second[pair]] = dots
        return labels
