"""Merge states that count alike, so that fewer steps give the same numbers.

Two states have the same future if as many boards end at either, and as many steps lead
from either to each class of states with the same future; then one may stand for both.
The same backwards: states with the same past are reached in equally many ways, and
their futures may be added up. In particular a state is merged with its mirror image.
The number of states that remain bounds the order of the generating function.
"""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.strips.matrix import Indices, Matrix, matrix, product
from galaxies_asp.counting.strips.sweep import Strip


def lumped(strip: Strip) -> Strip:
    """Return a strip with the same counts, a single layer, and as few states as can be.

    The start is still state 0.
    """
    step, final = product(strip.layers), strip.final
    size = step.shape[0] + 1
    while step.shape[0] < size:
        size = step.shape[0]
        step, final = _with_futures_merged(step, final)
        step, final = _with_pasts_merged(step, final)
    return Strip((step,), final)


def _with_futures_merged(
    step: Matrix, final: NDArray[np.int64]
) -> tuple[Matrix, NDArray[np.int64]]:
    classes, chosen = _classes(step, final)
    kept = np.isin(step.sources, chosen)
    return _between_classes(step, classes, kept), final[chosen]


def _with_pasts_merged(
    step: Matrix, final: NDArray[np.int64]
) -> tuple[Matrix, NDArray[np.int64]]:
    initial = np.zeros(len(final), dtype=np.int64)
    initial[0] = 1
    classes, chosen = _classes(step.transposed(), initial)
    kept = np.isin(step.targets, chosen)
    sums = np.zeros(len(chosen), dtype=np.int64)
    np.add.at(sums, classes, final)
    return _between_classes(step, classes, kept), sums


def _between_classes(step: Matrix, classes: Indices, kept: NDArray[np.bool_]) -> Matrix:
    count = int(classes.max()) + 1
    return matrix(
        (count, count),
        classes[step.sources[kept]],
        classes[step.targets[kept]],
        step.weights[kept],
    )


def _classes(step: Matrix, values: NDArray[np.int64]) -> tuple[Indices, Indices]:
    """Return the class of each state with the same future, and the first of each class.

    Classes are numbered in the order of their first states.
    """
    classes = _renumbered(values.tolist())
    while True:
        count = int(classes.max()) + 1
        finer = _renumbered(_signatures(step, classes))
        if int(finer.max()) + 1 == count:
            return classes, np.unique(classes, return_index=True)[1]
        classes = finer


def _signatures(step: Matrix, classes: Indices) -> list[object]:
    """Return for each state its class and how many steps lead to each other class."""
    size = step.shape[0]
    # As columns are sources here, the entries come out ordered by source.
    sums = matrix((size, size), classes[step.targets], step.sources, step.weights)
    bounds = np.searchsorted(sums.targets, np.arange(size + 1)).tolist()
    return [
        (own, sums.sources[low:high].tobytes(), sums.weights[low:high].tobytes())
        for own, low, high in zip(
            classes.tolist(), bounds[:-1], bounds[1:], strict=True
        )
    ]


def _renumbered(labels: list[object]) -> Indices:
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels])
