"""Exact counts of partitions, by compiled additions of blocks; see `blocks`.

A row is placed in two halves: the near half from the left, then, on the board's mirror
image, the other half from the cut. After a row, a state and its mirror image have
the same number of ways, so the next row begins on this image. Numbers of ways are kept
modulo primes, one array for each. `partitions` counts the same in numpy.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards import blocks
from galaxies_asp.counting.boards.frontier import first_states, mirrored, structures
from galaxies_asp.counting.compiled import functions
from galaxies_asp.counting.exact import number_modulo, primes_below
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Arrays, Checkpoint

Ways = NDArray[np.uint64]

Room = tuple[Ways, Ways]
"""The numbers of ways, and as many words that may be overwritten."""

_NO_MODULUS = (1 << 63) - 1


class Row:
    """How a row is placed.

    For each cell there is the number of states after it, and its moves (see
    `blocks.moves`), with the tables of all moves. After `turn` cells the board is
    reflected; each state then has another place. `first` are the numbers of ways after
    the first row.
    """

    def __init__(self, columns: int, report: Report) -> None:
        self._turn = turn = min(columns, columns // 2 + 2, blocks.MAX_NEAR_COLUMNS)
        layouts = blocks.layouts(columns, turn)
        tables = blocks.Tables()
        order = [(c, c + 1, c, c - 1) for c in range(turn)]
        order += [(c + 1, c, c, c + 1) for c in reversed(range(columns - turn))]
        self._steps = []
        for source, target, column, beside in order:
            before, after = layouts[source], layouts[target]
            moves = blocks.moves(before, after, column, beside, tables)
            self._steps.append((len(after), np.ascontiguousarray(moves)))
            report("steps made", len(self._steps), columns)
        self._tables = tables.joined()
        cut, reflected = layouts[turn], layouts[columns - turn]
        self._places = np.empty(len(cut), dtype=np.uint32)
        for states, _ in structures(columns, turn):
            self._places[cut.places(states)] = reflected.places(mirrored(states))
        self.first: Ways = np.zeros(len(layouts[0]), dtype=np.uint64)
        self.first[layouts[0].places(first_states(columns))] = 1

    def room(self, ways: Ways) -> Room:
        """Return room for the numbers of ways, and the numbers after a row in it."""
        room = np.empty((2, max(size for size, _ in self._steps)), dtype=np.uint64)
        room[0, : len(ways)] = ways
        return room[0], room[1]

    def advanced(self, room: Room, modulus: int, column: int) -> Room:
        """Return the numbers of ways after the next cell."""
        ways, after = room
        if column == self._turn:
            after[self._places] = ways[: len(self._places)]
            ways, after = after, ways
        size, moves = self._steps[column]
        after[:size] = 0
        functions().blocks_add(ways, moves, len(moves), self._tables, modulus, after)
        return after, ways


def count(
    rows: int,
    columns: int,
    *,
    threads: int = 1,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a grid into connected regions.

    Parameters
    ----------
    threads
        Number of threads, each with the numbers modulo a prime.
    checkpoint
        Keeps the numbers after a row, with which the count is resumed.
    """
    row = Row(columns, report)
    totals, start = _first_rows(row, rows, columns)
    if rows == len(totals):
        return totals[-1]
    moduli = list(_moduli(_bound(totals, rows, columns)))
    cells = rows * columns * len(moduli)
    kept = checkpoint.read() or {"residues": np.zeros(0, dtype=np.uint64)}
    residues = kept["residues"].tolist()
    placed, several = len(totals), [start] * threads
    if "ways" in kept:
        placed, several = int(kept["rows"][0]), list(kept.pop("ways"))

    def state() -> Arrays:
        return {
            "residues": np.array(residues, dtype=np.uint64),
            "rows": np.array([number]),
            "ways": np.array([ways[: len(start)] for ways, _ in rooms]),
        }

    with ThreadPoolExecutor(threads) as pool:
        while len(residues) < len(moduli):
            some = moduli[len(residues) :][: len(several)]
            rooms = [row.room(ways) for ways in several[: len(some)]]
            several = [start] * threads
            for number in range(placed, rows):
                checkpoint.write_sometimes(state)
                for column in range(columns):
                    advanced = partial(row.advanced, column=column)
                    rooms = list(pool.map(advanced, rooms, some))
                    done = len(some) * (number * columns + column + 1)
                    report("cells", rows * columns * len(residues) + done, cells)
            for (ways, _), modulus in zip(rooms, some, strict=True):
                residues.append(_total(ways[: len(start)]) % modulus)
            placed = len(totals)
            rooms.clear()
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
