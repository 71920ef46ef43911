"""The fixpoint of propagation on a whole board, before any search.

Small boards are propagated as bit sets, large ones as arrays; the result is the same.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.fast import arrays
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.pairs import Ints, NoSolutionError, OpenPairs
from galaxies_asp.fast.propagation import Contradiction, Propagation
from galaxies_asp.puzzle import NO_DOT, Labels, Puzzle

MAX_BITS = 900
"""The number of cells up to which bit sets are faster than arrays.

Measured by `benchmarks/propagation.py`.
"""


def open_pairs(puzzle: Puzzle) -> OpenPairs:
    """Return the candidate pairs that propagation leaves open.

    Raises
    ------
    NoSolutionError
        If some cell must belong to two dots, or has no candidate.
    PuzzleError
        If the puzzle has variants of the rules.
    """
    puzzle.require_standard()
    if puzzle.width * puzzle.height > MAX_BITS:
        return arrays.open_pairs(puzzle)
    return open_pairs_of_bits(puzzle)


def obstacle(puzzle: Puzzle) -> str | None:
    """Return why the puzzle has no solution, or None where propagation finds none."""
    try:
        open_pairs(puzzle)
    except NoSolutionError as error:
        return str(error)
    return None


def open_pairs_of_bits(puzzle: Puzzle) -> OpenPairs:
    """Return the same as `open_pairs`, by bit sets."""
    board = Bitboard(puzzle)
    if board.is_contested:
        raise NoSolutionError.of_contested_cell(puzzle)
    state = Propagation.of_all_rules(board)
    start = state.taken
    try:
        state.settle()
    except Contradiction as contradiction:
        cell = next(board.points(contradiction.failure.cells))
        raise NoSolutionError.of_cell(cell, state.taken != start) from None
    return _converted(state)


def _converted(state: Propagation) -> OpenPairs:
    """Return the open pairs of a fixpoint as arrays."""
    board = state.board
    stride, steps = board.stride, (1, -1, board.stride, -board.stride)
    chosen: list[int] = []
    larger: list[Bits] = []
    near: list[Bits] = []
    right: list[Bits] = []
    below: list[Bits] = []
    for dot, bits, connected in state.open():
        walls = state.barriers(dot)
        half = (board.sums[dot] + 1) // 2
        chosen.append(dot)
        larger.append(bits >> half << half)
        near.append(board.beside(connected, *walls) & bits)
        right.append(walls[0])
        below.append(walls[1])
    rows, places = np.nonzero(_matrix(board, larger))
    dots = np.array(chosen, dtype=np.int32)[rows]
    images = np.array(board.sums, dtype=np.int64)[dots] - places
    n = len(dots)
    # A margin of one row on either side holds the neighbors off the board.
    number = np.full((len(chosen), board.length + 2 * stride), n, dtype=np.int32)
    number[rows, places + stride] = number[rows, images + stride] = np.arange(n)
    beside = np.stack([number[rows, places + stride + step] for step in steps])
    apart = np.empty((0, 2), dtype=np.int64)
    if board.puzzle.walls and n:
        for way, (walls_, back) in enumerate(
            ((right, 0), (right, 1), (below, 0), (below, stride))
        ):
            beside[way][_matrix(board, walls_)[rows, places - back] == 1] = n
        apart = _apart(state, number[:, stride:])
    return OpenPairs(
        labels=_labels(state),
        dots=dots,
        cells=_flat(board, places),
        images=_flat(board, images),
        beside=beside,
        supported=_matrix(board, near)[rows, places] == 1,
        apart=apart,
    )


def _apart(state: Propagation, number: NDArray[np.int32]) -> Ints:
    """Return the open pairs of one dot that a given wall keeps apart."""
    board, n = state.board, int(number.max())
    right, below = board.walls(board.puzzle.walls)
    firsts = _matrix(board, [right, below])
    upright, level = (np.flatnonzero(row) for row in firsts)
    one = number[:, np.concatenate([upright, level])]
    other = number[:, np.concatenate([upright + 1, level + board.stride])]
    both = (one < n) & (other < n)
    return np.stack([one[both], other[both]], axis=1).astype(np.int64)


def _labels(state: Propagation) -> Labels:
    board = state.board
    dots, places = np.nonzero(_matrix(board, state.own))
    labels = np.full(board.length, NO_DOT, dtype=np.int32)
    labels[places] = dots
    rows = labels.reshape(board.puzzle.height, board.stride)
    return np.ascontiguousarray(rows[:, :-1])


def _flat(board: Bitboard, places: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """Return the indices of cells in the flat labels, from the numbers of bits."""
    return (places - places // board.stride).astype(np.int32)


def _matrix(board: Bitboard, sets: list[Bits]) -> NDArray[np.uint8]:
    """Return the sets as rows, with a column for each bit."""
    size = board.length // 8 + 1
    data = b"".join([bits.to_bytes(size, "little") for bits in sets])
    packed = np.frombuffer(data, dtype=np.uint8).reshape(len(sets), size)
    return np.unpackbits(packed, axis=1, count=board.length, bitorder="little")
