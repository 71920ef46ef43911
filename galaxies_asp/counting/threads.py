"""Threads that work on parts of arrays at the same time.

Compiled functions and most of numpy let other threads run meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np

from galaxies_asp.counting.exact import Index

Item = TypeVar("Item")
Result = TypeVar("Result")


class Threads:
    """Some threads; those of one count share all its work. `count`: their number."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count)

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> list[Result]:
        """Return what a function returns of each item."""
        return list(self._pool.map(function, items))

    def ahead(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """Yield what a function returns of each item, a few at a time."""
        left = iter(items)
        while some := list(islice(left, self.count)):
            yield from self.map(function, some)

    def share(self, ends: Index, function: Callable[[int, int], object]) -> None:
        """Call a function for the ends of each range of things; see `shares`."""
        self.map(lambda part: function(*part), shares(ends, self.count))


def shares(ends: Index, parts: int) -> list[tuple[int, int]]:
    """Return the ends of ranges of about equal weights, from running sums."""
    total = int(ends[-1]) if len(ends) else 0
    wanted = [total * part // parts for part in range(1, parts)]
    bounds = [0, *np.searchsorted(ends, wanted).tolist(), len(ends)]
    return list(pairwise(bounds))
