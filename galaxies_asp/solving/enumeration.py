"""All solutions of a puzzle in batches: arrays of labels in a fixed or random order.

Solutions are read off a decision diagram of limited size (see `fast.diagram`). The
solver enumerates components for which the diagram grows too large (see `fast.stream`);
their solutions are combined with those of the others. Each solution is verified.
"""

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import tee

import numpy as np

from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Labels, Puzzle
from galaxies_asp.core.engine import TooManyDecisionsError
from galaxies_asp.fast.diagram import Diagram, Ranks, integers
from galaxies_asp.solving.bounds import FEW_CONFLICTS, reduced_diagram
from galaxies_asp.solving.verdicts import all_keep_the_rules

BATCH_BYTES = 4_000_000
"""Larger batches do not fit into the cache and are slower."""

FEW_DECISIONS = 100
"""The solver takes a component that needs more decisions."""

MANY_DECISIONS = 20_000
"""The limit for uniform samples, where the solver finds too many solutions."""

_TABLE_BYTES = 50_000_000
_PART_SOLUTIONS = 50_000


def batches(
    puzzle: Puzzle, *, size: int | None = None, seed: int | None = None
) -> Iterator[Labels]:
    """Yield all solutions as arrays (n, H, W) with at most `size` of them each.

    The arrays are of the smallest type that holds the numbers of the dots. With a seed
    the solutions come in a shuffled order, the same for the same seed: the ranks in
    the diagram are permuted, and the solver searches at random.
    """
    if size is None:
        size = max(1, BATCH_BYTES // (2 * puzzle.width * puzzle.height))
    try:
        diagram = reduced_diagram(puzzle, conflicts=FEW_CONFLICTS)
    except NoSolutionError:
        return
    if diagram.expand(decisions=FEW_DECISIONS):
        yield from _read_off(diagram, seed, size)
    else:
        yield from _searched(diagram, seed, size)


def _permuted(places: Ranks, count: int, seed: int | None) -> Ranks:
    """Return the ranks, out of `count`, at some places: ascending without a seed.

    With a seed the permutation is affine, with a factor that has no divisor in common
    with the count.
    """
    if seed is None or count == 1:
        return places
    rng = random.Random(seed)
    factor = 0
    while math.gcd(factor, count) != 1:
        factor = rng.randrange(1, count)
    shift = rng.randrange(count)
    if count >= 1 << 31:
        places = places.astype(object)  # products may exceed machine integers
    ranks: Ranks = (places * factor + shift) % count
    return ranks


def _read_off(diagram: Diagram, seed: int | None, size: int) -> Iterator[Labels]:
    """Yield the solutions of a complete diagram."""
    total = diagram.count()
    part_by_part = _is_verified_by_parts(diagram, size)
    for first in range(0, total, size):
        places = integers(range(first, min(first + size, total)), total)
        labels = diagram.solutions(_permuted(places, total, seed))
        yield labels if part_by_part else _verified(diagram.puzzle, labels)


def _is_verified_by_parts(diagram: Diagram, size: int) -> bool:
    """Verify all solutions by those that differ from the first in one component each.

    The rules concern one region each. If no two components contain pairs of the same
    dot, every combination of valid parts is valid. Return False if two do, or if there
    are too many parts; then each solution has to be verified by itself.
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
            labels = diagram.solutions(ranks[first : first + size])
            _verified(diagram.puzzle, labels)
    return True


def _searched(diagram: Diagram, seed: int | None, size: int) -> Iterator[Labels]:
    """Yield all combinations of solutions of the solver and of the diagram."""
    from galaxies_asp.fast.stream import cells_of, models

    puzzle, decided = diagram.puzzle, diagram.decided
    if not decided:
        return
    open_parts = [diagram.pairs(root) for root in diagram.given_up]
    cells = np.concatenate([cells_of(pairs) for pairs in open_parts])
    streams = [models(pairs, seed) for pairs in open_parts]
    for combined in _product(streams):
        total = len(combined) * decided
        for first in range(0, total, size):
            places = range(first, min(first + size, total))
            rows, ranks = np.divmod(integers(places, total), decided)
            labels = diagram.solutions(_permuted(ranks, decided, seed))
            flat = labels.reshape(len(labels), -1)
            flat[:, cells] = combined[rows.astype(np.intp)]
            yield _verified(puzzle, labels)


def _product(streams: Sequence[Iterable[Labels]]) -> Iterator[Labels]:
    """Yield (n, k) labels: each combination of rows of the streams, beside each other.

    All streams but the last are kept in memory.
    """
    if len(streams) == 1:
        yield from streams[0]
        return
    first = iter(streams[0])
    for rows in _product(streams[1:]):
        for row in rows:
            first, again = tee(first)  # which keeps what is read
            for batch in again:
                repeated = np.broadcast_to(row, (len(batch), len(row)))
                yield np.concatenate([batch, repeated], axis=1)


def sample(puzzle: Puzzle, number: int, seed: int) -> Labels:
    """Return (number, H, W): solutions drawn uniformly, with repetition.

    Raises `NoSolutionError` if there are none. Raises `TooManyDecisionsError` if
    counting the solutions takes too many decisions.
    """
    diagram = reduced_diagram(puzzle)
    if not diagram.expand(decisions=FEW_DECISIONS):
        _tabulate(diagram)
    if not diagram.expand(decisions=MANY_DECISIONS):
        raise TooManyDecisionsError
    total = diagram.count()
    rng = random.Random(seed)
    ranks = [rng.randrange(total) for _ in range(number)]
    return _verified(puzzle, diagram.solutions(ranks))


def _tabulate(diagram: Diagram) -> None:
    """Tabulate with the solver the components given up, unless too large."""
    from galaxies_asp.fast.stream import models

    for root in diagram.given_up:
        tabulated: list[Labels] = []
        for batch in models(diagram.pairs(root)):
            tabulated.append(batch.astype(diagram.dtype))
            if sum(part.nbytes for part in tabulated) > _TABLE_BYTES:
                break
        else:
            diagram.learn_table(root, np.concatenate(tabulated))


def _verified(puzzle: Puzzle, labels: Labels) -> Labels:
    if not all(all_keep_the_rules(puzzle, labels)):
        raise AssertionError("a solution was found that breaks the rules")
    return labels
