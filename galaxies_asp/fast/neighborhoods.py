"""A partial solution that is improved one window at a time.

Each region of it is connected and symmetric, and no two overlap, but some cells are in
no region. A window is a neighborhood of such a cell: the regions there are given up,
the other ones stay, and a search finds new regions that leave less of it uncovered. As
regions are symmetric, a window has all pairs of which one cell lies in the neighborhood
and the other one there or in no region.

What is minimized is the weight of the uncovered cells, which rises with each window
that leaves them uncovered. So uncovered cells move where they can be covered, instead
of staying where a search is stuck.

As in `restricted`, regions of a window grow away from what stays of them, with a small
random share of the steps back. Here such a share can succeed in one place after the
other, whereas a random part of the whole board must have it everywhere at once.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

from galaxies_asp.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.lists import PairLists
from galaxies_asp.fast.restricted import SHARES, outward, part

FIRST_CELLS = 120.0
"""The open cells of the first window, on average."""

_RANGE = (30.0, 400.0)
_SPREAD = (0.6, 1.4)
_RATE = 1.02
"""The factor by which the next windows are larger, or smaller, than the last one."""


@dataclass(frozen=True)
class Window:
    """The pairs from which new regions may grow.

    Attributes
    ----------
    pairs
        Those pairs, with some of the steps between them.
    numbers
        Their numbers among all pairs, ascending.
    weights
        The weights of their cells.
    bound
        The weight of the cells that are uncovered now.
    given_up
        The pairs of the regions that are given up, as numbers among all pairs.
    """

    pairs: PairLists
    numbers: list[int]
    weights: dict[int, int]
    bound: int
    given_up: set[int]


class PartialSolution:
    """A partial solution, at first without any of the open pairs.

    Parameters
    ----------
    pairs
        The open pairs.
    puzzle
        The board.
    seed
        Random seed of the windows.

    Attributes
    ----------
    best
        The pairs that left the fewest cells uncovered so far.
    """

    def __init__(self, pairs: PairLists, puzzle: Puzzle, seed: int = 0) -> None:
        self._pairs = pairs
        self._size = puzzle.width, puzzle.height
        steps = [(x // 2, y // 2) for x, y in puzzle.lattice.steps]
        self._ways = [(sign * x, sign * y) for x, y in steps for sign in (-1, 1)]
        self._random = random.Random(seed)
        n = len(pairs.dots)
        self._steps = [
            [way[pair] for way in pairs.beside if way[pair] < n] for pair in range(n)
        ]
        self._of_cell: dict[int, list[int]] = {}
        for pair in range(n):
            for cell in {pairs.cells[pair], pairs.images[pair]}:
                self._of_cell.setdefault(cell, []).append(pair)
        self._owner = list(pairs.labels)
        self._taken: dict[int, set[int]] = {dot: set() for dot in pairs.dots}
        self._weight = dict.fromkeys(sorted(self._of_cell), 1)
        self._uncovered = set(self._weight)
        self._cells = FIRST_CELLS
        self._fewest = len(self._uncovered)
        self.best: set[int] = set()

    @property
    def is_solved(self) -> bool:
        """Whether no cell is uncovered."""
        return not self._uncovered

    def window(self) -> Window:
        """Return a window around an uncovered cell, rather one of great weight."""
        uncovered = sorted(self._uncovered)
        weights = [self._weight[cell] for cell in uncovered]
        cells, dots = self._neighborhood(*self._random.choices(uncovered, weights))
        chosen = self._inside(cells)
        distance = self._distances(chosen)
        numbers = sorted(distance)
        pairs = part(self._pairs, numbers)
        away = [distance[pair] for pair in numbers]
        share = self._random.choice(SHARES)
        beside = outward(pairs.beside, away, share, self._random)
        supported = [self._is_root(pair, chosen) for pair in numbers]
        touched = {*pairs.cells, *pairs.images}
        given_up = set().union(*(self._taken[dot] for dot in dots))
        bound = sum(self._weight[cell] for cell in touched & self._uncovered)
        return Window(
            replace(pairs, beside=beside, supported=supported),
            numbers,
            {cell: self._weight[cell] for cell in sorted(touched)},
            bound,
            given_up,
        )

    def _neighborhood(self, cell: int) -> tuple[set[int], set[int]]:
        """Return cells around this one without a region, and the dots given up."""
        rng, owner = self._random, self._owner
        most = self._cells * rng.uniform(*_SPREAD)
        seen, waiting, size = {cell}, [(0.0, cell)], 0
        cells: set[int] = set()
        dots: set[int] = set()
        while waiting and size < most:
            distance, at = heappop(waiting)
            dot = owner[at]
            size += at in self._weight
            if at in self._uncovered:
                cells.add(at)
            elif dot in self._taken and dot not in dots:
                dots.add(dot)
                for pair in self._taken[dot]:
                    cells |= {self._pairs.cells[pair], self._pairs.images[pair]}
            for other in self._around(at):
                if other not in seen:
                    seen.add(other)
                    heappush(waiting, (distance + 1 + rng.random(), other))
        return cells, dots

    def _around(self, cell: int) -> Iterator[int]:
        width, height = self._size
        row, column = divmod(cell, width)
        for right, down in self._ways:
            if 0 <= column + right < width and 0 <= row + down < height:
                yield cell + right + down * width

    def _inside(self, cells: set[int]) -> set[int]:
        """Return the pairs with a cell among these, and none in another region."""
        free = cells | self._uncovered
        pairs = self._pairs
        return {
            pair
            for cell in cells
            for pair in self._of_cell[cell]
            if pairs.cells[pair] in free and pairs.images[pair] in free
        }

    def _is_root(self, pair: int, chosen: set[int]) -> bool:
        """Tell whether a pair is connected to its dot without other chosen ones."""
        if self._pairs.supported[pair]:
            return True
        stays = self._taken[self._pairs.dots[pair]]
        return any(
            other in stays and other not in chosen for other in self._steps[pair]
        )

    def _distances(self, chosen: set[int]) -> dict[int, float]:
        """Return random lengths of paths from what stays to the pairs it reaches."""
        rnd = self._random.random
        waiting = [
            (rnd(), pair) for pair in sorted(chosen) if self._is_root(pair, chosen)
        ]
        heapify(waiting)
        distances: dict[int, float] = {}
        while waiting:
            distance, pair = heappop(waiting)
            if pair not in distances:
                distances[pair] = distance
                for other in self._steps[pair]:
                    if other in chosen and other not in distances:
                        heappush(waiting, (distance + 1 + rnd(), other))
        return distances

    def follow(self, window: Window, taken: set[int], best: bool) -> None:
        """Replace the regions of a window, and let the next windows be of a good size.

        Parameters
        ----------
        taken
            The pairs of the new ones, as numbers among all pairs.
        best
            Whether it is proved that there are no better ones.
        """
        pairs = self._pairs
        for pair in window.given_up:
            self._taken[pairs.dots[pair]].discard(pair)
        for pair in taken:
            dot = pairs.dots[pair]
            self._taken[dot].add(pair)
            self._owner[pairs.cells[pair]] = self._owner[pairs.images[pair]] = dot
        covered = {
            cell for pair in taken for cell in (pairs.cells[pair], pairs.images[pair])
        }
        for cell in window.weights.keys() - covered:
            self._owner[cell] = NO_DOT
        self._uncovered |= window.weights.keys()
        self._uncovered -= covered
        if len(self._uncovered) < self._fewest:
            self._fewest = len(self._uncovered)
            self.best = set().union(*self._taken.values())
        for cell in self._uncovered:
            self._weight[cell] += 1
        least, most = _RANGE
        size = self._cells * (_RATE if best else 1 / _RATE)
        self._cells = min(max(least, size), most)
