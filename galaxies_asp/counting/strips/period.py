"""Split the columns of a strip into groups, if boards exist for some widths only.

If all widths of boards leave the same remainder modulo d, the states fall into d
classes, and each step leads from a class to the next. The d parts of the matrix become
layers, and d columns a single step, for which one class of states suffices.
"""

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.counting.strips.matrix import Indices, Matrix, matrix
from galaxies_asp.counting.strips.sweep import Strip


@dataclass(frozen=True)
class Grouped:
    """The boards of a strip, d columns at a time.

    Attributes
    ----------
    columns
        d, at least 1.
    missing
        How many columns are missing in the first group: n groups are boards with
        n * columns - missing columns.
    """

    strip: Strip
    columns: int
    missing: int

    def spread(self, above: list[int], below: list[int]) -> tuple[list[int], list[int]]:
        """Return a fraction in x for one in y = x^columns."""
        spread = _spread(above, self.columns), _spread(below, self.columns)
        return spread[0][self.missing :], spread[1]


def grouped(strip: Strip) -> Grouped:
    """Return a strip with as many layers as its period, and about 1 / d of the states.

    Parameters
    ----------
    strip
        With a single layer, and all states reachable from the first.
    """
    (step,) = strip.layers
    distances = _distances(step)
    lengths = distances[step.sources] + 1 - distances[step.targets]
    ends = distances[np.flatnonzero(strip.final)]
    differences = np.concatenate([lengths, np.diff(ends)])
    period = gcd(*differences.tolist())
    if period < 2 or not len(ends):
        return Grouped(strip, 1, 0)
    missing = int(-ends[0] % period)
    step = _delayed(step, missing)
    final = np.concatenate([np.zeros(missing, dtype=np.int64), strip.final])
    classes = np.concatenate([np.arange(missing), distances + missing]) % period
    states = [np.flatnonzero(classes == number) for number in range(period)]
    layers = tuple(
        step.restricted(states[number], states[(number + 1) % period])
        for number in range(period)
    )
    return Grouped(Strip(layers, final[states[0]]), period, missing)


def _distances(step: Matrix) -> Indices:
    """Return the number of steps from the first state to each."""
    distances = np.full(step.shape[0], -1)
    distances[0] = 0
    fresh: NDArray[np.bool_] = distances == 0
    while fresh.any():
        reached = np.zeros_like(fresh)
        reached[step.targets[fresh[step.sources]]] = True
        fresh = reached & (distances < 0)
        distances[fresh] = distances.max() + 1
    return distances


def _delayed(step: Matrix, steps: int) -> Matrix:
    """Add states in front that lead to the first state after some steps."""
    chain = np.arange(steps)
    size = step.shape[0] + steps
    return matrix(
        (size, size),
        np.concatenate([chain, step.sources + steps]),
        np.concatenate([chain + 1, step.targets + steps]),
        np.concatenate([np.ones(steps, dtype=np.int64), step.weights]),
    )


def _spread(coefficients: list[int], distance: int) -> list[int]:
    spread = [0] * (len(coefficients) * distance)
    spread[::distance] = coefficients
    return spread
