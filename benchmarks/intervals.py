"""Estimates from independent samples, with 95 % confidence intervals."""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

_Z95 = statistics.NormalDist().inv_cdf(0.975)
"""The standard normal deviate that 97.5 % of the values stay below."""


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def mean(values: Sequence[float]) -> Interval:
    """Return the mean of at least two independent values."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    return _around(math.fsum(values) / len(values), error)


def share(hits: int, trials: int) -> Interval:
    """Return a share, with the interval of Wilson (1927)."""
    p = hits / trials
    z2 = _Z95**2 / trials
    middle = (p + z2 / 2) / (1 + z2)
    spread = math.sqrt(p * (1 - p) * z2 + z2**2 / 4) / (1 + z2)
    return _rounded(p, max(0.0, middle - spread), min(1.0, middle + spread))


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Interval | None:
    """Return the ratio of two sums over independent trials; None if the whole is 0.

    Where a part and its whole are counted in one trial (the dots of one board), the
    trials and not the things that are counted are independent. This is the usual
    estimate of the error of a ratio.
    """
    total = math.fsum(wholes)
    if not total:
        return None
    value = math.fsum(parts) / total
    pairs = zip(parts, wholes, strict=True)
    squares = math.fsum((part - value * whole) ** 2 for part, whole in pairs)
    return _around(value, math.sqrt(squares) / total)


def _around(value: float, error: float) -> Interval:
    spread = _Z95 * error
    return _rounded(value, value - spread, value + spread)


def _rounded(*numbers: float) -> Interval:
    return Interval(*(round(number, 6) for number in numbers))
