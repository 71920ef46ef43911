"""What keeps a dot from having some cells, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import itemgetter, or_

from galaxies_asp.board.grid import Point, cell_name, in_reading_order, mirror
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.drawing.marks import Role
from galaxies_asp.explaining.obstacles import Obstacle, cut, owner_of, wall_beside
from galaxies_asp.explaining.pictures import (
    Clause,
    Marks,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.situation import Drawn
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation

_FEW = 6
"""Of more obstacles only the regions are listed."""

_MANY = 5
"""Instead of as many obstacles, the cells on one side of them are listed if fewer."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What keeps a dot from some cells.

    Attributes
    ----------
    images
        The mirror images of the cells if these are the reason; maybe off the board.
    owner
        The dot that has the cells or images, otherwise `NO_DOT`.
    obstacles
        A minimal set that cuts the dot off from the images, without them from the
        cells; empty if the reason is another.
    beyond
        Whether all ways past them have mirror images off the board.
    near
        Instead of many obstacles: the few open cells that the dot can get to.
    is_pocket
        Whether these are connected with the cells instead, in what is left for the dot.
    """

    cells: tuple[Point, ...]
    images: tuple[Point, ...] = ()
    owner: int = NO_DOT
    obstacles: tuple[Obstacle, ...] = ()
    beyond: bool = False
    near: tuple[Point, ...] = ()
    is_pocket: bool = False

    @property
    def kind(self) -> "Stop":
        """The stop without what is not named: images that are off the board."""
        is_off = self.images and self.owner == NO_DOT and not self.obstacles
        return replace(self, images=self.cells) if is_off else self


def stops_of(
    state: Propagation, places: Iterable[Point], dot: int, drawn: Drawn
) -> Iterator[Stop]:
    """Yield what keeps a dot from some cells, with the regions and walls of a state.

    Cells that dots touch count as theirs even if the state does not contain them.

    Parameters
    ----------
    drawn
        What is known on the board, the facts of the state among it.
    """
    board = state.board
    center = board.puzzle.centers[dot]
    taken: dict[tuple[bool, int], list[Point]] = {}
    rest = []
    for cell in places:
        image = mirror(center, cell)
        if (owner := owner_of(state, cell, dot)) != NO_DOT:
            taken.setdefault((False, owner), []).append(cell)
        elif not board.puzzle.has_cell(image):
            taken.setdefault((True, NO_DOT), []).append(cell)
        elif (owner := owner_of(state, image, dot)) != NO_DOT:
            taken.setdefault((True, owner), []).append(cell)
        elif wall := wall_beside(state, cell, dot):
            yield replace(_cut_off(board, dot, [cell], [wall]), beyond=False)
        else:
            rest.append(cell)
    for is_image, owner in sorted(taken, key=itemgetter(0)):
        some = tuple(taken[is_image, owner])
        images = tuple(mirror(center, cell) for cell in some) if is_image else ()
        yield Stop(some, images, owner)
    if rest:
        obstacles = cut(state, board.bits(rest), dot)
        stop = _cut_off(board, dot, rest, obstacles)
        yield stop if len(obstacles) < _MANY else _confined(state, dot, drawn, stop)


def _confined(state: Propagation, dot: int, drawn: Drawn, stop: Stop) -> Stop:
    """Return a stop with the cells on one side of its obstacles if these are fewer."""
    board, cells = state.board, state.board.bits(stop.cells)
    own = state.own[dot] | drawn.labels[dot] | board.core[dot]
    taken = reduce(or_, board.core, state.taken | drawn.known) & ~own
    free = board.cells & board.mirrored(dot, board.cells)
    free &= ~(taken | board.mirrored(dot, taken))
    walls = tuple(map(or_, drawn.walls, state.walls))
    walls = tuple(map(or_, walls, board.mirrored_walls(dot, *walls)))
    reached = board.flood(own, free | own, *walls) & ~own
    joined = board.flood(cells & free, free, *walls) & ~cells
    for is_pocket, near in ((False, reached), (True, joined)):
        if 0 < near.bit_count() < len(stop.obstacles):
            points = tuple(board.points(near))
            return Stop(stop.cells, near=points, is_pocket=is_pocket)
    return stop


def _cut_off(
    board: Bitboard,
    dot: int,
    places: Sequence[Point],
    obstacles: Sequence[Obstacle],
    each: Sequence[Bits] = (0,),
) -> Stop:
    """Return that obstacles cut a dot off, on the side where most of them are.

    What cuts the dot off from cells, turned about it, cuts it off from their images.
    `each` has further cells that are shut, each set of them at a time.
    """
    center, images = board.puzzle.centers[dot], tuple[Point, ...]()
    if 2 * sum(o.is_image for o in obstacles) > len(obstacles):
        obstacles = [o._replace(through=mirror(center, o.through)) for o in obstacles]
        images = tuple(mirror(center, cell) for cell in places)
    ends = board.bits(images or places)
    beyond = any(_leaves_board(board, ends, dot, obstacles, shut) for shut in each)
    return Stop(tuple(places), images, NO_DOT, tuple(obstacles), beyond)


def _leaves_board(
    board: Bitboard, cells: Bits, dot: int, obstacles: Sequence[Obstacle], without: Bits
) -> bool:
    """Return whether all ways past the obstacles have mirror images off the board.

    There are such ways. Then the obstacles alone do not explain why the dot cannot get
    to the cell.
    """
    core = board.core[dot]
    taken = without | board.bits(o.through for o in obstacles if o.dot != NO_DOT)
    edges = board.walls(o.through for o in obstacles if o.dot == NO_DOT)

    def is_way(inside: Bits) -> bool:
        return not cells & ~board.flood(core, inside & ~taken | core, *edges)

    mirrored = board.cells & board.mirrored(dot, board.cells)
    return is_way(board.cells) and not is_way(mirrored)


def cut_without(
    state: Propagation, cell: Point, dot: int, each: Sequence[Bits]
) -> Clause:
    """Return that a dot cannot get to its cell if it does not have some other cells.

    Parameters
    ----------
    each
        The cells, or pairs of cells; without each of them alone it cannot.
    """
    board = state.board
    found: dict[Obstacle, None] = {}
    for shut in each:
        free = board.cells & board.mirrored(dot, board.cells) & ~shut
        found |= dict.fromkeys(cut(state, board.bit(cell), dot, free))
    stop = _cut_off(board, dot, [cell], tuple(found), each)
    (lost,) = stop.images or stop.cells
    past = _past(stop)
    text = f"{dots(dot)} cannot get to its cell {cell_name(lost)}{past.text}"
    return Clause(text, dot_marks(board, [dot]) + cell_marks([lost]) + past.marks)


def stops_in_words(
    state: Propagation, places: Sequence[Point], rivals: Iterable[int], drawn: Drawn
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from some cells; equal reasons only once.

    See `stops_of` for `drawn`.
    """
    groups: dict[Stop, list[tuple[int, Stop]]] = {}
    for rival in rivals:
        for stop in stops_of(state, places, rival, drawn):
            groups.setdefault(stop.kind, []).append((rival, stop))
    for group in groups.values():
        yield _in_words(state.board, sorted(rival for rival, _ in group), group[0][1])


def _in_words(board: Bitboard, rivals: Sequence[int], stop: Stop) -> Clause:
    who, names = dots(*rivals), cells(stop.cells)
    several = len(stop.cells) > 1
    images = f"the mirror image{'s' if several else ''} of {names}"
    marks = dot_marks(board, rivals, Role.RIVAL)
    past = _past(stop)
    if stop.near:
        marks += cell_marks(stop.near, Role.USED)
        if not stop.is_pocket:
            text = f"{who} cannot get to {names}, only to {cells(stop.near)}"
            return Clause(text, marks)
        it = "it" if len(rivals) == 1 else "they"
        are = "is" if len(stop.near) == 1 else "are"
        text = f"{who} cannot get to {names}: among the cells that {it} could have, "
        text += f"only {cells(stop.near)} {are} connected with {names}"
        return Clause(text, marks)
    if not stop.images and stop.owner == NO_DOT:
        return Clause(f"{who} cannot get to {names}{past.text}", marks + past.marks)
    if not stop.images:
        text = f"{who} cannot have {names}, which belong{'' if several else 's'} to "
        return Clause(text + dots(stop.owner), marks + cell_marks(stop.cells))
    if stop.owner == NO_DOT and not stop.obstacles:
        are = "are" if several else "is"
        text = f"{who} would need {images}, which {are} not on the board"
        return Clause(text, marks)
    text = f"{who} would need {cells(stop.images)}, {images}, but "
    if stop.obstacles:
        text += f"cannot get to {'them' if several else 'it'}{past.text}"
    else:
        text += f"{'these belong' if several else 'that belongs'} to {dots(stop.owner)}"
    return Clause(text, marks + cell_marks(stop.images, Role.BLOCKED) + past.marks)


def _past(stop: Stop) -> Clause:
    """Return what is in the way, ` past ...`, with marks."""
    marks: Marks = ()
    for obstacle in stop.obstacles:
        marks += cell_marks([obstacle.at])
        if obstacle.is_image:
            marks += cell_marks([obstacle.through], Role.BLOCKED)
    listed = joined(_listed(stop))
    as_marked = ", as marked" if len(stop.obstacles) > _FEW else ""
    return Clause(f" past {listed}{as_marked}" if listed else "", marks)


def _listed(stop: Stop) -> Iterator[str]:
    """Yield what is in the way: by dots, and mirror images with their cause."""
    by_dot: dict[int, list[Point]] = {}
    for obstacle in stop.obstacles:
        if not obstacle.is_image:
            by_dot.setdefault(obstacle.dot, []).append(obstacle.at)
    walls = by_dot.pop(NO_DOT, [])
    images = [_image(obstacle) for obstacle in stop.obstacles if obstacle.is_image]
    if len(stop.obstacles) > _FEW:
        owners = sorted({o.dot for o in stop.obstacles} - {NO_DOT})
        yield from [f"cells of {dots(*owners)}"] if owners else []
        yield from ["mirror images"] if images else []
        yield from ["walls"] if walls else []
    else:
        for dot, points in by_dot.items():
            yield f"{cells(in_reading_order(points))} of {dots(dot)}"
        yield from (f"the wall between {edge(point)}" for point in walls)
        yield from images
    if stop.beyond:
        yield "the mirror image of the border"


def _image(obstacle: Obstacle) -> str:
    """Return a place that is in the way only because of its mirror image."""
    at, dot, through = obstacle
    if dot == NO_DOT:
        cause = f"the wall between {edge(at)}"
        return f"the edge between {edge(through)} (its mirror image is {cause})"
    cause = f"{cell_name(at)} belongs to {dots(dot)}"
    return f"{cell_name(through)} (its mirror image {cause})"
