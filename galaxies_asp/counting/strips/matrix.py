"""Sparse matrices of small non-negative integers, and exact products with vectors.

The matrices of the cells of a column make a `Strip`, whose `terms` are the numbers of
boards with 0, 1, 2, ... columns. `lumped` and `grouped` strips have fewer states, and
give the same numbers:

*Merging.* Two states have the same future if as many boards end at either, and as many
steps lead from either to each class of states with the same future; then one may stand
for both. The same backwards: states with the same past are reached in equally many
ways, and their futures may be added up. In particular a state is merged with its mirror
image. The number of states that remain bounds the order of the generating function.

*Grouping.* If all widths of boards leave the same remainder modulo d, the states fall
into d classes, and each step leads from a class to the next. The d parts of the matrix
become layers, and d columns a single step, for which one class of states suffices.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from math import gcd
from operator import matmul
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting import exact
from galaxies_asp.counting.exact import WORD_BITS, ExactVector, added_up, ranges
from galaxies_asp.processes.checkpoint import Arrays, Checkpoint

Indices = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Matrix:
    """A sparse matrix; row i, column j counts the ways from state i to state j."""

    shape: tuple[int, int]
    """The number of states before and after."""
    sources: Indices
    targets: Indices
    weights: Indices
    """(E,) each: the entries, each place at most once, ordered by target and source,
    weights positive. `matrix` makes them from entries in any order.
    """

    @cached_property
    def _runs(self) -> tuple[Indices, Indices]:
        """The distinct targets, and where the entries of each begin."""
        starts = np.flatnonzero(np.diff(self.targets, prepend=-1))
        return self.targets[starts], starts

    @cached_property
    def greatest_sum(self) -> int:
        """The greatest sum of the weights into one target."""
        if not len(self.targets):
            return 0
        return int(np.add.reduceat(self.weights, self._runs[1]).max())

    @cached_property
    def _factors(self) -> Indices | None:
        """The weights; None if all are 1."""
        return None if (self.weights == 1).all() else self.weights

    def push(self, vector: ExactVector) -> ExactVector:
        """Return row vector times matrix; see `Strip.limb_bits` for the limbs."""
        targets, starts = self._runs
        sums = vector.sum_groups(self.sources, starts, weights=self._factors)
        if len(targets) == self.shape[1]:
            return sums
        limbs = np.zeros((len(sums.limbs), self.shape[1]), dtype=np.int64)
        limbs[:, targets] = sums.limbs
        return ExactVector(limbs, vector.bits)

    def __matmul__(self, other: "Matrix") -> "Matrix":
        """Return the product: first this step, then the other."""
        order = np.argsort(other.sources, kind="stable")
        begins = np.searchsorted(other.sources[order], np.arange(other.shape[0] + 1))
        fans = np.diff(begins)[self.targets]
        entry = np.repeat(np.arange(len(self.targets)), fans)
        follower = order[ranges(begins[self.targets], fans)]
        return matrix(
            (self.shape[0], other.shape[1]),
            self.sources[entry],
            other.targets[follower],
            self.weights[entry] * other.weights[follower],
        )

    def restricted(self, before: Indices, after: Indices) -> "Matrix":
        """Return the rows and columns with the given indices, in ascending order."""
        keep = np.isin(self.sources, before) & np.isin(self.targets, after)
        return Matrix(
            (len(before), len(after)),
            np.searchsorted(before, self.sources[keep]),
            np.searchsorted(after, self.targets[keep]),
            self.weights[keep],
        )

    def transposed(self) -> "Matrix":
        """Return the matrix of the steps backwards."""
        return matrix(
            (self.shape[1], self.shape[0]), self.targets, self.sources, self.weights
        )


def matrix(
    shape: tuple[int, int],
    sources: Indices,
    targets: Indices,
    weights: Indices | int = 1,
) -> Matrix:
    """Return the sparse matrix with these entries; those at one place are added up."""
    weights = np.broadcast_to(np.asarray(weights, dtype=np.int64), sources.shape)
    keys, sums = added_up(targets * shape[0] + sources, weights)
    return Matrix(shape, keys % shape[0], keys // shape[0], sums)


def restricted(
    layers: Sequence[Matrix], states: Sequence[Indices]
) -> tuple[Matrix, ...]:
    """Return the layers between some states, in ascending order, before each of them.

    The states after the last layer are those before the first.
    """
    return tuple(map(Matrix.restricted, layers, states, [*states[1:], states[0]]))


def useful_states(layers: Sequence[Matrix], ends: Bools) -> list[Bools]:
    """Return for each layer which states lead to one of the ends, after the last."""
    useful = [np.zeros(layer.shape[0], dtype=bool) for layer in layers]
    useful[0][ends] = True
    before: list[int] = []
    while before != (before := [int(mask.sum()) for mask in useful]):
        for row in reversed(range(len(layers))):
            layer = layers[row]
            hits = useful[(row + 1) % len(layers)][layer.targets]
            useful[row][layer.sources[hits]] = True
    return useful


@dataclass(frozen=True, eq=False)
class Strip:
    """All boards of one height: steps from column to column, through the cells."""

    layers: tuple[Matrix, ...]
    """One matrix a cell; the product of all is a step from column to column."""
    final: NDArray[np.int64]
    """An (S,) array of int64: for each state between columns, 1 if a board may end
    there, otherwise 0; merged states may have other weights. The start is state 0.
    """

    @property
    def states(self) -> int:
        """The number of states between columns."""
        return self.layers[0].shape[0]

    @property
    def greatest_sum(self) -> int:
        """The greatest number of weights that a product or a term adds up."""
        sums = (layer.greatest_sum for layer in self.layers)
        return max(*sums, int(self.final.sum()), 1)

    @property
    def limb_bits(self) -> int:
        """The size of limbs (see `exact`) for which no product or term overflows.

        Raises `LimitError` if too many numbers are added up for any useful size.
        """
        bits = WORD_BITS - 1 - self.greatest_sum.bit_length()
        if bits <= WORD_BITS // 2:
            raise LimitError(
                f"sums of {self.greatest_sum:,} numbers: too many for a machine word"
            )
        # After carries a limb is below 2^bits + 2^(62 - bits) < 2^(bits + 1).
        return bits

    def digest(self) -> str:
        """Return a short checksum, which tells one strip from another."""
        digest = hashlib.sha256(self.final.tobytes())
        for layer in self.layers:
            digest.update(repr(layer.shape).encode())
            for part in (layer.sources, layer.targets, layer.weights):
                digest.update(part.tobytes())
        return digest.hexdigest()[:16]


def terms(
    strip: Strip, count: int, *, checkpoint: Path | None = None, report: Report = silent
) -> list[int]:
    """Return the numbers of boards with 0, 1, ..., count - 1 columns, exactly.

    `checkpoint`: a file to which the state of the computation is written from time to
    time, and from which it is resumed; removed at the end.

    Raises `CheckpointError` if the checkpoint is damaged or belongs to another strip.
    """
    file = Checkpoint(checkpoint, "terms of the strip", {"digest": strip.digest()})
    numbers: list[int] = []
    vector = ExactVector(np.eye(1, strip.states, dtype=np.int64), strip.limb_bits)
    if arrays := file.read():
        numbers = exact.integers_of(arrays["terms"])
        vector = ExactVector(arrays["limbs"], vector.bits)

    def arrays_so_far() -> Arrays:
        return {"terms": exact.bytes_of(numbers), "limbs": vector.limbs}

    while len(numbers) < count:
        numbers.append(vector.times(strip.final))
        for layer in strip.layers:
            vector = layer.push(vector)
        file.write_sometimes(arrays_so_far)
        report("terms", len(numbers), count)
    file.remove()
    return numbers[:count]


# Fewer states -------------------------------------------------------------------------


def lumped(strip: Strip) -> Strip:
    """Return a strip of one layer with the same counts and the fewest states."""
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

    `signatures`: from the class of each state to what tells states apart: at least the
    class, and the classes to which a state leads.
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

    `strip`: with a single layer, and all states reachable from the first.
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
