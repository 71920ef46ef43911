"""Regions that would cross each other.

Two connected regions lie in the area of the cells that are left for either of them. If,
on the way around that area, cells of the two alternate (a, b, a, b), then the region
that joins the two cells of one separates the two cells of the other: they would have to
cross. A region that touches the border of the board at two places cuts the board in
this way.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Propagation


class Crossing(NamedTuple):
    """Two dots, and the cells of each that alternate around the area left for both."""

    dot: int
    other: int
    cells: tuple[Bits, Bits]
    separated: tuple[Bits, Bits]


def crossing(state: Propagation, dot: int) -> Crossing | None:
    """Return how a region crosses another one, which no two regions can; else None.

    The state is up to date, without a contradiction.
    """
    if not _is_loose(state, dot):
        return None
    possible = state.possible
    for other, cells in enumerate(possible):
        if other != dot and cells & possible[dot] and _is_loose(state, other):
            for around in _contours(state, dot, other):
                runs = _runs(state, dot, other, around)[:4]
                if len(runs) == 4:
                    if not state.own[dot] & runs[0]:
                        runs = [*runs[1:], runs[0]]
                    first, second, third, fourth = runs
                    return Crossing(dot, other, (first, third), (second, fourth))
    return None


def _is_loose(state: Propagation, dot: int) -> bool:
    """Tell whether the known cells of a connected region are not yet connected."""
    own = state.own[dot]
    if not state.connected or not own & (own - 1):
        return False
    return state.board.flood(own & -own, own) != own


def _runs(state: Propagation, dot: int, other: int, around: list[Bits]) -> list[Bits]:
    """Return the known cells of two regions on a way around; one of each run."""
    own, known = state.own[dot], state.own[dot] | state.own[other]
    cells = (cell for cell in around if known & cell)
    runs = [next(run) for _, run in groupby(cells, key=lambda cell: bool(own & cell))]
    if len(runs) > 1 and bool(own & runs[0]) == bool(own & runs[-1]):
        runs.pop()
    return runs


def _contours(state: Propagation, dot: int, other: int) -> Iterator[list[Bits]]:
    """Yield the cells on each way around the area that two regions have.

    The sides of the area are followed clockwise; a cell occurs once for each side.
    """
    area = state.possible[dot] | state.possible[other]
    stride = state.board.stride
    around: tuple[int, ...] = 1, stride, stride - 1, -1, -stride, 1 - stride
    if len(state.board.steps) == 2:
        around = -stride, 1, stride, -1
    sides = len(around)

    def inside(place: int) -> bool:
        return place >= 0 and bool(area >> place & 1)

    seen: set[tuple[int, int]] = set()
    own = state.own[dot]
    while own:
        start = (own & -own).bit_length() - 1
        own &= own - 1
        for first in range(sides):
            if inside(start + around[first]) or (start, first) in seen:
                continue
            cells = []
            place, side = start, first
            while (place, side) not in seen:
                seen.add((place, side))
                cells.append(1 << place)
                turned = (side + 1) % sides
                beside = place + around[turned]
                if not inside(beside):
                    side = turned
                elif sides > 4 or inside(beside + around[side]):
                    # Around the corner; on hexagons two neighbors are adjacent.
                    place = beside if sides > 4 else beside + around[side]
                    side = (side - 1) % sides
                else:
                    place = beside
            yield cells
