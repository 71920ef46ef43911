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
from functools import partial

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.counting.boards import word_board
from galaxies_asp.counting.boards.classes import (
    WORD,
    Bools,
    Classes,
    Decision,
    Kernel,
    Words,
    beginning,
    hashes_of,
)
from galaxies_asp.counting.boards.word_board import Sets, WordBoard
from galaxies_asp.counting.compiled import Threads
from galaxies_asp.counting.exact import places_in
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Checkpoint


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
    board: WordBoard,
    *,
    threads: Threads | None = None,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> Census:
    """Group all galaxies boards of a board's cells by their dots.

    Centers are decided in reading order; a square board needs less time and memory the
    fewer columns it has. That both ways agree on a board that is not square is a test
    of the whole method.

    `checkpoint`: a folder; keeps the classes after a row of centers, and the census.
    """
    result = checkpoint.named("census")
    if (arrays := result.read()) is not None:
        dots = [board.centers[number] for number in arrays["most"]]
        return Census(tuple(arrays["with_solutions"].tolist()), tuple(dots))
    centers, row = len(board.centers), 2 * board.width - 1
    rows = [checkpoint.named(f"decided-{k:03}") for k in range(0, centers + 1, row)]
    decided, classes = 0, beginning(centers)
    for number, kept in enumerate(rows):
        if (arrays := kept.read()) is not None:
            decided, classes = number * row, Classes(**arrays)
    threads = threads or Threads()
    kernel = Kernel(threads)
    sets = residual_sets(board, threads)
    steps = threads.ahead(partial(decision, board, sets), range(decided, centers))
    for number, step in enumerate(steps, decided):
        if number % row == 0:
            hashes = _hashes(board, kernel, classes, sets[number])
            classes = classes.at(*kernel.distinct(hashes, classes.sizes))
        classes = _after(kernel, classes, step, sets[number + 1], number)
        report("centers decided", number + 1, centers)
        if (number + 1) % row == 0:
            rows[(number + 1) // row].write(vars(classes))
            rows[number // row].remove()
    # At the end each class has one option.
    with_solutions = np.zeros(int(classes.ways.max()), dtype=np.int64)
    np.add.at(with_solutions, classes.ways - 1, classes.sizes)
    word = classes.example[classes.ways.argmax()]
    most = [k for k in range(centers) if int(word[k // WORD]) >> k % WORD & 1]
    result.write({"with_solutions": with_solutions, "most": np.array(most)})
    rows[-1].remove()
    dots = [board.centers[number] for number in most]
    return Census(tuple(with_solutions.tolist()), tuple(dots))


def _after(
    kernel: Kernel, classes: Classes, step: Decision, after: Sets, number: int
) -> Classes:
    """Return the classes after the center with a number; `after` are residual sets."""
    # The hash of a class is the sum of those of its options, so the hashes of all
    # classes after the center are known before their options are made, and each is made
    # once.
    of_options = np.hsplit(step.hashes(hashes_of(after)), 2)
    hashes = np.hstack([kernel.hashes(classes, some) for some in of_options])
    chosen, sizes = kernel.distinct(hashes, np.tile(classes.sizes, 2))
    has_dot, source = chosen >= len(classes), chosen % len(classes)
    lengths, residual, ways = kernel.options(classes, step, has_dot, source)
    example = classes.example.take(source, axis=0)  # several times as fast as an index
    example[:, number // WORD] |= has_dot.astype(np.uint64) << np.uint64(number % WORD)
    return Classes(lengths, residual, ways, sizes, example)


def _hashes(board: WordBoard, kernel: Kernel, classes: Classes, sets: Sets) -> Words:
    """Return hashes (2, n) at the end of a row, equal ones for mirror images.

    The mirror images of the ends of a class are the ends of its mirror image.
    """
    plain = kernel.hashes(classes, hashes_of(sets))
    if not board.is_mirrored:
        return plain
    mirrored = kernel.hashes(classes, hashes_of(board.reflected(sets)))
    return np.where(mirrored[0] < plain[0], mirrored, plain)


def residual_sets(board: WordBoard, threads: Threads) -> list[Sets]:
    """Return for each k from 0 sets that include all residual sets of k centers.

    Each is sorted. Those for the first half of the centers satisfy the first condition
    above, and the others the second one.
    """
    whole, everything = Point(board.width, board.height), board.everything
    reached = _reached(board, threads)
    image = WordBoard.of(board.turned)
    of_turned = reached if image == board else _reached(image, threads)
    turned = [
        np.sort(everything & ~board.mirrored(sets, whole))
        for sets in reversed(of_turned)
    ]
    return reached + turned


def _reached(board: WordBoard, threads: Threads) -> list[Sets]:
    """Return the sets for the first half of the centers."""
    half = len(board.centers) // 2
    sets = np.array([board.everything])
    reached = [sets]
    for passed in range(1, half + 1):
        # Only those that have lost this center, and new ones, need to be tested.
        touched = board.touched(board.centers[passed - 1])
        around = (sets & touched) == touched
        some = [sets[around][part :: threads.count] for part in range(threads.count)]
        new = threads.map(partial(_after_center, board, passed), some)
        sets = word_board.distinct(np.concatenate([sets[~around], *new]))
        reached.append(sets)
    return reached


def _after_center(board: WordBoard, passed: int, sets: Sets) -> Sets:
    """Return what sets around a center may become when this is passed."""
    tested = [sets]
    for regions in word_board.regions_around(board, sets, board.centers[passed - 1]):
        tested.append(sets[regions.shape] & ~regions.cells)
    new = word_board.distinct(np.concatenate(tested))
    return new[_may_be_divided(board, passed, new)]


def decision(board: WordBoard, sets: Sequence[Sets], number: int) -> Decision:
    """Return where a center leads from residual sets; see `residual_sets`."""
    before, after = sets[number : number + 2]
    source, target = [np.arange(len(before))], [places_in(after, before)]
    for regions in word_board.regions_around(board, before, board.centers[number]):
        source.append(regions.shape + len(before))
        target.append(places_in(after, before[regions.shape] & ~regions.cells))
    leads = np.concatenate(source) * len(after) + np.concatenate(target)
    leads = np.sort(leads[np.concatenate(target) >= 0])
    rows = np.arange(2 * len(before) + 1) * len(after)
    return Decision(np.searchsorted(leads, rows), leads % len(after))


def _may_be_divided(board: WordBoard, passed: int, sets: Sets) -> Bools:
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
