"""How fast a sequence grows: the dominant root of a denominator, in exact arithmetic.

By Descartes' rule of signs, a polynomial without a change of sign among its
coefficients has no positive root, and one with a single change has exactly one. An
interval is mapped to the positive numbers, and cut in two until one of these holds
(Vincent, Collins and Akritas).
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from galaxies_asp.counting.strips.flint import import_flint

if TYPE_CHECKING:
    from flint import fmpq, fmpz_poly


@dataclass(frozen=True, slots=True)
class Growth:
    """An algebraic number, exact or enclosed: low < growth < high, or all are equal.

    Attributes
    ----------
    decimal
        Its decimal digits; all are right, the last one rounded.
    """

    low: Fraction
    high: Fraction
    decimal: str

    def __str__(self) -> str:
        return self.decimal


def growth(denominator: "fmpz_poly", digits: int) -> Growth:
    """Return 1 / the smallest modulus of a root; 0 if there is no root.

    Parameters
    ----------
    denominator
        That of the generating function of integers >= 0, in lowest terms, 1 at 0. Then
        the smallest modulus of a root is itself a root (Pringsheim), and it is at most
        1, unless only finitely many of the integers are not 0.
    digits
        Number of digits after the decimal point.
    """
    if denominator.degree() < 1:
        return Growth(Fraction(0), Fraction(0), "0")
    square_free = denominator // denominator.gcd(denominator.derivative())
    # Growth is an algebraic integer: if it is rational, it is an integer.
    root = _isolated(square_free, Fraction(0), Fraction(1))
    if root is None:
        root = (Fraction(1), Fraction(1))
    extra = digits + 2
    while True:
        low, high = root = _narrowed(square_free, root, Fraction(1, 10**extra))
        integer = round(1 / high)
        place = Fraction(1, integer)
        # The open interval holds one root; other integer roots lie outside.
        is_inside = low == high or low < place < high
        if is_inside and _at(square_free, place) == 0:
            return Growth(Fraction(integer), Fraction(integer), str(integer))
        decimals = {round(10**digits / end) for end in root}
        if len(decimals) == 1:
            return Growth(1 / high, 1 / low, decimal(decimals.pop(), digits))
        extra += 10


def decimal(number: int, digits: int) -> str:
    """Write number / 10^digits, for a number that is not negative."""
    whole, rest = divmod(number, 10**digits)
    return f"{whole}.{rest:0{digits}}" if digits else str(whole)


_Interval = tuple[Fraction, Fraction]


def _isolated(part: "fmpz_poly", low: Fraction, width: Fraction) -> _Interval | None:
    """Return an open interval with the smallest root in (low, low + width), alone.

    None if there is no root. The polynomial `part` is the original one with this
    interval mapped to (0, 1). An end may be returned twice if it is the root.
    """
    polynomial = import_flint().fmpz_poly
    shift = polynomial([1, 1])
    changes = _changes(polynomial(part.coeffs()[::-1])(shift))
    if changes == 0:
        return None
    if changes == 1:
        return low, low + width
    half = width / 2
    left = _halved(part)
    root = _isolated(left, low, half)
    if root is not None:
        return root
    right = left(shift)
    if right[0] == 0:
        return low + half, low + half
    return _isolated(right, low + half, half)


def _halved(polynomial: "fmpz_poly") -> "fmpz_poly":
    """Return 2^degree times the polynomial at half the argument."""
    degree = polynomial.degree()
    halved: fmpz_poly = import_flint().fmpz_poly(
        [value << (degree - power) for power, value in enumerate(polynomial.coeffs())]
    )
    return halved


def _changes(polynomial: "fmpz_poly") -> int:
    """Return how often the sign changes from coefficient to coefficient."""
    signs = [value > 0 for value in polynomial.coeffs() if value != 0]
    return sum(sign != next_ for sign, next_ in pairwise(signs))


def _narrowed(polynomial: "fmpz_poly", root: _Interval, width: Fraction) -> _Interval:
    """Halve an interval around a simple root until its reciprocal is narrow enough."""
    low, high = root
    is_positive = _at(polynomial, low) > 0
    while high - low >= width * low * high and low != high:
        middle = (low + high) / 2
        value = _at(polynomial, middle)
        if value == 0:
            return middle, middle
        if (value > 0) == is_positive:
            low = middle
        else:
            high = middle
    return low, high


def _at(polynomial: "fmpz_poly", place: Fraction) -> "fmpq":
    value: fmpq = polynomial(import_flint().fmpq(place.numerator, place.denominator))
    return value
