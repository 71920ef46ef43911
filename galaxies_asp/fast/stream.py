"""The solutions of open pairs in batches: thousands of models per second.

No model is read. A propagator without clauses records the literals that became true
since the last model (successive models differ little) in an array of labels, and each
model adds a copy of the array to a batch. A cell takes exactly one of its pairs, and a
change always makes another pair true; so the propagator need not handle backtracking.
"""

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import cast

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.puzzle import Labels
from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import PairLists

BATCH = 2048

_FIRST_BATCH = 32
"""The first batch is small, so that it comes soon; each batch doubles the size."""

_FAST = ["--configuration=jumpy", "--sign-def=pos"]
"""The fastest options for enumeration."""

_AT_RANDOM = ["--configuration=jumpy", "--sign-def=rnd", "--rand-freq=0.05"]


def cells_of(pairs: PairLists) -> list[int]:
    """Return the cells of open pairs, in reading order."""
    return sorted({*pairs.cells, *pairs.images})


def models(pairs: PairLists, seed: int | None = None) -> Iterator[Labels]:
    """Yield the solutions, at most `BATCH` at a time, as (n, k) labels of `cells_of`.

    The order is that of the solver, the same in every run; with a seed, another one.
    """
    options = _FAST if seed is None else [*_AT_RANDOM, f"--seed={seed}"]
    program = Program(["0", *options])
    program.add_ground_rules(rules.rules(pairs))
    recorder = _Recorder(pairs)
    # The type asks for all methods; clingo calls only those that exist.
    program.control.register_propagator(cast(clingo.Propagator, recorder))
    for batch in program.collect(recorder.add):
        yield recorder.rows(batch)
    if recorder.rest:
        yield recorder.rows(recorder.rest)


def number_of_models(
    pairs: PairLists, most: int, deadline: float | None = None
) -> tuple[int, bool]:
    """Return the number of solutions, and whether it is complete.

    `most`: the number of solutions at which to stop. `deadline`: the value of
    `time.monotonic()` at which to stop.
    """
    program = Program([str(most), *_FAST])
    program.add_ground_rules(rules.rules(pairs))
    complete = False
    with suppress(TimeoutError):
        complete = bool(program.search(deadline=deadline).exhausted)
    models = program.control.statistics["summary"]["models"]
    return int(models["enumerated"]), complete


class _Recorder:
    """A propagator that records the labels of models in batches.

    `rest` has the models of the batch that is not full.
    """

    def __init__(self, pairs: PairLists) -> None:
        place = {cell: number for number, cell in enumerate(cells_of(pairs))}
        self._labels = array("i", bytes(4 * len(place)))
        self.rest = array("i")
        self._size = _FIRST_BATCH
        cells, images = (map(place.__getitem__, s) for s in (pairs.cells, pairs.images))
        self._pairs = list(zip(cells, images, pairs.dots, strict=True))
        self._changes: dict[int, list[tuple[int, int, int]]] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Watch the literals of the pairs."""
        for atom, change in enumerate(self._pairs, 1):
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
        self.rest.extend(self._labels)
        if len(self.rest) < self._size * len(self._labels):
            return None
        batch, self.rest = self.rest, array("i")
        self._size = min(2 * self._size, BATCH)
        return batch

    def rows(self, batch: "array[int]") -> Labels:
        """Return a batch as (n, k) labels."""
        import numpy as np  # a count needs none

        return np.frombuffer(batch, np.int32).reshape(-1, len(self._labels))
