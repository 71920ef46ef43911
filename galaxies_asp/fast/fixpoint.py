"""The fixpoint of propagation on a whole board, and the pairs that it leaves open.

The compiled kernel and bit sets (`bit_lists`) propagate to the same result; these are
loaded where there is no kernel.
"""

from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.fast.kernel import Kernel, has_kernel
from galaxies_asp.fast.pairs import PairLists

MAX_BITS = 1600
"""The number of cells up to which bit sets are propagated in a few milliseconds."""


def fits(puzzle: Puzzle) -> bool:
    """Tell whether `open_lists` can propagate a board of this size."""
    if has_kernel():
        return True
    from galaxies_asp.fast.bitboard import MAX_CELLS

    return puzzle.width * puzzle.height <= MAX_CELLS


def open_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs that propagation leaves open.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate,
    and `PuzzleError` without a kernel if the board is too large for bit sets.
    """
    if has_kernel():
        return settled_kernel(puzzle).open_lists()
    from galaxies_asp.fast.bit_lists import lists_of, settled

    return lists_of(settled(puzzle))


def settled_kernel(puzzle: Puzzle) -> Kernel:
    """Return the compiled kernel after propagation; see `has_kernel`.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate.
    """
    kernel = Kernel.of(puzzle)
    try:
        kernel.settle()
    except NoSolutionError:
        if puzzle.width * puzzle.height <= MAX_BITS:
            from galaxies_asp.fast.bit_lists import settled

            settled(puzzle)  # names the same cell on every machine
        raise
    return kernel


def unpropagated_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs before propagation, also where it finds no solution.

    Raises `NoSolutionError` if some cell must belong to two dots.
    """
    from galaxies_asp.fast.bit_lists import lists_of, unsettled

    return lists_of(unsettled(puzzle))


def has_open_pairs(puzzle: Puzzle) -> bool:
    """Tell whether propagation leaves something to a search."""
    try:
        if has_kernel():
            return settled_kernel(puzzle).is_open
        return bool(open_lists(puzzle).dots)
    except NoSolutionError:
        return False


def is_refuted(puzzle: Puzzle) -> bool:
    """Tell whether propagation finds that there is no solution."""
    try:
        if has_kernel():
            Kernel.of(puzzle).settle()
        else:
            open_lists(puzzle)
    except NoSolutionError:
        return True
    return False


def obstacle(puzzle: Puzzle) -> str | None:
    """Return why the puzzle has no solution, or None where propagation finds none."""
    try:
        open_lists(puzzle)
    except NoSolutionError as error:
        return str(error)
    return None
