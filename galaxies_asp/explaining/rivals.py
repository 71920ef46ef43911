"""What keeps a dot from having some cells, in words."""

from collections.abc import Iterable, Iterator, Sequence
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


def stops_in_words(
    state: Propagation, places: Sequence[Point], rivals: Iterable[int], drawn: Drawn
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from some cells; equal reasons only once.

    Cells that dots touch count as theirs even if the state does not contain them.

    Parameters
    ----------
    state
        It has the regions and walls that may be named.
    drawn
        What is known on the board, the facts of the state among it.
    """
    groups: dict[Clause, list[int]] = {}
    for rival in rivals:
        for stop in _stops(state, places, rival, drawn):
            groups.setdefault(stop, []).append(rival)
    for (text, marks, _), numbers in groups.items():
        it = "it" if len(numbers) == 1 else "they"
        text = f"{dots(*sorted(numbers))} {text.format(it=it)}"
        yield Clause(text, dot_marks(state.board, sorted(numbers), Role.RIVAL) + marks)


def _stops(
    state: Propagation, places: Iterable[Point], dot: int, drawn: Drawn
) -> Iterator[Clause]:
    """Yield what keeps a dot from some cells, without its name; `{it}` is the dot."""
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
            yield _cut_off(board, dot, [cell], [wall], each=())
        else:
            rest.append(cell)
    for is_image, owner in sorted(taken, key=itemgetter(0)):
        some = taken[is_image, owner]
        several, whose = len(some) > 1, dots(owner)
        images = [mirror(center, cell) for cell in some]
        if not is_image:
            belong = "belong" if several else "belongs"
            text = f"cannot have {cells(some)}, which {belong} to {whose}"
            yield Clause(text, cell_marks(some))
        elif owner == NO_DOT:
            are = "are" if several else "is"
            yield Clause(f"would need {_images_of(some)}, which {are} not on the board")
        else:
            belong = "these belong" if several else "that belongs"
            text = f"would need {cells(images)}, {_images_of(some)}, but {belong} to "
            yield Clause(text + whose, cell_marks(images, Role.BLOCKED))
    if rest:
        obstacles = cut(state, board.bits(rest), dot)
        confined = None
        if len(obstacles) >= _MANY:
            confined = _confined(state, dot, drawn, rest, len(obstacles))
        yield confined or _cut_off(board, dot, rest, obstacles)


def _images_of(some: Sequence[Point]) -> str:
    return f"the mirror image{'s' if len(some) > 1 else ''} of {cells(some)}"


def _confined(
    state: Propagation, dot: int, drawn: Drawn, places: Sequence[Point], fewer: int
) -> Clause | None:
    """Return which cells are on one side of obstacles, if these are fewer.

    They are the open cells that the dot can get to, or a pocket: those connected with
    the places in what is left for the dot.
    """
    board, some = state.board, state.board.bits(places)
    own = state.own[dot] | drawn.labels[dot] | board.core[dot]
    taken = reduce(or_, board.core, state.taken | drawn.known) & ~own
    free = board.cells & board.mirrored(dot, board.cells)
    free &= ~(taken | board.mirrored(dot, taken))
    walls = tuple(map(or_, drawn.walls, state.walls))
    walls = tuple(map(or_, walls, board.mirrored_walls(dot, *walls)))
    start = f"cannot get to {cells(places)}"
    near = list(board.points(board.flood(own, free | own, *walls) & ~own))
    if 0 < len(near) < fewer:
        text = f"{start}, only to {cells(near)}"
        return Clause(text, cell_marks(near, Role.USED))
    near = list(board.points(board.flood(some & free, free, *walls) & ~some))
    if 0 < len(near) < fewer:
        are = "is" if len(near) == 1 else "are"
        text = f"{start}: among the cells that {{it}} could have, "
        text += f"only {cells(near)} {are} connected with {cells(places)}"
        return Clause(text, cell_marks(near, Role.USED))
    return None


def _cut_off(
    board: Bitboard,
    dot: int,
    places: Sequence[Point],
    obstacles: Sequence[Obstacle],
    each: Sequence[Bits] = (0,),
) -> Clause:
    """Return that a dot cannot get to cells past obstacles, or not to their images."""
    ends, past = _past(board, dot, places, obstacles, each)
    if ends is places:
        return Clause(f"cannot get to {cells(places)}{past.text}", past.marks)
    them = "them" if len(places) > 1 else "it"
    text = f"would need {cells(ends)}, {_images_of(places)}, but cannot get to {them}"
    return Clause(text + past.text, cell_marks(ends, Role.BLOCKED) + past.marks)


def cut_without(
    state: Propagation, cell: Point, dot: int, each: Sequence[Bits]
) -> Clause:
    """Return why a dot cannot get to a cell of its region without some other cells.

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
    (lost,), past = _past(board, dot, [cell], tuple(found), each)
    text = f"{dots(dot)} cannot get to its cell {cell_name(lost)}{past.text}"
    return Clause(text, dot_marks(board, [dot]) + cell_marks([lost]) + past.marks)


def _past(
    board: Bitboard,
    dot: int,
    places: Sequence[Point],
    obstacles: Sequence[Obstacle],
    each: Sequence[Bits],
) -> tuple[Sequence[Point], Clause]:
    """Return what is in the way, ` past ...`, on the side where most obstacles are.

    What cuts the dot off from cells, turned about it, cuts it off from their images.

    Parameters
    ----------
    each
        Further cells that are shut, each set of them at a time.

    Returns
    -------
    The cells or their images, and what is in the way of the dot to them.
    """
    center = board.puzzle.centers[dot]
    if 2 * sum(o.is_image for o in obstacles) > len(obstacles):
        obstacles = [o._replace(through=mirror(center, o.through)) for o in obstacles]
        places = [mirror(center, cell) for cell in places]
    marks: Marks = ()
    for obstacle in obstacles:
        marks += cell_marks([obstacle.at])
        if obstacle.is_image:
            marks += cell_marks([obstacle.through], Role.BLOCKED)
    listed = list(_listed(obstacles))
    if any(_leaves_board(board, places, dot, obstacles, shut) for shut in each):
        listed.append("the mirror image of the border")
    as_marked = ", as marked" if len(obstacles) > _FEW else ""
    text = f" past {joined(listed)}{as_marked}" if listed else ""
    return places, Clause(text, marks)


def _leaves_board(
    board: Bitboard,
    places: Iterable[Point],
    dot: int,
    obstacles: Sequence[Obstacle],
    shut: Bits,
) -> bool:
    """Return whether all ways past the obstacles have mirror images off the board.

    There are such ways. Then the obstacles alone do not explain why the dot cannot get
    to the cells.
    """
    core, ends = board.core[dot], board.bits(places)
    taken = shut | board.bits(o.through for o in obstacles if o.dot != NO_DOT)
    edges = board.walls(o.through for o in obstacles if o.dot == NO_DOT)

    def is_way(inside: Bits) -> bool:
        return not ends & ~board.flood(core, inside & ~taken | core, *edges)

    mirrored = board.cells & board.mirrored(dot, board.cells)
    return is_way(board.cells) and not is_way(mirrored)


def _listed(obstacles: Sequence[Obstacle]) -> Iterator[str]:
    """Yield what is in the way: by dots, and mirror images with their cause."""
    by_dot: dict[int, list[Point]] = {}
    for obstacle in obstacles:
        if not obstacle.is_image:
            by_dot.setdefault(obstacle.dot, []).append(obstacle.at)
    walls = by_dot.pop(NO_DOT, [])
    images = [_image(obstacle) for obstacle in obstacles if obstacle.is_image]
    if len(obstacles) > _FEW:
        owners = sorted({o.dot for o in obstacles} - {NO_DOT})
        yield from [f"cells of {dots(*owners)}"] if owners else []
        yield from ["mirror images"] if images else []
        yield from ["walls"] if walls else []
        return
    for dot, points in by_dot.items():
        yield f"{cells(in_reading_order(points))} of {dots(dot)}"
    yield from (f"the wall between {edge(point)}" for point in walls)
    yield from images


def _image(obstacle: Obstacle) -> str:
    """Return a place that is in the way only because of its mirror image."""
    at, dot, through = obstacle
    if dot == NO_DOT:
        cause = f"the wall between {edge(at)}"
        return f"the edge between {edge(through)} (its mirror image is {cause})"
    cause = f"{cell_name(at)} belongs to {dots(dot)}"
    return f"{cell_name(through)} (its mirror image {cause})"
