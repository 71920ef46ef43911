"""Exact vectors: non-negative integers of any size, as rows of limbs; and hashes.

Sums of limbs stay below 2**62, so that numpy adds machine words without overflow. After
a linear map the carries are passed on once: a limb may then exceed its base by a carry.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Limbs = NDArray[np.int64]
Index = NDArray[np.integer]
Integers = NDArray[Any]
"""(n,) integers of any size."""

WORD_BITS = 62
LIMB_BITS = 40
MAX_SUMMANDS = 1 << (WORD_BITS - LIMB_BITS - 1)
"""Number of limbs of `LIMB_BITS`, with carries, whose sum fits a machine word."""

GROUPS_AT_ONCE = 1 << 16
"""Number of sums, or of comparisons, that are made at the same time."""

_ENTRIES_AT_ONCE = 1 << 18
"""Number of entries that are gathered at once, to stay within the cache."""


class HashError(RuntimeError):
    """Two different things have the same hash."""


@dataclass(frozen=True, eq=False)
class ExactVector:
    """A vector of n exact non-negative integers."""

    limbs: Limbs
    """(L, n): entry i is the sum of limbs[k, i] * 2**(bits * k)."""
    bits: int = LIMB_BITS
    """Size of a limb."""

    def sum_groups(
        self, source: Index, starts: Index, shift: int = 0, weights: Limbs | None = None
    ) -> "ExactVector":
        """Return the sums of groups of entries.

        `source`, `starts`: (t,): indices of summands, group after group, and (m,):
        where each group begins; no group is empty. `shift`: the number of low bits of
        `source` that are no part of the index. `weights`: (t,): factors of the
        summands; by default 1. Sums of limbs, each times its factor, must fit a machine
        word.

        Raises `OverflowError` if a group has too many entries for a machine word.
        """
        sums = np.empty((len(self.limbs) + 1, len(starts)), dtype=np.int64)
        for first in range(0, len(starts), GROUPS_AT_ONCE):
            last = min(first + GROUPS_AT_ONCE, len(starts))
            begin = int(starts[first])
            end = int(starts[last]) if last < len(starts) else len(source)
            begins = starts[first:last].astype(np.intp) - begin
            largest = int(np.diff(begins, append=end - begin).max())
            if largest > 1 << (WORD_BITS - self.bits - 1):
                raise OverflowError(f"{largest} summands of {self.bits} bits")
            chosen = source[begin:end] >> shift if shift else source[begin:end]
            part = sums[:, first:last]
            part[-1] = 0
            rows = max(1, _ENTRIES_AT_ONCE // len(chosen))
            for row in range(0, len(self.limbs), rows):
                entries = self.limbs[row : row + rows].take(chosen, axis=1)
                if weights is not None:
                    entries *= weights[begin:end]
                out = part[:-1][row : row + rows]
                np.add.reduceat(entries, begins, axis=1, out=out)
            carries = part[:-1] >> self.bits
            part &= (1 << self.bits) - 1
            part[1:] += carries
        return ExactVector(sums if sums[-1].any() else sums[:-1], self.bits)

    def at(self, index: Index) -> "ExactVector":
        """Return the entries with these indices."""
        return ExactVector(self.limbs[:, index], self.bits)

    def times(self, weights: Limbs) -> int:
        """Return the sum of the entries, each times its weight."""
        return self._joined((self.limbs @ weights).tolist())

    def total(self) -> int:
        """Return the sum of all entries."""
        chunks = self.limbs.shape[1] // MAX_SUMMANDS + 1
        parts = np.array_split(self.limbs, chunks, axis=1)
        return sum(self._joined(part.sum(axis=1).tolist()) for part in parts)

    def integers(self) -> list[int]:
        """Return the entries as Python integers."""
        return [self._joined(limbs) for limbs in self.limbs.T.tolist()]

    def _joined(self, limbs: Sequence[int]) -> int:
        return sum(limb << (self.bits * place) for place, limb in enumerate(limbs))


def grouped(
    first: NDArray[np.uint64], second: NDArray[np.uint64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Group n things by two hashes.

    Return the indices of all, so that equal ones are beside each other, and where each
    group begins. Raises `HashError` if only the first hashes of two things are equal.
    """
    order = np.argsort(first)
    is_new = np.ones(len(order), dtype=bool)
    for begin in range(0, len(order) - 1, GROUPS_AT_ONCE):
        some = order[begin : begin + GROUPS_AT_ONCE + 1]
        changes, other = (np.diff(hashes[some]) != 0 for hashes in (first, second))
        if (other & ~changes).any():
            raise HashError("two states of a count have the same hash")
        is_new[begin + 1 : begin + len(some)] = changes
    return order, np.flatnonzero(is_new)


def added_up(keys: Integers, numbers: Integers) -> tuple[Integers, Integers]:
    """Return the different keys, from 0, in order, and the sum of numbers of each."""
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(numbers[order], starts) if len(starts) else numbers
    return keys[starts], sums


def places_in(ordered: Integers, some: Integers) -> NDArray[np.intp]:
    """Return the places of numbers in a sorted array; -1 for those that are missing."""
    at = np.minimum(np.searchsorted(ordered, some), len(ordered) - 1)
    return np.where(ordered[at] == some, at, -1)


def starts_of(lengths: Integers) -> Integers:
    """Return where pieces of these lengths start, one behind the other."""
    return np.cumsum(lengths) - lengths


def ranges(starts: Integers, lengths: Integers) -> Integers:
    """Return the numbers of ranges, one range behind the other."""
    return np.repeat(starts - starts_of(lengths), lengths) + np.arange(lengths.sum())


def primes_below(limit: int) -> Iterator[int]:
    """Yield the odd primes below an even number, the largest first."""
    from flint import fmpz  # sums need no such library

    for number in range(limit - 1, 2, -2):
        if fmpz(number).is_prime():
            yield number


def number_modulo(residues: Iterable[int], moduli: Iterable[int]) -> int:
    """Return the least number with some residues (Chinese remainder theorem)."""
    number, product = 0, 1
    for residue, modulus in zip(residues, moduli, strict=True):
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number


def dot(first: Limbs, other: Limbs) -> int:
    """Return the exact sum of the products of non-negative int64 entries."""
    bits, less = (int(part.max(initial=0)).bit_length() for part in (first, other))
    if bits < less:
        return dot(other, first)
    if bits + less + len(first).bit_length() <= WORD_BITS:
        return int(first @ other)
    low = bits // 2
    return dot(first & ((1 << low) - 1), other) + (dot(first >> low, other) << low)


def bytes_of(numbers: Sequence[int]) -> NDArray[np.uint8]:
    """Return an (n, bytes) array of non-negative integers, least byte first."""
    width = max((number.bit_length() + 7) // 8 for number in (1, *numbers))
    data = b"".join(number.to_bytes(width, "little") for number in numbers)
    return np.frombuffer(data, dtype=np.uint8).reshape(len(numbers), width)


def integers_of(digits: NDArray[np.uint8]) -> list[int]:
    """Return the integers that `bytes_of` was given."""
    return [int.from_bytes(row.tobytes(), "little") for row in digits]
