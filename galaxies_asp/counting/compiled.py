"""The compiled functions of counts, see `compiled/counting.c`, and threads that work.

Arrays are checked: their types, and that they are contiguous. Compiled functions and
most of numpy let other threads run meanwhile.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np
from numpy.ctypeslib import ndpointer

from galaxies_asp.compiled.library import library, missing
from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.counting.exact import Index

Item = TypeVar("Item")
Result = TypeVar("Result")


@cache
def functions() -> ctypes.CDLL:
    """Return the functions; raise `MissingLibraryError` if there are none."""
    if (found := library()) is None:
        raise MissingLibraryError(f"this needs the compiled functions: {missing()}")
    words, ints, halves = map(_array, (np.uint64, np.int64, np.uint32))
    number, small, word = ctypes.c_int64, ctypes.c_int, ctypes.c_uint64
    for name, types in {
        "divisions_rehash": [words, number, words, number],
        "divisions_find": [words, number, word, words],
        "divisions_search": [
            *(words, words, small, small, words, number, number, number),
            *(words, words, ints),
        ],
        "blocks_add": [words, ints, number, halves, word, words],
        "classes_hash": [*(ints, number, halves, halves, words, words, number, number)],
        "classes_options": [
            *(ints, halves, halves, ints, ints, halves, ints, number, number, number),
            *(ints, ints, small, halves, halves),
        ],
        "classes_group": [words, ints, number, number, number, ints, small, ints],
        "residues_push": [words, number, ints, halves, words, small, words, words],
    }.items():
        getattr(found, name).argtypes = types
    return found


def _array(kind: type) -> object:
    return ndpointer(kind, flags="C_CONTIGUOUS")


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
