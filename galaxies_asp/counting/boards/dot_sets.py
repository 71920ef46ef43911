"""How many dot sets the galaxies boards have, and how many boards share one.

The dots of a board are the centers of its regions. Centers are decided in reading
order: a dot or no dot. After the first k centers, a board is divided into the regions
of those that are dots and a rest, the *residual set*, which is divided into the regions
of the dots to come. What matters of the decisions made so far is which residual sets
the regions of the dots can leave, and in how many ways. Beginnings that agree in this
are a *class*: the same ends make dot sets of them, with the same numbers of boards. So
classes are merged, as states are when a nondeterministic automaton is made
deterministic, and only their sizes are kept.

A residual set satisfies two conditions:

1. Its complement is a union of disjoint regions about some of the first k centers.
2. It is itself a union of disjoint regions about some of the other centers.

The half turn of the board reverses the order of the centers. So a set satisfies the
second condition for k centers if the complement of the turned set satisfies the first
one for as many as are to come. Sets that satisfy the first condition are listed for the
first half of the centers, without those that clearly contradict the second one. Turned,
they are the sets for the second half, which satisfy the second condition.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from types import ModuleType

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.grid import Point, in_reading_order, is_cell
from galaxies_asp.counting.boards import word_board
from galaxies_asp.counting.boards.classes import (
    WORD,
    Bools,
    Classes,
    Decision,
    Words,
    beginning,
    hashes_of,
    spread,
    together,
)
from galaxies_asp.counting.boards.word_board import Index, Sets, WordBoard
from galaxies_asp.counting.exact import Integers, places_in
from galaxies_asp.processes.checkpoint import Arrays
from galaxies_asp.processes.exchange import Exchange, Results, owners, to


@dataclass(frozen=True)
class Census:
    """Summary of the dot sets of all galaxies boards of a size."""

    with_solutions: tuple[int, ...]
    """Entry k is the number of dot sets that have exactly k + 1 solutions."""
    most: tuple[Point, ...]
    """The dots of a set with the most solutions."""

    @property
    def boards(self) -> int:
        """The number of boards."""
        return sum(k * number for k, number in enumerate(self.with_solutions, 1))

    @property
    def dot_sets(self) -> int:
        """The number of different dot sets."""
        return sum(self.with_solutions)

    @property
    def proper(self) -> int:
        """The number of dot sets with exactly one solution: proper puzzles."""
        return self.with_solutions[0]


def census(
    height: int,
    width: int,
    *,
    kernel: str = "numpy",
    exchange: Exchange | None = None,
    report: Report = silent,
) -> Census:
    """Group all galaxies boards of a size by their dots.

    Parameters
    ----------
    kernel
        One of `counting.KERNELS`.
    exchange
        Workers that share the classes; by default one part in this process.
    """
    board = WordBoard(max(height, width), min(height, width))
    upright = census_along(board, kernel, exchange or Exchange(), report)
    if height >= width:
        return upright
    most = in_reading_order(Point(y, x) for x, y in upright.most)
    return Census(upright.with_solutions, tuple(most))


def census_along(
    board: WordBoard, kernel: str, exchange: Exchange, report: Report = silent
) -> Census:
    """Return the same as `census`, by centers in reading order.

    That both ways agree on a board that is not square is a test of the whole method.
    A class belongs to a part of the exchange by its hash.
    """
    parts = range(exchange.parts)
    centers = len(board.centers)
    row = 2 * board.width - 1
    names = {number: f"decided-{number:03}" for number in range(row, centers + 1, row)}
    decided = max((n for n, name in names.items() if exchange.has(name)), default=0)
    first = beginning(centers)
    fields = list(vars(first))
    task = _Center(board, kernel, len(parts)).after
    classes: list[Results] = [spread(first, np.zeros(1, dtype=np.intp), len(parts))]
    if decided:
        classes = exchange.run(names[decided], task, [()] * len(parts))
    sets = exchange.run("", residual_sets, [(board,)])[0]
    steps: list[Results] = []
    for number in range(decided, centers):
        if not steps:
            some = range(number, min(number + len(parts), centers))
            inputs = [(board, k, sets[str(k)], sets[str(k + 1)]) for k in some]
            steps = exchange.run("", decision, inputs)
        step = steps.pop(0)
        known = sets[str(number)], sets[str(number + 1)]
        leads = step["starts"], step["after"]
        decisions = []
        for part in parts:
            sent = [[some[to(part, name)] for name in fields] for some in classes]
            decisions.append((number, known, leads, *sent))
        classes = exchange.run(names.get(number + 1, ""), task, decisions)
        if number + 1 in names and number + 1 > row:
            exchange.forget(names[number + 1 - row])
        report("centers decided", number + 1, centers)
    read = product(map(exchange.read, classes), parts)
    pieces = [[arrays[to(part, name)] for name in fields] for arrays, part in read]
    ends = together([Classes(*piece) for piece in pieces])
    # At the end each class has one option.
    with_solutions = np.zeros(int(ends.ways.max()), dtype=np.int64)
    np.add.at(with_solutions, ends.ways - 1, ends.sizes)
    word = ends.example[ends.ways.argmax()]
    most = (
        center
        for number, center in enumerate(board.centers)
        if int(word[number // WORD]) >> number % WORD & 1
    )
    return Census(tuple(with_solutions.tolist()), tuple(most))


@dataclass(frozen=True)
class _Center:
    """How a center is decided, by `parts` workers: the task of a count."""

    board: WordBoard
    kernel: str
    parts: int

    def after(
        self,
        number: int,
        sets: tuple[Sets, Sets],
        leads: tuple[Index, Index],
        *pieces: Sequence[Integers],
    ) -> Arrays:
        """Return the classes after the center with a number, by part.

        There are residual sets before and after it; how it leads from those to these
        (the fields of `Decision`); and, from each part, the fields of the classes
        before.
        """
        step = Decision(*leads)
        classes = together([Classes(*fields) for fields in pieces])
        kernel, in_row = self._kernel, 2 * self.board.width - 1
        is_shared = self.parts > 1 and len(classes) > 0
        if len(classes) and (is_shared or number % in_row == 0):
            hashes = self._hashes(classes, sets[0], number)
            classes = classes.at(*kernel.distinct(hashes, classes.sizes))
        if len(classes):
            # The hash of a class is the sum of those of its options, so the hashes of
            # all classes after the center are known before their options are made, and
            # each is made once.
            of_options = np.hsplit(step.hashes(hashes_of(sets[1])), 2)
            hashes = np.hstack([kernel.hashes(classes, some) for some in of_options])
            chosen, sizes = kernel.distinct(hashes, np.tile(classes.sizes, 2))
            has_dot, source = chosen >= len(classes), chosen % len(classes)
            if not len(source):
                return spread(classes.at(source, sizes), source, self.parts)
            lengths, residual, ways = kernel.options(classes, step, has_dot, source)
            example = classes.example[source]
            place = np.uint64(number % WORD)
            example[:, number // WORD] |= has_dot.astype(np.uint64) << place
            classes = Classes(lengths, residual, ways, sizes, example)
        owner = np.zeros(len(classes), dtype=np.intp)
        if is_shared:
            owner = owners(self._hashes(classes, sets[1], number + 1)[0], self.parts)
        return spread(classes, owner, self.parts)

    @property
    def _kernel(self) -> ModuleType:
        name = "classes" if self.kernel == "numpy" else "compiled_classes"
        return import_module(f"galaxies_asp.counting.boards.{name}")

    def _hashes(self, classes: Classes, sets: Sets, number: int) -> Words:
        """Return hashes (2, n), at the end of a row equal ones for mirror images.

        The mirror images of the ends of a class are the ends of its mirror image.
        """
        plain: Words = self._kernel.hashes(classes, hashes_of(sets))
        if number % (2 * self.board.width - 1):
            return plain
        images = hashes_of(self.board.reflected(sets))
        mirrored: Words = self._kernel.hashes(classes, images)
        return np.where(mirrored[0] < plain[0], mirrored, plain)


def residual_sets(board: WordBoard) -> Arrays:
    """Return for each k from 0 sets that include all residual sets of k centers.

    Each is sorted, and named by k. Those for the first half of the centers satisfy the
    first condition above, and the others the second one.
    """
    whole = Point(board.width, board.height)
    half = len(board.centers) // 2
    sets = np.array([board.everything])
    reached = [sets]
    for passed, center in enumerate(board.centers[:half], 1):
        # Only those that have lost this center, and new ones, need to be tested.
        touched = board.touched(center)
        around = (sets & touched) == touched
        tested = [sets[around]]
        for regions in word_board.regions_around(board, sets[around], center):
            tested.append(tested[0][regions.shape] & ~regions.cells)
        new = np.unique(np.concatenate(tested))
        new = new[_may_be_divided(board, new, passed)]
        sets = np.union1d(sets[~around], new)
        reached.append(sets)
    turned = [
        np.sort(board.everything & ~board.mirrored(sets, whole))
        for sets in reversed(reached)
    ]
    return {str(passed): sets for passed, sets in enumerate(reached + turned)}


def decision(board: WordBoard, number: int, before: Sets, after: Sets) -> Arrays:
    """Return where a center leads from residual sets: the fields of `Decision`."""
    source, target = [np.arange(len(before))], [places_in(after, before)]
    for regions in word_board.regions_around(board, before, board.centers[number]):
        source.append(regions.shape + len(before))
        target.append(places_in(after, before[regions.shape] & ~regions.cells))
    leads = np.concatenate(source) * len(after) + np.concatenate(target)
    leads = np.sort(leads[np.concatenate(target) >= 0])
    rows = np.arange(2 * len(before) + 1) * len(after)
    return {"starts": np.searchsorted(leads, rows), "after": leads % len(after)}


def _may_be_divided(board: WordBoard, sets: Sets, passed: int) -> Bools:
    """Tell of which sets every cell fits into a region about a center to come.

    Cells whose own centers are to come need no test.
    """
    done, to_come = board.centers[:passed], board.centers[passed:]
    single = [board.touched(c) for c in done if is_cell(c)]
    uncovered: Sets = sets & np.bitwise_or.reduce(single, initial=np.uint64(0))
    windows = [board.window(center) for center in reversed(to_come)]
    in_reach = np.bitwise_or.accumulate(windows)[::-1]
    active = np.flatnonzero(uncovered)
    for center, reach in zip(to_come, in_reach, strict=True):
        active = active[(uncovered[active] & ~reach) == 0]
        touched = board.touched(center)
        some = active[(sets[active] & touched) == touched]
        room = sets[some] & board.mirrored(sets[some], center)
        uncovered[some] &= ~board.component(np.full(len(some), touched), room)
        active = active[uncovered[active] != 0]
    is_covered: Bools = uncovered == 0
    return is_covered
