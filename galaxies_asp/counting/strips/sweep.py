"""Sweep a strip cell by cell: the states between cells, and the steps between them.

A puzzle is defined as a `Sweep`: the possible drawings of one cell, given the state
before it (of the cells above and the column to the left), and the state after it. A
column of k cells is k such steps. Each has few choices, so that strips of heights whose
columns could not be listed can still be swept. States are numbers, and many of them
advance at the same time. `rules` has the puzzles.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.counting.strips.matrix import (
    Bools,
    Indices,
    Strip,
    matrix,
    restricted,
    useful_states,
)

MAX_STATES = 80_000_000
"""More states between cells are not explored: they would take over eight gigabytes."""

MAX_COLUMN_STATES = 2_000_000
"""Strips that may have more states between columns are refused at once."""

LEFT, UP, DOWN, RIGHT = 1, 2, 4, 8
NAMES = {"left": LEFT, "up": UP, "down": DOWN, "right": RIGHT}
BLANK = "·"
CHARACTERS = f"{BLANK}╴╵┘╷┐│┤╶─└┴┌┬├┼"
"""A character for each set of lines from a cell to its neighbors; the index of one is
the sum of its lines."""

Choice = tuple[str, Bools, Indices]


@dataclass(frozen=True)
class Sweep(ABC):
    """The rules of a puzzle on strips of a fixed height, at least 1, cell by cell.

    The state after the last cell of a column is the state before the next column: it is
    what the columns to the right need to know.

    Raises `LimitError` if there are more than `MAX_ROWS`.
    """

    rows: int

    MAX_ROWS: ClassVar[int]
    """The states of more rows have no room in a word."""

    start: ClassVar[int] = 0
    """The state before the first column, the least of all between columns."""

    def __post_init__(self) -> None:
        if self.rows > self.MAX_ROWS:
            raise LimitError(
                f"{self.rows} rows: about {self.estimate():,} states between columns; "
                f"at most {self.MAX_ROWS} rows are possible"
            )

    @abstractmethod
    def estimate(self) -> int:
        """Estimate the number of states between columns, rather too high."""

    @abstractmethod
    def cells(self, row: int, states: Indices) -> Iterable[Choice]:
        """Yield each picture of a cell, one character, and what follows.

        Beside it (n,): before which of n states it is possible; and the states after
        it, which are right where it is possible.
        """

    @abstractmethod
    def accepts(self, states: Indices) -> Bools:
        """Tell at which of n states between columns the board may end."""

    @abstractmethod
    def name(self, state: int) -> str:
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


def columns(sweep: Sweep, state: int) -> Iterator[tuple[str, int, bool]]:
    """Yield the columns that can follow a state.

    Of each the picture, the state after it, and whether the board may end there.
    """
    symbols, states = [""], np.array([state])
    for row in range(sweep.rows):
        choices = [
            (np.flatnonzero(mask).tolist(), picture, after[mask])
            for picture, mask, after in sweep.cells(row, states)
        ]
        symbols = [symbols[i] + picture for at, picture, _ in choices for i in at]
        states = np.concatenate([after for *_, after in choices])
    ends: list[bool] = sweep.accepts(states).tolist()
    return zip(symbols, states.tolist(), ends, strict=True)
