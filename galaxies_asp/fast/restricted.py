"""Parts of the open pairs, for a first solution of boards with few dots.

On such boards each cell has many candidates, and regions can wind in many ways. Often
a search is short if there are only

* the pairs near their dots, and the nearest pair of each cell, and
* the steps of growth away from the dot, with a small random share of those toward it.

Then the rules of growth have few loops, and more follows from each choice. A solution
of a part is one of the puzzle; that a part has none says nothing about the puzzle.

Parts that are just large enough are searched fastest, and which size that is depends on
the board. So parts are random, and their reach follows the searches.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.fast.lists import Directions, PairLists

SHARES = (0.1, 0.3)
"""The shares of the steps toward the dot that are kept."""

FIRST_REACH = 16.0
"""The distance from their dot, in steps, up to which pairs are kept at first."""

_NOISE = 10.0
"""The greatest random addition to a distance."""

_STRETCH = (0.7, 1.3)
"""The range of the random factor of the distances of a dot: regions differ in size."""

_EASY = 200
"""A refutation with fewer conflicts shows that the reach is far too small."""


@dataclass(frozen=True)
class Part:
    """Some of the open pairs.

    Attributes
    ----------
    pairs
        These pairs, with some of the steps between them.
    numbers
        Their numbers among all pairs, ascending.
    share
        The share of the steps toward the dot among them.
    """

    pairs: PairLists
    numbers: list[int]
    share: float


class Parts:
    """Random parts of open pairs whose reach follows the searches of earlier ones.

    Equal pairs and seeds give equal parts.
    """

    def __init__(self, pairs: PairLists, seed: int = 0) -> None:
        self._pairs = pairs
        self._distance = _distances(pairs)
        self._reach = dict.fromkeys(SHARES, FIRST_REACH)
        self._turn = 0
        self._random = random.Random(seed)

    def next(self) -> Part:
        """Return a part; every pair in it is connected to its dot."""
        share = SHARES[self._turn % len(SHARES)]
        self._turn += 1
        numbers = self._near(self._reach[share])
        pairs = part(self._pairs, numbers)
        distance = [self._distance[number] for number in numbers]
        beside = outward(pairs.beside, distance, share, self._random)
        return Part(replace(pairs, beside=beside), numbers, share)

    def _near(self, reach: float) -> list[int]:
        """Return the pairs near their dots, and the nearest one of each cell."""
        pairs = self._pairs
        uniform = self._random.uniform
        stretch = [uniform(*_STRETCH) for _ in range(max(pairs.dots) + 1)]
        distance = [
            stretch[dot] * steps + uniform(0, _NOISE)
            for dot, steps in zip(pairs.dots, self._distance, strict=False)
        ]
        nearest: dict[int, int] = {}
        for pair in sorted(range(len(pairs.dots)), key=distance.__getitem__):
            nearest.setdefault(pairs.cells[pair], pair)
            nearest.setdefault(pairs.images[pair], pair)
        near = {pair for pair, steps in enumerate(distance) if steps <= reach}
        near.update(nearest.values())
        return sorted(_with_predecessors(pairs, self._distance, near))

    def follow(self, part: Part, refuted: bool, conflicts: int) -> None:
        """Widen the reach after a refutation, narrow it after an undecided search."""
        if not refuted:
            self._reach[part.share] -= 0.5
        elif len(part.numbers) < len(self._pairs.dots):
            self._reach[part.share] += 1.0 if conflicts < _EASY else 0.5


def outward(
    beside: Directions, distance: Sequence[float], share: float, rng: random.Random
) -> Directions:
    """Return the steps away from the dot, and a random share of those toward it."""
    n = len(distance)
    return tuple(
        [
            other
            if other < n and (distance[other] <= distance[pair] or rng.random() < share)
            else n
            for pair, other in enumerate(way)
        ]
        for way in beside
    )


def _distances(pairs: PairLists) -> list[int]:
    """Return the number of steps from each pair to one that is connected to its dot."""
    n = len(pairs.dots)
    distance = [n] * (n + 1)
    layer = [pair for pair in range(n) if pairs.supported[pair]]
    steps = 1
    while layer:
        for pair in layer:
            distance[pair] = steps
        steps += 1
        layer = list(
            {
                way[pair]
                for pair in layer
                for way in pairs.beside
                if way[pair] < n and distance[way[pair]] == n
            }
        )
    return distance


def _with_predecessors(
    pairs: PairLists, distance: list[int], chosen: set[int]
) -> set[int]:
    """Add pairs until each one is connected to its dot on a shortest path."""
    kept = set(chosen)
    waiting = list(chosen)
    while waiting:
        pair = waiting.pop()
        for way in pairs.beside:
            other = way[pair]
            if distance[other] < distance[pair] and other not in kept:
                kept.add(other)
                waiting.append(other)
    return kept


def part(pairs: PairLists, chosen: list[int]) -> PairLists:
    """Return some of the pairs, given in ascending order, without the others."""
    number = {old: new for new, old in enumerate(chosen)}
    m = len(chosen)
    apart = [(number.get(pair, m), number.get(other, m)) for pair, other in pairs.apart]
    return PairLists(
        labels=pairs.labels,
        dots=[pairs.dots[old] for old in chosen],
        cells=[pairs.cells[old] for old in chosen],
        images=[pairs.images[old] for old in chosen],
        beside=tuple(
            [number.get(way[old], m) for old in chosen] for way in pairs.beside
        ),
        supported=[pairs.supported[old] for old in chosen],
        apart=[(pair, other) for pair, other in apart if m not in (pair, other)],
    )


def components(pairs: PairLists) -> Iterator[PairLists]:
    """Yield parts without common dots or cells: the solutions are all combinations."""
    component = {dot: {dot} for dot in pairs.dots}
    for dot, other in _rivals(pairs):
        larger, smaller = component[dot], component[other]
        if larger is not smaller:
            if len(larger) < len(smaller):
                larger, smaller = smaller, larger
            larger |= smaller
            component.update(dict.fromkeys(smaller, larger))
    chosen: dict[int, list[int]] = {}
    for pair, dot in enumerate(pairs.dots):
        chosen.setdefault(id(component[dot]), []).append(pair)
    if len(chosen) == 1:
        yield pairs
        return
    for some in chosen.values():
        yield part(pairs, some)


def _rivals(pairs: PairLists) -> set[tuple[int, int]]:
    """Return dots with a cell in common: for each cell its first dot and the others."""
    first: dict[int, int] = {}
    rivals = set()
    for cells in (pairs.cells, pairs.images):
        for cell, dot in zip(cells, pairs.dots, strict=True):
            other = first.setdefault(cell, dot)
            if other != dot:
                rivals.add((other, dot))
    return rivals
