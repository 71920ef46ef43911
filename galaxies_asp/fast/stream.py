"""The solutions of open pairs in batches: thousands of models per second.

No model is read. A propagator without clauses records the literals that became true
since the last model (successive models differ little) in an array of labels, and each
model adds a copy of the array to a batch. A cell takes exactly one of its pairs, and a
change always makes another pair true; so the propagator need not handle backtracking.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, cast

import clingo
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.asp.program import Program
from galaxies_asp.board.puzzle import Labels
from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import OpenPairs

BATCH = 2048

_FIRST_BATCH = 32
"""The first batch is small, so that it comes soon; each batch doubles the size."""

_FAST = ["--configuration=jumpy", "--sign-def=pos"]
"""The fastest options for enumeration; see `docs/performance.md`."""

_AT_RANDOM = ["--configuration=jumpy", "--sign-def=rnd", "--rand-freq=0.05"]


def cells_of(pairs: OpenPairs) -> NDArray[np.int32]:
    """Return (k,): the cells of open pairs, in reading order."""
    return np.unique(np.concatenate([pairs.cells, pairs.images]))


def models(
    pairs: OpenPairs,
    seed: int | None = None,
    cells: NDArray[np.integer[Any]] | None = None,
) -> Iterator[Labels]:
    """Yield the solutions, at most `BATCH` at a time, as (n, k) labels.

    The order is that of the solver, the same in every run; with a seed, another one.

    Parameters
    ----------
    cells
        (k,): the cells to which solutions are projected, in reading order; by default
        all of `cells_of`.
    """
    if cells is None:
        cells = cells_of(pairs)
    looked_at = np.isin(pairs.cells, cells) | np.isin(pairs.images, cells)
    atoms = np.flatnonzero(looked_at) + 1
    project = " ".join(map(str, ["3", len(atoms), *atoms.tolist()]))
    options = _FAST if seed is None else [*_AT_RANDOM, f"--seed={seed}"]
    if len(atoms) < len(pairs.dots):
        options = [*options, "--project=project"]
    program = Program(["0", *options])
    program.add_ground_rules(f"{rules.rules(pairs.lists())}{project}\n")
    recorder = _Recorder(pairs, atoms, cells)
    # The type asks for all methods; clingo calls only those that exist.
    program.control.register_propagator(cast(Any, recorder))
    for batch in program.collect(recorder.add):
        yield recorder.rows(batch)
    yield from recorder.rest()


def number_of_models(
    pairs: OpenPairs, most: int, deadline: float | None = None
) -> tuple[int, bool]:
    """Return the number of solutions, and whether it is complete.

    Parameters
    ----------
    most
        The number of solutions at which to stop.
    deadline
        The value of `time.monotonic()` at which to stop.
    """
    program = Program([str(most), *_FAST])
    program.add_ground_rules(rules.rules(pairs.lists()))
    complete = bool(program.search(deadline=deadline).exhausted)
    models = program.control.statistics["summary"]["models"]
    return int(models["enumerated"]), complete


class _Recorder:
    """A propagator that records the labels of models in batches."""

    def __init__(
        self,
        pairs: OpenPairs,
        atoms: NDArray[np.intp],
        cells: NDArray[np.integer[Any]],
    ) -> None:
        # All other cells share a place after the last.
        place = np.full(pairs.labels.size, len(cells))
        place[cells] = np.arange(len(cells))
        self._labels = array("i", bytes(4 * (len(cells) + 1)))
        self._batch = array("i")
        self._size = _FIRST_BATCH
        self._pairs = [
            (atom, (cell, image, dot))
            for atom, cell, image, dot in zip(
                atoms.tolist(),
                place[pairs.cells[atoms - 1]].tolist(),
                place[pairs.images[atoms - 1]].tolist(),
                pairs.dots[atoms - 1].tolist(),
                strict=True,
            )
        ]
        self._changes: dict[int, list[tuple[int, int, int]]] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Watch the literals of the pairs."""
        for atom, change in self._pairs:
            literal = init.solver_literal(atom)
            self._changes.setdefault(literal, []).append(change)
            init.add_watch(literal)

    def propagate(self, _: clingo.PropagateControl, changes: Sequence[int]) -> None:
        """Record the pairs that are taken."""
        labels, pairs = self._labels, self._changes
        for literal in changes:
            for cell, image, dot in pairs[literal]:
                labels[cell] = labels[image] = dot

    def add(self) -> "array[int] | None":
        """Add the current labels to the batch; return the batch when it is full."""
        self._batch.extend(self._labels)
        if len(self._batch) < self._size * len(self._labels):
            return None
        batch, self._batch = self._batch, array("i")
        self._size = min(2 * self._size, BATCH)
        return batch

    def rest(self) -> Iterator[Labels]:
        """Yield the last batch, unless it is empty."""
        if self._batch:
            yield self.rows(self._batch)

    def rows(self, batch: "array[int]") -> Labels:
        """Return a batch as (n, k) labels."""
        return np.frombuffer(batch, np.int32).reshape(-1, len(self._labels))[:, :-1]
