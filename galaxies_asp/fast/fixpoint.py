"""The fixpoint of propagation on a whole board, and the pairs that it leaves open.

The compiled kernel and bit sets propagate to the same result.
"""

from collections.abc import Sequence

from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.bitboard import MAX_CELLS, Bitboard, Bits, places
from galaxies_asp.fast.kernel import Kernel, has_kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.propagation import Contradiction, Propagation

MAX_BITS = 1600
"""The number of cells up to which bit sets are propagated in a few milliseconds."""


def fits(puzzle: Puzzle) -> bool:
    """Tell whether `open_lists` can propagate a board of this size."""
    return has_kernel() or puzzle.width * puzzle.height <= MAX_CELLS


def open_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs that propagation leaves open.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate,
    and `PuzzleError` without a kernel if the board is too large for bit sets.
    """
    if has_kernel():
        return settled_kernel(puzzle).open_lists()
    return lists_of(settled(Bitboard(puzzle)))


def settled_kernel(puzzle: Puzzle) -> Kernel:
    """Return the compiled kernel after propagation; see `has_kernel`.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate.
    """
    kernel = Kernel.of(puzzle)
    try:
        kernel.settle()
    except NoSolutionError:
        if puzzle.width * puzzle.height <= MAX_BITS:
            settled(Bitboard(puzzle))  # names the same cell on every machine
        raise
    return kernel


def unpropagated_lists(puzzle: Puzzle) -> PairLists:
    """Return the candidate pairs before propagation, also where it finds no solution.

    Raises `NoSolutionError` if some cell must belong to two dots.
    """
    return lists_of(_unsettled(Bitboard(puzzle)))


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
            settled(Bitboard(puzzle))
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


def _unsettled(board: Bitboard) -> Propagation:
    if board.is_contested:
        raise NoSolutionError.of_contested_cell(board.puzzle)
    return Propagation.of_all_rules(board)


def settled(board: Bitboard) -> Propagation:
    """Return the fixpoint on bit sets.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate.
    """
    state = _unsettled(board)
    start = state.taken
    try:
        state.settle()
    except Contradiction as contradiction:
        cell = next(board.points(contradiction.failure.cells))
        raise NoSolutionError.of_cell(cell, state.taken != start) from None
    return state


def lists_of(state: Propagation) -> PairLists:
    """Return the open pairs of a fixpoint."""
    board, stride = state.board, state.board.stride
    gap = stride - board.puzzle.width
    dots: list[int] = []
    cells: list[int] = []
    images: list[int] = []
    supported: list[bool] = []
    regions = []
    for dot, bits, connected in state.open():
        walls = state.barriers(dot)
        total = board.sums[dot]
        half = (total + 1) // 2
        near = board.beside(connected, *walls) & bits
        numbers: dict[int, int] = {}
        larger = places(bits >> half << half)
        for place in larger:
            image = total - place
            numbers[place] = numbers[image] = len(dots)
            dots.append(dot)
            cells.append(place - place // stride * gap)
            images.append(image - image // stride * gap)
            supported.append(bool(near >> place & 1))
        regions.append((larger, numbers, [wall & bits for wall in walls]))
    n = len(dots)
    beside: list[list[int]] = []
    for kind, step in enumerate(board.steps):
        for way in (step, -step):
            beside.append([])
            for larger, numbers, inside in regions:
                wall = inside[kind] if way > 0 else inside[kind] << step
                blocked = set(places(wall))
                beside[-1] += [
                    n if place in blocked else numbers.get(place + way, n)
                    for place in larger
                ]
    edges = [
        (place, place + step)
        for step, wall in zip(board.steps, board.walls(board.puzzle.walls), strict=True)
        for place in places(wall)
    ]
    apart = [
        (numbers[first], numbers[second])
        for _, numbers, _ in regions
        for first, second in edges
        if first in numbers and second in numbers
    ]
    labels = labels_of(board, state.own)
    return PairLists(labels, dots, cells, images, tuple(beside), supported, apart)


def labels_of(board: Bitboard, regions: Sequence[Bits]) -> list[int]:
    """Return labels in reading order, without the gaps between the rows of bits."""
    labels = [NO_DOT] * board.length
    for dot, cells in enumerate(regions):
        for place in places(cells):
            labels[place] = dot
    width = board.puzzle.width
    firsts = range(0, board.length, board.stride)
    return [label for first in firsts for label in labels[first : first + width]]
