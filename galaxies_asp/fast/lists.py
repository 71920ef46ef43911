"""The candidate pairs that propagation leaves open, as lists.

Lists need no numpy, which takes longer to load than most puzzles to solve. For large
boards they are compact arrays of Python, since a list takes 36 bytes for each number.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.fast.bitboard import Bitboard, Bits, places
from galaxies_asp.fast.propagation import Propagation

Ints = MutableSequence[int]
Directions = tuple[Ints, ...]


@dataclass(frozen=True)
class PairLists:
    """The pairs that are not decided, or decided and not yet connected to their dot.

    Attributes
    ----------
    labels
        The dots of the decided cells in reading order, `NO_DOT` for others.
    dots
        The dot of each of n pairs.
    cells, images
        Its cells, as indices into the labels; equal where the dot lies in the middle
        of a cell.
    beside
        One list per direction, that is two for each step of the lattice: the open pair
        of the same dot next to each pair, n where there is none.
    supported
        Whether a decided and connected pair lies next to it.
    apart
        Two pairs of one dot of which a given wall admits at most one.
    """

    labels: Ints
    dots: Ints
    cells: Ints
    images: Ints
    beside: Directions
    supported: Sequence[bool]
    apart: list[tuple[int, int]]


class _Region(NamedTuple):
    """The open pairs of a dot: their larger places, and the number of each place."""

    dot: int
    places: list[int]
    numbers: dict[int, int]


def lists_of(state: Propagation) -> PairLists:
    """Return the open pairs of a fixpoint."""
    board, stride = state.board, state.board.stride
    gap = stride - board.puzzle.width
    regions: list[_Region] = []
    dots: list[int] = []
    cells: list[int] = []
    images: list[int] = []
    supported: list[bool] = []
    for dot, bits, connected in state.open():
        total = board.sums[dot]
        half = (total + 1) // 2
        near = board.beside(connected, *state.barriers(dot)) & bits
        region = _Region(dot, places(bits >> half << half), {})
        for place in region.places:
            image = total - place
            region.numbers[place] = region.numbers[image] = len(dots)
            dots.append(dot)
            cells.append(place - place // stride * gap)
            images.append(image - image // stride * gap)
            supported.append(bool(near >> place & 1))
        regions.append(region)
    return PairLists(
        labels=labels_of(board, state.own),
        dots=dots,
        cells=cells,
        images=images,
        beside=_beside(state, regions, len(dots)),
        supported=supported,
        apart=_apart(board, regions),
    )


def _beside(state: Propagation, regions: list[_Region], n: int) -> Directions:
    ways = [sign * step for step in state.board.steps for sign in (1, -1)]
    beside: list[list[int]] = [[] for _ in ways]
    for dot, larger, numbers in regions:
        for way, step in zip(beside, ways, strict=True):
            way += [numbers.get(place + step, n) for place in larger]
        barriers = state.barriers(dot)
        if any(barriers):
            first = len(beside[0]) - len(larger)
            for number, (way, step) in enumerate(zip(beside, ways, strict=True)):
                walls = barriers[number // 2]
                blocked = walls if step > 0 else walls << -step
                for i, place in enumerate(larger, first):
                    if blocked >> place & 1:
                        way[i] = n
    return tuple(beside)


def _apart(board: Bitboard, regions: list[_Region]) -> list[tuple[int, int]]:
    """Return the open pairs of one dot that a given wall keeps apart."""
    walls = board.walls(board.puzzle.walls)
    edges = [
        (place, place + step)
        for step, wall in zip(board.steps, walls, strict=True)
        for place in places(wall)
    ]
    return [
        (numbers[first], numbers[second])
        for _, _, numbers in regions
        for first, second in edges
        if first in numbers and second in numbers
    ]


def labels_of(board: Bitboard, regions: Sequence[Bits]) -> list[int]:
    """Return labels in reading order, without the gaps between the rows of bits."""
    labels = [NO_DOT] * board.length
    for dot, cells in enumerate(regions):
        for place in places(cells):
            labels[place] = dot
    width = board.puzzle.width
    firsts = range(0, board.length, board.stride)
    return [label for first in firsts for label in labels[first : first + width]]
