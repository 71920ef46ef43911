"""What a region cannot pass: walls, cells of other dots, and their mirror images."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from galaxies_asp.board.grid import Point, mirror
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Propagation


@dataclass(frozen=True, slots=True)
class Obstacle:
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


def wall_beside(state: Propagation, cell: Point, dot: int) -> Obstacle | None:
    """Return a wall between a cell and one of a dot, which has both cells or none."""
    board, own, barriers = state.board, state.own[dot], state.barriers(dot)
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
) -> tuple[Obstacle, ...]:
    """Return a minimal set of obstacles between a dot and cells, near ones first.

    Parameters
    ----------
    free
        The cells that the region could have without these obstacles; by default those
        whose mirror images are on the board.
    """
    board = state.board
    core = board.core[dot]
    if free is None:
        free = board.cells & board.mirrored(dot, board.cells)
    cells &= free
    if not cells:
        return ()
    blocked = _blocked(state, dot) & free
    inside = free & ~blocked | core
    edges = list(_wall_obstacles(state, dot, inside))
    sides = [
        blocked & board.beside(board.flood(end, free & ~blocked | end))
        for end in (cells, core)
    ]

    def is_cut(obstacles: Sequence[Obstacle]) -> bool:
        taken = board.bits(o.through for o in obstacles if o.dot != NO_DOT)
        barriers = board.walls(o.through for o in obstacles if o.dot == NO_DOT)
        return not cells & board.flood(core, free & ~taken | core, *barriers)

    first = next(board.points(cells))

    def near(obstacle: Obstacle) -> tuple[int, Point]:
        place = obstacle.through
        return abs(place.x - first.x) + abs(place.y - first.y), place

    found = [
        sorted([*_obstacles(state, dot, side), *edges], key=near) for side in sides
    ]
    cuts = [minimal(some, is_cut) for some in found if is_cut(some)]
    return min(cuts, key=len, default=())


def _wall_obstacles(state: Propagation, dot: int, inside: Bits) -> Iterator[Obstacle]:
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


def _blocked(state: Propagation, dot: int) -> Bits:
    """Return the cells that a region cannot have: of others, and their images."""
    taken = reduce(or_, state.board.core, state.taken)
    taken &= ~(state.own[dot] | state.board.core[dot])
    return taken | state.board.mirrored(dot, taken)


def _obstacles(state: Propagation, dot: int, blocked: Bits) -> Iterator[Obstacle]:
    """Yield the obstacles at blocked cells."""
    board = state.board
    for through in board.points(blocked):
        owner = owner_of(state, through, dot)
        at = through
        if owner == NO_DOT:
            at = mirror(board.puzzle.centers[dot], through)
            owner = owner_of(state, at, dot)
        yield Obstacle(at, owner, through)
