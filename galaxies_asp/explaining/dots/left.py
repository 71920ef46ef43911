"""Why a cell is left for one dot, and why a dot needs a cell, as the board shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, cell_name, mirror
from galaxies_asp.explaining.dots.rivals import (
    cut_without,
    lost_in_words,
    stops_in_words,
)
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.trials import Crossing
from galaxies_asp.explaining.engine.facts import Fact, distance
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
)
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Propagation

POCKET = 9
"""So many open cells are seen as a pocket."""

_SMALL = 4
"""So many cells are seen as a loose part."""

NEAR = 3
"""So many dots are named, if there are, even if they can never have a cell."""

_CLOSE = 6
"""Of dots whose partner stops them, those with a cell at this distance are named."""

_TRIED = 6
"""The number of cells of which one is named that a dot would be cut off from."""


class Why(NamedTuple):
    """Sentences, and in a word each what stops other dots."""

    clauses: tuple[Clause, ...]
    kinds: frozenset[str]
    is_shown: bool = True
    """Whether the board shows what stops each other dot."""
    pocket: tuple[Point, ...] = ()
    """The open cells that no other dot gets to."""


def why_left(
    scene: Scene,
    facts: Sequence[Fact],
    but: Collection[int] = (),
    most: int = NEAR,
) -> Why:
    """Return what keeps other dots from some cells of a dot.

    `but`: dots that something else excludes, for instance a what-if. `most`: the number
    of dots that are named, even if they could never have the cells.
    """
    board, places = scene.board, [fact.at for fact in facts]
    own = {scene.dot(fact) for fact in facts}
    inside, around = scene.pocket(board.bits(places))
    if not but and _is_pocket(inside, around, own):
        clauses = (_pocket(scene, own, inside),)
        return Why(clauses, frozenset({"pocket"}), True, tuple(board.points(inside)))
    return _why(scene, places, own.union(but), around, most, bool(but))


def _is_pocket(inside: Bits, around: Collection[int], own: Collection[int]) -> bool:
    return set(own).issuperset(around) and inside.bit_count() <= POCKET


def why_not(scene: Scene, at: Point, supposed: Collection[int] = ()) -> Why:
    """Return what keeps every dot from a cell; `supposed`: a dot that is named."""
    return _why(scene, [at], (), supposed, NEAR, False)


def _why(
    scene: Scene,
    places: Sequence[Point],
    allowed: Collection[int],
    around: Collection[int],
    most: int,
    is_case: bool,
) -> Why:
    """Return what keeps all but some dots from cells.

    `around`: dots of which some are named though they could never have the cells, so
    that `most` are.
    """
    board = scene.board
    near = [d for d in board.near(board.bits(places)) if d not in allowed]
    words = {
        d: {scene.stop(d, board.bit(p)) for p in places if board.span[d] & board.bit(p)}
        for d in near
    }
    shown = [d for d in near if all(words[d])]
    named = [d for d in shown if words[d] != {"out"}]
    skipped = {*near, *allowed}
    named += _never(scene, {*around} - skipped, places, most - len(named))
    if not named:
        every = {*range(len(board.core))} - skipped
        named = _never(scene, every, places, most, far_too=True)
    named.sort(key=lambda dot: _order(scene, dot, places))
    said = _stops(scene, places, named)
    it = "it" if len(places) == 1 else "them"
    if is_case:
        said.append(Clause(f"only {dots(*sorted(allowed))} can get to {it}"))
    elif allowed and not named:  # no other region is open to it
        text = f"the open cells around {it} are enclosed by walls and "
        said.append(Clause(text + dots(*sorted(allowed))))
    elif len(board.core) > len({*allowed, *named}):
        said.append(Clause(f"no other dot can get to {it}"))
    kinds = frozenset(word for some in words.values() for word in some)
    return Why(tuple(said), kinds, len(shown) == len(near))


def _stops(
    scene: Scene, places: Sequence[Point], rivals: Sequence[int]
) -> list[Clause]:
    """Return what keeps dots from those cells that they could reach, or from all."""
    board = scene.board
    groups: dict[tuple[Point, ...], list[int]] = {}
    for rival in rivals:
        some = tuple(p for p in places if board.span[rival] & board.bit(p))
        groups.setdefault(some or tuple(places), []).append(rival)
    return [
        clause
        for some, numbers in groups.items()
        for clause in stops_in_words(scene.state, some, numbers, scene.drawn)
    ]


def _order(scene: Scene, dot: int, places: Sequence[Point]) -> tuple[int, int, int]:
    """Return when a dot is named: if the partners of some cells are free, it is early.

    Then those whose partners are taken, and last those off the board; near ones first.
    """
    own = scene.state.own[dot] | scene.board.core[dot]
    far = min(distance(cell, places[0]) for cell in scene.board.points(own))
    return partner_kind(scene, dot, places), far, dot


def partner_kind(scene: Scene, dot: int, places: Sequence[Point]) -> int:
    """Return 0 if partners of cells are free, 1 if any is taken, 2 off the board."""
    board, own = scene.board, scene.state.own[dot] | scene.board.core[dot]
    images = [mirror(board.puzzle.centers[dot], place) for place in places]
    if not all(map(board.puzzle.has_cell, images)):
        return 2
    return int(bool(board.bits(images) & scene.state.taken & ~own))


def _never(
    scene: Scene,
    rivals: Iterable[int],
    places: Sequence[Point],
    most: int,
    *,
    far_too: bool = False,
) -> list[int]:
    """Return a number of dots that can never have some cells, the nearest ones.

    `far_too`: those whose partner stops them, too, where they are far.
    """
    bits = scene.board.bits(places)
    some = (dot for dot in rivals if not scene.drawn.is_out(dot, bits))
    found = sorted(_order(scene, dot, places) for dot in some)
    seen = [dot for kind, far, dot in found if not kind or far_too or far <= _CLOSE]
    return seen[: max(0, most)]


def _pocket(scene: Scene, own: Collection[int], inside: Bits) -> Clause:
    """Return that only one dot has cells beside the open cells around some cells."""
    board, (dot,) = scene.board, own
    some = list(board.points(inside))
    sides = len(board.lattice.adjacent_cells(some[0])) if len(some) == 1 else 0
    marks = dot_marks(board, [dot]) + cell_marks(some, Role.USED)
    if sides and (board.beside(inside) & scene.state.own[dot]).bit_count() == sides:
        return Clause(f"all its neighbors belong to {dots(dot)}", marks)
    are = "is" if len(some) == 1 else "are"
    return Clause(f"{cells(some)} {are} enclosed by walls and {dots(dot)}", marks)


# Cells that a region needs


def why_needed(scene: Scene, facts: Sequence[Fact]) -> list[Clause]:
    """Return that a dot needs some cells, as far as the board shows it."""
    dot = scene.dot(facts[0])
    groups: list[tuple[list[Point], Bits]] = []
    for at in (fact.at for fact in scene.heads(facts)):
        lost, _ = scene.lost_and_reached(dot, scene.board.bit(at))
        if groups and groups[-1][1] & lost:
            groups[-1] = [*groups[-1][0], at], groups[-1][1] & lost
        elif lost:
            groups.append(([at], lost))
    return [_needed(scene, dot, *group) for group in groups]


def _needed(scene: Scene, dot: int, some: Sequence[Point], lost: Bits) -> Clause:
    """Return what is cut off without each of some cells, in the fewest words."""
    board = scene.board
    core = board.core[dot]
    ways = (_way_in(scene, dot, board.bit(at), some) for at in board.points(lost))
    way = next(filter(None, ways), None) or _way_out(scene, dot, lost, some)
    if way is not None and not core & lost:
        return way
    ends = sorted(board.points(lost), key=lambda p: distance(p, some[0]))[:_TRIED]
    clauses = (cut_without(scene.state, end, dot, some, scene.drawn) for end in ends)
    return min(clauses, key=lambda clause: len(clause.text))


def _way_in(
    scene: Scene, dot: int, start: Bits, some: Sequence[Point]
) -> Clause | None:
    """Return that a part of a region has one exit, and so on through some cells."""
    board, core = scene.board, scene.board.core[dot]
    part = board.flood(start, scene.state.own[dot], *scene.state.barriers(dot))
    if part & core or part.bit_count() > _SMALL:
        return None
    named = list(board.points(part))
    text = f"{cells(named)} must be connected with {dots(dot)}, and the only way goes "
    found = _exits(scene, dot, part, some, core)
    return found and found._replace(
        text=f"{text}{found.text}",
        marks=cell_marks(named) + dot_marks(board, [dot]) + found.marks,
    )


def _way_out(
    scene: Scene, dot: int, lost: Bits, some: Sequence[Point]
) -> Clause | None:
    """Return that the dot has one exit, but for the partner, and so on."""
    board, core = scene.board, scene.board.core[dot]
    part = board.flood(core, scene.state.own[dot], *scene.state.barriers(dot))
    far = next(board.points(lost & ~part), None)
    found = None if far is None else _exits(scene, dot, part, some, lost, both=True)
    if far is None or found is None:
        return None
    text = (
        f"{dots(dot)} must be connected with its cell {cell_name(far)}, and the only "
    )
    return found._replace(
        text=f"{text}way out goes {found.text}",
        marks=cell_marks([far]) + dot_marks(board, [dot]) + found.marks,
    )


def _exits(
    scene: Scene,
    dot: int,
    part: Bits,
    some: Sequence[Point],
    goal: Bits,
    both: bool = False,
) -> Clause | None:
    """Return that the only ways out of a part of a region lead through some cells.

    `both`: whether the part is symmetric, so that its exits are pairs.
    """
    board, walls, own = scene.board, scene.state.barriers(dot), scene.state.own[dot]
    free, center = scene.free(dot), board.puzzle.centers[dot]
    left, way, blocked = board.bits(some), list[Point](), 0
    while left and not part & goal:
        beside = board.beside(part, *walls) & board.cells & ~part
        exits = beside & free
        at = next(board.points(exits), None)
        if at is None:
            return None
        image = mirror(center, at)
        pair = board.bit(at) | board.mirrored(dot, board.bit(at))
        if exits & ~(pair if both else board.bit(at)) or {at, image}.isdisjoint(some):
            return None
        way.append(image if image in some else at)
        if not both:
            way[-1] = at
        blocked |= beside & ~scene.state.taken & ~exits
        left &= ~pair
        part = board.flood(part | exits, own | part | exits, *walls)
    if left:
        return None
    text = f"through {cells(way)}"
    if both:
        text += f" or {'its partner' if len(way) == 1 else 'their partners'}"
    places = list(board.points(blocked))
    stops = list(stops_in_words(scene.state, places, [dot], scene.drawn))
    text = "; ".join([text, *(stop.text for stop in stops)])
    marks = tuple(m for stop in stops for m in stop.marks)
    return Clause(text, marks + cell_marks(places, Role.USED))


def cut_in_words(
    state: Propagation, dot: int, lost: Bits, drawn: Drawn
) -> tuple[Point, Clause]:
    """Return a cell of a region that the dot cannot get to, and why, in few words."""
    ends = list(state.board.points(lost))[:_TRIED]
    told = {at: lost_in_words(state, at, dot, drawn) for at in ends}
    at = min(ends, key=lambda end: len(told[end].text))
    return at, told[at]


# Regions that cross


def crossing_in_words(board: Bitboard, found: Crossing, parted: int) -> Clause:
    """Return which regions would cross, and where; `parted`: the dot to cut in two."""
    ours, theirs = (
        [next(board.points(cell)) for cell in pair]
        for pair in (found.cells, found.separated)
    )
    joining = found.other
    if parted == found.other:
        ours, theirs, joining = theirs, ours, found.dot
    right, bottom = 2 * board.puzzle.width - 1, 2 * board.puzzle.height - 1
    ends = [at for at in theirs if at.x in (1, right) or at.y in (1, bottom)]
    at_border = ", both at the border," if len(ends) > 1 else ""
    text = f"{dots(joining)} joins {cells(theirs)}{at_border} and cuts "
    text += f"{dots(parted)} in two: {cell_name(ours[0])} is on one side, "
    text += f"{cell_name(ours[1])} on the other"
    failing = tuple(Mark(cell, Role.FAILS) for cell in ours)
    marks = failing + cell_marks(theirs)
    return Clause(text, marks + dot_marks(board, [joining, parted]))
