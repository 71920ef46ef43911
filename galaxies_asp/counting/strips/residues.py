"""The numbers of boards modulo primes, and the fraction that generates them.

The primes have the form 2^b - c with a small c: since 2^b = c, a sum of residues is
reduced by a shift, a multiplication and an addition. Several primes are computed at
once, one column of an array each. Products with large matrices are compiled where numba
is installed; see `compiled`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

import flint
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.matrix import Indices, Matrix, Strip

AT_ONCE = 8
"""Number of primes at once: eight words fill a line of the cache."""

_FEWEST_BITS = 43
_COMPILED_FROM = 2e7
"""Products of entries, for one prime, from which compiled code saves time."""

Residues = NDArray[np.uint64]


@dataclass(frozen=True)
class Prime:
    """The prime 2^bits - offset."""

    bits: int
    offset: int

    def __int__(self) -> int:
        return (1 << self.bits) - self.offset


@dataclass(frozen=True)
class Fraction:
    """A fraction of polynomials modulo a prime that generates all terms modulo it.

    Attributes
    ----------
    order
        The least order of a recurrence modulo the prime.
    coefficients
        (2 * order + 1,): those of the numerator, then those of the denominator.
    """

    prime: Prime
    order: int
    coefficients: Residues


def primes(strip: Strip) -> Iterator[Prime]:
    """Yield the largest primes 2^b - c for which no sum of residues overflows.

    Raises
    ------
    LimitError
        If too many residues are added up for any useful b.
    """
    sums = [layer.greatest_sum for layer in strip.layers]
    greatest = max(*sums, int(strip.final.sum()), 1)
    # A reduced sum is below 2^b + 2^(64 - b) c < 2^(b + 1), and sums are below 2^64.
    bits = 63 - greatest.bit_length()
    if bits < _FEWEST_BITS:
        raise LimitError(f"sums of {greatest:,} numbers: too many for machine words")
    for offset in range(1, 1 << (bits // 2), 2):
        if flint.fmpz((1 << bits) - offset).is_prime():
            yield Prime(bits, offset)


def fractions(strip: Strip, some: Sequence[Prime]) -> list[Fraction]:
    """Return for each prime the fraction that generates the numbers of boards.

    Parameters
    ----------
    strip
        With S states. The order is at most S, so that 2S terms determine the fraction.
    """
    residues = terms_modulo(strip, some, 2 * strip.states)
    return [
        _fraction(prime, column)
        for prime, column in zip(some, residues.T.tolist(), strict=True)
    ]


def kernel_of(strip: Strip) -> str:
    """Return what multiplies: numba for a large strip, where it is installed."""
    entries = sum(len(layer.sources) for layer in strip.layers)
    is_large = 2 * strip.states * entries > _COMPILED_FROM
    return "numba" if is_large and find_spec("numba") else "numpy"


def terms_modulo(
    strip: Strip, some: Sequence[Prime], count: int, kernel: str | None = None
) -> Residues:
    """Return the first terms modulo some primes of equal size: a (count, P) array.

    Parameters
    ----------
    some
        At most `AT_ONCE` primes.
    kernel
        numpy, numba, or the one that `kernel_of` names.
    """
    steps = _steps(strip.layers, some, kernel or kernel_of(strip))
    vector = np.zeros((strip.states, steps[0].width), dtype=np.uint64)
    vector[steps[0].before[0]] = 1
    ends = np.flatnonzero(strip.final)
    places = steps[0].before[ends]
    weights = strip.final[ends, None].astype(np.uint64)
    terms = np.empty((count, steps[0].width), dtype=np.uint64)
    for index in range(count):
        np.sum(vector[places] * weights, axis=0, out=terms[index])
        for step in steps:
            vector = step.push(vector)
    moduli = np.array([int(prime) for prime in some], dtype=np.uint64)
    return terms[:, : len(some)] % moduli


class _Pushes(Protocol):
    """A matrix prepared for products with many vectors modulo primes.

    Attributes
    ----------
    before
        The row of each state in the vectors.
    width
        The number of columns of the vectors, of which the first belong to the primes.
    """

    before: Indices
    width: int

    def push(self, vector: Residues) -> Residues:
        """Return row vector times matrix; the next call but one overwrites it."""


def _steps(
    layers: Sequence[Matrix], some: Sequence[Prime], kernel: str
) -> Sequence[_Pushes]:
    offsets = [prime.offset for prime in some]
    if kernel == "numba":
        from galaxies_asp.counting.strips import compiled

        return [compiled.Step(layer, some[0].bits, offsets) for layer in layers]
    # The states after the last layer are those before the first.
    after = [_by_entries(layer) for layer in layers]
    before = [after[-1], *after[:-1]]
    return [
        _Step(layer, before[number], after[number], some[0].bits, offsets)
        for number, layer in enumerate(layers)
    ]


def _by_entries(layer: Matrix) -> Indices:
    """Return the place of each state after a layer, those with most entries first."""
    entries = np.bincount(layer.targets, minlength=layer.shape[1])
    places = np.empty(layer.shape[1], dtype=np.int64)
    places[np.argsort(-entries, kind="stable")] = np.arange(layer.shape[1])
    return places


class _Step:
    """A matrix as arrays.

    The states after it are ordered by the number of their entries, the most first. Then
    the k-th entries of all states that have as many are added to the first rows of the
    sum.

    Parameters
    ----------
    before, after
        The row of each state in the vectors.
    """

    def __init__(
        self,
        layer: Matrix,
        before: Indices,
        after: Indices,
        bits: int,
        offsets: Sequence[int],
    ) -> None:
        self.before, self.width = before, len(offsets)
        size = layer.shape[1]
        sources, weights = before[layer.sources], layer.weights.astype(np.uint64)
        entries = np.bincount(layer.targets, minlength=size)
        starts = np.empty(size, dtype=np.int64)
        starts[after] = np.cumsum(entries) - entries
        sizes = (entries[:, None] > np.arange(entries.max())).sum(axis=0).tolist()
        levels = [starts[:rows] + level for level, rows in enumerate(sizes)]
        self._levels = [
            (sources[level], weights[level, None], bool((weights[level] > 1).any()))
            for level in levels
        ]
        self._bits = np.uint64(bits)
        self._mask = np.uint64((1 << bits) - 1)
        self._offsets = np.array(offsets, dtype=np.uint64)
        buffers = np.empty((3, size, len(offsets)), dtype=np.uint64)
        self._entries, self._sums, self._next = buffers

    def push(self, vector: Residues) -> Residues:
        """Return row vector times matrix; the next call but one overwrites it."""
        sums, entries = self._sums, self._entries
        sums[:] = 0
        for sources, weights, is_weighted in self._levels:
            some = entries[: len(sources)]
            np.take(vector, sources, axis=0, out=some, mode="clip")
            if is_weighted:
                some *= weights
            sums[: len(sources)] += some
        np.right_shift(sums, self._bits, out=entries)
        entries *= self._offsets
        sums &= self._mask
        sums += entries
        self._sums, self._next = self._next, sums
        return sums


def _fraction(prime: Prime, terms: list[int]) -> Fraction:
    ring: Any = flint.fmpz_mod_poly_ctx(int(prime))
    recurrence = ring.minpoly(terms)
    order = recurrence.degree()
    below = recurrence.coeffs()[::-1]
    above = ring(terms).mul_low(ring(below), len(terms)).coeffs()
    if len(above) > order:
        raise ArithmeticError(f"{order} is not the order of these terms")
    coefficients = np.zeros(2 * order + 1, dtype=np.uint64)
    coefficients[: len(above)] = [int(value) for value in above]
    coefficients[order : order + len(below)] = [int(value) for value in below]
    return Fraction(prime, order, coefficients)
