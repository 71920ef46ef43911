"""Sweep a strip cell by cell: the states between cells, and the steps between them.

A puzzle is defined as a `Sweep`: the possible drawings of one cell, given the state
before it (of the cells above and the column to the left), and the state after it. A
column of k cells is k such steps. Each has few choices, so that strips of heights whose
columns could not be listed can still be swept.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.matrix import Matrix, Strip, matrix, restricted
from galaxies_asp.processes.progress import Report, silent

MAX_STATES = 6_000_000
"""More states between cells are not explored: they would take over four gigabytes."""

MAX_COLUMN_STATES = 2_000_000
"""Strips that may have more states between columns are refused at once."""


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


@dataclass
class _Layer:
    """The states before one cell of a column, and the steps to the next."""

    numbers: dict[Any, int] = field(default_factory=dict)
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)


def explore(sweep: Sweep, *, force: bool = False, report: Report = silent) -> Strip:
    """Find every state that a sweep can reach and from which a board can be completed.

    Raises `LimitError` if there are more than `MAX_STATES`, or may be more than
    `MAX_COLUMN_STATES`, unless it is forced.
    """
    rows = sweep.rows
    if sweep.estimate() > MAX_COLUMN_STATES and not force:
        raise LimitError(
            f"{rows} rows: about {sweep.estimate():,} states between columns; the "
            f"limit is {MAX_COLUMN_STATES:,}"
        )
    layers = [_Layer() for _ in range(rows)]
    layers[0].numbers[sweep.start] = 0
    fresh: list[Any] = [sweep.start]
    while fresh:
        for row, layer in enumerate(layers):
            fresh = _advance(sweep, row, layer, layers[(row + 1) % rows], fresh)
            total = sum(len(layer.numbers) for layer in layers)
            report("states", total, None)
            if total > MAX_STATES and not force:
                raise LimitError(
                    f"{rows} rows: over {MAX_STATES:,} states between cells; "
                    f"{len(layers[0].numbers):,} of them between columns so far"
                )
    final = np.array(list(map(sweep.accepts, layers[0].numbers)), dtype=np.int64)
    matrices = [
        matrix(
            (len(layer.numbers), len(layers[(row + 1) % rows].numbers)),
            np.array(layer.sources, dtype=np.int64),
            np.array(layer.targets, dtype=np.int64),
        )
        for row, layer in enumerate(layers)
    ]
    # States from which no board can be completed are left out; the start stays.
    ends = final > 0
    ends[0] = True
    kept = [np.flatnonzero(mask) for mask in useful_states(matrices, ends)]
    return Strip(restricted(matrices, kept), final[kept[0]])


def _advance(
    sweep: Sweep, row: int, layer: _Layer, following: _Layer, fresh: list[Any]
) -> list[Any]:
    """Add the steps from fresh states of a layer; return the fresh states after it."""
    numbers, reached = following.numbers, []
    for state in fresh:
        source = layer.numbers[state]
        for _, result in sweep.cell(row, state):
            target = numbers.get(result)
            if target is None:
                target = numbers[result] = len(numbers)
                reached.append(result)
            layer.sources.append(source)
            layer.targets.append(target)
    return reached


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
