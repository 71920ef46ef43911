"""The fixpoint of propagation on a whole board, before any search.

Small boards are propagated as bit sets, large ones as arrays; the result is the same.
"""

from typing import TYPE_CHECKING

from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.lists import PairLists, lists_of
from galaxies_asp.fast.propagation import Contradiction, Propagation

if TYPE_CHECKING:
    from galaxies_asp.fast.pairs import OpenPairs

MAX_BITS = 1600
"""The number of cells up to which bit sets are faster than arrays.

Measured by `benchmarks/propagation.py`.
"""


def open_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs that propagation leaves open.

    Raises
    ------
    NoSolutionError
        If some cell must belong to two dots, or has no candidate.
    """
    if puzzle.width * puzzle.height <= MAX_BITS:
        return lists_of_bits(puzzle)
    return open_pairs(puzzle).lists()


def unpropagated_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs before propagation, also where it finds no solution.

    Raises `NoSolutionError` if some cell must belong to two dots.
    """
    board = Bitboard(puzzle)
    if board.is_contested:
        raise NoSolutionError.of_contested_cell(puzzle)
    return lists_of(Propagation.of_all_rules(board))


def open_pairs(puzzle: Puzzle) -> "OpenPairs":
    """Return the same as `open_lists`, as arrays."""
    from galaxies_asp.fast import arrays
    from galaxies_asp.fast.pairs import OpenPairs

    if puzzle.width * puzzle.height > MAX_BITS:
        return arrays.open_pairs(puzzle)
    return OpenPairs.of_lists(puzzle, lists_of_bits(puzzle))


def has_open_pairs(puzzle: Puzzle) -> bool:
    """Tell whether propagation leaves something to a search."""
    try:
        if puzzle.width * puzzle.height > MAX_BITS:
            return bool(len(open_pairs(puzzle).dots))
        state = settled(Bitboard(puzzle))
        return state.taken != state.board.cells
    except NoSolutionError:
        return False


def obstacle(puzzle: Puzzle) -> str | None:
    """Return why the puzzle has no solution, or None where propagation finds none."""
    try:
        open_lists(puzzle)
    except NoSolutionError as error:
        return str(error)
    return None


def lists_of_bits(puzzle: Puzzle) -> PairLists:
    """Return the same as `open_lists`, by bit sets."""
    return lists_of(settled(Bitboard(puzzle)))


def settled(board: Bitboard) -> Propagation:
    """Return the fixpoint on bit sets.

    Raises
    ------
    NoSolutionError
        If some cell must belong to two dots, or has no candidate.
    """
    if board.is_contested:
        raise NoSolutionError.of_contested_cell(board.puzzle)
    state = Propagation.of_all_rules(board)
    start = state.taken
    try:
        state.settle()
    except Contradiction as contradiction:
        cell = next(board.points(contradiction.failure.cells))
        raise NoSolutionError.of_cell(cell, state.taken != start) from None
    return state
