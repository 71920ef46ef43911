"""Products of sparse matrices with vectors modulo eight primes, by compiled code.

`residues` does the same in numpy, which is the reference. A row of eight residues is
added at once, as one vector of words; numba by itself adds them one by one.
"""

from collections.abc import Sequence

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from galaxies_asp.counting.strips.matrix import Matrix

LANES = 8
"""Residues in a row."""

_WORD = 8
"""Bytes of a word; a row fills a line of the cache."""

Residues = NDArray[np.uint64]


class CompiledStep:
    """A matrix prepared for products with many vectors modulo primes.

    Parameters
    ----------
    bits, offsets
        The primes are 2^bits - offset; there are at most `LANES` offsets.
    """

    def __init__(self, layer: Matrix, bits: int, offsets: Sequence[int]) -> None:
        starts = np.searchsorted(layer.targets, np.arange(layer.shape[1] + 1))
        self._entries = (
            starts,
            layer.sources.astype(np.uint32),
            layer.weights.astype(np.uint64),
        )
        self._offsets = np.zeros(LANES, dtype=np.uint64)
        self._offsets[: len(offsets)] = offsets
        self._bits = np.uint64(bits)
        self._sums, self._next = _rows(layer.shape[1]), _rows(layer.shape[1])

    def push(self, vector: Residues) -> Residues:
        """Return row vector times matrix; the next call but one overwrites it."""
        sums = self._sums
        _push(vector, *self._entries, self._bits, self._offsets, sums)
        self._sums, self._next = self._next, sums
        return sums


def _rows(count: int) -> Residues:
    """Return space for some rows, each in a line of the cache."""
    space = np.zeros((count + 1) * LANES, dtype=np.uint64)
    first = -space.ctypes.data // _WORD % LANES
    return space[first : first + count * LANES].reshape(count, LANES)


def _row(context, builder, kind, array, index):
    """Return a pointer to a row of an array."""
    data = context.make_array(kind)(context, builder, array).data
    vector = ir.VectorType(ir.IntType(64), LANES)
    return builder.gep(builder.bitcast(data, vector.as_pointer()), [index])


def _filled(builder, word):
    """Return a row of equal words."""
    vector = ir.VectorType(ir.IntType(64), LANES)
    nothing = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(nothing, word, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(first, nothing, zeros)


@intrinsic
def _add_row(_typing, sums, target, vector, source, word):
    """Add a row of the vector, times a word, to a row of the sums."""

    def generate(context, builder, signature, values):
        to = _row(context, builder, signature.args[0], *values[:2])
        row = _row(context, builder, signature.args[2], *values[2:4])
        some = builder.mul(builder.load(row, align=_WORD), _filled(builder, values[4]))
        builder.store(builder.add(builder.load(to, align=_WORD), some), to, align=_WORD)

    return types.void(sums, types.uint64, vector, types.uint64, types.uint64), generate


@intrinsic
def _reduce_row(_typing, sums, target, bits, offsets):
    """Replace a row by a smaller one with the same residues."""

    def generate(context, builder, signature, values):
        at = _row(context, builder, signature.args[0], *values[:2])
        zero = ir.Constant(ir.IntType(64), 0)
        row = _row(context, builder, signature.args[3], values[3], zero)
        factors = builder.load(row, align=_WORD)
        word, bits = builder.load(at, align=_WORD), _filled(builder, values[2])
        above = builder.lshr(word, bits)
        below = builder.sub(word, builder.shl(above, bits))
        smaller = builder.add(below, builder.mul(above, factors))
        builder.store(smaller, at, align=_WORD)

    return types.void(sums, types.uint64, types.uint64, offsets), generate


@njit(cache=True)
def _push(vector, starts, sources, weights, bits, offsets, sums):
    sums[:] = np.uint64(0)
    for target in range(len(starts) - 1):
        for entry in range(starts[target], starts[target + 1]):
            _add_row(sums, target, vector, sources[entry], weights[entry])
        _reduce_row(sums, target, bits, offsets)
