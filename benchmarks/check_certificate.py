"""Check certificates of generating functions; nothing of the package is imported.

    galaxies strip gf ring-ring --rows 8 --certificate ring-ring-8.json
    python benchmarks/check_certificate.py ring-ring-8.json

A certificate holds a matrix A of S x S non-negative integers, a vector f, and the
coefficients of two polynomials P and Q with Q(0) = 1. What is checked is that P / Q is
the sum of the numbers a(n) x^n, where a(n) = e A^n f, and e is the first unit vector:

By the theorem of Cayley and Hamilton the numbers a(n) satisfy a linear recurrence of
order S, whose coefficients are those of the characteristic polynomial of A. So does
every sum of multiples of shifted copies, and if S terms in succession are 0, so are all
that follow. Let d(n) be the coefficient of x^n in Q a(x) - P, and R the larger one of
the degree of Q and the number of coefficients of P. For n >= R, d(n) is such a sum. So
if the first R + S numbers d(n) are 0, all are. They are computed here exactly, with the
integers of Python.

That A and f count the boards of the puzzle is not part of the certificate; see the
proof in docs/strips.md.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any


class RejectedError(Exception):
    """The certificate is not valid; the message says why."""


def require(condition: bool, reason: str) -> None:
    """Reject the certificate with a reason unless a condition holds."""
    if not condition:
        raise RejectedError(reason)


def integers(value: object, name: str) -> list[int]:
    """Return a list of integers; reject anything else."""
    if isinstance(value, list) and all(type(part) is int for part in value):
        return value
    raise RejectedError(f"{name} is no list of integers")


def matrix_of(certificate: dict[str, Any]) -> list[list[tuple[int, int]]]:
    """Return for each state the states before it, each with its weight."""
    states: Any = certificate.get("states")
    require(type(states) is int and states > 0, "states is no positive number")
    before: list[list[tuple[int, int]]] = [[] for _ in range(states)]
    places = set()
    for entry in certificate.get("entries", []):
        require(len(integers(entry, "an entry")) == 3, "an entry has not three numbers")
        source, target, weight = entry
        inside = 0 <= source < states and 0 <= target < states
        require(inside and weight > 0, f"{entry} is no entry of the matrix")
        require((source, target) not in places, f"{entry} is given twice")
        places.add((source, target))
        before[target].append((source, weight))
    return before


def terms(before: list[list[tuple[int, int]]], final: list[int]) -> Iterator[int]:
    """Yield the numbers e A^n f for n = 0, 1, 2, ..."""
    vector = [1] + [0] * (len(before) - 1)
    ends = [(state, weight) for state, weight in enumerate(final) if weight]
    while True:
        yield sum(vector[state] * weight for state, weight in ends)
        vector = [
            sum([vector[source] * weight for source, weight in sources])
            for sources in before
        ]


def check(certificate: dict[str, Any]) -> str:
    """Return what is proven; raise `RejectedError` if the fraction is not right."""
    require(isinstance(certificate, dict), "there is no JSON object")
    before = matrix_of(certificate)
    final, numerator, denominator = (
        integers(certificate.get(name), name)
        for name in ("final", "numerator", "denominator")
    )
    states = len(before)
    require(len(final) == states, "the states and their final weights differ in number")
    require(min(final) >= 0, "a final weight is negative")
    require(denominator[:1] == [1], "the denominator does not begin with 1")
    order = max(len(numerator), len(denominator) - 1)
    needed = order + states
    require(certificate.get("terms") == needed, f"the proof takes {needed} terms")
    factors = [(back, factor) for back, factor in enumerate(denominator) if factor]
    known: list[int] = []
    for index, term in zip(range(needed), terms(before, final), strict=False):
        known.append(term)
        value = sum(
            [factor * known[index - back] for back, factor in factors if back <= index]
        )
        expected = numerator[index] if index < len(numerator) else 0
        require(value == expected, f"the fraction is wrong from term {index} on")
    return (
        f"the fraction of order {order} generates all terms of the matrix in this "
        f"file: {needed} of them agree; its label, {certificate.get('puzzle')} with "
        f"{certificate.get('rows')} rows, is not checked"
    )


def main() -> int:
    """Check the files that are named; return 0 if all are right."""
    # Exact numbers may have more digits than Python reads by default.
    sys.set_int_max_str_digits(0)
    is_right = bool(sys.argv[1:])
    for path in sys.argv[1:] or print("usage: check_certificate.py FILE ...") or []:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: accepted: {check(json.load(file))}")
        except (RejectedError, ValueError, OSError) as error:
            print(f"{path}: REJECTED: {error}")
            is_right = False
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
