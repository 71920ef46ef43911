"""How fast the numbers of boards grow per column.

*From a generating function*: the reciprocal of the dominant root of the denominator, in
exact arithmetic. By Descartes' rule of signs, a polynomial without a change of sign
among its coefficients has no positive root, and one with a single change has exactly
one. An interval is mapped to the positive numbers, and cut in two until one of these
holds (Vincent, Collins and Akritas).

*From the matrix of a strip*, without its fraction: the growth is the spectral radius r
of the matrix A, since the numbers of boards count the ways from the start to the end,
and every state lies on such a way. If v > 0 and lv <= vA <= hv in each entry, then
l <= r <= h (Collatz and Wielandt). States that lie neither on a cycle nor on a way from
one cycle to another do not change r; they are left out.

vA is computed with floating-point numbers. As nothing is negative, a sum of m products
is right up to a factor between (1 - u)^m and (1 + u)^m, where u = 2^-53 is the relative
error of one operation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise

import flint
import numpy as np
from flint import arb, fmpq, fmpz_poly
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.strips.matrix import Matrix, Strip, restricted

Vector = NDArray[np.float64]
Interval = tuple[Fraction, Fraction]

_DIGITS = 13
_LEAST = 1e-250
"""Every vector > 0 gives bounds; an entry that vanishes would give none."""

_GUARD_BITS = 256


@dataclass(frozen=True, slots=True)
class GrowthBounds:
    """A number between two others, or equal to one of them."""

    low: Fraction
    high: Fraction

    def decimal(self, digits: int = _DIGITS - 1) -> str:
        """Return all digits that are certain, at most as many after the point.

        The last one is rounded. An integer has none after the point; "?" stands for a
        number of which no digit is certain.
        """
        if self.low == self.high == int(self.low):
            return str(self.low)
        for places in range(digits, -1, -1):
            low, high = (round(end * 10**places) for end in (self.low, self.high))
            if low == high:
                return _decimal(low, places)
        return "?"

    @property
    def ends(self) -> tuple[str, str]:
        """Both bounds with 13 digits after the point, rounded outwards."""
        unit = 10**_DIGITS
        low, high = math.floor(self.low * unit), math.ceil(self.high * unit)
        return _decimal(low, _DIGITS), _decimal(high, _DIGITS)


def _decimal(number: int, digits: int) -> str:
    """Write number / 10^digits, for a number that is not negative."""
    whole, rest = divmod(number, 10**digits)
    return f"{whole}.{rest:0{digits}}" if digits else str(whole)


# From a generating function -----------------------------------------------------------


def growth(denominator: fmpz_poly, digits: int) -> GrowthBounds:
    """Return 1 / the smallest modulus of a root; 0 if there is no root.

    `denominator`: that of the generating function of integers >= 0, in lowest terms, 1
    at 0. Then the smallest modulus of a root is itself a root (Pringsheim), and it is
    at most 1, unless only finitely many of the integers are not 0. `digits`: number of
    digits after the decimal point that are certain.
    """
    if denominator.degree() < 1:
        return GrowthBounds(Fraction(0), Fraction(0))
    square_free = denominator // denominator.gcd(denominator.derivative())
    # Growth is an algebraic integer: if it is rational, it is an integer.
    root = _isolated(square_free, Fraction(0), Fraction(1)) or (Fraction(1),) * 2
    for extra in count(digits + 2, 10):
        low, high = root = _narrowed(square_free, root, Fraction(1, 10**extra))
        integer = round(1 / high)
        place = Fraction(1, integer)
        # The open interval holds one root; other integer roots lie outside.
        is_inside = low == high or low < place < high
        if is_inside and _at(square_free, place) == 0:
            return GrowthBounds(Fraction(integer), Fraction(integer))
        if len({round(10**digits / end) for end in root}) == 1:
            break
    return GrowthBounds(1 / high, 1 / low)


def _isolated(part: fmpz_poly, low: Fraction, width: Fraction) -> Interval | None:
    """Return an open interval with the smallest root in (low, low + width), alone.

    None if there is no root. The polynomial `part` is the original one with this
    interval mapped to (0, 1). An end may be returned twice if it is the root.
    """
    shift = fmpz_poly([1, 1])
    signs = [value > 0 for value in fmpz_poly(part.coeffs()[::-1])(shift) if value != 0]
    changes = sum(sign != next_ for sign, next_ in pairwise(signs))
    if changes < 2:
        return (low, low + width) if changes else None
    half = width / 2
    # 2^degree times the polynomial at half the argument.
    left = fmpz_poly(
        [value << (part.degree() - power) for power, value in enumerate(part.coeffs())]
    )
    if root := _isolated(left, low, half):
        return root
    right = left(shift)
    if right[0] == 0:
        return low + half, low + half
    return _isolated(right, low + half, half)


def _narrowed(polynomial: fmpz_poly, root: Interval, width: Fraction) -> Interval:
    """Halve an interval around a simple root until its reciprocal is narrow enough."""
    low, high = root
    is_positive = _at(polynomial, low) > 0
    # A ball of the value is found faster than the value, and mostly has one sign.
    with flint.ctx.workprec(polynomial.height_bits() + _GUARD_BITS):
        balls = flint.arb_poly(polynomial)
        while high - low >= width * low * high and low != high:
            middle = (low + high) / 2
            value: arb | fmpq = balls(arb(fmpq(middle.numerator, middle.denominator)))
            if value == 0 or not (value > 0 or value < 0):
                value = _at(polynomial, middle)
            if value == 0:
                return middle, middle
            if (value > 0) == is_positive:
                low = middle
            else:
                high = middle
    return low, high


def _at(polynomial: fmpz_poly, place: Fraction) -> fmpq:
    return polynomial(fmpq(place.numerator, place.denominator))


# From the matrix ----------------------------------------------------------------------


def growth_bounds(strip: Strip, *, report: Report = silent) -> GrowthBounds:
    """Return bounds of the limit superior of the n-th root of the number of boards.

    They differ by about 1e-13 of the growth if all states that are left lead to each
    other; otherwise they may differ more.
    """
    layers = _between_cycles(strip.layers)
    if not len(layers[0].sources):
        return GrowthBounds(Fraction(0), Fraction(0))
    # For each layer products and sums, then the shift (both again) and the quotient.
    roundings = sum(int(np.bincount(layer.targets).max()) for layer in layers) + 3
    error = Fraction(2 * roundings, 1 << 53)
    vector = np.ones(layers[0].shape[0])
    # The shift tells the spectral radius from other eigenvalues of the same modulus.
    shift = max(1, round(float(_pushed(layers, vector).mean()) / 2))
    best = GrowthBounds(Fraction(0), Fraction(10**300))
    for number in range(1000):
        pushed = _pushed(layers, vector) + shift * vector
        quotients = pushed / vector
        low = Fraction(float(quotients.min())) * (1 - error) - shift
        high = Fraction(float(quotients.max())) * (1 + error) - shift
        best = GrowthBounds(max(best.low, low), min(best.high, high))
        report("steps", number + 1, None)
        if best.high - best.low <= best.high / 10**_DIGITS:
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
        kept = []
        for before, layer in pairwise([layers[-1], *layers]):
            size = layer.shape[0]
            entering = np.bincount(before.targets, minlength=size)
            kept.append(
                np.flatnonzero(entering * np.bincount(layer.sources, minlength=size))
            )
        smaller = restricted(layers, kept)
        if [layer.shape for layer in smaller] == [layer.shape for layer in layers]:
            return layers
        layers = smaller
