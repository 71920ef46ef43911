"""Bounds of the growth per column from the matrix of a strip, without its fraction.

The growth is the spectral radius r of the matrix A: the numbers of boards count the
ways from the start to the end, and every state lies on such a way. If v > 0 and
lv <= vA <= hv in each entry, then l <= r <= h (Collatz and Wielandt). States that lie
neither on a cycle nor on a way from one cycle to another do not change r; they are left
out.

vA is computed with floating-point numbers. As nothing is negative, a sum of m products
is right up to a factor between (1 - u)^m and (1 + u)^m, where u = 2^-53 is the relative
error of one operation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.strips.matrix import Indices, Matrix
from galaxies_asp.counting.strips.roots import decimal
from galaxies_asp.counting.strips.sweep import Strip
from galaxies_asp.processes.progress import Report, silent

Vector = NDArray[np.float64]

_DIGITS = 13
_STEPS = 1000
_LEAST = 1e-250
"""Every vector > 0 gives bounds; an entry that vanishes would give none."""

_WIDTH = Fraction(1, 10**_DIGITS)


@dataclass(frozen=True)
class Bounds:
    """The growth per column lies between these, or is equal to one of them."""

    low: Fraction
    high: Fraction

    @property
    def decimal(self) -> str:
        """All digits that are certain, at most 12 after the point; "?" for none."""
        for digits in range(_DIGITS - 1, -1, -1):
            low, high = (round(end * 10**digits) for end in (self.low, self.high))
            if low == high:
                return decimal(low, digits)
        return "?"

    @property
    def ends(self) -> tuple[str, str]:
        """Both bounds with 13 digits after the point, rounded outwards."""
        unit = 10**_DIGITS
        low, high = math.floor(self.low * unit), math.ceil(self.high * unit)
        return decimal(low, _DIGITS), decimal(high, _DIGITS)


def growth_bounds(strip: Strip, *, report: Report = silent) -> Bounds:
    """Return bounds of the limit superior of the n-th root of the number of boards.

    They differ by about 1e-13 of the growth if all states that are left lead to each
    other; otherwise they may differ more.
    """
    layers = _between_cycles(strip.layers)
    if not len(layers[0].sources):
        return Bounds(Fraction(0), Fraction(0))
    # For each layer products and sums, then the shift (both again) and the quotient.
    roundings = sum(int(np.bincount(layer.targets).max()) for layer in layers) + 3
    error = Fraction(2 * roundings, 1 << 53)
    vector = np.ones(layers[0].shape[0])
    # The shift tells the spectral radius from other eigenvalues of the same modulus.
    shift = max(1, round(float(_pushed(layers, vector).mean()) / 2))
    best = Bounds(Fraction(0), Fraction(10**300))
    for number in range(_STEPS):
        pushed = _pushed(layers, vector) + shift * vector
        quotients = pushed / vector
        low = Fraction(float(quotients.min())) * (1 - error) - shift
        high = Fraction(float(quotients.max())) * (1 + error) - shift
        best = Bounds(max(best.low, low), min(best.high, high))
        report("steps", number + 1, None)
        if best.high - best.low <= _WIDTH * best.high:
            break
        vector = np.maximum(pushed / pushed.max(), _LEAST)
    return best


def _pushed(layers: Sequence[Matrix], vector: Vector) -> Vector:
    for layer in layers:
        entries = layer.weights * vector[layer.sources]
        vector = np.bincount(layer.targets, entries, layer.shape[1]).astype(np.float64)
    return vector


def _between_cycles(layers: Sequence[Matrix]) -> Sequence[Matrix]:
    """Leave out, again and again, states to which or from which no step leads."""
    while True:
        kept = [
            np.flatnonzero(_occurs(before.targets, size) & _occurs(layer.sources, size))
            for before, layer in pairwise([layers[-1], *layers])
            for size in [layer.shape[0]]
        ]
        if all(map(_is_whole, layers, kept)):
            return layers
        layers = [
            layer.restricted(before, after)
            for layer, (before, after) in zip(
                layers, pairwise([*kept, kept[0]]), strict=True
            )
        ]


def _occurs(states: Indices, size: int) -> NDArray[np.bool_]:
    occurs = np.zeros(size, dtype=bool)
    occurs[states] = True
    return occurs


def _is_whole(layer: Matrix, kept: Indices) -> bool:
    return len(kept) == layer.shape[0]
