"""A first solution by local search, for boards with few dots.

`compiled/covering.c` describes the search. The functions here make the same moves, for
a package without the library.
"""

import ctypes
import time
from array import array
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import compress, count
from math import inf

from galaxies_asp.compiled.library import library
from galaxies_asp.fast.pairs import PairLists

_AT_ONCE = 200_000
"""The work of one call: some milliseconds."""

_MASK = (1 << 64) - 1


def cover(
    pairs: PairLists, seed: int, work: int, deadline: float | None = None
) -> tuple[frozenset[int], int]:
    """Return the numbers of pairs that leave few cells uncovered, and how many.

    Without uncovered cells they are a solution. `pairs`: open pairs, those of a dot one
    after the other. `seed`, from 0, also chooses parameters. `work`: the number of
    pairs that are looked at. Raises `TimeoutError` when `time.monotonic()` passes the
    deadline.
    """
    functions = library()
    search = (
        _CompiledCover(functions, pairs, seed) if functions else _Cover(pairs, seed)
    )
    for _ in range(0, work, _AT_ONCE):
        taken, uncovered = search.search(_AT_ONCE)
        if not uncovered:
            break
        if deadline is not None and time.monotonic() > deadline:
            raise TimeoutError
    return taken, uncovered


class _CompiledCover:
    """The search in C."""

    def __init__(self, functions: ctypes.CDLL, pairs: PairLists, seed: int) -> None:
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


class _Cover:
    """The partial solution that is improved; see `compiled/covering.c`."""

    def __init__(self, pairs: PairLists, seed: int) -> None:
        self.pairs, self.taken, n = pairs, set[int](), len(pairs.dots)
        ways = [zip(*columns, strict=True) for columns in (pairs.beside, _apart(pairs))]
        self._beside, self._apart = (
            [[other for other in row if other < n] for row in rows] for rows in ways
        )
        both = zip(pairs.cells, pairs.images, strict=True)
        self._cells = [tuple(dict.fromkeys(two)) for two in both]
        self._at = pairs.of_cells()
        self._weight = dict.fromkeys(self._at, 1)
        self._uncovered = sorted(self._at)
        self._owner: dict[int, int] = {}
        self._regions: dict[int, list[int]] = {dot: [] for dot in pairs.dots}
        self._random, self._slack = 2 * seed + 1, 32 << seed % 3
        self._draws = 1 + seed % 2
        self._bound, self._work = inf, 0
        self._fewest, self._least = frozenset[int](), len(self._uncovered)
        for _ in range(16):
            self._draw()

    def search(self, work: int) -> tuple[frozenset[int], int]:
        """Go on until some work is done; see `cover`."""
        work += self._work
        while self._uncovered and self._work < work:
            self._improve()
        return self._fewest, self._least

    def _draw(self) -> int:
        number = self._random
        number ^= number << 13 & _MASK
        number ^= number >> 7
        self._random = number = number ^ number << 17 & _MASK
        return number >> 32

    def _weight_of(self, pair: int) -> int:
        return sum(map(self._weight.__getitem__, self._cells[pair]))

    def _owners(self, pair: int) -> list[int]:
        """Return the pairs in the way of one."""
        owners = map(self._owner.get, self._cells[pair])
        return list(dict.fromkeys(one for one in owners if one is not None))

    def _step(self, pair: int) -> int:
        weight = sum(map(self._weight_of, self._owners(pair)))
        return 8 * weight + 1 + (self._draw() & 7)

    def _is_walled(self, pair: int, before: dict[int, int], after: int) -> bool:
        path = []
        while after >= 0:
            path.append(after)
            after = before[after]
        return any(one in self.taken or one in path for one in self._apart[pair])

    def _path(self, target: int) -> list[int]:
        """Return a short path from the region of a pair's dot; empty if none is."""
        before = {target: -1}
        if self._is_walled(target, before, -1):
            return []
        done = set[int]()
        least = {target: self._step(target)}
        heap = [(least[target], target)]
        while heap:
            distance, pair = heappop(heap)
            if pair in done:
                continue
            done.add(pair)
            self._work += 1
            if distance > self._bound:
                return []
            beside = self._beside[pair]
            if self.pairs.supported[pair] or not self.taken.isdisjoint(beside):
                self._bound = min(self._bound, distance + self._slack)
                path = [pair]
                while (pair := before[pair]) >= 0:
                    path.append(pair)
                return path
            for other in beside:
                if other in done or self._is_walled(other, before, pair):
                    continue
                further = distance + self._step(other)
                if other not in least or further < least[other]:
                    least[other], before[other] = further, pair
                    heappush(heap, (further, other))
        return []

    def _lost(self, path: list[int]) -> list[int]:
        """Return the pairs that are lost if a path is taken."""
        lost = dict.fromkeys(one for pair in path for one in self._owners(pair))
        for pair in [*lost]:
            region = self._regions[self.pairs.dots[pair]]
            roots = filter(self.pairs.supported.__getitem__, region)
            seen = {*(reached := [one for one in roots if one not in lost])}
            for one in reached:
                for other in self._beside[one]:
                    if other in self.taken and other not in lost and other not in seen:
                        seen.add(other)
                        reached.append(other)
            lost |= dict.fromkeys(one for one in region if one not in seen)
            self._work += len(region)
        return [*lost]

    def _move(self, path: list[int]) -> None:
        for pair in self._lost(path):
            region = self._regions[self.pairs.dots[pair]]
            last = region.pop()
            if last != pair:
                region[region.index(pair)] = last
            self.taken.discard(pair)
            for cell in self._cells[pair]:
                del self._owner[cell]
                self._uncovered.append(cell)
        for pair in path:
            self.taken.add(pair)
            self._regions[self.pairs.dots[pair]].append(pair)
            for cell in self._cells[pair]:
                self._owner[cell] = pair
                last = self._uncovered.pop()
                if last != cell:
                    self._uncovered[self._uncovered.index(cell)] = last

    def _gains(self, goal: int) -> Iterator[tuple[int, list[int]]]:
        for target in self._at[goal]:
            if path := self._path(target):
                lost = -sum(map(self._weight_of, self._lost(path)))
                yield lost + sum(map(self._weight_of, path)), path

    def _improve(self) -> None:
        """Cover a cell, if a path leads to it."""
        uncovered, self._bound = self._uncovered, inf
        size = len(uncovered)
        goals = (uncovered[self._draw() % size] for _ in range(self._draws))
        goal = max(goals, key=self._weight.__getitem__)
        best, most = list[int](), 0
        for gain, path in self._gains(goal):
            if not best or gain > most or (gain == most and not self._draw() & 1):
                best, most = path, gain
        if most <= 0:
            for cell in uncovered:
                self._weight[cell] += 1
        if best:
            self._move(best)
        self._work += 1
        if len(uncovered) < self._least:
            self._fewest, self._least = frozenset(self.taken), len(uncovered)
