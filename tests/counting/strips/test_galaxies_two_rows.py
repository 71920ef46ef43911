"""Galaxies on strips of two rows: brute force, and that no short recurrence holds."""

import pytest
from flint import fmpz_mod_poly_ctx
from galaxies_two_rows import count_boards
from oracles.brute_force import all_boards

PRIME = 2**61 - 1


def order_at_least(terms: list[int]) -> int:
    """Return the least order of a recurrence modulo a prime.

    A recurrence of the integers, in lowest terms, has integer coefficients and leads
    with 1 (Fatou), so that it holds modulo the prime as well.
    """
    return fmpz_mod_poly_ctx(PRIME).minpoly([n % PRIME for n in terms]).degree()


@pytest.mark.parametrize("columns", range(1, 7))
def test_brute_force(columns: int) -> None:
    found = sum(map(len, all_boards(columns, 2).values()))
    assert count_boards(columns + 1)[columns] == found


@pytest.mark.slow
def test_brute_force_on_longer_strips() -> None:
    for columns in (7, 8):
        test_brute_force(columns)


@pytest.mark.slow
def test_no_short_recurrence() -> None:
    terms = count_boards(61)
    assert order_at_least(terms) > 29
    # The method sees recurrences where there are any.
    assert order_at_least([2**n + n for n in range(61)]) == 3


@pytest.mark.slow
def test_no_recurrence_of_order_up_to_50() -> None:
    assert order_at_least(count_boards(102)) > 50
