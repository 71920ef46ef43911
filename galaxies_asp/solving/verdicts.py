"""The standard rules on many solved boards of squares: `compiled/verifying.c`."""

import ctypes
from typing import Any

from galaxies_asp.compiled.library import library
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.labels import rows_of
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.verifying.rules import keeps_the_rules


def keep_the_rules(boards: Any, number: int, found: Any, labels: Any) -> bytes:
    """Tell for each board whether all of its labels solve it: 1, or else 0.

    Arrays of C, which `galaxies_verify` describes: `boards`, of a `number` of boards
    without holes, given walls and variants, how many labels are `found` for each, and
    these `labels`. `keeps_the_rules` judges the first board, too. Raises
    `AssertionError` if it refuses what is accepted here.
    """
    functions, is_right = library(), ctypes.create_string_buffer(number)
    assert functions is not None
    if not functions.galaxies_verify(boards, number, found, labels, is_right):
        raise MemoryError
    if number and found[0]:
        width, height, dots = boards[:3]
        at = boards[3 : 3 + 2 * dots]
        puzzle = Puzzle(width, height, tuple(map(Point, at[::2], at[1::2])))
        rows = rows_of(labels[: width * height], width)
        if is_right.raw[0] > keeps_the_rules(puzzle, rows):
            raise AssertionError("the verifiers disagree about a board")
    return is_right.raw
