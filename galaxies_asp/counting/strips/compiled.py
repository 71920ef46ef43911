"""Products of sparse matrices with vectors modulo eight primes, by compiled code.

`residues` does the same in numpy, which is the reference.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.compiled import functions
from galaxies_asp.counting.strips.matrix import Matrix

LANES = 8
"""Residues in a row."""

Residues = NDArray[np.uint64]


class CompiledStep:
    """A matrix prepared for products with many vectors modulo primes.

    `bits`, `offsets`: the primes are 2^bits - offset; there are at most `LANES`
    offsets.
    """

    def __init__(self, layer: Matrix, bits: int, offsets: Sequence[int]) -> None:
        starts = np.searchsorted(layer.targets, np.arange(layer.shape[1] + 1))
        self._entries = (
            np.ascontiguousarray(starts, dtype=np.int64),
            layer.sources.astype(np.uint32),
            layer.weights.astype(np.uint64),
        )
        self._offsets = np.zeros(LANES, dtype=np.uint64)
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
    space = np.zeros((count + 1) * LANES, dtype=np.uint64)
    first = -space.ctypes.data // space.itemsize % LANES
    return space[first : first + count * LANES].reshape(count, LANES)
