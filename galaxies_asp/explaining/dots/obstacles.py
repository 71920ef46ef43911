"""What regions cannot pass: walls, cells of other dots, and partners."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_
from typing import NamedTuple, TypeVar

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls
from galaxies_asp.fast.propagation import Propagation

T = TypeVar("T")

FEW = 4
"""So many obstacles are named."""


class Obstacle(NamedTuple):
    """Something that a region cannot pass: a cell of another dot, or a wall."""

    at: Point
    dot: int
    """The cell and its dot, or the wall and `NO_DOT`."""
    through: Point
    """The cell or edge that the region cannot have because of it: the same, or its
    partner."""

    @property
    def is_image(self) -> bool:
        """Whether only the partner is in the way."""
        return self.through != self.at


_Blocks = tuple[Bits, Walls]
"""Cells and walls that a region cannot pass."""


def _together(some: Iterable[_Blocks]) -> _Blocks:
    taken, walls = 0, Walls()
    for cells, more in some:
        taken |= cells
        walls = tuple(map(or_, walls, more)) if walls else more
    return taken, walls


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
        """The cells whose partners are on the board."""
        return self.board.cells & self.mirrored(self.board.cells)

    def image(self, point: Point) -> Point:
        """Return the partner of a cell or an edge, which may lie off the board."""
        return mirror(self.board.puzzle.centers[self.dot], point)

    def mirrored(self, cells: Bits) -> Bits:
        """Return the partners of cells."""
        return self.board.mirrored(self.dot, cells)

    @cached_property
    def _touched(self) -> Bits:
        """The cells that dots touch."""
        return reduce(or_, self.board.core)

    def owner_of(self, cell: Point) -> int:
        """Return the other dot that has or touches a cell, `NO_DOT` if none does."""
        bit = self.board.bit(cell)
        if not bit & (self.state.taken | self._touched):
            return NO_DOT
        own, core = self.state.own, self.board.core
        for other in self.board.near(bit):
            if other != self.dot and (own[other] | core[other]) & bit:
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

        None if all of them are not enough to keep the region from the cells. More than
        a few may contain some that are not needed.

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

        first = next(board.points(cells))

        def near(obstacle: Obstacle) -> tuple[int, Point]:
            place = obstacle.through
            return abs(place.x - first.x) + abs(place.y - first.y), place

        cuts = []
        for end in (cells, core):
            side = blocked & board.beside(board.flood(end, free & ~blocked | end))
            found = sorted([*self._obstacles(side), *edges], key=near)
            blocks = [self.blocked_by([obstacle]) for obstacle in found]

            def is_cut(some: Sequence[int], blocks: Sequence[_Blocks] = blocks) -> bool:
                taken, walls = _together(blocks[n] for n in some)
                return not cells & board.flood(core, free & ~taken | core, *walls)

            every = range(len(found))
            if is_cut(every):
                cuts.append(tuple(found[n] for n in minimal(every, is_cut, FEW)))
        return min(cuts, key=len, default=None)

    def reached(self, obstacles: Sequence[Obstacle], free: Bits) -> Bits:
        """Return the free cells that the region reaches past obstacles."""
        taken, walls = self.blocked_by(obstacles)
        return self.board.flood(self.core, free & ~taken | self.core, *walls)

    def blocked_by(self, obstacles: Sequence[Obstacle]) -> _Blocks:
        """Return the cells and the walls that a region cannot pass."""
        board = self.board
        taken = board.bits(o.through for o in obstacles if o.dot != NO_DOT)
        return taken, board.walls(o.through for o in obstacles if o.dot == NO_DOT)

    def _walls(self, inside: Bits) -> Iterator[Obstacle]:
        """Yield the walls, or their images, between cells that are not blocked."""
        board, walls = self.board, self.state.walls
        if not any(walls):
            return
        near = board.between(inside)
        for wall in board.edges(*map(and_, walls, near)):
            yield Obstacle(wall, NO_DOT, wall)
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


def minimal(
    elements: Sequence[T], forces: Callable[[Sequence[T]], bool], most: int = 1000
) -> tuple[T, ...]:
    """Return a minimal subset that forces; earlier elements are preferred.

    `elements`: all of them together force. `forces`: monotone: each superset of a set
    that forces does too. It is asked once for each element. `most`: if more elements
    are needed, a subset with more may be returned that is not minimal.
    """
    kept, needed = list(elements), 0
    for element in reversed(elements):
        rest = [other for other in kept if other != element]
        if forces(rest):
            kept = rest
        elif (needed := needed + 1) > most:
            break
    return tuple(kept)
