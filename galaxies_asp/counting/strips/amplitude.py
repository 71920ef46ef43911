"""The constant in front of the growth: the dominant pole of a generating function."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from galaxies_asp.counting.strips.flint import import_flint
from galaxies_asp.counting.strips.roots import Growth, growth

if TYPE_CHECKING:
    from flint import fmpz_poly

MAX_AMPLITUDE_ORDER = 250
"""Larger orders would need the pole to hundreds of digits."""

_DIGITS = 10
_WORKING_BITS = 4000


@dataclass(frozen=True, slots=True)
class Amplitude:
    """The average of a(n) / (n^power growth^n) over a period tends to a constant.

    Other poles at the same distance from 0 make the quotient oscillate about it, for
    instance if there are no boards with an odd number of columns.

    Attributes
    ----------
    constant
        Ten digits of it, all right but for the last.
    """

    constant: str
    power: int


def amplitude(above: "fmpz_poly", below: "fmpz_poly") -> Amplitude | None:
    """Return the contribution of the positive pole nearest to 0.

    None if the pole would be needed to more than 480 digits.
    """
    for digits in (30, 60, 120, 240, 480):
        value = _evaluated(above, below, growth(below, digits))
        if value is not None:
            return value
    return None


def _evaluated(
    above: "fmpz_poly", below: "fmpz_poly", growth: Growth
) -> Amplitude | None:
    """Evaluate at an enclosure of the pole; None if it is too wide."""
    flint = import_flint()
    low, high = (
        flint.fmpq(end.denominator, end.numerator) for end in (growth.high, growth.low)
    )
    times = next(
        power
        for factor, power in below.factor_squarefree()[1]
        if factor(low) * factor(high) <= 0
    )
    slope = below
    for _ in range(times):
        slope = slope.derivative()
    # The precision only has to exceed that of the enclosure.
    with flint.ctx.workprec(_WORKING_BITS):
        pole = flint.arb(low).union(flint.arb(high))
        value = flint.arb_poly(above)(pole) * times
        value /= flint.arb_poly(slope)(pole) * (-pole) ** times
        if not value.is_finite() or value.rel_accuracy_bits() < 4 * _DIGITS:
            return None
        return Amplitude(value.str(_DIGITS, radius=False), times - 1)
