"""A partial solution that is improved one window at a time.

Each region of a partial solution is connected and symmetric, and no two overlap, but
some cells are in no region. A window is a neighborhood of such a cell: the regions
there are given up, the other ones stay, and a search finds new regions that leave less
of it uncovered. As regions are symmetric, a window has all pairs of which one cell lies
in the neighborhood and the other one there or in no region.

What is minimized is the weight of the uncovered cells, which rises with each window
that leaves them uncovered. So uncovered cells move where they can be covered, instead
of staying where a search is stuck. Regions of a window grow away from what stays of
them (see `parts`). Here the random share of the steps back can succeed in one place
after the other, whereas a random part of the whole board must have it everywhere at
once.
"""

import random
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.parts import LEAST, OPTIONS, SHARES, PartialPairs, outward
from galaxies_asp.fast.rules import relaxed

CONFLICTS = 1000
"""The conflicts after which the best solution of a window is taken."""

FIRST_CELLS = 120.0
"""The open cells of the first window, on average."""

_RANGE = (30.0, 400.0)
_SPREAD = (0.6, 1.4)
_RATE = 1.02
"""The factor by which the next windows are larger, or smaller, than the last one."""


@dataclass(frozen=True)
class Window(PartialPairs):
    """The pairs from which new regions may grow."""

    weights: dict[int, int]
    """The weights of their cells."""
    bound: int
    """The weight of the cells that are uncovered now."""
    given_up: set[int]
    """The pairs of the regions that are given up, as numbers among all pairs."""


class Windows:
    """Windows of a partial solution, at first one without any of the open pairs.

    `best`: the pairs that left the fewest cells uncovered so far.

    `pairs`: the open pairs. `puzzle`: the board. `seed`: random seed of the windows.
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
        self._of_cell = pairs.of_cells()
        self._owner = list(pairs.labels)
        self._taken: dict[int, set[int]] = {dot: set() for dot in pairs.dots}
        self._weight = dict.fromkeys(sorted(self._of_cell), 1)
        self._uncovered = set(self._weight)
        self._cells = FIRST_CELLS
        self._searched = 0
        self._fewest = len(self._uncovered)
        self.best: set[int] = set()

    def search(self, conflicts: int) -> set[int] | None:
        """Return the pairs of a solution, or None after this number of conflicts."""
        while conflicts > 0:
            window = self.window()
            self._searched += 1
            limits = f"--solve-limit={CONFLICTS}", f"--seed={self._searched}"
            options = ["0", f"--opt-mode=opt,{window.bound}", *limits, *OPTIONS]
            program = Program(options, short_searches=True)
            program.add_ground_rules(relaxed(window.pairs, window.weights))
            taken = window.given_up
            for model in program.models():
                shown = model.symbols(shown=True)
                taken = {window.numbers[atom.number - 1] for atom in shown}
            conflicts -= LEAST if program.exhausted else CONFLICTS
            self.follow(window, taken, program.exhausted)
            if not self._uncovered:
                return self.best
        return None

    def window(self) -> Window:
        """Return a window around an uncovered cell, rather one of great weight."""
        uncovered = sorted(self._uncovered)
        weights = [self._weight[cell] for cell in uncovered]
        cells, dots = self._neighborhood(*self._random.choices(uncovered, weights))
        # Pairs with a cell among these, and none in another region.
        free, all_pairs = cells | self._uncovered, self._pairs
        chosen = {
            pair
            for cell in cells
            for pair in self._of_cell[cell]
            if all_pairs.cells[pair] in free and all_pairs.images[pair] in free
        }
        distance = self._distances(chosen)
        numbers = sorted(distance)
        pairs = self._pairs.part(numbers)
        away = [distance[pair] for pair in numbers]
        pairs = outward(pairs, away, self._random.choice(SHARES), self._random)
        supported = [self._is_root(pair, chosen) for pair in numbers]
        touched = {*pairs.cells, *pairs.images}
        given_up = set().union(*(self._taken[dot] for dot in dots))
        bound = sum(self._weight[cell] for cell in touched & self._uncovered)
        return Window(
            replace(pairs, supported=supported),
            numbers,
            {cell: self._weight[cell] for cell in sorted(touched)},
            bound,
            given_up,
        )

    def _neighborhood(self, cell: int) -> tuple[set[int], set[int]]:
        """Return cells around this one without a region, and the dots given up."""
        rng, owner = self._random, self._owner
        width, height = self._size
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
            row, column = divmod(at, width)
            for right, down in self._ways:
                inside = 0 <= column + right < width and 0 <= row + down < height
                other = at + right + down * width
                if inside and other not in seen:
                    seen.add(other)
                    heappush(waiting, (distance + 1 + rng.random(), other))
        return cells, dots

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

        `taken`: the pairs of the new ones, as numbers among all pairs. `best`: whether
        it is proved that there are no better ones.
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
