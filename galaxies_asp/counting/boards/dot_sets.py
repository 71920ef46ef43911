"""How many dot sets the galaxies boards have, and how many boards share one.

The dots of a board are the centers of its regions. Centers are decided in reading
order: a dot or no dot. What matters of the decisions made so far is which residual
sets (see `residual_sets`) the regions of the dots can leave, and in how many ways.
Beginnings that agree in this are a *class*: the same ends make dot sets of them, with
the same numbers of boards. So classes are merged, as states are when a nondeterministic
automaton is made deterministic, and only their sizes are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.counting.boards.classes import (
    NUMPY,
    WORD,
    Classes,
    Kernel,
    after_center,
    beginning,
    canonical,
    hashes_of,
    merged,
    spread,
    together,
)
from galaxies_asp.counting.boards.growth import Index
from galaxies_asp.counting.boards.residual_sets import Dot, dot, residual_sets
from galaxies_asp.counting.boards.word_board import Sets, WordBoard
from galaxies_asp.processes.checkpoint import Arrays
from galaxies_asp.processes.exchange import Exchange, to
from galaxies_asp.processes.progress import Report, silent


@dataclass(frozen=True)
class Census:
    """Summary of the dot sets of all galaxies boards of a size.

    Attributes
    ----------
    with_solutions
        Entry k is the number of dot sets that have exactly k + 1 solutions.
    most
        The dots of a set with the most solutions.
    """

    with_solutions: tuple[int, ...]
    most: tuple[Point, ...]

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
    upright = census_along(board, kernel=kernel, exchange=exchange, report=report)
    if height >= width:
        return upright
    most = in_reading_order(Point(y, x) for x, y in upright.most)
    return Census(upright.with_solutions, tuple(most))


def census_along(
    board: WordBoard,
    *,
    kernel: str = "numpy",
    exchange: Exchange | None = None,
    report: Report = silent,
) -> Census:
    """Return the same as `census`, by centers in reading order.

    That both ways agree on a board that is not square is a test of the whole method.
    A class belongs to a part of the exchange by its hash.
    """
    exchange = exchange or Exchange()
    parts = range(exchange.parts)
    centers = len(board.centers)
    row = 2 * board.width - 1
    names = {number: f"classes-{number:03}" for number in range(row, centers + 1, row)}
    decided = max((n for n, name in names.items() if exchange.has(name)), default=0)
    first = beginning(centers)
    classes: list[Any] = [spread(first, np.zeros(1, dtype=np.intp), len(parts))]
    if decided:
        classes = exchange.run(names[decided], decide, [()] * len(parts))
    sets = exchange.run("", listed_sets, [(board,)])[0]
    steps: list[Any] = []
    for number in range(decided, centers):
        if not steps:
            some = range(number, min(number + len(parts), centers))
            inputs = [(board, k, sets[f"set{k}"], sets[f"set{k + 1}"]) for k in some]
            steps = exchange.run("", listed_step, inputs)
        step = steps.pop(0)
        decisions = [
            (
                board,
                kernel,
                number,
                len(parts),
                [sets[f"set{k}"] for k in (number, number + 1)],
                [step[name] for name in ("before", "after", "without")],
                *([sent[to(part, name)] for name in vars(first)] for sent in classes),
            )
            for part in parts
        ]
        classes = exchange.run(names.get(number + 1, ""), decide, decisions)
        if number + 1 in names and number + 1 > row:
            exchange.forget(names[number + 1 - row])
        report("centers decided", number + 1, centers)
    return _summary(board, [exchange.read(sent) for sent in classes], len(parts))


def listed_sets(board: WordBoard) -> Arrays:
    """Return the residual sets by the number of centers; see `residual_sets`."""
    return {f"set{k}": some for k, some in enumerate(residual_sets(board, silent))}


def listed_step(board: WordBoard, number: int, before: Sets, after: Sets) -> Arrays:
    """Return the fields of what a dot at a center makes of residual sets; see `dot`."""
    return vars(dot(board, board.centers[number], before, after))


def decide(
    board: WordBoard,
    kernel: str,
    number: int,
    parts: int,
    sets: Sequence[Sets],
    step: Sequence[Index],
    *pieces: Sequence[Any],
) -> Arrays:
    """Return the classes after a center, by part.

    Parameters
    ----------
    kernel
        One of `counting.KERNELS`.
    number
        That of the center.
    sets
        The residual sets before and after the center.
    step
        The fields of what a dot makes of them; see `Dot`.
    pieces
        From each part, the fields of the classes before.
    """
    before, after = sets
    use = _kernel(kernel)
    in_row = 2 * board.width - 1
    classes = together([Classes(*fields) for fields in pieces])
    is_shared = parts > 1 and len(classes) > 0
    if number % in_row == 0:
        classes = merged(classes, canonical(board, classes, before, use), use)
    elif is_shared:
        classes = merged(classes, use.hashes(classes, hashes_of(before)), use)
    if len(classes):
        classes = after_center(classes, Dot(*step), hashes_of(after), number, use)
    owner = np.zeros(len(classes), dtype=np.uint64)
    if is_shared:
        if (number + 1) % in_row == 0:
            hashes = canonical(board, classes, after, use)
        else:
            hashes = use.hashes(classes, hashes_of(after))
        owner = (hashes[0] >> np.uint64(32)) * np.uint64(parts) >> np.uint64(32)
    return spread(classes, owner.astype(np.intp), parts)


def _kernel(name: str) -> Kernel:
    if name == "numpy":
        return NUMPY
    from galaxies_asp.counting.boards import compiled_classes

    return compiled_classes.KERNEL


def _summary(board: WordBoard, sent: Sequence[Arrays], parts: int) -> Census:
    """Return the census from all classes at the end, which have one option each."""
    names = list(vars(beginning(1)))
    classes = together(
        [
            Classes(*(arrays[to(part, name)] for name in names))
            for arrays in sent
            for part in range(parts)
        ]
    )
    with_solutions = np.zeros(int(classes.ways.max()), dtype=np.int64)
    np.add.at(with_solutions, classes.ways - 1, classes.sizes)
    word = classes.example[classes.ways.argmax()]
    most = tuple(
        center
        for number, center in enumerate(board.centers)
        if int(word[number // WORD]) >> number % WORD & 1
    )
    return Census(tuple(with_solutions.tolist()), most)
