"""The standard rules on many solved boards: `compiled/verifying.c`.

The verifier in Python judges the first board of each call, too.
"""

import ctypes
from itertools import chain
from typing import TypeAlias

from galaxies_asp.compiled.library import library
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.labels import rows_of
from galaxies_asp.core.board.puzzle import Labels, Puzzle, Rows
from galaxies_asp.core.verifying.rules import keeps_the_rules

Numbers: TypeAlias = "ctypes.Array[ctypes.c_int32]"


def keep_the_rules(
    boards: Numbers, number: int, found: Numbers, labels: Numbers
) -> bytes:
    """Tell for each board whether all of its labels solve it: 1, or else 0.

    Arrays of C, which `galaxies_verify` describes: `boards`, of a `number` of boards
    of squares without holes, given walls and variants, how many labels are `found` for
    each, and these `labels`. Raises `AssertionError` if `keeps_the_rules` refuses what
    is accepted here.
    """
    functions, is_right = library(), ctypes.create_string_buffer(number)
    assert functions is not None
    if not functions.galaxies_verify(boards, number, found, labels, is_right):
        raise MemoryError
    if number and found[0]:
        width, height, dots = boards[:3]
        at = boards[3 : 3 + 2 * dots]
        puzzle = Puzzle(width, height, tuple(map(Point, at[::2], at[1::2])))
        _compare(is_right.raw[0], puzzle, rows_of(labels[: width * height], width))
    return is_right.raw


def all_keep_the_rules(puzzle: Puzzle, labels: Labels) -> bytes:
    """Tell for each of (n, H, W) labels whether it solves a board without variants.

    For the result and errors see `keep_the_rules`.
    """
    functions, is_right = library(), ctypes.create_string_buffer(len(labels))
    assert functions is not None
    sides = chain.from_iterable(map(puzzle.lattice.touched_cells, puzzle.walls))
    walled = [y // 2 * puzzle.width + x // 2 for x, y in sides]
    dots = chain.from_iterable(puzzle.centers)
    board = [puzzle.width, puzzle.height, len(puzzle.centers), *dots]
    if not functions.galaxies_verify_all(
        (ctypes.c_int32 * len(board))(*board),
        2 * len(puzzle.lattice.steps),
        puzzle.cell_mask().tobytes(),
        (ctypes.c_int32 * len(walled))(*walled),
        len(puzzle.walls),
        labels.astype("int32").tobytes(),
        len(labels),
        is_right,
    ):
        raise MemoryError
    if len(labels):
        _compare(is_right.raw[0], puzzle, labels[0].tolist())
    return is_right.raw


def _compare(verdict: int, puzzle: Puzzle, rows: Rows) -> None:
    if verdict > keeps_the_rules(puzzle, rows):
        raise AssertionError("the verifiers disagree about a board")
