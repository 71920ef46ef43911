"""The numbers of boards modulo primes, and the fraction that generates them.

The primes have the form 2^b - c with a small c: since 2^b = c, a sum of residues is
reduced by a shift, a multiplication and an addition. Several primes are computed at
once, one column of an array each, by compiled code.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.compiled import functions
from galaxies_asp.counting.exact import primes_below
from galaxies_asp.counting.strips.matrix import Matrix, Strip

AT_ONCE = 8
"""Number of primes at once: eight words fill a line of the cache."""

_FEWEST_BITS = 43

Residues = NDArray[np.uint64]


def primes(strip: Strip) -> Iterator[int]:
    """Return the largest primes 2^b - c for which no sum of residues overflows.

    Raises `LimitError` if too many residues are added up for any useful b.
    """
    # A reduced sum is below 2^b + 2^(64 - b) c < 2^(b + 1), and sums are below 2^64.
    bits = 63 - strip.greatest_sum.bit_length()
    if bits < _FEWEST_BITS:
        raise LimitError(
            f"sums of {strip.greatest_sum:,} numbers: too many for machine words"
        )
    return primes_below(1 << bits)


Fraction = tuple[int, list[int]]
"""A prime, and the coefficients of a fraction modulo it.

If r is the least order of a recurrence, r of the numerator, r + 1 of the denominator.
"""


def fractions(strip: Strip, some: Sequence[int]) -> list[Fraction]:
    """Return the fractions modulo some primes that generate the numbers of boards.

    `strip`: with S states. The order is at most S, so that 2S terms determine the
    fraction.
    """
    residues = terms_modulo(strip, some, 2 * strip.states)
    return list(map(_fraction, some, residues.T.tolist()))


def _fraction(prime: int, terms: list[int]) -> Fraction:
    ring: Any = flint.fmpz_mod_poly_ctx(prime)
    recurrence = ring.minpoly(terms)
    order = recurrence.degree()
    below = recurrence.coeffs()[::-1]
    above = ring(terms).mul_low(ring(below), len(terms)).coeffs()
    if len(above) > order:
        raise ArithmeticError(f"{order} is not the order of these terms")
    return prime, list(map(int, [*above, *[0] * (order - len(above)), *below]))


def terms_modulo(strip: Strip, some: Sequence[int], count: int) -> Residues:
    """Return the first terms modulo some primes of equal size: a (count, P) array.

    `some`: at most `AT_ONCE` primes.
    """
    bits = some[0].bit_length()
    offsets = [(1 << bits) - prime for prime in some]
    steps = [_Step(layer, bits, offsets) for layer in strip.layers]
    vector = np.zeros((strip.states, AT_ONCE), dtype=np.uint64)
    vector[0] = 1
    ends = np.flatnonzero(strip.final)
    weights = strip.final[ends, None].astype(np.uint64)
    terms = np.empty((count, vector.shape[1]), dtype=np.uint64)
    for index in range(count):
        np.sum(vector[ends] * weights, axis=0, out=terms[index])
        for step in steps:
            vector = step.push(vector)
    return terms[:, : len(some)] % np.array(some, dtype=np.uint64)


class _Step:
    """A matrix prepared for products with many vectors modulo primes 2^bits - offset.

    Rows have `AT_ONCE` residues.
    """

    def __init__(self, layer: Matrix, bits: int, offsets: Sequence[int]) -> None:
        starts = np.searchsorted(layer.targets, np.arange(layer.shape[1] + 1))
        self._entries = (
            np.ascontiguousarray(starts, dtype=np.int64),
            layer.sources.astype(np.uint32),
            layer.weights.astype(np.uint64),
        )
        self._offsets = np.zeros(AT_ONCE, dtype=np.uint64)
        self._offsets[: len(offsets)] = offsets
        self._bits = bits
        self._sums, self._next = _rows(layer.shape[1]), _rows(layer.shape[1])

    def push(self, vector: Residues) -> Residues:
        """Return row vector times matrix; the next call but one overwrites it."""
        sums, offsets = self._sums, self._offsets
        functions().residues_push(
            vector, len(sums), *self._entries, self._bits, offsets, sums
        )
        self._sums, self._next = self._next, sums
        return sums


def _rows(count: int) -> Residues:
    """Return space for some rows, each in a line of the cache."""
    space = np.zeros((count + 1) * AT_ONCE, dtype=np.uint64)
    first = -space.ctypes.data // space.itemsize % AT_ONCE
    return space[first : first + count * AT_ONCE].reshape(count, AT_ONCE)
