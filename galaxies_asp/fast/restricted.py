"""Subsets of the open pairs, for a first solution of boards with few dots.

On such boards each cell has many candidates, and most of them are far from their dot. A
search among the nearest ones alone often finds a solution within a fraction of a
second, or refutes the subset at once. A solution among some pairs is a solution of the
puzzle; that there is none among them says nothing about the puzzle.

Subsets that are just large enough are searched fastest, and which size that is depends
on the board. So the subsets are random, and their reach follows the searches.
"""

import random

from galaxies_asp.fast.lists import PairLists

FIRST_REACH = 10.0
"""The distance from their dot up to which pairs are in the first subset."""

_NOISE = 3.0
"""The greatest random addition to a distance."""

_EASY = 200
"""A refutation with fewer conflicts shows that the reach is far too small."""


class Subsets:
    """Random subsets of open pairs whose reach follows the searches of earlier ones.

    Equal pairs give equal subsets.
    """

    def __init__(self, pairs: PairLists) -> None:
        self._pairs = pairs
        self._distance = _distances(pairs)
        self._reach = FIRST_REACH
        self._random = random.Random(0)

    def next(self) -> list[int]:
        """Return a subset, ascending; every pair in it is connected to its dot."""
        distance = [steps + self._random.uniform(0, _NOISE) for steps in self._distance]
        pairs = self._pairs
        of_cell: dict[int, list[int]] = {}
        for pair in sorted(range(len(pairs.dots)), key=distance.__getitem__):
            for cell in {pairs.cells[pair], pairs.images[pair]}:
                of_cell.setdefault(cell, []).append(pair)
        count = max(3, round(self._reach / 2))
        near = {
            pair
            for held in of_cell.values()
            for rank, pair in enumerate(held[:count])
            if rank == 0 or distance[pair] <= self._reach + _NOISE / 2
        }
        return sorted(_with_predecessors(pairs, self._distance, near))

    def follow(self, refuted: bool, conflicts: int) -> None:
        """Widen the reach after a refutation, narrow it after an undecided search."""
        if not refuted:
            self._reach -= 0.5
        else:
            self._reach += 1.0 if conflicts < _EASY else 0.5


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
    right, left, below, above = (
        [number.get(way[old], m) for old in chosen] for way in pairs.beside
    )
    apart = [(number.get(one, m), number.get(other, m)) for one, other in pairs.apart]
    return PairLists(
        labels=pairs.labels,
        dots=[pairs.dots[old] for old in chosen],
        cells=[pairs.cells[old] for old in chosen],
        images=[pairs.images[old] for old in chosen],
        beside=(right, left, below, above),
        supported=[pairs.supported[old] for old in chosen],
        apart=[(one, other) for one, other in apart if m not in (one, other)],
    )
