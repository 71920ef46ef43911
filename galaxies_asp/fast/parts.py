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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from galaxies_asp.core.asp.program import Program
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.rules import rules

SHARES = (0.1, 0.3)
"""The shares of the steps toward the dot that are kept."""

FIRST_REACH = 16.0
"""The distance from their dot, in steps, up to which pairs are kept at first."""

CONFLICTS = 2500
"""The conflicts after which a part is given up."""

LEAST = 100
"""Each search counts at least as much, because making its program takes time."""

OPTIONS = ("--configuration=jumpy", "--sign-def=pos")
"""The options of clingo for parts and for windows; see `benchmarks/sparse.py`."""

_NOISE = 10.0
"""The greatest random addition to a distance."""

_STRETCH = (0.7, 1.3)
"""The range of the random factor of the distances of a dot: regions differ in size."""

_EASY = 200
"""A refutation with fewer conflicts shows that the reach is far too small."""


@dataclass(frozen=True)
class PartialPairs:
    """Some of the open pairs."""

    pairs: PairLists
    """These pairs, with some of the steps between them."""
    numbers: list[int]
    """Their numbers among all pairs, ascending."""


class Parts:
    """Random parts of open pairs whose reach follows the searches of earlier ones.

    Equal pairs and seeds give equal parts.
    """

    def __init__(self, pairs: PairLists, seed: int = 0) -> None:
        self._pairs = pairs
        self._distance = _distances(pairs)
        self._reach = dict.fromkeys(SHARES, FIRST_REACH)
        self._shares = cycle(SHARES)
        self._share = SHARES[0]
        self._random = random.Random(seed)
        self._searched = 0

    def search(self, conflicts: int) -> set[int] | None:
        """Return the pairs of a solution, or None after this number of conflicts."""
        while conflicts > 0:
            part = self.next()
            self._searched += 1
            limits = f"--solve-limit={CONFLICTS}", f"--seed={self._searched}"
            program = Program(["1", *limits, *OPTIONS])
            program.add_ground_rules(rules(part.pairs))
            for model in program.models():
                atoms = enumerate(part.numbers, 1)
                return {number for atom, number in atoms if model.is_true(atom)}
            spent = int(program.statistics["solving"]["solvers"]["conflicts"])
            conflicts -= max(spent, LEAST)
            self.follow(part, program.exhausted, spent)
        return None

    def next(self) -> PartialPairs:
        """Return a part; every pair in it is connected to its dot."""
        self._share = share = next(self._shares)
        numbers = self._near(self._reach[share])
        distance = [self._distance[number] for number in numbers]
        pairs = self._pairs.part(numbers)
        return PartialPairs(outward(pairs, distance, share, self._random), numbers)

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
        waiting = list(near)
        while waiting:  # until each pair is connected to its dot on a shortest path
            pair = waiting.pop()
            for way in pairs.beside:
                other = way[pair]
                if self._distance[other] < self._distance[pair] and other not in near:
                    near.add(other)
                    waiting.append(other)
        return sorted(near)

    def follow(self, part: PartialPairs, refuted: bool, conflicts: int) -> None:
        """Widen the reach after a refutation, narrow it after an undecided search."""
        if not refuted:
            self._reach[self._share] -= 0.5
        elif len(part.numbers) < len(self._pairs.dots):
            self._reach[self._share] += 1.0 if conflicts < _EASY else 0.5


def outward(
    pairs: PairLists, distance: Sequence[float], share: float, rng: random.Random
) -> PairLists:
    """Keep the steps away from the dot, and a random share of those toward it."""
    n = len(distance)
    beside = tuple(
        [
            other
            if other < n and (distance[other] <= distance[pair] or rng.random() < share)
            else n
            for pair, other in enumerate(way)
        ]
        for way in pairs.beside
    )
    return replace(pairs, beside=beside)


def _distances(pairs: PairLists) -> list[int]:
    """Return the number of steps from each pair to one that is connected to its dot."""
    n = len(pairs.dots)
    distance = [n] * n + [0]  # no step leads to the last one
    layer = {pair for pair in range(n) if pairs.supported[pair]}
    steps = 0
    while layer:
        steps += 1
        for pair in layer:
            distance[pair] = steps
        around = {way[pair] for pair in layer for way in pairs.beside}
        layer = {pair for pair in around if distance[pair] == n}
    distance[n] = n
    return distance
