"""What regions cannot pass: walls, cells of other dots, mirror images, each other.

Two connected regions lie in the area of the cells that are left for either of them. If,
on the way around that area, cells of the two alternate (a, b, a, b), then the region
that joins the two cells of one separates the two cells of the other: they would have to
cross. A region that touches the border of the board at two places cuts the board in
this way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby
from operator import and_, or_
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation


class Obstacle(NamedTuple):
    """Something that a region cannot pass: a cell of another dot, or a wall."""

    at: Point
    dot: int
    """The cell and its dot, or the wall and `NO_DOT`."""
    through: Point
    """The cell or edge that the region cannot have because of it: the same, or its
    mirror image."""

    @property
    def is_image(self) -> bool:
        """Whether only the mirror image is in the way."""
        return self.through != self.at


@dataclass(frozen=True)
class Region:
    """The region of a dot in a state, and what it cannot pass.

    Cells that dots touch count as theirs even if the state does not contain them.
    """

    state: Propagation
    dot: int

    @property
    def board(self) -> Bitboard:
        """The board."""
        return self.state.board

    @property
    def core(self) -> Bits:
        """The cells that the dot touches."""
        return self.board.core[self.dot]

    @cached_property
    def own(self) -> Bits:
        """The cells of the region."""
        return self.state.own[self.dot] | self.core

    @cached_property
    def mirrored_cells(self) -> Bits:
        """The cells whose mirror images are on the board."""
        return self.board.cells & self.mirrored(self.board.cells)

    def image(self, point: Point) -> Point:
        """Return the mirror image of a cell or an edge, which may lie off the board."""
        return mirror(self.board.puzzle.centers[self.dot], point)

    def mirrored(self, cells: Bits) -> Bits:
        """Return the mirror images of cells."""
        return self.board.mirrored(self.dot, cells)

    def owner_of(self, cell: Point) -> int:
        """Return the other dot that has or touches a cell, `NO_DOT` if none does."""
        bit = self.board.bit(cell)
        for other, own in enumerate(self.state.own):
            if other != self.dot and (own | self.board.core[other]) & bit:
                return other
        return NO_DOT

    @cached_property
    def beyond_walls(self) -> Bits:
        """The cells that only a wall parts from a cell of the region, or its image."""
        return self.board.across(self.own, *self.state.barriers(self.dot))

    def wall_beside(self, cell: Point) -> Obstacle | None:
        """Return a wall between a cell and a cell of the region, or its image."""
        board, lattice = self.board, self.board.lattice
        if not self.beyond_walls & board.bit(cell):
            return None
        sides = zip(lattice.edges(cell), lattice.adjacent_cells(cell), strict=True)
        for side, beside in sides:
            if board.puzzle.has_cell(beside) and self.own & board.bit(beside):
                between = board.walls([side])
                if any(map(and_, between, self.state.walls)):
                    return Obstacle(side, NO_DOT, side)
                if any(map(and_, between, self.state.barriers(self.dot))):
                    return Obstacle(self.image(side), NO_DOT, side)
        return None

    def cut(self, cells: Bits, free: Bits) -> tuple[Obstacle, ...] | None:
        """Return a minimal set of obstacles on the way to cells, near ones first.

        None if all of them are not enough to keep the region from the cells.

        `free`: the cells that the region could have without these obstacles.
        """
        board, core = self.board, self.core
        cells &= free
        if not cells:
            return ()
        # What a region cannot have: the cells of others, and their images.
        blocked = reduce(or_, board.core, self.state.taken) & ~self.own
        blocked = (blocked | self.mirrored(blocked)) & free
        edges = list(self._walls(free & ~blocked | core))

        def is_cut(obstacles: Sequence[Obstacle]) -> bool:
            return not cells & self.reached(obstacles, free)

        first = next(board.points(cells))

        def near(obstacle: Obstacle) -> tuple[int, Point]:
            place = obstacle.through
            return abs(place.x - first.x) + abs(place.y - first.y), place

        cuts = []
        for end in (cells, core):
            side = blocked & board.beside(board.flood(end, free & ~blocked | end))
            found = sorted([*self._obstacles(side), *edges], key=near)
            if is_cut(found):
                cuts.append(minimal(found, is_cut))
        return min(cuts, key=len, default=None)

    def reached(self, obstacles: Sequence[Obstacle], free: Bits) -> Bits:
        """Return the free cells that the region reaches past obstacles."""
        board, core = self.board, self.core
        taken = board.bits(o.through for o in obstacles if o.dot != NO_DOT)
        barriers = board.walls(o.through for o in obstacles if o.dot == NO_DOT)
        return board.flood(core, free & ~taken | core, *barriers)

    def _walls(self, inside: Bits) -> Iterator[Obstacle]:
        """Yield the walls, or their images, between cells that are not blocked."""
        board, walls = self.board, self.state.walls
        if not any(walls):
            return
        near = board.between(inside)
        for wall in board.edges(*map(and_, walls, near)):
            yield Obstacle(wall, NO_DOT, wall)
        if self.dot in self.state.symmetric:
            images = board.mirrored_walls(self.dot, *walls)
            for through in board.edges(*map(and_, images, near)):
                yield Obstacle(self.image(through), NO_DOT, through)

    def _obstacles(self, blocked: Bits) -> Iterator[Obstacle]:
        """Yield the obstacles at blocked cells."""
        for through in self.board.points(blocked):
            at, owner = through, self.owner_of(through)
            if owner == NO_DOT:
                at = self.image(through)
                owner = self.owner_of(at)
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
