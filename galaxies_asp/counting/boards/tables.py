"""Counts of all sizes up to a square, and the growth per cell that they suggest."""

from decimal import Decimal, localcontext
from itertools import pairwise

from galaxies_asp.counting.boards.counting import count
from galaxies_asp.processes.progress import Report, silent

Triangle = list[list[int]]

_DIGITS = 30


def triangle(kind: str, size: int, *, report: Report = silent) -> Triangle:
    """Return the counts for n x k cells: row n - 1 holds those for k = 1, ..., n."""
    return [
        [count(kind, n, k, report=report) for k in range(1, n + 1)]
        for n in range(1, size + 1)
    ]


def growth_estimates(counts: Triangle) -> list[Decimal]:
    """Return F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = 2, 3, ...

    If F(m,n) is about c a^(m+n) g^(mn), with constants for the corners and sides, then
    these cancel, and what remains is g, the growth per cell.
    """
    with localcontext(prec=_DIGITS):
        return [
            Decimal(row[-1] * before[-1]) / Decimal(row[-2] ** 2)
            for before, row in pairwise(counts)
        ]
