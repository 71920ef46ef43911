"""What regions cannot pass: walls, cells of other dots, mirror images, each other.

Two connected regions lie in the area of the cells that are left for either of them. If,
on the way around that area, cells of the two alternate (a, b, a, b), then the region
that joins the two cells of one separates the two cells of the other: they would have to
cross. A region that touches the border of the board at two places cuts the board in
this way.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import and_, or_
from typing import NamedTuple

from galaxies_asp.board.grid import Point, mirror
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Propagation


class Obstacle(NamedTuple):
    """Something that a region cannot pass: a cell of another dot, or a wall.

    Attributes
    ----------
    at, dot
        The cell and its dot, or the wall and `NO_DOT`.
    through
        The cell or edge that the region cannot have because of it: the same, or its
        mirror image.
    """

    at: Point
    dot: int
    through: Point

    @property
    def is_image(self) -> bool:
        """Whether only the mirror image is in the way."""
        return self.through != self.at


def wall_beside(state: Propagation, cell: Point, dot: int) -> Obstacle | None:
    """Return a wall between a cell and one of a dot, which has both cells or none."""
    board, barriers = state.board, state.barriers(dot)
    own = state.own[dot] | board.core[dot]
    if not board.across(own, *barriers) & board.bit(cell):
        return None
    lattice = board.lattice
    sides = zip(lattice.edges(cell), lattice.adjacent_cells(cell), strict=True)
    for side, beside in sides:
        if board.puzzle.has_cell(beside) and own & board.bit(beside):
            between = board.walls([side])
            if any(map(and_, between, state.walls)):
                return Obstacle(side, NO_DOT, side)
            if any(map(and_, between, barriers)):
                return Obstacle(mirror(board.puzzle.centers[dot], side), NO_DOT, side)
    return None


def owner_of(state: Propagation, cell: Point, dot: int) -> int:
    """Return the other dot that has or touches a cell, `NO_DOT` if none does."""
    bit = state.board.bit(cell)
    for other, own in enumerate(state.own):
        if other != dot and (own | state.board.core[other]) & bit:
            return other
    return NO_DOT


def cut(
    state: Propagation, cells: Bits, dot: int, free: Bits | None = None
) -> tuple[Obstacle, ...] | None:
    """Return a minimal set of obstacles between a dot and cells, near ones first.

    None if all of them are not enough to keep the dot from the cells.

    Parameters
    ----------
    free
        The cells that the region could have without these obstacles; by default those
        whose mirror images are on the board.
    """
    board, core = state.board, state.board.core[dot]
    if free is None:
        free = board.cells & board.mirrored(dot, board.cells)
    cells &= free
    if not cells:
        return ()
    # What a region cannot have: the cells of others, and their images.
    blocked = reduce(or_, board.core, state.taken) & ~(state.own[dot] | core)
    blocked = (blocked | board.mirrored(dot, blocked)) & free
    edges = list(_walls(state, dot, free & ~blocked | core))

    def is_cut(obstacles: Sequence[Obstacle]) -> bool:
        taken = board.bits(o.through for o in obstacles if o.dot != NO_DOT)
        barriers = board.walls(o.through for o in obstacles if o.dot == NO_DOT)
        return not cells & board.flood(core, free & ~taken | core, *barriers)

    first = next(board.points(cells))

    def near(obstacle: Obstacle) -> tuple[int, Point]:
        place = obstacle.through
        return abs(place.x - first.x) + abs(place.y - first.y), place

    cuts = []
    for end in (cells, core):
        side = blocked & board.beside(board.flood(end, free & ~blocked | end))
        found = sorted([*_obstacles(state, dot, side), *edges], key=near)
        if is_cut(found):
            cuts.append(minimal(found, is_cut))
    return min(cuts, key=len, default=None)


def _walls(state: Propagation, dot: int, inside: Bits) -> Iterator[Obstacle]:
    """Yield the walls, or their mirror images, between cells that are not blocked."""
    if not any(state.walls):
        return
    board, walls = state.board, state.walls
    near = board.between(inside)
    for wall in board.edges(*map(and_, walls, near)):
        yield Obstacle(wall, NO_DOT, wall)
    if dot in state.symmetric:
        images = board.mirrored_walls(dot, *walls)
        center = board.puzzle.centers[dot]
        for through in board.edges(*map(and_, images, near)):
            yield Obstacle(mirror(center, through), NO_DOT, through)


def _obstacles(state: Propagation, dot: int, blocked: Bits) -> Iterator[Obstacle]:
    """Yield the obstacles at blocked cells."""
    center = state.board.puzzle.centers[dot]
    for through in state.board.points(blocked):
        at, owner = through, owner_of(state, through, dot)
        if owner == NO_DOT:
            at = mirror(center, through)
            owner = owner_of(state, at, dot)
        yield Obstacle(at, owner, through)


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
    for other in sorted(state.connected):
        if other != dot and possible[other] & possible[dot] and _is_loose(state, other):
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
    if dot not in state.connected or not own & (own - 1):
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
