"""Fewer states that give the same numbers.

*Merging.* Two states have the same future if as many boards end at either, and as many
steps lead from either to each class of states with the same future; then one may stand
for both. The same backwards: states with the same past are reached in equally many
ways, and their futures may be added up. In particular a state is merged with its mirror
image. The number of states that remain bounds the order of the generating function.

*Grouping.* If all widths of boards leave the same remainder modulo d, the states fall
into d classes, and each step leads from a class to the next. The d parts of the matrix
become layers, and d columns a single step, for which one class of states suffices.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import gcd
from operator import matmul

import numpy as np

from galaxies_asp.counting.strips.matrix import (
    Bools,
    Indices,
    Matrix,
    Strip,
    matrix,
    restricted,
)


def lumped(strip: Strip) -> Strip:
    """Return a strip with the same counts, a single layer, and as few states as can be.

    The start is still state 0.
    """
    step, final = reduce(matmul, strip.layers), strip.final
    start = np.zeros_like(final)
    start[0] = 1
    size = step.shape[0] + 1
    while step.shape[0] < size:
        size = step.shape[0]
        step, start, final = _merged(step, start, final)
        back, final, start = _merged(step.transposed(), final, start)
        step = back.transposed()
    return Strip((step,), final)


def _merged(
    step: Matrix, start: Indices, final: Indices
) -> tuple[Matrix, Indices, Indices]:
    """Merge states with the same future; add up in how many ways they are reached."""
    size = step.shape[0]

    def signatures(classes: Indices) -> Iterator[Hashable]:
        """Yield each state's class and how many steps lead to each other class."""
        # As columns are sources here, the entries come out ordered by source.
        sums = matrix((size, size), classes[step.targets], step.sources, step.weights)
        bounds = np.searchsorted(sums.targets, np.arange(size + 1)).tolist()
        for own, (low, high) in zip(classes.tolist(), pairwise(bounds), strict=True):
            leads = sums.sources[low:high].tobytes(), sums.weights[low:high].tobytes()
            yield own, *leads

    classes = refined(final.tolist(), signatures)
    _, chosen = np.unique(classes, return_index=True)
    sums = np.zeros(len(chosen), dtype=np.int64)
    np.add.at(sums, classes, start)
    kept = np.isin(step.sources, chosen)
    entries = classes[step.sources[kept]], classes[step.targets[kept]]
    smaller = matrix((len(chosen),) * 2, *entries, step.weights[kept])
    return smaller, sums, final[chosen]


def refined(
    labels: Iterable[Hashable], signatures: Callable[[Indices], Iterable[Hashable]]
) -> Indices:
    """Return the coarsest classes of states that neither labels nor steps tell apart.

    Classes are numbered in the order of their first states.

    Parameters
    ----------
    signatures
        From the class of each state to what tells states apart: at least the class, and
        the classes to which a state leads.
    """
    greatest = -1
    while True:
        numbers: dict[Hashable, int] = {}
        found = [numbers.setdefault(label, len(numbers)) for label in labels]
        classes = np.array(found)
        if len(numbers) == greatest:
            return classes
        greatest, labels = len(numbers), signatures(classes)


@dataclass(frozen=True)
class Grouped:
    """The boards of a strip, d columns at a time."""

    strip: Strip
    columns: int
    """d, at least 1."""
    missing: int
    """How many columns are missing in the first group: n groups are boards with n *
    columns - missing columns.
    """


def grouped(strip: Strip) -> Grouped:
    """Return a strip with as many layers as its period, and about 1 / d of the states.

    Parameters
    ----------
    strip
        With a single layer, and all states reachable from the first.
    """
    (step,) = strip.layers
    distances = np.full(step.shape[0], -1)
    distances[0] = 0
    fresh: Bools = distances == 0
    while fresh.any():
        reached = np.zeros_like(fresh)
        reached[step.targets[fresh[step.sources]]] = True
        fresh = reached & (distances < 0)
        distances[fresh] = distances.max() + 1
    lengths = distances[step.sources] + 1 - distances[step.targets]
    ends = distances[np.flatnonzero(strip.final)]
    period = gcd(*lengths.tolist(), *np.diff(ends).tolist())
    if period < 2 or not len(ends):
        return Grouped(strip, 1, 0)
    # States in front lead to the first one after the steps that are missing.
    missing = int(-ends[0] % period)
    chain = np.arange(missing)
    step = matrix(
        (step.shape[0] + missing,) * 2,
        np.concatenate([chain, step.sources + missing]),
        np.concatenate([chain + 1, step.targets + missing]),
        np.concatenate([np.ones_like(chain), step.weights]),
    )
    final = np.concatenate([np.zeros_like(chain), strip.final])
    classes = np.concatenate([chain, distances + missing]) % period
    states = [np.flatnonzero(classes == number) for number in range(period)]
    layers = restricted([step] * period, states)
    return Grouped(Strip(layers, final[states[0]]), period, missing)
