"""The fixpoint of propagation on bit sets, and the pairs that it leaves open.

Without the compiled kernel it takes its place; see `fixpoint`.
"""

from collections.abc import Sequence

from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.fast.bitboard import Bitboard, Bits, places
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.propagation import Contradiction, Propagation


def unsettled(puzzle: Puzzle) -> Propagation:
    """Return the candidates; `NoSolutionError` if some cell must have two dots."""
    board = Bitboard(puzzle)
    if board.is_contested:
        raise NoSolutionError.of_contested_cell(puzzle)
    return Propagation.of_all_rules(board)


def settled(puzzle: Puzzle) -> Propagation:
    """Return the fixpoint on bit sets.

    Raises `NoSolutionError` if some cell must belong to two dots, or has no candidate.
    """
    state = unsettled(puzzle)
    start = state.taken
    try:
        state.settle()
    except Contradiction as contradiction:
        cell = next(state.board.points(contradiction.failure.cells))
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
