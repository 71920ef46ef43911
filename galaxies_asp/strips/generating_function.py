"""From exact terms to a rational generating function, with a proof that it is right.

The numbers of boards with 0, 1, 2, ... columns satisfy a linear recurrence whose order
is at most the number S of states: their generating function is a fraction P / Q with
deg P < S and deg Q <= S. A fraction of order R that agrees with the first R + S terms
therefore agrees with all of them. The fraction is guessed modulo primes (Berlekamp and
Massey), lifted to the integers, and then compared with the exact terms.

By a lemma of Fatou the reduced fraction of an integer sequence has integer coefficients
and Q(0) = 1, so that no rational reconstruction is needed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from galaxies_asp.processes.progress import Report, silent
from galaxies_asp.strips.amplitude import MAX_AMPLITUDE_ORDER, Amplitude, amplitude
from galaxies_asp.strips.errors import StripError
from galaxies_asp.strips.flint import import_flint
from galaxies_asp.strips.roots import Growth, growth

if TYPE_CHECKING:
    from flint import fmpz_poly

_PRIMES_BELOW = 1 << 62

Factors = tuple[tuple[tuple[int, ...], int], ...]
"""Coefficients from the constant term up, and the power; a constant comes first."""


@dataclass(frozen=True)
class GeneratingFunction:
    """A fraction of polynomials in lowest terms: the sum of a(n) x^n.

    Attributes
    ----------
    numerator, denominator
        Integer coefficients from the constant term up; the last is not 0, except for
        the polynomial 0, which is (0,). The denominator begins with 1.
    bound
        The order of the sequence is at most this.
    terms
        How many exact terms the fraction agrees with.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    bound: int
    terms: int

    @property
    def order(self) -> int:
        """The order of the recurrence that holds from the first term on."""
        above, below = self.polynomials
        return int(max(above.degree() + 1, below.degree()))

    @property
    def certified(self) -> bool:
        """Whether the terms that agree prove that all agree."""
        return self.terms >= self.order + self.bound

    @cached_property
    def polynomials(self) -> "tuple[fmpz_poly, fmpz_poly]":
        """Numerator and denominator for python-flint."""
        polynomial = import_flint().fmpz_poly
        return polynomial(list(self.numerator)), polynomial(list(self.denominator))

    def series(self, count: int) -> list[int]:
        """Return the first terms."""
        found: list[int] = []
        for index in range(count):
            value = self.numerator[index] if index < len(self.numerator) else 0
            for back, factor in enumerate(self.denominator[1 : index + 1], start=1):
                value -= factor * found[index - back]
            found.append(value)
        return found

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


def fit(
    terms: Sequence[int], bound: int, *, report: Report = silent
) -> GeneratingFunction:
    """Return the fraction of least order that agrees with all of the terms.

    Parameters
    ----------
    terms
        Exact terms from a(0) on.
    bound
        The order of the sequence is at most this. With 2 * bound terms the result is
        certified; with fewer it may be.

    Raises `StripError` if there are too few terms to see a recurrence.
    """
    polynomial = import_flint().fmpz_poly
    exact = polynomial(list(terms))
    for number, denominator in enumerate(_denominators(terms)):
        report("primes", number + 1, None)
        below = polynomial(denominator)
        remainder = exact.mul_low(below, len(terms))
        if 2 * max(remainder.degree() + 1, below.degree()) <= len(terms):
            return GeneratingFunction(
                _integers(remainder), _integers(below), bound, len(terms)
            )
    raise StripError(f"{len(terms)} terms are too few to see a recurrence")


def _denominators(terms: Sequence[int]) -> Iterator[list[int]]:
    """Yield guesses of the denominator, each lifted from more primes than the last.

    A guess is yielded when a further prime has not changed it. The guesses end when the
    terms show no recurrence with integer coefficients: these would be minors of the
    matrix of the terms a(i + j), which Hadamard's inequality bounds.
    """
    flint = import_flint()
    size = len(terms) // 2
    greatest = max(map(abs, terms), default=0)
    enough = (size // 2 + 1) * (size.bit_length() + 2 * greatest.bit_length())
    enough += 2 * _PRIMES_BELOW.bit_length()
    order, modulus, lifted, guess = -1, 1, [], None
    for prime in _primes():
        ring = flint.fmpz_mod_poly_ctx(prime)
        recurrence = ring.minpoly([term % prime for term in terms])
        if 2 * recurrence.degree() > len(terms):
            return
        if recurrence.degree() < order:
            continue  # the prime divides what makes the order so large
        residues = [int(value) for value in recurrence.coeffs()[::-1]]
        if recurrence.degree() > order:
            order, modulus, lifted, guess = recurrence.degree(), 1, [0] * order, None
            lifted = [0] * (order + 1)
        inverse = pow(modulus, -1, prime)
        lifted = [
            value + modulus * ((residue - value) * inverse % prime)
            for value, residue in zip(lifted, residues, strict=True)
        ]
        modulus *= prime
        centered = [value - modulus * (2 * value > modulus) for value in lifted]
        if centered == guess:
            yield centered
        if modulus.bit_length() > enough:
            return
        guess = centered


def _primes() -> Iterator[int]:
    flint = import_flint()
    candidate = _PRIMES_BELOW - 1
    while True:
        if flint.fmpz(candidate).is_prime():
            yield candidate
        candidate -= 2
