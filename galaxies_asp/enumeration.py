"""All solutions in bulk: arrays of labels in a fixed order, or drawn uniformly.

Where the solutions fall into a diagram of reasonable size (see `diagram`), they are
read off it, many at a time; otherwise the solver enumerates them. Either way each has
been verified, and the order is the same in every run.
"""

import random
from collections.abc import Iterator, Sequence

import numpy as np

from galaxies_asp.count import reduced_diagram
from galaxies_asp.diagram import Diagram
from galaxies_asp.fixpoint import NoSolutionError
from galaxies_asp.puzzle import Labels, Puzzle
from galaxies_asp.solve import enumerate_solutions
from galaxies_asp.verify_many import ManyVerifier

BATCH_BYTES = 4_000_000
"""Larger batches do not fit into the cache, and take longer."""

DECISIONS = 20_000
"""A diagram that takes more decisions is given up, and the solver enumerates."""

_PART_SOLUTIONS = 50_000


class TooManyDecisionsError(Exception):
    """The diagram of the puzzle is too large to be built."""


def batches(puzzle: Puzzle, *, size: int | None = None) -> Iterator[Labels]:
    """Yield all solutions as arrays (n, H, W) with at most `size` of them each.

    The arrays are of the smallest type that holds the numbers of the dots.
    """
    if size is None:
        size = max(1, BATCH_BYTES // (2 * puzzle.width * puzzle.height))
    try:
        diagram = _diagram(puzzle)
    except NoSolutionError:
        return
    except TooManyDecisionsError:
        yield from _searched(puzzle, size)
        return
    total = diagram.count()
    verifier = ManyVerifier(puzzle)
    part_by_part = _is_verified_by_parts(diagram, verifier, size)
    for first in range(0, total, size):
        ranks = range(first, min(first + size, total))
        if part_by_part:
            yield diagram.solutions(ranks)
        else:
            yield _verified(verifier, diagram, ranks)


def _is_verified_by_parts(diagram: Diagram, verifier: ManyVerifier, size: int) -> bool:
    """Verify all solutions by those that differ from the first in one component each.

    A division is judged region by region. So if no two components have to do with the
    region of one dot, every combination of what is right apart is right. Returns False
    if some do, or if the parts are too many; then each solution is verified by itself.
    """
    parts = list(diagram.parts())
    seen: set[int] = set()
    for dots, count, _ in parts:
        if seen & dots or count > _PART_SOLUTIONS:
            return False
        seen |= dots
    for _, count, weight in parts:
        ranks = [number * weight for number in range(count)]
        for first in range(0, count, size):
            _verified(verifier, diagram, ranks[first : first + size])
    return True


def sample(puzzle: Puzzle, number: int, seed: int) -> Labels:
    """Return (number, H, W): solutions drawn uniformly, with repetition.

    Raises
    ------
    NoSolutionError
        If there are none.
    TooManyDecisionsError
        If the solutions cannot be counted with reasonable effort.
    """
    diagram = _diagram(puzzle)
    total = diagram.count()
    rng = random.Random(seed)
    ranks = [rng.randrange(total) for _ in range(number)]
    return _verified(ManyVerifier(puzzle), diagram, ranks)


def _diagram(puzzle: Puzzle) -> Diagram:
    diagram = reduced_diagram(puzzle)
    if not diagram.expand(decisions=DECISIONS):
        raise TooManyDecisionsError
    return diagram


def _verified(verifier: ManyVerifier, diagram: Diagram, ranks: Sequence[int]) -> Labels:
    labels = diagram.solutions(ranks)
    if not verifier.judge(labels).all():
        raise AssertionError("the diagram has a solution that breaks the rules")
    return labels


def _searched(puzzle: Puzzle, size: int) -> Iterator[Labels]:
    batch = []
    for solution in enumerate_solutions(puzzle):
        batch.append(solution.labels)
        if len(batch) == size:
            yield np.stack(batch)
            batch = []
    if batch:
        yield np.stack(batch)
