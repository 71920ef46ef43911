"""Bound the growth per cell of Ring-Ring from above; the proof is in docs/results.md.

    python benchmarks/ring_ring_upper_bound.py 10

The boards are relaxed to a model of neighbors: a strand between two cells is a part of
a top, bottom, left or right side, and what a cell shows depends on its four strands
alone. The rows of a cylinder of some circumference, in cells, have a matrix A in this
model, and its spectral radius is at most the greatest quotient of the entries of Av and
v, for every vector v > 0 (Collatz and Wielandt).
"""

import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Ways = NDArray[np.float64]

NONE = 0
TOP, BOTTOM = LEFT, RIGHT = 1, 2
STEPS = 60
LEAST = 1e-9


def cell(beside: int, above: int) -> Iterator[tuple[int, int]]:
    """Yield the strands to the right and below, given those from the left and above."""
    if not beside and not above:
        yield TOP, LEFT
    elif beside and above:
        yield beside, above
        if (beside, above) == (BOTTOM, RIGHT):
            yield NONE, NONE
    elif beside:
        yield beside, NONE
        if beside == TOP:
            yield NONE, RIGHT
    else:
        yield NONE, above
        if above == LEFT:
            yield BOTTOM, NONE


def row(ways: Ways) -> Ways:
    """Add a row: from the strands above it, one axis per column, to those below."""
    cells = ways.ndim
    # The strand to the left of the first cell, and the one beside the next cell.
    some = np.zeros((3, 3, *ways.shape))
    for strand in range(3):
        some[strand, strand] = ways
    for column in range(2, cells + 2):
        after = np.zeros_like(some)
        before, behind = (np.moveaxis(part, column, 2) for part in (some, after))
        for beside in range(3):
            for above in range(3):
                for right, below in cell(beside, above):
                    behind[:, right, below] += before[:, beside, above]
        some = after
    closed: Ways = some[0, 0] + some[1, 1] + some[2, 2]
    return closed


def bound(circumference: int) -> float:
    """Return a bound of the spectral radius, rounded upwards."""
    ways = np.ones((3,) * circumference)
    shift = float(row(ways).mean()) / 4
    best = np.inf
    for _ in range(STEPS):
        after = row(ways)
        best = min(best, float((after / ways).max()))
        ways = after + shift * ways
        ways = np.maximum(ways / ways.max(), LEAST)
    # At most three sums of positive numbers a cell, and the quotient.
    return best * (1 + (3 * circumference + 3) * 2.0**-52)


if __name__ == "__main__":
    size = int(sys.argv[1])
    radius = bound(size)
    # Ten digits are far more than rounding changes; the last is rounded upwards.
    print(f"{size}: spectral radius below {radius:.10f}")
    print(f"growth per cell below {radius ** (1 / size) + 1e-9:.9f}")
