"""Generating functions: the published ones, the proof, the growth, single terms."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, isqrt

import pytest
from flint import fmpz_poly
from support.marks import slow_if

from galaxies_asp.counting.strips import generating_function as writing
from galaxies_asp.counting.strips.fitting import generating_function
from galaxies_asp.counting.strips.generating_function import (
    Certificate,
    GeneratingFunction,
)
from galaxies_asp.counting.strips.growth import growth
from galaxies_asp.counting.strips.matrix import lumped, terms
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Stars,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore


def fitted(sweep: Sweep) -> GeneratingFunction:
    return generating_function(lumped(explore(sweep)))


def check(sweep: Sweep) -> GeneratingFunction:
    """Prove the function in another way, from exact terms alone.

    The order of the terms is at most S, so that a fraction of order R that agrees with
    R + S terms agrees with all.
    """
    strip = lumped(explore(sweep))
    function = generating_function(strip)
    enough = function.order + strip.states
    assert function.series(enough) == terms(strip, enough)
    return function


def fraction(above: list[int], below: list[int]) -> GeneratingFunction:
    return GeneratingFunction(tuple(above), tuple(below), Certificate(1, 1, 1, 1))


def expanded(*factors: list[int]) -> tuple[int, ...]:
    product = fmpz_poly([1])
    for factor in factors:
        product *= fmpz_poly(factor)
    return tuple(map(int, product.coeffs()))


# What the source prints ---------------------------------------------------------------


def test_ring_ring_4() -> None:
    function = fitted(Rings(4))
    assert function.numerator == expanded([1, 1], [1, -2], [1, -2, -1])
    assert function.denominator == (1, -3, -3, 10, 3, -5, -1)


def test_ring_ring_5() -> None:
    function = fitted(Rings(5))
    assert function.numerator == expanded([1, 0, -2], [1, 0, -3, 0, 1])
    assert function.denominator == (1, 0, -8, 0, 19, 0, -14, 0, 1)


def test_ring_ring_6() -> None:
    """The coefficients that are visible in the source, highest first.

    There both polynomials have the other sign.
    """
    function = fitted(Rings(6))
    assert function.numerator[:-4:-1] == (64, 518, -660)
    rest, remainder = divmod(fmpz_poly(list(function.denominator)), fmpz_poly([1, 1]))
    assert not remainder
    assert [-int(rest[power]) for power in (24, 23, 22)] == [68, 496, -1685]


def test_stars() -> None:
    function = fitted(Stars(5, 2, frozenset(("vertical", "horizontal"))))
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
    denominator = fmpz_poly(list(fitted(Rings(rows)).denominator))
    greatest = max(abs(complex(root)) for root, _ in denominator.complex_roots())
    assert greatest == pytest.approx(printed, abs=0.001)


def test_circuit_board_3() -> None:
    function = fitted(Trees(3))
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
def test_ring_ring(rows: int) -> None:
    function = check(Rings(rows))
    known = terms(explore(Rings(rows)), 60)
    assert function.series(60) == known
    assert function.term(59) == known[59]
    if rows in GROWTH:
        digits = len(GROWTH[rows].partition(".")[2])
        assert function.growth(digits).decimal(digits) == GROWTH[rows]


@pytest.mark.parametrize(
    "sweep",
    [*map(Trees, range(1, 7)), *map(Partitions, range(1, 5))],
    ids=repr,
)
def test_others(sweep: Sweep) -> None:
    assert check(sweep).series(40) == terms(explore(sweep), 40)


@pytest.mark.nightly
def test_circuit_board_7() -> None:
    check(Trees(7))


@pytest.mark.nightly
def test_ring_ring_9() -> None:
    function = check(Rings(9))
    assert len(function.denominator) - 1 == 1134
    assert function.growth(12).decimal(12) == "7.010859781587"


@pytest.mark.slow
@pytest.mark.parametrize("stars", slow_if(lambda stars: stars > 1, range(5)))
def test_every_set_of_rules_for_stars(stars: int) -> None:
    names = ("vertical", "horizontal", "diagonal")
    for rows, ways in product(range(1, 10), range(8)):
        chosen = frozenset(name for bit, name in enumerate(names) if ways >> bit & 1)
        function = check(Stars(rows, stars, chosen))
        apart = rows - stars + 1 if "vertical" in chosen else rows
        assert function.series(2) == [0, comb(max(apart, 0), stars)]


# Single terms, growth -----------------------------------------------------------------


def test_single_terms() -> None:
    function = fraction([0, 1], [1, -1, -1])
    assert function.term(100) == 354224848179261915075
    # The Fibonacci numbers modulo 10 have period 60.
    assert function.term(60 * 10**50 + 13, 10) == 3
    zero = fraction([0], [1])
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
        (list(expanded([1, -1, -3], [1, -2])), "2.3027756377"),
        (list(expanded([1, -1, -3], [1, -2], [1, -1])), "2.3027756377"),
        (list(expanded([1, -7, 1], [1, -7, 1], [1, 0, 5])), "6.8541019662"),
    ],
)
def test_growth(denominator: list[int], expected: str) -> None:
    found = growth(fmpz_poly(denominator), 10)
    assert found.decimal(10) == expected
    assert found.low <= Fraction(expected) + Fraction(1, 10**10)
    assert found.high >= Fraction(expected) - Fraction(1, 10**10)


def test_growth_has_as_many_digits_as_asked_for() -> None:
    golden = growth(fmpz_poly([1, -1, -1]), 200).decimal(200)
    exact = (10**201 + isqrt(5 * 10**402)) // 2
    assert golden.replace(".", "") == str((exact + 5) // 10)


def test_growth_is_that_of_all_roots() -> None:
    for rows in range(4, 8):
        function = fitted(Rings(rows))
        roots = fmpz_poly(list(function.denominator)).complex_roots()
        least = min(abs(complex(root)) for root, _ in roots)
        assert float(function.growth(12).decimal(12)) == pytest.approx(
            1 / least, rel=1e-9
        )


def greatest_root(denominator: list[int]) -> float:
    """Return the growth from all complex roots."""
    roots = fmpz_poly(denominator).complex_roots()
    return 1 / min((abs(complex(root)) for root, _ in roots), default=float("inf"))


def test_growth_where_another_factor_has_an_integer_root() -> None:
    function = fitted(Stars(12, 3))
    assert function.growth(15).decimal(15) == "2.302775637731995"


@pytest.mark.nightly
def test_growth_of_all_small_parameter_sets() -> None:
    """All sets of parameters with at most 60 states, against all complex roots."""
    names = ("vertical", "horizontal", "diagonal")
    sweeps: list[Sweep] = [
        Stars(rows, stars, frozenset(chosen))
        for rows, stars in product(range(1, 13), range(4))
        for size in range(4)
        for chosen in combinations(names, size)
    ]
    sweeps += [*map(Rings, range(1, 8)), *map(Trees, range(1, 6))]
    sweeps += map(Partitions, range(1, 6))
    seen = 0
    for sweep in sweeps:
        if sweep.estimate() > 10_000:
            continue
        strip = lumped(explore(sweep))
        if strip.states <= 60:
            function = generating_function(strip)
            found = float(function.growth(12).decimal(12))
            expected = greatest_root(list(function.denominator))
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), sweep
            seen += 1
    assert seen > 200


# Writing ------------------------------------------------------------------------------


def test_writing() -> None:
    function = fitted(Stars(5, 2, frozenset(("vertical", "horizontal"))))
    assert writing.polynomial(function.numerator) == "6*x + 12*x^2 + 2*x^3"
    assert writing.polynomial(function.denominator) == "1 - 4*x^2 - x^3"
    assert writing.recurrence(function) == "a(n) = 4 a(n-2) + a(n-3) for n >= 4"
    text = writing.summary(function, 5)
    assert "factored:    2 x (3 + 6*x + x^2) / (1 - 4*x^2 - x^3)\n" in text
    assert "2.11491 per column" in text
    zero = fraction([0], [1])
    assert writing.polynomial(zero.numerator) == "0"
    assert writing.recurrence(zero) == "a(n) = 0 for n >= 0"
