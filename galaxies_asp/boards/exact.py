"""Vectors of exact non-negative integers of any size, as columns of limbs.

A vector of n integers is an (L, n) array of uint64: entry [k, i] is the k-th digit, in
base 2**40, of the i-th integer. Sums of up to 2**24 entries fit into 64 bits before
the carries are passed on, so that numpy adds without overflow.
"""

import numpy as np
from numpy.typing import NDArray

Limbs = NDArray[np.uint64]
Index = NDArray[np.integer]

LIMB_BITS = 40
MAX_SUMMANDS = 1 << (64 - LIMB_BITS)

_BITS = np.uint64(LIMB_BITS)
_DIGIT = np.uint64((1 << LIMB_BITS) - 1)


def ones(n: int) -> Limbs:
    """Return the vector of n ones."""
    return np.ones((1, n), dtype=np.uint64)


def sum_groups(values: Limbs, source: Index, starts: Index) -> Limbs:
    """Return the sums of groups of entries.

    Parameters
    ----------
    values
        (L, n): the summands.
    source
        (t,): indices of summands, group after group.
    starts
        (m,): where each group begins in `source`; no group is empty.

    Returns
    -------
    (L', m), where L' is as large as the sums need.
    """
    if starts.size == 0:
        return np.zeros((1, 0), dtype=np.uint64)
    largest = int(np.diff(starts, append=source.size).max())
    if largest > MAX_SUMMANDS:
        raise OverflowError(f"{largest} summands of {LIMB_BITS} bits pass 64 bits")
    limbs = []
    carry = np.zeros(starts.size, dtype=np.uint64)
    for limb in values:
        # At most MAX_SUMMANDS digits, each under 2**40, and a carry under 2**24: the
        # largest digit is one short of its bound, which leaves room for the carry.
        total = np.add.reduceat(limb[source], starts) + carry
        limbs.append(total & _DIGIT)
        carry = total >> _BITS
    if carry.any():
        limbs.append(carry)
    return np.stack(limbs)


def integers(values: Limbs) -> list[int]:
    """Return the entries as Python integers."""
    result = [0] * values.shape[1]
    for limb in reversed(values):
        result = [
            (high << LIMB_BITS) | low
            for high, low in zip(result, limb.tolist(), strict=True)
        ]
    return result


def entry(values: Limbs, index: int) -> int:
    """Return one entry as a Python integer."""
    return sum(
        int(digit) << (LIMB_BITS * k) for k, digit in enumerate(values[:, index])
    )


def total(values: Limbs) -> int:
    """Return the sum of all entries as a Python integer."""
    result = 0
    for k, limb in enumerate(values):
        for chunk in np.array_split(limb, limb.size // MAX_SUMMANDS + 1):
            result += int(chunk.sum(dtype=np.uint64)) << (LIMB_BITS * k)
    return result
