"""What keeps a dot from having a cell: walls, cells of other dots, mirror images."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
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
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls
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
    """What keeps a dot from some cells.

    Attributes
    ----------
    images
        The mirror images of the cells if these are the reason; maybe off the board.
    owner
        The dot that has the cells or images, `NO_DOT` if the images are off the board.
    obstacles
        A minimal set that cuts the dot off; empty if the reason is another.
    beyond
        Whether all ways past them have mirror images off the board.
    """

    cells: tuple[Point, ...]
    images: tuple[Point, ...] = ()
    owner: int = NO_DOT
    obstacles: tuple[Obstacle, ...] = ()
    beyond: bool = False


def stops_of(state: Propagation, places: Iterable[Point], dot: int) -> Iterator[Stop]:
    """Yield what keeps a dot from some cells, with the regions and walls of a state.

    Cells that dots touch count as theirs even if the state does not contain them.
    """
    board = state.board
    center = board.puzzle.centers[dot]
    taken: dict[int, list[Point]] = {}
    images: dict[int, list[Point]] = {}
    rest = []
    for cell in places:
        image = mirror(center, cell)
        if (owner := _owner(state, cell, dot)) != NO_DOT:
            taken.setdefault(owner, []).append(cell)
        elif not board.puzzle.has_cell(image):
            images.setdefault(NO_DOT, []).append(cell)
        elif (owner := _owner(state, image, dot)) != NO_DOT:
            images.setdefault(owner, []).append(cell)
        elif wall := wall_beside(
            board, cell, dot, state.own[dot], state.walls, state.barriers(dot)
        ):
            yield Stop((cell,), obstacles=(wall,))
        else:
            rest.append(cell)
    for owner, some in taken.items():
        yield Stop(tuple(some), owner=owner)
    for owner, some in images.items():
        yield Stop(tuple(some), tuple(mirror(center, cell) for cell in some), owner)
    if rest:
        bits = board.bits(rest)
        obstacles = cut(state, bits, dot)
        beyond = _leaves_board(board, bits, dot, obstacles)
        yield Stop(tuple(rest), obstacles=obstacles, beyond=beyond)


def wall_beside(
    board: Bitboard, cell: Point, dot: int, own: Bits, walls: Walls, barriers: Walls
) -> Obstacle | None:
    """Return a wall between a cell and one of a dot, which has both cells or none.

    Parameters
    ----------
    own
        Cells of the dot.
    barriers
        The walls with their mirror images in the dot.
    """
    if not board.across(own, *barriers) & board.bit(cell):
        return None
    lattice = board.lattice
    sides = zip(lattice.edges(cell), lattice.adjacent_cells(cell), strict=True)
    for side, beside in sides:
        if board.puzzle.has_cell(beside) and own & board.bit(beside):
            between = board.walls([side])
            if any(map(and_, between, walls)):
                return Obstacle(side, NO_DOT, side)
            if any(map(and_, between, barriers)):
                return Obstacle(mirror(board.puzzle.centers[dot], side), NO_DOT, side)
    return None


def _owner(state: Propagation, cell: Point, dot: int) -> int:
    bit = state.board.bit(cell)
    for other, own in enumerate(state.own):
        if other != dot and (own | state.board.core[other]) & bit:
            return other
    return NO_DOT


def cut(
    state: Propagation,
    cells: Bits,
    dot: int,
    free: Bits | None = None,
    walls: Walls | None = None,
) -> tuple[Obstacle, ...]:
    """Return a minimal set of obstacles between a dot and cells, near ones first.

    Parameters
    ----------
    free
        The cells that the region could have without these obstacles; by default those
        whose mirror images are on the board.
    walls
        The walls that are known, by default those of the state.
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
    if walls is None:
        edges = [*_wall_obstacles(state, dot, state.walls, inside)]
    else:
        edges = [*_wall_obstacles(state, dot, walls, inside, is_symmetric=True)]
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


def _wall_obstacles(
    state: Propagation,
    dot: int,
    walls: Walls,
    inside: Bits,
    is_symmetric: bool = False,
) -> Iterator[Obstacle]:
    """Yield the walls, or their mirror images, between cells that are not blocked."""
    if not any(walls):
        return
    board = state.board
    near = board.between(inside)
    for wall in board.edges(*map(and_, walls, near)):
        yield Obstacle(wall, NO_DOT, wall)
    if is_symmetric or dot in state.symmetric:
        images = board.mirrored_walls(dot, *walls)
        center = board.puzzle.centers[dot]
        for through in board.edges(*map(and_, images, near)):
            yield Obstacle(mirror(center, through), NO_DOT, through)


def _leaves_board(
    board: Bitboard,
    cells: Bits,
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
        reached = board.flood(core, inside & ~taken | core, *edges)
        return not cells & ~reached

    mirrored = board.cells & board.mirrored(dot, board.cells)
    return is_way(board.cells) and not is_way(mirrored)


def cut_without(
    state: Propagation, cell: Point, dot: int, cells: Bits
) -> tuple[tuple[Obstacle, ...], bool]:
    """Return what keeps a dot from its cell if it cannot have some other cells.

    The second result: whether all other ways have mirror images off the board.
    """
    board = state.board
    free = board.cells & board.mirrored(dot, board.cells) & ~cells
    obstacles = cut(state, board.bit(cell), dot, free)
    return obstacles, _leaves_board(board, board.bit(cell), dot, obstacles, cells)


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


def stops_in_words(
    state: Propagation, places: Sequence[Point], rivals: Iterable[int]
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from some cells; equal reasons only once."""
    groups: dict[Stop, list[tuple[int, Stop]]] = {}
    for rival in rivals:
        for stop in stops_of(state, places, rival):
            # The images differ between dots, but off the board they are not named.
            is_off = stop.images and stop.owner == NO_DOT
            key = replace(stop, images=stop.cells) if is_off else stop
            groups.setdefault(key, []).append((rival, stop))
    for group in groups.values():
        yield _in_words(state.board, [rival for rival, _ in group], group[0][1])


def _in_words(board: Bitboard, rivals: Sequence[int], stop: Stop) -> Clause:
    who = dots(sorted(rivals))
    names = cells(stop.cells)
    several = len(stop.cells) > 1
    images = "mirror images" if several else "mirror image"
    marks = dot_marks(board, rivals, Role.RIVAL)
    if stop.owner != NO_DOT and not stop.images:
        text = f"{who} cannot have {names}, which belong{'' if several else 's'} to "
        return Clause(text + dots([stop.owner]), marks + cell_marks(stop.cells))
    if stop.images and stop.owner == NO_DOT:
        are = "are" if several else "is"
        text = f"{who} would need the {images} of {names}, which {are} not on the board"
        return Clause(text, marks)
    if stop.images:
        text = f"{who} would need {cells(stop.images)}, the {images} of {names}, but "
        text += f"{'these belong' if several else 'that belongs'} to "
        blocked = tuple(Mark(image, Role.BLOCKED) for image in stop.images)
        return Clause(text + dots([stop.owner]), marks + blocked)
    past = past_in_words(stop.obstacles, stop.beyond)
    return Clause(f"{who} cannot get to {names}{past.text}", marks + past.marks)


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
