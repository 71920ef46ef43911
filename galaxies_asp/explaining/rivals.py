"""What keeps a dot from having some cells, in words."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, product
from operator import itemgetter, or_
from typing import NamedTuple

from galaxies_asp.board.grid import Point, cell_name, in_reading_order, mirror, sides
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


def rivals_in_words(
    state: Propagation,
    places: Sequence[Point],
    rivals: Iterable[int],
    drawn: Drawn,
    near: str = "",
) -> Iterator[Clause]:
    """Yield what keeps dots from some cells, those with equal reasons together.

    Regions that are complete, or that drawn walls shut off, are not named one by one.

    Parameters
    ----------
    near
        What the last sentence calls the cells, with a space before it.
    """
    board, bits = state.board, state.board.bits(places)
    out = set()
    left: dict[tuple[Point, ...], list[int]] = {}
    for rival in rivals:
        ends = board.span[rival] & bits
        if rival in drawn.complete:
            out.add("complete")
        elif drawn.is_shut_off(rival, ends):
            out.add("shut off by walls")
        else:
            some = tuple(cell for cell in places if ends & board.bit(cell))
            left.setdefault(some, []).append(rival)
    for some, numbers in left.items():
        yield from stops_in_words(state, some, numbers, drawn)
    if out:
        yield Clause(f"the other regions near{near} are {' or '.join(sorted(out))}")


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
    for stop, numbers in groups.items():
        yield _about(state.board, stop, sorted(numbers))


def _about(board: Bitboard, stop: Clause, numbers: Sequence[int]) -> Clause:
    """Return what stops some dots, with their names."""
    it = "it" if len(numbers) == 1 else "they"
    text = stop.text.format(dots=dots(*numbers), it=it)
    return Clause(text, dot_marks(board, numbers, Role.RIVAL) + stop.marks)


def _stops(
    state: Propagation, places: Sequence[Point], dot: int, drawn: Drawn
) -> Iterator[Clause]:
    """Yield what keeps a dot from some cells; `{dots}` and `{it}` are the dot."""
    taken: dict[tuple[bool, int], list[Point]] = {}
    rest = []
    for cell in places:
        if bar := _owner(state, cell, dot, drawn):
            taken.setdefault(bar, []).append(cell)
        elif wall := wall_beside(state, cell, dot):
            yield _walled(state.board, cell, dot, wall)
        else:
            rest.append(cell)
    for is_image, owner in sorted(taken, key=itemgetter(0)):
        some = taken[is_image, owner]
        yield _taken(state.board, some, dot, is_image=is_image, owner=owner)
    if rest:
        yield _cut_off(state, rest, dot, drawn, cells(rest))


def lost_in_words(state: Propagation, cell: Point, dot: int, drawn: Drawn) -> Clause:
    """Return what keeps a dot from a cell of its region."""
    board, own = state.board, state.own[dot] | state.board.core[dot]
    inside = board.across(own, *state.barriers(dot)) & own
    parted = (wall_beside(state, one, dot) for one in (cell, *board.points(inside)))
    bar, named = _owner(state, cell, dot, drawn), f"its cell {cell_name(cell)}"
    if bar == (False, dot):
        stop = Clause(f"{{dots}} cannot have {named}, as said")
    elif bar and not bar[0]:
        stop = Clause(
            f"{{dots}} cannot have {cell_name(cell)}, which {dots(bar[1])} touches"
        )
    elif bar:
        stop = _taken(board, [cell], dot, is_image=True, owner=bar[1])
    elif wall := next(filter(None, parted), None):
        text = f"{{dots}} has {edge(wall.at)}, but there is a wall between them"
        stop = Clause(text, cell_marks([wall.at]))
    else:
        stop = _cut_off(state, [cell], dot, drawn, named)
    return _about(board, stop, [dot])


def _owner(
    state: Propagation, cell: Point, dot: int, drawn: Drawn
) -> tuple[bool, int] | None:
    """Return whether the mirror image of a cell stops a dot, and whose it is.

    It is its own where it is said not to have the cell, that of `NO_DOT` off the board.
    """
    board = state.board
    image = mirror(board.puzzle.centers[dot], cell)
    for is_image, place in ((False, cell), (True, image)):
        if not board.puzzle.has_cell(place):
            return is_image, NO_DOT
        if drawn.excluded.get(dot, 0) & board.bit(place):
            return is_image, dot
        if (owner := owner_of(state, place, dot)) != NO_DOT:
            return is_image, owner
    return None


def _taken(
    board: Bitboard, some: Sequence[Point], dot: int, *, is_image: bool, owner: int
) -> Clause:
    """Return that a dot cannot have cells, or their images, because of their owner."""
    several, images_of = len(some) > 1, _images_of(some)
    belong = f"{'belong' if several else 'belongs'} to {dots(owner)}"
    if not is_image:
        why = "as said" if owner == dot else f"which {belong}"
        return Clause(f"{{dots}} cannot have {cells(some)}, {why}", cell_marks(some))
    if owner == NO_DOT:
        are = "are" if several else "is"
        return Clause(f"{{dots}} would need {images_of}, which {are} not on the board")
    images = [mirror(board.puzzle.centers[dot], cell) for cell in some]
    but = f"{'these' if several else 'that'} {belong}"
    if owner == dot:
        but = "cannot have it, as said"
    text = f"{{dots}} would need {cells(images)}, {images_of}, but {but}"
    return Clause(text, cell_marks(images, Role.BLOCKED))


def _walled(board: Bitboard, cell: Point, dot: int, wall: Obstacle) -> Clause:
    """Return that there is a wall between a cell, or its image, and a dot's cell."""
    end = mirror(board.puzzle.centers[dot], cell) if wall.is_image else cell
    (inside,) = {*sides(wall.at)} - {end}
    why = f"there is a wall between {cell_name(end)} and its cell {cell_name(inside)}"
    text = f"{{dots}} cannot have {cell_name(cell)}: {why}"
    if wall.is_image:
        text = f"{{dots}} would need {cell_name(end)}, {_images_of([cell])}, but {why}"
    marks = cell_marks([end], Role.BLOCKED) if wall.is_image else ()
    return Clause(text, marks + cell_marks([wall.at]))


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
    taken |= drawn.excluded.get(dot, 0)
    free = _free(board, dot) & ~(taken | board.mirrored(dot, taken))
    walls = tuple(map(or_, drawn.walls, state.walls))
    walls = tuple(map(or_, walls, board.mirrored_walls(dot, *walls)))
    near = list(board.points(board.flood(own, free | own, *walls) & ~own))
    if 0 < len(near) < fewer:
        return Clause(f", only to {cells(near)}", cell_marks(near, Role.USED))
    near = list(board.points(board.flood(some & free, free, *walls) & ~some))
    if 0 < len(near) < fewer:
        are = "is" if len(near) == 1 else "are"
        text = ": among the cells that {it} could have, "
        text += f"only {cells(near)} {are} connected with {cells(places)}"
        return Clause(text, cell_marks(near, Role.USED))
    return None


class _Cut(NamedTuple):
    """What cuts a dot off from cells.

    Attributes
    ----------
    shut
        Further cells that the dot cannot have, each set of them at a time.
    excluded, walled
        The cells among these that it is said not to have, or beyond walls of its own.
    """

    obstacles: tuple[Obstacle, ...]
    shut: tuple[Bits, ...]
    excluded: Bits = 0
    walled: Bits = 0


def _cut(
    state: Propagation, ends: Bits, dot: int, drawn: Drawn, shut: Bits = 0
) -> _Cut:
    """Return what cuts a dot off from cells; more than obstacles only if needed."""
    board = state.board
    beyond = board.across(state.own[dot] | board.core[dot], *state.barriers(dot))
    for excluded, walled in product((0, drawn.excluded.get(dot, 0)), (0, beyond)):
        more = excluded | walled
        more |= shut | board.mirrored(dot, more)
        obstacles = cut(state, ends, dot, _free(board, dot) & ~more)
        if obstacles is not None:
            return _Cut(obstacles, (more,), excluded, walled)
    return _Cut((), (shut,))


def _cut_off(
    state: Propagation, places: Sequence[Point], dot: int, drawn: Drawn, named: str
) -> Clause:
    """Return that a dot cannot get to cells past obstacles, or not to their images."""
    board = state.board
    if said := board.core[dot] & drawn.excluded.get(dot, 0):
        (cell, *_) = board.points(said)
        text = f"{{dots}} touches {cell_name(cell)}, but cannot have it, as said"
        return Clause(text, cell_marks([cell]))
    found = _cut(state, board.bits(places), dot, drawn)
    if len(found.obstacles) >= _MANY:
        start = f"{{dots}} cannot get to {named}"
        near = _confined(state, dot, drawn, places, len(found.obstacles))
        if near is not None:
            return Clause(start + near.text, near.marks)
    without = ""
    if found.excluded:
        without = f"without {cells(board.points(found.excluded))}, "
    if not _is_clearer_turned(found):
        past = _past(state, dot, places, found)
        text = f"{without}{{dots}} cannot get to {named}{past.text}"
        return Clause(text, past.marks)
    ends, found = _turned(board, dot, places, found)
    past = _past(state, dot, ends, found)
    them = "them" if len(places) > 1 else "it"
    text = f"{without}{{dots}} would need {cells(ends)}, {_images_of(places)}, but "
    text += f"cannot get to {them}{past.text}"
    return Clause(text, cell_marks(ends, Role.BLOCKED) + past.marks)


def cut_without(
    state: Propagation, cell: Point, dot: int, without: Sequence[Point], drawn: Drawn
) -> Clause:
    """Return why a dot cannot get to a cell of its region without some other cells.

    Without each of these alone it cannot.
    """
    board, bit = state.board, state.board.bit(cell)
    each = [one | board.mirrored(dot, one) for one in map(board.bit, without)]
    cuts = [_cut(state, bit, dot, drawn, shut) for shut in each]
    obstacles = dict.fromkeys(chain.from_iterable(one.obstacles for one in cuts))
    shut = tuple(shut for one in cuts for shut in one.shut)
    excluded = reduce(or_, (one.excluded for one in cuts))
    walled = reduce(or_, (one.walled for one in cuts))
    found, ends = _Cut(tuple(obstacles), shut, excluded, walled), [cell]
    if board.mirrored(dot, bit) & state.own[dot] and _is_clearer_turned(found):
        ends, found = _turned(board, dot, ends, found)
    past = _past(state, dot, ends, found)
    named = joined(map(cell_name, without), "or")
    if excluded:
        named = joined([named, *map(cell_name, board.points(excluded))])
    text = f"without {named}, {dots(dot)} cannot get to its cell {cells(ends)}"
    marks = dot_marks(board, [dot]) + cell_marks(ends) + past.marks
    return Clause(text + past.text, marks)


def _free(board: Bitboard, dot: int) -> Bits:
    """Return the cells whose mirror images are on the board."""
    return board.cells & board.mirrored(dot, board.cells)


def _is_clearer_turned(found: _Cut) -> bool:
    """Tell whether most obstacles are mirror images.

    What cuts a dot off from cells, turned about it, cuts it off from their images.
    """
    return 2 * sum(o.is_image for o in found.obstacles) > len(found.obstacles)


def _turned(
    board: Bitboard, dot: int, places: Sequence[Point], found: _Cut
) -> tuple[list[Point], _Cut]:
    """Return the images of cells, and what keeps a dot from them."""
    center = board.puzzle.centers[dot]
    turned = [o._replace(through=mirror(center, o.through)) for o in found.obstacles]
    ends = [mirror(center, cell) for cell in places]
    return ends, found._replace(obstacles=tuple(turned))


def _past(state: Propagation, dot: int, places: Sequence[Point], found: _Cut) -> Clause:
    """Return what is in the way of a dot to cells: ` past ...`."""
    board, obstacles = state.board, found.obstacles
    marks: Marks = ()
    for obstacle in obstacles:
        marks += cell_marks([obstacle.at])
        if obstacle.is_image:
            marks += cell_marks([obstacle.through], Role.BLOCKED)
    listed = list(_listed(obstacles))
    if found.walled:
        listed.append("walls beside its cells")
        marks += cell_marks(board.points(found.walled), Role.BLOCKED)
    if any(_leaves_board(board, places, dot, obstacles, shut) for shut in found.shut):
        listed.append("the mirror image of the border")
    as_marked = ", as marked" if len(obstacles) > _FEW else ""
    text = f" past {joined(listed)}{as_marked}" if listed else ""
    return Clause(text, marks)


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

    return is_way(board.cells) and not is_way(_free(board, dot))


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
