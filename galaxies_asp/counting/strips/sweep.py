"""Sweep a strip cell by cell: the states between cells, and the steps between them.

A puzzle is defined as a `Sweep`: the possible drawings of one cell, given the state
before it (of the cells above and the column to the left), and the state after it. A
column of k cells is k such steps. Each has few choices, so that strips of heights whose
columns could not be listed can still be swept. States are numbers, and many of them
advance at the same time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.matrix import (
    Indices,
    Matrix,
    Strip,
    matrix,
    restricted,
)
from galaxies_asp.processes.progress import Report, silent

MAX_STATES = 80_000_000
"""More states between cells are not explored: they would take over eight gigabytes."""

MAX_COLUMN_STATES = 2_000_000
"""Strips that may have more states between columns are refused at once."""

Mask = NDArray[np.bool_]
Choice = tuple[str, Mask, Indices]


class Sweep(Protocol):
    """The rules of a puzzle on strips of a fixed height, one cell at a time.

    The state after the last cell of a column is the state before the next column: it is
    what the columns to the right need to know.
    """

    @property
    def rows(self) -> int:
        """The height of the strip, at least 1."""

    @property
    def start(self) -> int:
        """The state before the first column, the least of all between columns."""

    def estimate(self) -> int:
        """Estimate the number of states between columns, rather too high."""

    def cells(self, row: int, states: Indices) -> Iterable[Choice]:
        """Yield each picture of a cell, one character, and what follows.

        Beside it (n,): before which of n states it is possible; and the states after
        it, which are right where it is possible.
        """

    def accepts(self, states: Any) -> Any:
        """Tell whether the board may end at a state between columns, or at each."""

    def name(self, state: Any) -> str:
        """Return what a state between columns says, for people."""


def explore(sweep: Sweep, *, force: bool = False, report: Report = silent) -> Strip:
    """Find every state that a sweep can reach and from which a board can be completed.

    Raises `LimitError` if there are more than `MAX_STATES`, or may be more than
    `MAX_COLUMN_STATES` between columns, unless it is forced.
    """
    rows = range(sweep.rows)
    if sweep.estimate() > MAX_COLUMN_STATES and not force:
        raise LimitError(
            f"{len(rows)} rows: about {sweep.estimate():,} states between columns; the "
            f"limit is {MAX_COLUMN_STATES:,}"
        )
    known = [np.zeros(0, dtype=np.int64)] * len(rows)
    known[0] = fresh = np.array([sweep.start])
    while len(fresh):
        for row in rows:
            following = (row + 1) % len(rows)
            parts = [after[mask] for _, mask, after in sweep.cells(row, fresh)]
            reached = np.unique(np.concatenate(parts))
            fresh = np.setdiff1d(reached, known[following], assume_unique=True)
            known[following] = np.sort(np.concatenate([known[following], fresh]))
            total = sum(map(len, known))
            report("states", total, None)
            if total > MAX_STATES and not force:
                raise LimitError(
                    f"{len(rows)} rows: over {MAX_STATES:,} states between cells; "
                    f"{len(known[0]):,} of them between columns so far"
                )
    matrices = []
    for row, states in enumerate(known):
        reached = known[(row + 1) % len(rows)]
        choices = [(mask, after[mask]) for _, mask, after in sweep.cells(row, states)]
        sources = np.concatenate([np.flatnonzero(mask) for mask, _ in choices])
        targets = np.searchsorted(reached, np.concatenate([to for _, to in choices]))
        matrices.append(matrix((len(states), len(reached)), sources, targets))
    # States from which no board can be completed are left out; the start stays.
    final = np.asarray(sweep.accepts(known[0]), dtype=np.int64)
    ends = final > 0
    ends[0] = True
    kept = [np.flatnonzero(mask) for mask in useful_states(matrices, ends)]
    return Strip(restricted(matrices, kept), final[kept[0]])


def useful_states(
    layers: Sequence[Matrix], ends: NDArray[np.bool_]
) -> list[NDArray[np.bool_]]:
    """Return for each layer which states lead to one of the ends, after the last."""
    rows = len(layers)
    useful = [np.zeros(layer.shape[0], dtype=bool) for layer in layers]
    useful[0][ends] = True
    changed = True
    while changed:
        before = [mask.sum() for mask in useful]
        for row in reversed(range(rows)):
            layer = layers[row]
            hits = useful[(row + 1) % rows][layer.targets]
            useful[row][layer.sources[hits]] = True
        changed = before != [mask.sum() for mask in useful]
    return useful


def columns(sweep: Sweep, state: int) -> Iterator[tuple[str, int]]:
    """Yield the pictures of all columns that can follow a state, and what follows."""
    symbols, states = [""], np.array([state])
    for row in range(sweep.rows):
        choices = [
            (np.flatnonzero(mask).tolist(), picture, after[mask])
            for picture, mask, after in sweep.cells(row, states)
        ]
        symbols = [symbols[i] + picture for at, picture, _ in choices for i in at]
        states = np.concatenate([after for *_, after in choices])
    return zip(symbols, states.tolist(), strict=True)
