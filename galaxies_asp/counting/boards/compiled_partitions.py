"""Exact counts of partitions, by compiled additions of blocks; see `blocks`.

A row is placed in two halves: the near half from the left, then, on the board's mirror
image, the other half from the cut. After a row, a state and its mirror image have
the same number of ways, so the next row begins on this image. Numbers of ways are kept
modulo primes, one array for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards import blocks
from galaxies_asp.counting.boards.frontier import (
    Codes,
    States,
    first_states,
    mirrored,
    structures,
)
from galaxies_asp.counting.compiled import Threads, functions, shares
from galaxies_asp.counting.exact import Index, number_modulo, primes_below
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Arrays, Checkpoint

Ways = NDArray[np.uint64]

Room = tuple[Ways, Ways]
"""The numbers of ways, and as many words that may be overwritten."""

_NO_MODULUS = (1 << 63) - 1


@dataclass(frozen=True)
class _Step:
    """How the states before a cell lead to those after, shared by threads."""

    size: int
    """The number of states after it."""
    moves: Sequence[tuple[int, int, NDArray[np.int64]]]
    """For each thread the ends of its states after the cell, and its moves."""
    tables: Codes


class Row:
    """How a row is placed.

    For each cell there is a step; see `blocks.moves`. After some cells the board is
    reflected; each state then has another place. `first` are the numbers of ways after
    the first row.
    """

    def __init__(self, columns: int, threads: Threads, report: Report) -> None:
        self._threads = threads
        turn = min(columns, columns // 2 + 2, blocks.MAX_NEAR_COLUMNS)
        layouts = blocks.layouts(columns, turn, threads)
        tables = blocks.Tables()
        order = [(c, c + 1, c, c - 1) for c in range(turn)]
        order += [(c + 1, c, c, c + 1) for c in reversed(range(columns - turn))]
        steps = []
        for source, target, column, beside in order:
            before, after = layouts[source], layouts[target]
            moves = blocks.moves(before, after, column, beside, tables, threads)
            steps.append((len(after), self._shared(after.starts, moves)))
            report("steps made", len(steps), columns)
        joined = tables.joined()
        self._steps = [_Step(*step, joined) for step in steps]
        self._turn, self._sources = turn, self._reflected(columns, turn, layouts)
        bounds = np.linspace(0, len(self._sources), threads.count + 1).astype(int)
        self._parts = list(pairwise(bounds.tolist()))
        self.first: Ways = np.zeros(len(layouts[0]), dtype=np.uint64)
        self.first[layouts[0].places(first_states(columns))] = 1

    def _shared(
        self, starts: Index, moves: NDArray[np.int64]
    ) -> list[tuple[int, int, NDArray[np.int64]]]:
        """Give each thread the moves into some blocks after a step."""
        block = np.searchsorted(starts, moves[:, 1], "right") - 1
        weights = np.bincount(block, moves[:, 2], len(starts) - 1)  # exact
        return [
            (int(starts[a]), int(starts[b]), moves[(block >= a) & (block < b)])
            for a, b in shares(np.cumsum(weights), self._threads.count)
        ]

    def _reflected(
        self, columns: int, turn: int, layouts: Sequence[blocks.BlockLayout]
    ) -> Codes:
        """Return the place of the mirror image of each state at the turn."""
        cut, reflected = layouts[turn], layouts[columns - turn]
        places = np.empty(len(reflected), dtype=np.uint32)

        def reflect(states: States) -> None:
            places[reflected.places(mirrored(states))] = cut.places(states)

        parts = (states for states, _ in structures(columns, turn))
        for _ in self._threads.ahead(reflect, parts):
            pass
        return places

    def room(self, ways: Ways) -> Room:
        """Return room for the numbers of ways, and the numbers after a row in it."""
        most = max(step.size for step in self._steps)
        room = np.empty((2, most), dtype=np.uint64)
        room[0, : len(ways)] = ways
        return room[0], room[1]

    def advanced(self, room: Room, modulus: int, column: int) -> Room:
        """Return the numbers of ways after the next cell."""
        ways, after = room
        if column == self._turn:
            self._reflect(ways, after)
            ways, after = after, ways
        step = self._steps[column]

        def add(part: tuple[int, int, NDArray[np.int64]]) -> None:
            first, end, moves = part
            after[first:end] = 0
            given = len(moves), step.tables, modulus, after
            functions().blocks_add(ways, moves, *given)

        self._threads.map(add, step.moves)
        return after, ways

    def _reflect(self, ways: Ways, after: Ways) -> None:
        def take(part: tuple[int, int]) -> None:
            first, end = part
            some = self._sources[first:end]
            np.take(ways, some, out=after[first:end], mode="clip")  # no copy

        self._threads.map(take, self._parts)


def count(
    rows: int,
    columns: int,
    *,
    threads: Threads | None = None,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    `threads`: they share the states of each step. `checkpoint`: keeps the numbers after
    a row, with which the count is resumed.
    """
    row = Row(columns, threads or Threads(), report)
    totals, start = _first_rows(row, rows, columns)
    if rows == len(totals):
        return totals[-1]
    moduli = list(_moduli(_bound(totals, rows, columns)))
    cells = rows * columns * len(moduli)
    kept = checkpoint.read() or {"residues": np.zeros(0, dtype=np.uint64)}
    residues = kept["residues"].tolist()
    placed, ways = len(totals), start
    if "ways" in kept:
        placed, ways = int(kept["rows"][0]), kept.pop("ways")

    def state() -> Arrays:
        return {
            "residues": np.array(residues, dtype=np.uint64),
            "rows": np.array([number]),
            "ways": room[0][: len(start)],
        }

    for modulus in moduli[len(residues) :]:
        room = row.room(ways)
        for number in range(placed, rows):
            checkpoint.write_sometimes(state)
            for column in range(columns):
                room = row.advanced(room, modulus, column)
                done = (len(residues) * rows + number) * columns + column + 1
                report("cells", done, cells)
        residues.append(_total(room[0][: len(start)]) % modulus)
        placed, ways = len(totals), start
    checkpoint.write({"residues": np.array(residues, dtype=np.uint64)})
    return number_modulo(residues, moduli)


def _first_rows(row: Row, rows: int, columns: int) -> tuple[list[int], Ways]:
    """Return the numbers of partitions of as many rows as fit into a word, or of one.

    And the numbers of ways to the states after the last of them.
    """
    states = len(row.first)
    totals, room = [_total(row.first)], row.room(row.first)
    # There are at most 2^g partitions, g <= 62, if there are g gridlines between cells.
    for _ in range(1, min(rows, (62 + columns) // (2 * columns - 1))):
        for column in range(columns):
            room = row.advanced(room, _NO_MODULUS, column)
        totals.append(_total(room[0][:states]))
    return totals, room[0][:states].copy()


def _bound(totals: Sequence[int], rows: int, columns: int) -> int:
    """Return a bound of the number for some rows, from those for the first ones.

    Cut between two rows, a partition leaves two partitions, and the walls between these
    determine it.
    """
    pieces, left = divmod(rows, len(totals))
    known: int = totals[-1] ** pieces * (totals[left - 1] if left else 1)
    return known << (columns * (pieces - 1 + (left > 0)))


def _moduli(bound: int) -> Iterator[int]:
    """Yield the largest primes below 2^63, until their product exceeds a bound."""
    product = 1
    for modulus in primes_below(1 << 63):
        if product > bound:
            return
        product *= modulus
        yield modulus


def _total(ways: Ways) -> int:
    """Return the exact sum of words."""
    low = np.uint64((1 << 32) - 1)
    return (int((ways >> np.uint64(32)).sum()) << 32) + int((ways & low).sum())
