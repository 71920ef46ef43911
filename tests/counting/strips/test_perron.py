"""Bounds of the growth contain the growth of the generating function."""

from fractions import Fraction

import pytest
from support.commands import text

from galaxies_asp.counting.strips.fitting import generating_function
from galaxies_asp.counting.strips.growth import GrowthBounds, growth_bounds
from galaxies_asp.counting.strips.matrix import lumped
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Stars,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore

SWEEPS: list[Sweep] = [
    *map(Rings, range(1, 9)),
    *map(Trees, range(1, 7)),
    *map(Partitions, range(1, 6)),
    Stars(5, 2, frozenset(("vertical", "horizontal"))),
]


@pytest.mark.parametrize("sweep", SWEEPS)
def test_bounds_are_close_to_the_growth(sweep: Sweep) -> None:
    strip = explore(sweep)
    exact = generating_function(lumped(strip)).growth(20)
    bounds = growth_bounds(strip)
    assert bounds.low <= exact.high
    assert exact.low <= bounds.high
    assert bounds.high - bounds.low <= Fraction(2, 10**13) * exact.high
    digits = len(bounds.decimal().partition(".")[2])
    assert digits >= 9 or exact.low == exact.high
    assert round(Fraction(exact.decimal(20)), digits) == Fraction(bounds.decimal())


def test_states_that_do_not_lead_to_each_other() -> None:
    """The bounds are right, but far apart: the growth is 2."""
    bounds = growth_bounds(explore(Stars(8, 2)))
    assert bounds.low < Fraction(19, 10) < 2 <= bounds.high < Fraction(201, 100)


def test_digits() -> None:
    bounds = GrowthBounds(Fraction("2.71828"), Fraction("2.71829"))
    assert bounds.decimal() == "2.7183"
    assert bounds.ends == ("2.7182800000000", "2.7182900000000")
    assert GrowthBounds(Fraction(2, 3), Fraction(2, 3)).ends == (
        "0.6666666666666",
        "0.6666666666667",
    )
    assert GrowthBounds(Fraction("1.4"), Fraction("1.6")).decimal() == "?"


def test_command() -> None:
    assert text("strip", "growth", "dominoes", "--rows", "2").stdout == (
        "states:  2\n"
        "growth:  1.618033988750 per column\n"
        "between: 1.6180339887498 and 1.6180339887500\n"
    )
