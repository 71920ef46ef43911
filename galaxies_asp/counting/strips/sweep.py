"""Sweep a strip cell by cell: the states between cells, and the steps between them.

A puzzle is defined as a `Sweep`: the possible drawings of one cell, given the state
before it (of the cells above and the column to the left), and the state after it. A
column of k cells is k such steps. Each has few choices, so that strips of heights whose
columns could not be listed can still be swept.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from typing import Any, Protocol, runtime_checkable

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

MAX_STATES = 6_000_000
"""More states between cells are not explored: they would take over four gigabytes."""

MAX_NUMBERS = 80_000_000
"""The same for states that are numbers: they would take over eight gigabytes."""

MAX_COLUMN_STATES = 2_000_000
"""Strips that may have more states between columns are refused at once."""


Mask = NDArray[np.bool_]
_Check = Callable[[Sequence[Sized]], None]


class Sweep(Protocol):
    """The rules of a puzzle on strips of a fixed height, one cell at a time.

    The state after the last cell of a column is the state before the next column: it is
    what the columns to the right need to know.
    """

    @property
    def rows(self) -> int:
        """The height of the strip, at least 1."""

    @property
    def start(self) -> Hashable:
        """The state before the first column."""

    def estimate(self) -> int:
        """Estimate the number of states between columns, rather too high."""

    def cell(self, row: int, state: Any) -> Iterable[tuple[str, Hashable]]:
        """Yield the possible pictures of a cell, one character, and what follows."""

    def accepts(self, state: Any) -> bool:
        """Tell whether the board may end at this state between columns."""

    def name(self, state: Any) -> str:
        """Return what a state between columns says, for people."""


@runtime_checkable
class ArraySweep(Sweep, Protocol):
    """Rules whose states are numbers, and that advance many states at the same time."""

    def cells(self, row: int, states: Indices) -> Iterable[tuple[str, Mask, Indices]]:
        """Yield each picture with the states where it is possible, and what follows.

        The second is an (n,) array for n states, as is the third, which is right where
        the picture is possible. The state 0 is the start.
        """


def explore(sweep: Sweep, *, force: bool = False, report: Report = silent) -> Strip:
    """Find every state that a sweep can reach and from which a board can be completed.

    Raises `LimitError` if there are more than `MAX_STATES` (`MAX_NUMBERS`, where states
    are numbers), or may be more than `MAX_COLUMN_STATES`, unless it is forced.
    """
    rows = sweep.rows
    if sweep.estimate() > MAX_COLUMN_STATES and not force:
        raise LimitError(
            f"{rows} rows: about {sweep.estimate():,} states between columns; the "
            f"limit is {MAX_COLUMN_STATES:,}"
        )
    most = MAX_NUMBERS if isinstance(sweep, ArraySweep) else MAX_STATES

    def check(layers: Sequence[Sized]) -> None:
        total = sum(map(len, layers))
        report("states", total, None)
        if total > most and not force:
            raise LimitError(
                f"{rows} rows: over {most:,} states between cells; "
                f"{len(layers[0]):,} of them between columns so far"
            )

    if isinstance(sweep, ArraySweep):
        matrices, final = _explored_in_arrays(sweep, check)
    else:
        matrices, final = _explored(sweep, check)
    # States from which no board can be completed are left out; the start stays.
    ends = final > 0
    ends[0] = True
    kept = [np.flatnonzero(mask) for mask in useful_states(matrices, ends)]
    return Strip(restricted(matrices, kept), final[kept[0]])


def _explored(sweep: Sweep, check: _Check) -> tuple[list[Matrix], Indices]:
    """Return the matrices of the cells, and which states accept."""
    rows = range(sweep.rows)
    numbers: list[dict[Any, int]] = [{} for _ in rows]
    steps: list[tuple[list[int], list[int]]] = [([], []) for _ in rows]
    numbers[0][sweep.start] = 0
    fresh: list[Any] = [sweep.start]
    while fresh:
        for row in rows:
            before, after = numbers[row], numbers[(row + 1) % len(rows)]
            sources, targets = steps[row]
            reached = []
            for state in fresh:
                for _, result in sweep.cell(row, state):
                    if result not in after:
                        after[result] = len(after)
                        reached.append(result)
                    sources.append(before[state])
                    targets.append(after[result])
            fresh = reached
            check(numbers)
    final = np.array(list(map(sweep.accepts, numbers[0])), dtype=np.int64)
    matrices = [
        matrix((len(numbers[row]), len(numbers[(row + 1) % len(rows)])), *arrays)
        for row in rows
        for arrays in [[np.array(part, dtype=np.int64) for part in steps[row]]]
    ]
    return matrices, final


def _explored_in_arrays(
    sweep: ArraySweep, check: _Check
) -> tuple[list[Matrix], Indices]:
    """Return the same for states that are numbers, in ascending order."""
    rows = range(sweep.rows)
    none = np.zeros(0, dtype=np.int64)
    known = [none] * len(rows)
    known[0] = fresh = np.zeros(1, dtype=np.int64)
    while len(fresh):
        for row in rows:
            following = (row + 1) % len(rows)
            parts = [after[mask] for _, mask, after in sweep.cells(row, fresh)]
            reached = np.unique(np.concatenate(parts))
            fresh = np.setdiff1d(reached, known[following], assume_unique=True)
            known[following] = np.sort(np.concatenate([known[following], fresh]))
            check(known)
    matrices = []
    for row, states in enumerate(known):
        reached = known[(row + 1) % len(rows)]
        choices = [(mask, after[mask]) for _, mask, after in sweep.cells(row, states)]
        sources = np.concatenate([np.flatnonzero(mask) for mask, _ in choices])
        targets = np.searchsorted(reached, np.concatenate([to for _, to in choices]))
        matrices.append(matrix((len(states), len(reached)), sources, targets))
    return matrices, np.array(list(map(sweep.accepts, known[0].tolist())), np.int64)


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


def columns(sweep: Sweep, state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the pictures of all columns that can follow a state, and what follows."""

    def descend(row: int, picture: str, state: Any) -> Iterator[tuple[str, Any]]:
        if row == sweep.rows:
            yield picture, state
            return
        for cell, result in sweep.cell(row, state):
            yield from descend(row + 1, picture + cell, result)

    return descend(0, "", state)
