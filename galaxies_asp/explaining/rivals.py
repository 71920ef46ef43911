"""What keeps a dot from having a cell: walls, cells of other dots, mirror images."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import and_

from galaxies_asp.board.grid import (
    Point,
    cell_name,
    in_reading_order,
    mirror,
)
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation

_FEW = 6
"""Of more obstacles only the regions are listed."""


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


@dataclass(frozen=True, slots=True)
class Stop:
    """What keeps a dot from a cell.

    Attributes
    ----------
    image
        The mirror image of the cell if that is the reason; it may lie off the board.
    owner
        The dot that has the cell or its image, `NO_DOT` if the image is off the board.
    obstacles
        A minimal set that cuts the dot off; empty if the reason is another.
    beyond
        Whether all ways past them have mirror images off the board.
    """

    image: Point | None = None
    owner: int = NO_DOT
    obstacles: tuple[Obstacle, ...] = ()
    beyond: bool = False


def stop_of(state: Propagation, cell: Point, dot: int) -> Stop:
    """Return what keeps a dot from a cell, with the regions and walls of a state.

    Cells that dots touch count as theirs even if the state does not contain them.
    """
    board = state.board
    owner = _owner(state, cell, dot)
    if owner != NO_DOT:
        return Stop(None, owner)
    image = mirror(board.puzzle.centers[dot], cell)
    if not board.puzzle.has_cell(image):
        return Stop(image)
    owner = _owner(state, image, dot)
    if owner != NO_DOT:
        return Stop(image, owner)
    wall = _wall(state, cell, dot)
    if wall:
        return Stop(obstacles=wall)
    obstacles = cut(state, cell, dot)
    return Stop(obstacles=obstacles, beyond=_leaves_board(board, cell, dot, obstacles))


def _wall(state: Propagation, cell: Point, dot: int) -> tuple[Obstacle, ...]:
    """Return a wall between the cell and a cell of the dot, which has both or none."""
    board = state.board
    barriers, lattice = state.barriers(dot), board.lattice
    if not any(barriers):
        return ()
    sides = zip(lattice.edges(cell), lattice.adjacent_cells(cell), strict=True)
    for side, beside in sides:
        if board.puzzle.has_cell(beside) and state.own[dot] & board.bit(beside):
            walls = board.walls([side])
            if any(map(and_, walls, state.walls)):
                return (Obstacle(side, NO_DOT, side),)
            if any(map(and_, walls, barriers)):
                image = mirror(board.puzzle.centers[dot], side)
                return (Obstacle(image, NO_DOT, side),)
    return ()


def _owner(state: Propagation, cell: Point, dot: int) -> int:
    bit = state.board.bit(cell)
    for other, own in enumerate(state.own):
        if other != dot and (own | state.board.core[other]) & bit:
            return other
    return NO_DOT


def cut(
    state: Propagation, cell: Point, dot: int, free: Bits | None = None
) -> tuple[Obstacle, ...]:
    """Return a minimal set of obstacles between a dot and a cell, near ones first.

    Parameters
    ----------
    free
        The cells that the region could have without these obstacles; by default those
        whose mirror images are on the board.
    """
    board = state.board
    core, bit = board.core[dot], board.bit(cell)
    if free is None:
        free = board.cells & board.mirrored(dot, board.cells)
    if not free & bit:
        return ()
    blocked = _blocked(state, dot) & free
    sides = [
        blocked & board.beside(board.flood(end, free & ~blocked | end))
        for end in (bit, core)
    ]
    walls = [*_walls(state, dot)] if any(state.barriers(dot)) else []

    def is_cut(obstacles: Sequence[Obstacle]) -> bool:
        taken = board.bits(o.through for o in obstacles if o.dot != NO_DOT)
        edges = board.walls(o.through for o in obstacles if o.dot == NO_DOT)
        return not bit & board.flood(core, free & ~taken | core, *edges)

    def near(obstacle: Obstacle) -> tuple[int, Point]:
        place = obstacle.through
        return abs(place.x - cell.x) + abs(place.y - cell.y), place

    found = [
        sorted([*_obstacles(state, dot, side), *walls], key=near) for side in sides
    ]
    cuts = [minimal(some, is_cut) for some in found if is_cut(some)]
    return min(cuts, key=len, default=())


def _leaves_board(
    board: Bitboard,
    cell: Point,
    dot: int,
    obstacles: Sequence[Obstacle],
    without: Bits = 0,
) -> bool:
    """Return whether all ways past the obstacles have mirror images off the board.

    There are such ways. Then the obstacles alone do not explain why the dot cannot get
    to the cell.
    """
    core = board.core[dot]
    taken = without | board.bits(o.through for o in obstacles if o.dot != NO_DOT)
    edges = board.walls(o.through for o in obstacles if o.dot == NO_DOT)

    def is_way(inside: Bits) -> bool:
        return bool(board.bit(cell) & board.flood(core, inside & ~taken | core, *edges))

    mirrored = board.cells & board.mirrored(dot, board.cells)
    return is_way(board.cells) and not is_way(mirrored)


def past_without(state: Propagation, cell: Point, dot: int, without: Bits) -> Clause:
    """Return what keeps a dot from its cell if it cannot have some other cells."""
    board = state.board
    free = board.cells & board.mirrored(dot, board.cells) & ~without
    obstacles = cut(state, cell, dot, free)
    beyond = _leaves_board(board, cell, dot, obstacles, without)
    return past_in_words(obstacles, beyond)


def _blocked(state: Propagation, dot: int) -> Bits:
    """Return the cells that a region cannot have: of others, and their images."""
    taken = state.taken
    for core in state.board.core:
        taken |= core
    taken &= ~(state.own[dot] | state.board.core[dot])
    return taken | state.board.mirrored(dot, taken)


def _obstacles(state: Propagation, dot: int, blocked: Bits) -> Iterator[Obstacle]:
    """Yield the obstacles at blocked cells."""
    board = state.board
    for through in board.points(blocked):
        owner = _owner(state, through, dot)
        at = through
        if owner == NO_DOT:
            at = mirror(board.puzzle.centers[dot], through)
            owner = _owner(state, at, dot)
        yield Obstacle(at, owner, through)


def _walls(state: Propagation, dot: int) -> Iterator[Obstacle]:
    board = state.board
    for wall in board.edges(*state.walls):
        yield Obstacle(wall, NO_DOT, wall)
        image = mirror(board.puzzle.centers[dot], wall)
        if dot in state.symmetric and board.puzzle.has_edge(image):
            yield Obstacle(wall, NO_DOT, image)


def stops_in_words(
    state: Propagation, cell: Point, rivals: Iterable[int]
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from a cell; equal reasons in one sentence."""
    groups: dict[tuple[object, ...], list[tuple[int, Stop]]] = {}
    for rival in rivals:
        stop = stop_of(state, cell, rival)
        shared = stop.image is None or stop.owner == NO_DOT
        cut_off = stop.obstacles, stop.beyond
        key = (stop.owner, *cut_off, stop.image is None, shared or rival)
        groups.setdefault(key, []).append((rival, stop))
    for group in groups.values():
        yield _in_words(state.board, cell, [rival for rival, _ in group], group[0][1])


def _in_words(
    board: Bitboard, cell: Point, rivals: Sequence[int], stop: Stop
) -> Clause:
    who = dots(sorted(rivals))
    marks = dot_marks(board, rivals, Role.RIVAL)
    if stop.owner != NO_DOT and stop.image is None:
        return Clause(
            f"{who} cannot have {cell_name(cell)}, which belongs to "
            f"{dots([stop.owner])}",
            marks + cell_marks([cell]),
        )
    if stop.image is not None and stop.owner == NO_DOT:
        return Clause(
            f"{who} would need the mirror image of {cell_name(cell)}, which is not on "
            "the board",
            marks,
        )
    if stop.image is not None:
        return Clause(
            f"{who} would need the mirror image {cell_name(stop.image)} too, which "
            f"belongs to {dots([stop.owner])}",
            (*marks, Mark(stop.image, Role.BLOCKED)),
        )
    past = past_in_words(stop.obstacles, stop.beyond)
    return Clause(
        f"{who} cannot get to {cell_name(cell)}{past.text}", marks + past.marks
    )


def past_in_words(obstacles: Sequence[Obstacle], beyond: bool) -> Clause:
    """Return what is in the way, ` past ...`, with marks.

    Parameters
    ----------
    beyond
        Whether all ways past them have mirror images off the board.
    """
    marks: tuple[Mark, ...] = ()
    for obstacle in obstacles:
        marks += cell_marks([obstacle.at])
        if obstacle.through != obstacle.at:
            marks += cell_marks([obstacle.through], Role.BLOCKED)
    text = f" past {_listed(obstacles)}" if obstacles else ""
    if beyond:
        text += ", and every other way" if obstacles else ": every way"
        text += " would need a mirror image that is not on the board"
    return Clause(text, marks)


def _listed(obstacles: Sequence[Obstacle]) -> str:
    """Return what is in the way: by dots, and mirror images with their cause."""
    if len(obstacles) > _FEW:
        owners = sorted({o.dot for o in obstacles} - {NO_DOT})
        parts = [f"cells of {dots(owners)}"] if owners else []
        if any(o.through != o.at for o in obstacles):
            parts.append("mirror images")
        if any(o.dot == NO_DOT for o in obstacles):
            parts.append("walls")
        return f"{joined(parts)}, as marked"
    by_dot: dict[int, list[Point]] = {}
    images = []
    for obstacle in obstacles:
        if obstacle.through == obstacle.at:
            by_dot.setdefault(obstacle.dot, []).append(obstacle.at)
        else:
            images.append(_image(obstacle))
    walls = [f"the wall between {edge(point)}" for point in by_dot.pop(NO_DOT, ())]
    parts = [
        f"{cells(in_reading_order(points))} of {dots([dot])}"
        for dot, points in by_dot.items()
    ]
    return joined([*parts, *walls, *images])


def _image(obstacle: Obstacle) -> str:
    """Return a place that is in the way only because of its mirror image."""
    if obstacle.dot == NO_DOT:
        return (
            f"the edge between {edge(obstacle.through)} (its mirror image is the wall "
            f"between {edge(obstacle.at)})"
        )
    return (
        f"{cell_name(obstacle.through)} (its mirror image {cell_name(obstacle.at)} "
        f"belongs to {dots([obstacle.dot])})"
    )
