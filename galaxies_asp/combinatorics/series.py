"""Generating functions of partitions of boards of a fixed width.

The transfer from row to row is a matrix over the states of the frontier, so the numbers
satisfy a linear recurrence whose order is at most the number of states. A recurrence
that holds for twice as many terms as there are states therefore holds for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from galaxies_asp.combinatorics import exact
from galaxies_asp.combinatorics.partitions import Steps, beginning, rows_of_states

MAX_WIDTH = 6
"""For 7 columns, 2308 states would ask for some 4600 terms of thousands of digits."""

_PRIMES = (2**521 - 1, 2**2203 - 1, 2**9689 - 1)


@dataclass(frozen=True)
class GeneratingFunction:
    """A quotient of two polynomials, by rising powers of x; the n-th term is at x**n.

    Attributes
    ----------
    numerator, denominator
        Their coefficients; the denominator begins with 1.
    terms
        The number of terms that were compared with it.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    terms: int

    @property
    def order(self) -> int:
        """The number of earlier terms that the recurrence needs."""
        return len(self.denominator) - 1


def terms(width: int) -> Iterator[int]:
    """Yield the numbers of partitions of 1, 2, 3, ... rows of so many cells."""
    front = beginning(width)
    keys, ways = front.keys, front.ways
    steps = Steps(width)
    while True:
        yield exact.total(ways)
        for column in range(width):
            step = steps.place(keys, column)
            ways, keys = exact.sum_groups(ways, step.source, step.starts), step.keys


def generating_function(width: int) -> GeneratingFunction:
    """Return the generating function of the partitions of n rows of so many cells."""
    states = 0
    settled = 0
    for latest in rows_of_states(width):
        if latest == states:
            break
        states = latest
        settled += 1
    # A little more than the argument asks for: terms that only confirm.
    known = list(islice(terms(width), 2 * (states + settled)))
    for prime in _PRIMES:
        lifted = [
            value - prime if 2 * value > prime else value
            for value in shortest_recurrence(known, prime)
        ]
        product = _product(lifted, [0, *known])
        if not any(product[len(lifted) :]):
            return GeneratingFunction(
                tuple(product[: len(lifted)]), tuple(lifted), len(known)
            )
    raise ArithmeticError("the coefficients are larger than the largest prime")


def shortest_recurrence(values: list[int], prime: int) -> list[int]:
    """Return c with c[0] = 1 and sum of c[i] * values[n - i] = 0 modulo a prime.

    The algorithm of Berlekamp and Massey. The list is as long as the order plus 1.
    """
    current, previous = [1], [1]
    order, since, previous_error = 0, 1, 1
    for n in range(len(values)):
        error = sum(c * values[n - i] for i, c in enumerate(current)) % prime
        if error == 0:
            since += 1
            continue
        factor = error * pow(previous_error, -1, prime) % prime
        shifted = [0] * since + previous
        longer = max(len(current), len(shifted))
        padded = current + [0] * (longer - len(current))
        updated = list(padded)
        for i, value in enumerate(shifted):
            updated[i] = (padded[i] - factor * value) % prime
        if 2 * order <= n:
            order, previous, previous_error, since = n + 1 - order, current, error, 1
        else:
            since += 1
        current = updated
    return (current + [0] * (order + 1))[: order + 1]


def _product(left: list[int], right: list[int]) -> list[int]:
    """Return the product of two power series, as far as the second is known."""
    return [
        sum(c * right[n - i] for i, c in enumerate(left) if i <= n)
        for n in range(len(right))
    ]
