"""Generating functions: the published ones, the proof, the growth, single terms."""

from fractions import Fraction
from itertools import product
from math import comb, isqrt

import pytest
from flint import fmpz_poly

from galaxies_asp.strips import writing
from galaxies_asp.strips.amplitude import Amplitude
from galaxies_asp.strips.circuit_board import CircuitBoard
from galaxies_asp.strips.errors import StripError
from galaxies_asp.strips.generating_function import GeneratingFunction, fit
from galaxies_asp.strips.lumping import lumped
from galaxies_asp.strips.partitions import Partitions
from galaxies_asp.strips.ring_ring import RingRing
from galaxies_asp.strips.roots import growth
from galaxies_asp.strips.series import terms
from galaxies_asp.strips.sweep import Sweep, explore
from galaxies_asp.strips.two_not_touch import TwoNotTouch


def fitted(sweep: Sweep, more: int = 8) -> GeneratingFunction:
    strip = lumped(explore(sweep))
    return fit(terms(strip, 2 * strip.states + more), strip.states)


def expanded(*factors: list[int]) -> tuple[int, ...]:
    product = fmpz_poly([1])
    for factor in factors:
        product *= fmpz_poly(factor)
    return tuple(map(int, product.coeffs()))


# What the source prints ---------------------------------------------------------------


def test_ring_ring_4() -> None:
    function = fitted(RingRing(4))
    assert function.numerator == expanded([1, 1], [1, -2], [1, -2, -1])
    assert function.denominator == (1, -3, -3, 10, 3, -5, -1)


def test_ring_ring_5() -> None:
    function = fitted(RingRing(5))
    assert function.numerator == expanded([1, 0, -2], [1, 0, -3, 0, 1])
    assert function.denominator == (1, 0, -8, 0, 19, 0, -14, 0, 1)


def test_ring_ring_6() -> None:
    """The coefficients that are visible in the source, highest first.

    There both polynomials have the other sign.
    """
    function = fitted(RingRing(6))
    assert function.numerator[:-4:-1] == (64, 518, -660)
    rest, remainder = divmod(fmpz_poly(list(function.denominator)), fmpz_poly([1, 1]))
    assert not remainder
    assert [-int(rest[power]) for power in (24, 23, 22)] == [68, 496, -1685]


def test_stars() -> None:
    function = fitted(TwoNotTouch(5, 2, frozenset(("vertical", "horizontal"))))
    assert function.numerator == (0, 6, 12, 2)
    assert function.denominator == (1, 0, -4, -1)


@pytest.mark.parametrize(
    ("rows", "printed"),
    [
        (4, 5.189),
        (5, 3.540),
        (6, 6.777),
        (7, 13.627),
        pytest.param(8, 245.118, marks=pytest.mark.slow),
    ],
)
def test_the_printed_growth_is_the_largest_root(rows: int, printed: float) -> None:
    denominator = fmpz_poly(list(fitted(RingRing(rows)).denominator))
    greatest = max(abs(complex(root)) for root, _ in denominator.complex_roots())
    assert greatest == pytest.approx(printed, abs=0.001)


def test_circuit_board_3() -> None:
    function = fitted(CircuitBoard(3))
    assert function.numerator == (0, 0, 1, 0, 0, 0, 6, 0, 0, 0, -4)
    assert function.denominator == (1, 0, 0, 0, -4)


# Other sizes --------------------------------------------------------------------------

GROWTH = {
    2: "1.61803398875",
    3: "1",
    4: "2.667158466934",
    5: "2.092815835993",
    6: "4.431049027115",
}


@pytest.mark.parametrize("rows", range(1, 9))
def test_ring_ring_is_certified(rows: int) -> None:
    function = fitted(RingRing(rows))
    assert function.certified
    known = terms(explore(RingRing(rows)), 60)
    assert function.series(60) == known
    assert function.term(59) == known[59]
    if rows in GROWTH:
        digits = len(GROWTH[rows].partition(".")[2])
        assert str(function.growth(digits)) == GROWTH[rows]


@pytest.mark.parametrize(
    "sweep", [*map(CircuitBoard, range(1, 7)), *map(Partitions, range(1, 5))], ids=repr
)
def test_others_are_certified(sweep: Sweep) -> None:
    function = fitted(sweep)
    assert function.certified
    assert function.series(40) == terms(explore(sweep), 40)


@pytest.mark.slow
def test_circuit_board_7() -> None:
    test_others_are_certified(CircuitBoard(7))


@pytest.mark.slow
def test_ring_ring_9() -> None:
    function = fitted(RingRing(9))
    assert function.certified
    assert len(function.denominator) - 1 == 1134
    assert str(function.growth(12)) == "7.010859781587"


@pytest.mark.parametrize("stars", range(5))
def test_every_set_of_rules_for_stars(stars: int) -> None:
    names = ("vertical", "horizontal", "diagonal")
    for rows, ways in product(range(1, 10), range(8)):
        chosen = frozenset(name for bit, name in enumerate(names) if ways >> bit & 1)
        function = fitted(TwoNotTouch(rows, stars, chosen))
        assert function.certified
        apart = rows - stars + 1 if "vertical" in chosen else rows
        assert function.series(2) == [0, comb(max(apart, 0), stars)]


# The proof ----------------------------------------------------------------------------


def test_too_few_terms_prove_nothing() -> None:
    fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
    assert fit(fibonacci, 8).certified
    assert not fit(fibonacci, 9).certified
    assert fit(fibonacci, 9).denominator == (1, -1, -1)
    with pytest.raises(StripError, match="too few"):
        fit([1, 3, 1, 4, 1, 5, 9, 2, 6, 5], 9)


def test_a_fraction_that_fails_later_is_not_returned() -> None:
    almost = [*(2**n for n in range(20)), 7]
    with pytest.raises(StripError, match="too few"):
        fit(almost, 12)


def test_polynomials_and_zero() -> None:
    assert fit([0] * 6, 3).numerator == (0,)
    assert fit([0] * 6, 3).denominator == (1,)
    function = fit([2, 0, 5, 0, 0, 0, 0, 0], 4)
    assert (function.numerator, function.denominator) == ((2, 0, 5), (1,))
    assert str(function.growth()) == "0"


def test_large_coefficients_need_several_primes() -> None:
    factor = 10**60 + 7
    function = fit([factor**n for n in range(8)], 4)
    assert function.denominator == (1, -factor)
    assert str(function.growth()) == str(factor)


# Single terms, growth -----------------------------------------------------------------


def test_single_terms() -> None:
    function = GeneratingFunction((0, 1), (1, -1, -1), 2, 4)
    assert function.term(100) == 354224848179261915075
    # The Fibonacci numbers modulo 10 have period 60.
    assert function.term(60 * 10**50 + 13, 10) == 3
    zero = GeneratingFunction((0,), (1,), 1, 2)
    assert zero.term(10**9) == 0


@pytest.mark.parametrize(
    ("denominator", "expected"),
    [
        ([1, -1, -1], "1.6180339887"),
        ([1, 0, -2], "1.4142135624"),
        ([1, -4, 4], "2"),
        ([1, -3], "3"),
        ([1, -1], "1"),
        ([1, 0, 0, -1], "1"),
        (list(expanded([1, -2], [1, -3], [1, 1, 1])), "3"),
        (list(expanded([1, -7, 1], [1, -7, 1], [1, 0, 5])), "6.8541019662"),
    ],
)
def test_growth(denominator: list[int], expected: str) -> None:
    found = growth(fmpz_poly(denominator), 10)
    assert str(found) == expected
    assert found.low <= Fraction(expected) + Fraction(1, 10**10)
    assert found.high >= Fraction(expected) - Fraction(1, 10**10)


def test_growth_has_as_many_digits_as_asked_for() -> None:
    golden = str(growth(fmpz_poly([1, -1, -1]), 200))
    exact = (10**201 + isqrt(5 * 10**402)) // 2
    assert golden.replace(".", "") == str((exact + 5) // 10)


def test_growth_is_that_of_all_roots() -> None:
    for rows in range(4, 8):
        function = fitted(RingRing(rows))
        roots = fmpz_poly(list(function.denominator)).complex_roots()
        least = min(abs(complex(root)) for root, _ in roots)
        assert float(str(function.growth(12))) == pytest.approx(1 / least, rel=1e-9)


def test_amplitude() -> None:
    fibonacci = GeneratingFunction((0, 1), (1, -1, -1), 2, 4).amplitude()
    assert fibonacci == Amplitude("0.4472135955", 0)
    twice = GeneratingFunction((1,), (1, -4, 4), 2, 4).amplitude()
    assert twice == Amplitude("1.000000000", 1)
    every_other = GeneratingFunction((1,), (1, 0, -1), 2, 4).amplitude()
    assert every_other == Amplitude("0.5000000000", 0)
    assert GeneratingFunction((1, 2), (1,), 2, 4).amplitude() is None
    function = fitted(RingRing(6))
    found, growth_ = function.amplitude(), float(str(function.growth(16)))
    assert found is not None
    assert function.term(200) / growth_**200 == pytest.approx(
        float(found.constant), rel=1e-6
    )


# Writing ------------------------------------------------------------------------------


def test_writing() -> None:
    function = fitted(TwoNotTouch(5, 2, frozenset(("vertical", "horizontal"))))
    assert writing.sympy(function) == "(6*x + 12*x**2 + 2*x**3)/(1 - 4*x**2 - x**3)"
    assert writing.latex(function) == (
        r"\frac{6 x + 12 x^{2} + 2 x^{3}}{1 - 4 x^{2} - x^{3}}"
    )
    assert writing.recurrence(function) == "a(n) = 4 a(n-2) + a(n-3) for n >= 4"
    text = writing.report(function, 5)
    assert "factored:    2 x (3 + 6*x + x^2) / (1 - 4*x^2 - x^3)\n" in text
    assert "2.11491 per column" in text
    x = Fraction(1, 7)
    value = eval(writing.sympy(function), {"x": x})
    assert value == sum(a * x**n for n, a in enumerate(function.numerator)) / sum(
        a * x**n for n, a in enumerate(function.denominator)
    )
    zero = fit([0] * 6, 3)
    assert writing.sympy(zero) == "(0)/(1)"
    assert writing.latex(zero) == "0"
    assert writing.recurrence(zero) == "a(n) = 0 for n >= 0"
