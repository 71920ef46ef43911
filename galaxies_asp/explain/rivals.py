"""What keeps a dot from having a cell: walls, cells of other dots, mirror images."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.explain.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.explain.minimal import minimal
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.grid import (
    Point,
    adjacent_cells,
    cell_name,
    in_reading_order,
    mirror,
    neighbors,
)
from galaxies_asp.puzzle import NO_DOT
from galaxies_asp.render.marks import Mark, Role

_FEW = 4
"""Of more obstacles only the regions are listed."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that a region cannot pass: a cell of another dot, or a wall."""

    at: Point
    dot: int = NO_DOT


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
    """

    image: Point | None = None
    owner: int = NO_DOT
    obstacles: tuple[Obstacle, ...] = ()


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
    return Stop(obstacles=_wall(state, cell, dot) or _cut(state, cell, dot))


def _wall(state: Propagation, cell: Point, dot: int) -> tuple[Obstacle, ...]:
    """Return a wall between the cell and a cell of the dot, which has both or none."""
    board = state.board
    right, below = state.walls
    if not (right or below):
        return ()
    for side, beside in zip(neighbors(cell), adjacent_cells(cell), strict=True):
        if board.puzzle.has_cell(beside) and state.own[dot] & board.bit(beside):
            across, down = board.walls([side])
            if across & right or down & below:
                return (Obstacle(side),)
    return ()


def _owner(state: Propagation, cell: Point, dot: int) -> int:
    bit = state.board.bit(cell)
    for other, own in enumerate(state.own):
        if other != dot and (own | state.board.core[other]) & bit:
            return other
    return NO_DOT


def _cut(state: Propagation, cell: Point, dot: int) -> tuple[Obstacle, ...]:
    """Return a minimal set of obstacles between a dot and a cell, near ones first."""
    board = state.board
    core, bit = board.core[dot], board.bit(cell)
    free = board.cells & board.mirrored(dot, board.cells)
    if not free & bit:
        return ()

    def is_cut(obstacles: Sequence[Obstacle]) -> bool:
        taken = board.bits(o.at for o in obstacles if o.dot != NO_DOT) & ~core
        allowed = free & ~taken & ~board.mirrored(dot, taken)
        right, below = board.walls(o.at for o in obstacles if o.dot == NO_DOT)
        images = board.mirrored_walls(dot, right, below)
        return not bit & board.flood(
            core, allowed | core, right | images[0], below | images[1]
        )

    found = sorted(
        _obstacles(state, dot),
        key=lambda o: (abs(o.at.x - cell.x) + abs(o.at.y - cell.y), o.at),
    )
    return minimal(found, is_cut) if is_cut(found) else ()


def _obstacles(state: Propagation, dot: int) -> Iterator[Obstacle]:
    board = state.board
    for other, own in enumerate(state.own):
        if other != dot:
            for cell in board.points(own | board.core[other]):
                yield Obstacle(cell, other)
    for bits, (across, down) in zip(state.walls, ((1, 0), (0, 1)), strict=True):
        for cell in board.points(bits):
            yield Obstacle(Point(cell.x + across, cell.y + down))


def stops_in_words(
    state: Propagation, cell: Point, rivals: Iterable[int]
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from a cell; equal reasons in one sentence."""
    groups: dict[tuple[object, ...], list[tuple[int, Stop]]] = {}
    for rival in rivals:
        stop = stop_of(state, cell, rival)
        shared = stop.image is None or stop.owner == NO_DOT
        key = (stop.owner, stop.obstacles, stop.image is None, shared or rival)
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
    if not stop.obstacles:
        return Clause(f"{who} cannot reach {cell_name(cell)}", marks)
    text = f"{who} cannot get to {cell_name(cell)} past {_listed(stop)}"
    if _leave_a_way(board, cell, rivals[0], stop):
        text += (
            " and " + ("its mirror image", "the mirror images")[len(stop.obstacles) > 1]
        )
    places = (obstacle.at for obstacle in stop.obstacles)
    return Clause(text, marks + cell_marks(places))


def _listed(stop: Stop) -> str:
    """Return the obstacles by their dots."""
    by_dot: dict[int, list[Point]] = {}
    for obstacle in stop.obstacles:
        by_dot.setdefault(obstacle.dot, []).append(obstacle.at)
    walls = [f"the wall between {edge(point)}" for point in by_dot.pop(NO_DOT, ())]
    if len(stop.obstacles) > _FEW:
        regions = f"cells of {dots(sorted(by_dot))}"
        return joined([regions, f"{len(walls)} walls"] if walls else [regions])
    parts = []
    for dot, points in by_dot.items():
        parts.append(f"{cells(in_reading_order(points))} of {dots([dot])}")
    return joined([*parts, *walls])


def _leave_a_way(board: Bitboard, cell: Point, rival: int, stop: Stop) -> bool:
    """Tell whether a dot could pass the obstacles if it were not for mirror images."""
    taken = board.bits(o.at for o in stop.obstacles if o.dot != NO_DOT)
    right, below = board.walls(o.at for o in stop.obstacles if o.dot == NO_DOT)
    free = board.cells & ~taken | board.core[rival]
    return bool(board.flood(board.core[rival], free, right, below) & board.bit(cell))
