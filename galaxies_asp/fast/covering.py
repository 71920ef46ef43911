"""A first solution by local search, for boards with few dots.

`compiled/covering.c` describes the search.
"""

import ctypes
import time
from array import array
from collections.abc import Sequence
from itertools import compress, count

from galaxies_asp.compiled.library import library
from galaxies_asp.fast.pairs import PairLists

_AT_ONCE = 200_000
"""The work of one call: some milliseconds."""


def cover(
    pairs: PairLists, seed: int, work: int, deadline: float | None = None
) -> tuple[frozenset[int], int]:
    """Return the numbers of pairs that leave few cells uncovered, and how many.

    Without uncovered cells they are a solution. `pairs`: open pairs, those of a dot one
    after the other. `seed`, from 0, also chooses parameters. `work`: the number of
    pairs that are looked at. Raises `TimeoutError` when `time.monotonic()` passes the
    deadline.
    """
    search = _Search(pairs, seed)
    for _ in range(0, work, _AT_ONCE):
        taken, uncovered = search.search(_AT_ONCE)
        if not uncovered:
            break
        if deadline is not None and time.monotonic() > deadline:
            raise TimeoutError
    return taken, uncovered


class _Search:
    """The search in C."""

    def __init__(self, pairs: PairLists, seed: int) -> None:
        functions = library()
        assert functions is not None
        self._functions, self._cover = functions, None
        # The search reads these while it lasts.
        self._columns = (
            *map(_bytes, (pairs.dots, pairs.cells, pairs.images)),
            b"".join(map(_bytes, pairs.beside)),
            b"".join(map(_bytes, _apart(pairs))) if pairs.apart else None,
            bytes(pairs.supported),
        )
        sizes = [len(one) for one in (pairs.dots, pairs.beside, pairs.labels)]
        self._taken = (ctypes.c_uint8 * sizes[0])()
        self._cover = functions.galaxies_covering(*sizes, *self._columns, seed)
        if not self._cover:
            raise MemoryError

    def __del__(self) -> None:
        self._functions.galaxies_forget(self._cover)

    def search(self, work: int) -> tuple[frozenset[int], int]:
        """Go on until some work is done; see `cover`."""
        least = self._functions.galaxies_cover(self._cover, work, self._taken)
        if least < 0:
            raise MemoryError
        return frozenset(compress(count(), self._taken)), least


def _bytes(numbers: Sequence[int]) -> bytes:
    return array("i", numbers).tobytes()


def _apart(pairs: PairLists) -> list[list[int]]:
    """Return a list for each way: the pair that a wall keeps apart, n for none."""
    n = len(pairs.dots)
    columns = [[n] * n for _ in pairs.beside]
    for two in {(min(two), max(two)) for two in pairs.apart}:
        for pair, other in (two, two[::-1]):
            next(c for c in columns if c[pair] == n)[pair] = other
    return columns
