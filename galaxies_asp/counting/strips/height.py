"""A bound of the coefficients of a determinant, for the proof in `generating_function`.

By Hadamard's inequality a determinant is at most the product of the lengths of its
rows. On the circle |x| = 1, row i of I - xA is at most as long as the square root of
(1 + |a_ii|)^2 + the sum of the |a_ij|^2, and by Cauchy's estimate no coefficient of
det(I - xA) exceeds the maximum on the circle. The determinant does not change if row i
is divided by some d_i and column i multiplied by it: such factors make the bound small.
"""

import math

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.strips.sweep import Strip

_ROUNDS = 40
_RATE = 0.2


def height_bits(strip: Strip) -> int:
    """Return h so that boards(x) = N / D with coefficients below 2^h.

    Here D = det(I - xA) for the matrix A of the strip's single layer, and x N is the
    difference of det(I - x(A - F)) and D, where F has the weights of the final states
    as its first column. Both have at most S + 1 coefficients.
    """
    (step,) = strip.layers
    size = strip.states
    weights = step.weights.astype(float)
    ends = np.arange(size)
    keys = np.concatenate([step.sources * size + step.targets, ends * size])
    places, positions = np.unique(keys, return_inverse=True)
    entries = np.concatenate([weights, -strip.final.astype(float)])
    changed = np.bincount(positions, entries).astype(float)
    # One bit for the sum of two determinants, one for rounding.
    return 2 + math.ceil(
        max(
            _determinant_bits(step.sources, step.targets, weights, size),
            _determinant_bits(places // size, places % size, changed, size),
        )
    )


def _determinant_bits(
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
    weights: NDArray[np.float64],
    size: int,
) -> float:
    """Return a bound of the logarithm to base 2 of each coefficient."""
    is_diagonal = sources == targets
    diagonal = np.zeros(size)
    diagonal[sources[is_diagonal]] = np.abs(weights[is_diagonal])
    sources, targets = sources[~is_diagonal], targets[~is_diagonal]
    squares = weights[~is_diagonal] ** 2
    logarithms = np.zeros(size)
    least = math.inf
    for _ in range(_ROUNDS):
        entries = squares * np.exp(2 * (logarithms[targets] - logarithms[sources]))
        rows = (1 + diagonal) ** 2 + np.bincount(sources, entries, size)
        least = min(least, float(np.log2(rows).sum()) / 2)
        # Each factor is changed so that its row and its column weigh the same.
        shares = entries / rows[sources]
        leaving = np.bincount(sources, shares, size) + 1e-9
        entering = np.bincount(targets, shares, size) + 1e-9
        logarithms += _RATE * np.log(leaving / entering)
    return least
