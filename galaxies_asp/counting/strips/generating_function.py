"""Rational generating functions of the numbers of boards with 0, 1, 2, ... columns.

`fitting` computes them; they are written for people and for other programs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import flint
from flint import fmpz_poly

from galaxies_asp.core.board.answer import Natural, Part
from galaxies_asp.core.board.errors import counted
from galaxies_asp.counting.strips.growth import GrowthBounds, growth


@dataclass(frozen=True)
class Certificate(Part):
    """Why a fraction generates all terms; see `fitting`."""

    states: Annotated[Natural, "Merged states, which bound the order."]
    primes: Annotated[Natural, "Number of primes modulo which the fraction is correct."]
    bits: Annotated[Natural, "The product of these primes is at least 2^bits."]
    needed: Annotated[Natural, "Bits that prove the fraction."]


@dataclass(frozen=True)
class GeneratingFunction:
    """A fraction of polynomials in lowest terms: the sum of a(n) x^n."""

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    """Integer coefficients from the constant term up; the last is not 0, except for the
    polynomial 0, which is (0,). The denominator begins with 1.
    """
    certificate: Certificate

    @property
    def order(self) -> int:
        """The order of the recurrence that holds from the first term on."""
        above, below = self.polynomials
        return int(max(above.degree() + 1, below.degree()))

    @cached_property
    def polynomials(self) -> tuple[fmpz_poly, fmpz_poly]:
        """Numerator and denominator for python-flint."""
        return fmpz_poly(list(self.numerator)), fmpz_poly(list(self.denominator))

    def series(self, count: int) -> list[int]:
        """Return the first terms."""
        above, terms = self.numerator, list[int]()
        for index in range(count):
            pairs = zip(self.denominator[1:], terms[::-1], strict=False)
            value = above[index] if index < len(above) else 0
            terms.append(value - sum(factor * term for factor, term in pairs))
        return terms

    def term(self, index: int, modulus: int | None = None) -> int:
        """Return a single term without those before it (A. Bostan and R. Mori, 2021).

        With a modulus, at least 2, only the remainder is computed, and the index may
        have hundreds of digits.
        """
        # Both rings offer the same operations, which their types do not say.
        ring: Any = fmpz_poly if modulus is None else flint.fmpz_mod_poly_ctx(modulus)
        above, below = ring(list(self.numerator)), ring(list(self.denominator))
        while index:
            mirrored = below(ring([0, -1]))
            above, below = above * mirrored, below * mirrored
            above = ring(above.coeffs()[index % 2 :: 2])
            below = ring(below.coeffs()[::2])
            index //= 2
        return int(above[0])

    def growth(self, digits: int = 20) -> GrowthBounds:
        """Return the growth per column: the limit superior of the n-th root of a(n).

        It is 1 / the smallest modulus of a root of the denominator.
        """
        return growth(self.polynomials[1], digits)


# For people and for other programs ----------------------------------------------------

MAX_FACTORED_ORDER = 1500
"""Polynomials of larger orders are not factored: it would take minutes."""


def polynomial(coefficients: Sequence[int]) -> str:
    """Write a polynomial in x, from the constant term up."""
    powers = (f"x^{n}" for n in range(2, len(coefficients)))
    return _sum(zip(coefficients, ("", "x", *powers), strict=False), "*")


def _sum(terms: Iterable[tuple[int, str]], times: str) -> str:
    """Write a sum of names, each times an integer."""
    text = ""
    for value, name in terms:
        if value:
            size = "" if name and abs(value) == 1 else str(abs(value))
            part = f"{size}{times if size and name else ''}{name}"
            sign = "-" if value < 0 else "+"
            text += f" {sign} {part}" if text else f"{sign}{part}".removeprefix("+")
    return text or "0"


def recurrence(function: GeneratingFunction) -> str:
    """Return the equation that all terms satisfy from some index on."""
    names = (f"a(n-{back})" for back in range(1, len(function.denominator)))
    factors = (-factor for factor in function.denominator[1:])
    before = _sum(zip(factors, names, strict=True), " ")
    return f"a(n) = {before} for n >= {function.order}"


def summary(function: GeneratingFunction, digits: int) -> str:
    """Return everything that is known, line by line."""
    proof = function.certificate
    lines = [
        f"numerator:   {polynomial(function.numerator)}",
        f"denominator: {polynomial(function.denominator)}",
    ]
    if function.order <= MAX_FACTORED_ORDER:
        above, below = map(_factored, function.polynomials)
        # Several factors need parentheses.
        divisor = f"({' '.join(below)})" if len(below) > 1 else below[0]
        lines.append(f"factored:    {' '.join(above)} / {divisor}")
    lines += [
        f"recurrence:  {recurrence(function)}",
        f"growth:      {function.growth(digits).decimal(digits)} per column",
    ]
    lines += [
        f"degrees:     {len(function.numerator) - 1} / {len(function.denominator) - 1}",
        f"order:       {function.order}, of {counted(proof.states, 'merged state')}",
        f"certified:   correct modulo {counted(proof.primes, 'prime')}, "
        f"{proof.bits} bits; needed: {proof.needed} bits",
    ]
    return "\n".join(lines) + "\n"


def _factored(whole: fmpz_poly) -> list[str]:
    """Return the irreducible factors of a polynomial; a constant comes first."""
    content, factors = whole.factor() if whole else (0, [])
    parts = []
    for factor, power in factors:
        sign = -1 if factor[0] < 0 else 1
        content *= sign**power
        text = polynomial(list(map(int, (sign * factor).coeffs())))
        text = f"({text})" if " " in text else text
        parts.append(text if power == 1 else f"{text}^{power}")
    return [str(content), *parts] if content != 1 else parts or ["1"]
