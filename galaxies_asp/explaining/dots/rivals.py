"""What keeps a dot from having some cells, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import itemgetter, or_
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, cell_name, in_reading_order, sides
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.obstacles import FEW, Obstacle, Region, minimal
from galaxies_asp.explaining.words.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
    marks_of,
)
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.marks import Role
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls
from galaxies_asp.fast.propagation import Propagation

LONG = "as near as"
"""What says that there are many cells on both sides of what stops a dot."""


def stops_in_words(
    state: Propagation, places: Sequence[Point], rivals: Iterable[int], drawn: Drawn
) -> Iterator[Clause]:
    """Yield what keeps each of some dots from some cells; equal reasons only once.

    Cells that dots touch count as theirs even if the state does not contain them.

    `state`: it has the regions and walls that may be named. `drawn`: what is known on
    the board, the facts of the state among it.
    """
    groups: dict[Clause, list[int]] = {}
    for rival in rivals:
        for stop in _Rival(state, rival, drawn).stops(places):
            groups.setdefault(stop, []).append(rival)
    for stop, numbers in groups.items():
        yield _about(state.board, stop, sorted(numbers))


def lost_in_words(state: Propagation, cell: Point, dot: int, drawn: Drawn) -> Clause:
    """Return what keeps a dot from a cell of its region."""
    return _about(state.board, _Rival(state, dot, drawn).lost(cell), [dot])


def cut_without(
    state: Propagation, cell: Point, dot: int, without: Sequence[Point], drawn: Drawn
) -> Clause:
    """Return why a dot cannot get to a cell of its region without some other cells.

    Without each of these alone it cannot.
    """
    return _about(
        state.board, _Rival(state, dot, drawn).cut_without(cell, without), [dot]
    )


def _about(board: Bitboard, stop: Clause, numbers: Sequence[int]) -> Clause:
    """Return what stops some dots, with their names."""
    one, some = ("it", "it", "", "lies"), ("they", "them", "s", "lie")
    it, them, s, lie = one if len(numbers) == 1 else some
    text = stop.text.format(dots=dots(*numbers), it=it, them=them, s=s, lie=lie)
    return Clause(text, dot_marks(board, numbers, Role.RIVAL) + stop.marks)


class _Cut(NamedTuple):
    """What cuts a dot off from cells."""

    obstacles: tuple[Obstacle, ...]
    shut: Bits
    """Further cells that the dot cannot have."""
    walled: Bits = 0
    """The cells among these that are beyond walls of its own."""

    @property
    def is_clearer_turned(self) -> bool:
        """Whether most obstacles are partners.

        What cuts a dot off from cells, turned about it, cuts it off from their images.
        """
        return 2 * sum(o.is_image for o in self.obstacles) > len(self.obstacles)


@dataclass(frozen=True)
class _Rival(Region):
    """What keeps a dot from cells, in words; `{dots}` and `{it}` are the dot."""

    drawn: Drawn

    def stops(self, places: Sequence[Point]) -> Iterator[Clause]:
        """Yield what keeps the dot from some cells."""
        taken: dict[tuple[bool, int], list[Point]] = {}
        rest = []
        for cell in places:
            if bar := self._bar(cell):
                taken.setdefault(bar, []).append(cell)
            elif wall := self.wall_beside(cell):
                yield self._walled(cell, wall)
            else:
                rest.append(cell)
        for is_image, owner in sorted(taken, key=itemgetter(0)):
            yield self._taken(taken[is_image, owner], is_image, owner)
        if rest:
            yield self._cut_off(rest, f"{{dots}} cannot get to {cells(rest)}")

    def lost(self, cell: Point) -> Clause:
        """Return what keeps the dot from a cell of its region."""
        name, bar = cell_name(cell), self._bar(cell)
        if bar and not bar[0]:
            return Clause(f"{{dots}} cannot have {name}, which {dots(bar[1])} touches")
        if bar:
            return self._taken([cell], *bar)
        for inside in (cell, *self.board.points(self.own & self.beyond_walls)):
            if wall := self.wall_beside(inside):
                text = f"{{dots}} has {edge(wall.at)}, but there is a wall between them"
                return Clause(text, cell_marks([wall.at]))
        return self._cut_off([cell], f"{{dots}} cannot get to its cell {name}")

    def cut_without(self, cell: Point, without: Sequence[Point]) -> Clause:
        """Return why the dot cannot get to its cell without each of some others."""
        name = f"its cell {cell_name(cell)}"
        if len(without) <= 2:
            each = [self._without(cell, name, one) for one in without]
            if len(without) == 1 or not any(LONG in one.text for one in each):
                return Clause("; ".join(one.text for one in each), marks_of(each))
        text = f"every way of {{dots}} to {name} goes through {cells(without)}"
        bit = self.board.bit(cell)
        if any(bit & self._reached_without(one) for one in without):
            text += " or their partners"
        return Clause(text, cell_marks([cell]))

    def _without(self, cell: Point, name: str, other: Point) -> Clause:
        shut = self.board.bit(other)
        cannot = f"without {cell_name(other)}, {{dots}} cannot get to {name}"
        return self._cut_off([cell], cannot, shut | self.mirrored(shut))

    def _bar(self, cell: Point) -> tuple[bool, int] | None:
        """Return whether the partner of a cell stops the dot, and whose it is.

        It is that of `NO_DOT` off the board.
        """
        for is_image, place in ((False, cell), (True, self.image(cell))):
            if not self.board.puzzle.has_cell(place):
                return is_image, NO_DOT
            if (owner := self.owner_of(place)) != NO_DOT:
                return is_image, owner
        return None

    def _taken(self, some: Sequence[Point], is_image: bool, owner: int) -> Clause:
        """Return whose cells, or partners, the dot cannot have."""
        several, images_of = len(some) > 1, _images_of(some)
        belong = f"{'belong' if several else 'belongs'} to {dots(owner)}"
        if not is_image:
            text = f"{{dots}} cannot have {cells(some)}, which {belong}"
            return Clause(text, cell_marks(some))
        if owner == NO_DOT:
            s, lie = ("s", "lie") if several else ("{s}", "{lie}")
            text = f"the partner{s} of {cells(some)} about {{dots}} {lie} off the board"
            return Clause(text)
        images = [self.image(cell) for cell in some]
        text = f"{{dots}} would need {cells(images)}, {images_of}, but "
        text += f"{'these' if several else 'that'} {belong}"
        return Clause(text, cell_marks(images, Role.BLOCKED))

    def _walled(self, cell: Point, wall: Obstacle) -> Clause:
        """Return that there is a wall between a cell, or its image, and the region."""
        end = self.image(cell) if wall.is_image else cell
        (inside,) = {*sides(wall.at)} - {end}
        why = f"there is a wall between {cell_name(end)} and its cell "
        why += cell_name(inside)
        if not wall.is_image:
            text = f"{{dots}} cannot have {cell_name(cell)}: {why}"
            return Clause(text, cell_marks([wall.at]))
        text = f"{{dots}} would need {cell_name(end)}, {_images_of([cell])}, but {why}"
        return Clause(text, cell_marks([end], Role.BLOCKED) + cell_marks([wall.at]))

    def _cut_off(self, places: Sequence[Point], cannot: str, shut: Bits = 0) -> Clause:
        """Return that the dot cannot get to cells, or their images, past obstacles.

        `cannot`: the sentence says so. `shut`: further cells that it cannot have.
        """
        found, ends = self._cut(self.board.bits(places), shut), places
        start, marks = cannot, cell_marks(places if shut else ())
        if found.is_clearer_turned and len(found.obstacles) <= FEW and not shut:
            ends, found = self._turned(places, found)
            start = f"{{dots}} would need {cells(ends)}, {_images_of(places)}, but "
            start += f"cannot get to {'them' if len(places) > 1 else 'it'}"
            marks = cell_marks(ends, Role.BLOCKED)
        off = self._without_partners(ends, found)
        if len(found.obstacles) + len(off) > FEW:
            near = self._confined(places, shut)
            if len(found.obstacles) > FEW or LONG not in near.text:
                return Clause(cannot + near.text, near.marks)
        past = self._past(found, off)
        return Clause(start + past.text, marks + past.marks)

    def _cut(self, ends: Bits, shut: Bits = 0) -> _Cut:
        """Return what cuts the dot off from cells; obstacles alone, if they do."""
        for walled in (0, self.beyond_walls):
            more = shut | walled | self.mirrored(walled)
            obstacles = self.cut(ends, self.mirrored_cells & ~more)
            if obstacles is not None:
                return _Cut(obstacles, more, walled)
        return _Cut((), shut)

    def _confined(self, places: Sequence[Point], shut: Bits = 0) -> Clause:
        """Return which cells are on one side of obstacles, or the nearest of many.

        They are the open cells that the dot can get to, or a pocket: those connected
        with the places in what is left for the dot.
        """
        board, some = self.board, self.board.bits(places)
        own, free, walls = self._left
        free &= ~shut
        start = self.core if some & own else own
        reached = board.flood(start, free | own, *walls)
        near = list(board.points(reached & ~own))
        if not near:
            return Clause(": no other cell is left for {them}")
        inside = list(board.points(board.flood(some & free, free, *walls) & ~some))
        if len(near) <= min(FEW, len(inside) or FEW):
            return Clause(f", only to {cells(near)}", cell_marks(near, Role.USED))
        if 0 < len(inside) <= FEW:
            are = "is" if len(inside) == 1 else "are"
            text = ": among the cells that {it} could have, "
            text += f"only {cells(inside)} {are} connected with {cells(places)}"
            return Clause(text, cell_marks(inside, Role.USED))

        def far(cell: Point) -> int:
            return min(abs(cell.x - at.x) + abs(cell.y - at.y) for at in places)

        nearest = cell_name(min(board.points(reached), key=far))
        return Clause(f", only {LONG} {nearest}", cell_marks(near, Role.USED))

    @cached_property
    def _left(self) -> tuple[Bits, Bits, Walls]:
        """The known cells of the region, the cells that are left for it, and walls."""
        board, drawn = self.board, self.drawn
        own = self.own | drawn.labels[self.dot]
        taken = reduce(or_, board.core, self.state.taken | drawn.known) & ~own
        free = self.mirrored_cells & ~(taken | self.mirrored(taken))
        walls = tuple(map(or_, drawn.walls, self.state.walls))
        return own, free, tuple(map(or_, walls, board.mirrored_walls(self.dot, *walls)))

    def _reached_without(self, cell: Point) -> Bits:
        """Return what the dot can get to without a cell, but with its partner."""
        _, free, walls = self._left
        free &= ~self.board.bit(cell)
        return self.board.flood(self.core & free, free, *walls)

    def _turned(
        self, places: Sequence[Point], found: _Cut
    ) -> tuple[Sequence[Point], _Cut]:
        """Return the images of cells, and what keeps the dot from them."""
        turned = [o._replace(through=self.image(o.through)) for o in found.obstacles]
        ends = [self.image(cell) for cell in places]
        return ends, found._replace(obstacles=tuple(turned))

    def _without_partners(self, ends: Sequence[Point], found: _Cut) -> Sequence[Point]:
        """Return the fewest cells on ways past obstacles with partners off the board.

        Without these cells there is no way to any of some ends.
        """
        if len(obstacles := found.obstacles) > FEW:
            return ()
        board, bits, off = self.board, self.board.bits(ends), ~self.mirrored_cells
        free = board.cells & ~found.shut

        def is_cut(some: Sequence[Point]) -> bool:
            return not bits & self.reached(obstacles, free & ~board.bits(some))

        if is_cut(()) or bits & self.reached(obstacles, free & ~off):
            return ()
        taken, walls = self.blocked_by(obstacles)
        cuts = []
        for start in (bits, self.core):
            inside = board.flood(start, free & ~taken & ~off | start, *walls)
            side = list(board.points(board.beside(inside) & off & free & ~taken))
            if is_cut(side):
                cuts.append(minimal(side, is_cut))
        return min(cuts, key=len, default=())

    def _past(self, found: _Cut, off: Sequence[Point]) -> Clause:
        """Return what is in the way; partners of `off` are off the board."""
        some = found.obstacles
        marks = cell_marks(one.at for one in some)
        marks += cell_marks((one.through for one in some if one.is_image), Role.BLOCKED)
        listed = list(_listed(some))
        if found.walled:
            listed.append("walls beside its cells")
            marks += cell_marks(self.board.points(found.walled), Role.BLOCKED)
        if off:
            their = "its partner is" if len(off) == 1 else "their partners are"
            named = cells(off) if len(off) <= FEW else f"cells like {cells(off[:1])}"
            listed.append(f"{named} ({their} off the board)")
            marks += cell_marks(off, Role.USED)
        return Clause(f" past {joined(listed)}" if listed else "", marks)


def _images_of(some: Sequence[Point]) -> str:
    return f"the partner{'s' if len(some) > 1 else ''} of {cells(some)}"


def _listed(obstacles: Sequence[Obstacle]) -> Iterator[str]:
    """Yield what is in the way: by dots, and partners with their cause."""
    by_dot: dict[int, list[Point]] = {}
    for obstacle in obstacles:
        if not obstacle.is_image:
            by_dot.setdefault(obstacle.dot, []).append(obstacle.at)
    walls = by_dot.pop(NO_DOT, [])
    images = [_image(obstacle) for obstacle in obstacles if obstacle.is_image]
    for dot, points in by_dot.items():
        yield f"{cells(in_reading_order(points))} of {dots(dot)}"
    yield from (f"the wall between {edge(point)}" for point in walls)
    yield from images


def _image(obstacle: Obstacle) -> str:
    """Return a place that is in the way only because of its partner."""
    at, dot, through = obstacle
    if dot == NO_DOT:
        cause = f"the wall between {edge(at)}"
        return f"the edge between {edge(through)} (its partner is {cause})"
    cause = f"{cell_name(at)} belongs to {dots(dot)}"
    return f"{cell_name(through)} (its partner {cause})"
