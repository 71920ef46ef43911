"""Complete many partial assignments at once, by a search over bit planes.

There is a plane for each open pair, with a bit for each assignment: whether the pair is
possible in it. One operation on words propagates in 64 assignments. The rules of
Galaxies appear here again, besides `fast.fixpoint`, because that works on one
assignment. The search learns no clauses; it suits many small remainders of a puzzle.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.fast.pairs import OpenPairs

Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]
Words = NDArray[np.uint64]

_AT_ONCE = 4096


class TooManyWaysError(Exception):
    """The search exceeds its limit of assignments."""


class Completion:
    """The rules for open pairs, applied to planes.

    Planes of pairs are (n + 1, w) words of 64 bits; the last one is empty and stands
    for no pair.

    Attributes
    ----------
    cells
        (k,): the cells of the pairs, in reading order.
    first, second
        (n,): the cells of each pair, as indices into `cells`.
    at
        (most, k): the pairs at each cell, filled up with n.
    """

    def __init__(self, pairs: OpenPairs) -> None:
        n = len(pairs.dots)
        self.pairs = pairs
        self.cells, both = np.unique(
            np.concatenate([pairs.cells, pairs.images]), return_inverse=True
        )
        self.first, self.second = both[:n], both[n:]
        two = np.flatnonzero(self.first != self.second)
        held = np.concatenate([self.first, self.second[two]])
        order = np.argsort(held, kind="stable")
        count = np.bincount(held)
        place = np.arange(len(held)) - np.repeat(np.cumsum(count) - count, count)
        self.at = np.full((count.max(initial=0), len(self.cells)), n)
        self.at[place, held[order]] = np.concatenate([np.arange(n), two])[order]

    def settle(self, possible: Words, near: Words) -> tuple[Words, Words, Words]:
        """Propagate to the fixpoint.

        Parameters
        ----------
        possible
            The pairs that are possible, or taken.
        near
            Those of them that lie beside pairs that are taken and connected.

        Returns
        -------
        The pairs that remain possible; (w,): the assignments that cannot be completed;
        (k, w): the cells with several pairs left.
        """
        needed = self.covered(possible)
        failed = np.zeros(possible.shape[1], dtype=np.uint64)
        while True:
            some, several = self._several(possible)
            failed |= np.bitwise_or.reduce(needed & ~some, axis=0)
            single = some & ~several
            taken = np.zeros_like(possible)
            taken[:-1] = single[self.first] | single[self.second]
            taken &= possible
            rivals = self.covered(taken) & several
            dropped = rivals[self.first] | rivals[self.second]
            kept = possible.copy()
            kept[:-1] &= ~dropped | taken[:-1]
            for one, other in self.pairs.apart.tolist():
                kept[one] &= ~taken[other]
                kept[other] &= ~taken[one]
            kept = self.reached(kept & near, kept)
            kept &= ~failed
            if np.array_equal(kept, possible):
                return possible, failed, several
            possible = kept

    def reached(self, start: Words, allowed: Words) -> Words:
        """Return the pairs that allowed pairs connect to `start`."""
        reached = start
        while True:
            further = reached.copy()
            further[:-1] |= self.beside(reached)
            further &= allowed
            if np.array_equal(further, reached):
                return reached
            reached = further

    def beside(self, planes: Words) -> Words:
        """Return (n, w): the pairs beside those of some planes."""
        ways = self.pairs.beside
        found: Words = planes[ways[0]] | planes[ways[1]]
        found |= planes[ways[2]]
        found |= planes[ways[3]]
        return found

    def covered(self, planes: Words) -> Words:
        """Return (k, w): the cells of pairs."""
        return self._several(planes)[0]

    def _several(self, planes: Words) -> tuple[Words, Words]:
        """Return (k, w) each: the cells with some of the pairs, and with several."""
        some = planes[self.at[0]]
        several = np.zeros_like(some)
        for pairs in self.at[1:]:
            more = planes[pairs]
            several |= some & more
            some |= more
        return some, several

    def complete(self, possible: Bools, near: Bools, most: int) -> tuple[Ints, Bools]:
        """Return all completions of assignments.

        Parameters
        ----------
        possible, near
            (n, m) each: as for `settle`, for m assignments.
        most
            The greatest number of assignments to examine.

        Returns
        -------
        (t,): the assignment of each completion, ascending; (n, t): its pairs.

        Raises `TooManyWaysError` if more assignments have to be examined.
        """
        found = []
        examined = 0
        for number, *ways in self._search(possible, near):
            examined += number
            if examined > most:
                raise TooManyWaysError
            found.append(ways)
        rows = np.concatenate([rows for rows, _ in found])
        order = np.argsort(rows, kind="stable")
        return rows[order], np.concatenate([taken for _, taken in found], 1)[:, order]

    def _search(
        self, possible: Bools, near: Bools
    ) -> Iterator[tuple[int, Ints, Bools]]:
        """Yield the number of assignments examined, and the completions found."""
        stack = [(possible, near, np.arange(possible.shape[1]))]
        while stack:
            block = _joined(stack)
            planes, failed, several = self.settle(packed(block[0]), packed(block[1]))
            number = len(block[2])
            left, open_ = unpacked(planes, number)[:-1], unpacked(several, number)
            is_open = open_.any(axis=0)
            alive = ~unpacked(failed[None], number)[0]
            done, more = alive & ~is_open, np.flatnonzero(alive & is_open)
            yield number, block[2][done], left[:, done]
            if more.size:
                cell = open_[:, more].argmax(axis=0)
                rest = left[:, more], block[1][:, more], block[2][more]
                stack.append(self._branch(*rest, cell))

    def _branch(
        self, possible: Bools, near: Bools, rows: Ints, cell: Ints
    ) -> tuple[Bools, Bools, Ints]:
        """Branch on the pairs of a cell, which may differ between assignments."""
        padded = np.concatenate([possible, np.zeros((1, len(rows)), dtype=bool)])
        column = np.arange(len(rows))
        children = []
        for pairs in self.at[:, cell]:
            chosen = np.flatnonzero(padded[pairs, column])
            child = padded[:, chosen]
            child[self.at[:, cell[chosen]], np.arange(len(chosen))] = False
            child[pairs[chosen], np.arange(len(chosen))] = True
            children.append((child[:-1], near[:, chosen], rows[chosen]))
        return (
            np.concatenate([child for child, _, _ in children], axis=1),
            np.concatenate([near for _, near, _ in children], axis=1),
            np.concatenate([rows for _, _, rows in children]),
        )


def _joined(
    stack: list[tuple[Bools, Bools, Ints]],
) -> tuple[Bools, Bools, Ints]:
    """Take a block of assignments from a stack."""
    possible, near, rows = stack.pop()
    if len(rows) > _AT_ONCE:
        stack.append(
            (possible[:, _AT_ONCE:], near[:, _AT_ONCE:], rows[_AT_ONCE:]),
        )
        return possible[:, :_AT_ONCE], near[:, :_AT_ONCE], rows[:_AT_ONCE]
    while stack and len(rows) + len(stack[-1][2]) <= _AT_ONCE:
        block = stack.pop()
        possible = np.concatenate([possible, block[0]], axis=1)
        near = np.concatenate([near, block[1]], axis=1)
        rows = np.concatenate([rows, block[2]])
    return possible, near, rows


def packed(truth: Bools) -> Words:
    """Pack the rows of (q, n) into words of 64 bits; add an empty row."""
    q, n = truth.shape
    planes = np.zeros((q + 1, -(-n // 64) * 8), dtype=np.uint8)
    planes[:q, : -(-n // 8)] = np.packbits(truth, axis=1, bitorder="little")
    return planes.view(np.uint64)


def unpacked(planes: Words, number: int) -> Bools:
    """Return (q, number): the bits of planes."""
    octets = np.ascontiguousarray(planes).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little", count=number).view(bool)
