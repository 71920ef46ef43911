"""The solutions of open pairs from the solver, in bulk: many thousand models a second.

No model is read. The solver tells which literals became true since the last model
(neighbouring models are alike), and these change an array of labels, of which each
model adds a copy to a batch. A cell takes exactly one of its pairs, and whenever this
is another one than before, the solver tells so; what it took back need not be heard.
"""

import queue
import threading
import time
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, cast

import clingo
import numpy as np
from numpy.typing import NDArray

from galaxies_asp.fast import rules
from galaxies_asp.fast.pairs import OpenPairs
from galaxies_asp.puzzle import Labels

BATCH = 2048

_FIRST_BATCH = 32
"""The first solutions are not kept waiting; each batch is twice as large."""

INTERRUPT_CHECK_SECONDS = 0.1

_FAST = ["--configuration=jumpy", "--sign-def=pos"]
"""Of several, these enumerate fastest; see `docs/performance.md`."""

_AT_RANDOM = ["--configuration=jumpy", "--sign-def=rnd", "--rand-freq=0.05"]


def cells_of(pairs: OpenPairs) -> NDArray[np.int32]:
    """Return (k,): the cells that open pairs hold, in reading order."""
    return np.unique(np.concatenate([pairs.cells, pairs.images]))


def models(
    pairs: OpenPairs,
    seed: int | None = None,
    cells: NDArray[np.integer[Any]] | None = None,
) -> Iterator[Labels]:
    """Yield the solutions, at most `BATCH` at a time, as (n, k) labels.

    They come in an order of the solver's, the same in every run; with a seed, in
    another one.

    Parameters
    ----------
    cells
        (k,): the cells that are looked at, in reading order; of solutions that do not
        differ in them only one is yielded. By default all of `cells_of`.
    """
    if cells is None:
        cells = cells_of(pairs)
    looked_at = np.isin(pairs.cells, cells) | np.isin(pairs.images, cells)
    atoms = np.flatnonzero(looked_at) + 1
    project = " ".join(map(str, ["3", len(atoms), *atoms.tolist()]))
    options = _FAST if seed is None else [*_AT_RANDOM, f"--seed={seed}"]
    if len(atoms) < len(pairs.dots):
        options = [*options, "--project=project"]
    control = clingo.Control(["0", *options])
    control.add("base", [], f"asp 1 0 0\n{rules.rules(pairs)}{project}\n0\n")
    control.ground()
    yield from _Stream(control, _Follower(pairs, atoms, cells))


def number_of_models(
    pairs: OpenPairs, most: int, deadline: float | None = None
) -> tuple[int, bool]:
    """Return how many solutions there are, and whether there are no others.

    Parameters
    ----------
    most
        Stop when so many were found.
    deadline
        Stop when `time.monotonic()` passes this.
    """
    control = clingo.Control([str(most), *_FAST])
    control.add("base", [], rules.aspif(pairs))
    control.ground()
    with control.solve(async_=True) as handle:
        while not handle.wait(INTERRUPT_CHECK_SECONDS):
            if deadline is not None and time.monotonic() > deadline:
                handle.cancel()
        complete = bool(handle.get().exhausted)
    return int(control.statistics["summary"]["models"]["enumerated"]), complete


class _Follower:
    """Keeps the labels of the current assignment; a propagator that only listens."""

    def __init__(
        self,
        pairs: OpenPairs,
        atoms: NDArray[np.intp],
        cells: NDArray[np.integer[Any]],
    ) -> None:
        # What is said about other cells goes to a place after the last.
        place = np.full(pairs.labels.size, len(cells))
        place[cells] = np.arange(len(cells))
        self.labels = array("i", bytes(4 * (len(cells) + 1)))
        self._what = [
            (atom, (cell, image, dot))
            for atom, cell, image, dot in zip(
                atoms.tolist(),
                place[pairs.cells[atoms - 1]].tolist(),
                place[pairs.images[atoms - 1]].tolist(),
                pairs.dots[atoms - 1].tolist(),
                strict=True,
            )
        ]
        self._said: dict[int, list[tuple[int, int, int]]] = {}

    def init(self, init: clingo.PropagateInit) -> None:
        """Ask to be told when a pair is taken."""
        for atom, what in self._what:
            literal = init.solver_literal(atom)
            self._said.setdefault(literal, []).append(what)
            init.add_watch(literal)

    def propagate(self, _: clingo.PropagateControl, changes: Sequence[int]) -> None:
        """Take note of pairs that are taken."""
        labels, said = self.labels, self._said
        for literal in changes:
            for cell, image, dot in said[literal]:
                labels[cell] = labels[image] = dot


class _Stream:
    """Batches of labels; the solver runs in a thread, and rests while one is used."""

    def __init__(self, control: clingo.Control, follower: _Follower) -> None:
        self._control = control
        self._labels = follower.labels
        self._rows = _FIRST_BATCH
        self._batch = array("i")
        self._ready: queue.SimpleQueue[array[int] | None] = queue.SimpleQueue()
        self._wanted = threading.Semaphore(0)
        self._stopped = False
        # The solver calls only methods that are there: not `undo`, which takes time.
        control.register_propagator(cast(Any, follower))

    def __iter__(self) -> Iterator[Labels]:
        handle = self._control.solve(
            on_model=self._add, on_finish=self._end, async_=True
        )
        with handle:
            try:
                while (batch := self._next()) is not None:
                    rows = np.frombuffer(batch, np.int32).reshape(-1, len(self._labels))
                    yield rows[:, :-1]
                    self._wanted.release()
            finally:
                self._stopped = True
                self._wanted.release()
                handle.cancel()

    def _next(self) -> "array[int] | None":
        while True:
            try:
                return self._ready.get(timeout=INTERRUPT_CHECK_SECONDS)
            except queue.Empty:
                continue  # Ctrl-C is heard between two waits

    def _add(self, _: clingo.Model) -> bool:
        """Take note of a model; return whether to go on."""
        self._batch.extend(self._labels)
        if len(self._batch) == self._rows * len(self._labels):
            self._hand_over()
            self._wanted.acquire()
            self._rows = min(2 * self._rows, BATCH)
        return not self._stopped

    def _end(self, _: clingo.SolveResult) -> None:
        if self._batch:
            self._hand_over()
        self._ready.put(None)

    def _hand_over(self) -> None:
        self._ready.put(self._batch)
        self._batch = array("i")
