"""Rational generating functions of the numbers of boards with 0, 1, 2, ... columns.

`fitting` computes them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from galaxies_asp.counting.strips.amplitude import (
    MAX_AMPLITUDE_ORDER,
    Amplitude,
    amplitude,
)
from galaxies_asp.counting.strips.flint import import_flint
from galaxies_asp.counting.strips.roots import Growth, growth

if TYPE_CHECKING:
    from flint import fmpz_poly

Factors = tuple[tuple[tuple[int, ...], int], ...]
"""Coefficients from the constant term up, and the power; a constant comes first."""


@dataclass(frozen=True)
class Certificate:
    """Why a fraction generates all terms: see `fitting`.

    Attributes
    ----------
    states
        Number of merged states; the order is at most this.
    primes
        How many primes the fraction is right modulo.
    bits
        The product of these primes is at least 2^bits.
    needed
        With as many bits the fraction is proven to be right.
    """

    states: int
    primes: int
    bits: int
    needed: int


@dataclass(frozen=True)
class GeneratingFunction:
    """A fraction of polynomials in lowest terms: the sum of a(n) x^n.

    Attributes
    ----------
    numerator, denominator
        Integer coefficients from the constant term up; the last is not 0, except for
        the polynomial 0, which is (0,). The denominator begins with 1.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    certificate: Certificate

    @property
    def order(self) -> int:
        """The order of the recurrence that holds from the first term on."""
        above, below = self.polynomials
        return int(max(above.degree() + 1, below.degree()))

    @cached_property
    def polynomials(self) -> "tuple[fmpz_poly, fmpz_poly]":
        """Numerator and denominator for python-flint."""
        polynomial = import_flint().fmpz_poly
        return polynomial(list(self.numerator)), polynomial(list(self.denominator))

    def series(self, count: int) -> list[int]:
        """Return the first terms."""
        terms: list[int] = []
        for index in range(count):
            value = self.numerator[index] if index < len(self.numerator) else 0
            for back, factor in enumerate(self.denominator[1 : index + 1], start=1):
                value -= factor * terms[index - back]
            terms.append(value)
        return terms

    def term(self, index: int, modulus: int | None = None) -> int:
        """Return a single term without those before it (A. Bostan and R. Mori, 2021).

        With a modulus, at least 2, only the remainder is computed, and the index may
        have hundreds of digits.
        """
        # Both rings offer the same operations, which their types do not say.
        flint = import_flint()
        ring = flint.fmpz_poly if modulus is None else flint.fmpz_mod_poly_ctx(modulus)
        above, below = ring(list(self.numerator)), ring(list(self.denominator))
        while index:
            mirrored = below(ring([0, -1]))
            above, below = above * mirrored, below * mirrored
            above = ring(above.coeffs()[index % 2 :: 2])
            below = ring(below.coeffs()[::2])
            index //= 2
        return int(above[0])

    def factors(self) -> tuple[Factors, Factors]:
        """Return the irreducible factors of numerator and denominator, with powers."""
        above, below = map(_factors, self.polynomials)
        return above, below

    def growth(self, digits: int = 20) -> Growth:
        """Return the growth per column: the limit superior of the n-th root of a(n).

        It is 1 / the smallest modulus of a root of the denominator.
        """
        return growth(self.polynomials[1], digits)

    def amplitude(self) -> Amplitude | None:
        """Return how the growth sets in; None for a polynomial, or for large orders."""
        if self.order > MAX_AMPLITUDE_ORDER or len(self.denominator) == 1:
            return None
        return amplitude(*self.polynomials)


def _factors(polynomial: "fmpz_poly") -> Factors:
    if not polynomial:
        return (((0,), 1),)
    content, factors = polynomial.factor()
    parts: list[tuple[tuple[int, ...], int]] = []
    for factor, power in factors:
        sign = -1 if factor[0] < 0 else 1
        content *= sign**power
        parts.append((_integers(sign * factor), power))
    constant = [((int(content),), 1)] if content != 1 else []
    return (*constant, *parts)


def _integers(polynomial: "fmpz_poly") -> tuple[int, ...]:
    return tuple(map(int, polynomial.coeffs())) or (0,)
