"""The divisions of a board into symmetric regions, by a compiled depth-first search.

The number of divisions of a connected shape is the sum, over the regions of its first
cell in reading order, of the products over the components that remain. A component is
moved to the corner of the board and looked up in a table; a number that is not there is
counted first. `galaxies` counts all shapes of a kind at a time.

Numbers are kept modulo 2^64 and modulo 2^31 - 1; see `galaxies.integers_of`.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.counting.boards.galaxies import integers_of
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.counting.compiled import Threads, functions
from galaxies_asp.processes.checkpoint import NO_CHECKPOINT, Checkpoint

Table = NDArray[np.uint64]

_MOST_FULL = 0.8
_GROWTH = 1.5
_REGIONS_AT_ONCE = 4_000_000
"""Number of regions between two reports of progress: half a second."""

_FINISHED, _FULL, _PAUSED = range(3)
_CENTERS_ON_STACK, _SHAPES_ON_STACK = 1 << 14, 1 << 10


def count(
    board: WordBoard,
    *,
    around_center: bool = True,
    shapes: float = 1 << 10,
    threads: Threads | None = None,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    report: Report = silent,
) -> int:
    """Return the number of divisions of a board into symmetric connected regions.

    `around_center`: whether a region must contain the cells around its center of
    symmetry. `shapes`: the expected number of shapes in the table, which grows if there
    are more. `threads`: each searches everything, in an order of its own; they share
    the table, so one rarely counts what another one has counted. `checkpoint`: keeps
    the table, with which the count is resumed.
    """
    threads, whole = threads or Threads(), board.everything
    arrays = checkpoint.read()
    table = arrays["table"] if arrays else _words(shapes / _MOST_FULL + 16, 3)
    known = int(np.count_nonzero(table[:, 0]))
    # The stack, the frames and the progress of each thread; see `divisions_search`.
    searches = []
    for _ in range(threads.count):
        stack, frames = _words(_CENTERS_ON_STACK, 4), _words(_SHAPES_ON_STACK, 4)
        frames[0, 0] = whole
        searches.append((stack, frames, np.zeros(5, dtype=np.int64)))
    lattice = np.array(
        [board.width, board.not_first, board.not_last, board.is_hexagonal], np.uint64
    )
    centers = np.array([(board.touched(c), board.window(c)) for c in board.centers])

    def search(number: int) -> int:
        *_, progress = state = searches[number]
        most = int(progress[3]) + free // threads.count
        reason: int = functions().divisions_search(
            *(lattice, centers, around_center, number % 2),
            *(table, len(table), most, _REGIONS_AT_ONCE, *state),
        )
        return reason

    while True:
        counted = known + sum(int(progress[3]) for _, _, progress in searches)
        report("shapes counted", counted, None)
        free = int(_MOST_FULL * len(table)) - counted
        reasons = threads.map(search, range(threads.count))
        if _FINISHED in reasons:
            break
        if _FULL in reasons:
            larger = _words(len(table) * _GROWTH, 3)
            functions().divisions_rehash(table, len(table), larger, len(larger))
            table = larger
        else:
            checkpoint.write_sometimes(partial(dict, table=table))
    checkpoint.write({"table": table})
    numbers = np.empty((2, 1), dtype=np.uint64)
    functions().divisions_find(table, len(table), int(whole), numbers)
    return integers_of(numbers)[0]


def _words(rows: float, columns: int) -> Table:
    return np.zeros((int(rows), columns), dtype=np.uint64)
