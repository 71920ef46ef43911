"""The order of steps about dots: the easiest first, then the nearest.

The board shows most of them: open cells enclosed by one region, the only way out of a
part of a region, and cells that only one dot can get to. The ground rules find the
others.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from itertools import chain
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.dots.left import NEAR, POCKET, partner_kind
from galaxies_asp.explaining.dots.rivals import LONG
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import Told, step_about, told, with_images
from galaxies_asp.explaining.dots.trials import (
    WAYS,
    Limit,
    Supposition,
    Trials,
    able,
    changed,
)
from galaxies_asp.explaining.engine.facts import Fact, Kind, distance, in_turn
from galaxies_asp.explaining.words.clauses import Clause, marks_of
from galaxies_asp.explaining.words.findings import Step
from galaxies_asp.explaining.words.levels import Method, Technique
from galaxies_asp.explaining.words.marks import Role
from galaxies_asp.fast.bitboard import Bits, places

_CUT_OFF = 4
_LEVELS = {"cut off": _CUT_OFF, "blocked": 3, "walled": 3}
"""How hard it is to see what stops a dot: in other ways it is easier."""

_FAR = 6
"""Three cells, between which no step is far from the last one."""

_NEEDED = 5
"""How hard it is to see that a region needs a cell."""

_COMPARED = 4
"""Of this number of equally hard steps, the one with the shortest reason is next."""

_LENGTHY = 100
"""If the shortest of these reasons names more cells, twice as many are compared."""

_CELL = re.compile(r"c\d+r\d+")

_LIKE: dict[Technique | Method | None, Technique] = {
    Method.GIVEN: Technique.ONLY_DOT,
    Method.RULE: Technique.ONLY_DOT,
    Method.CHAIN: Technique.BLOCKED,
    Method.CONNECTION: Technique.CAPTURED,
    Method.SUM: Technique.WHAT_IF,
    Method.LONG: Technique.WHAT_IF,
    Method.SUPPOSITION: Technique.CONTRADICTION,
    Method.WHAT_IF: Technique.WHAT_IF,
    Method.NESTED: Technique.SEARCH,
    Method.SEARCH: Technique.SEARCH,
}
"""The techniques of steps that the board does not show."""


class Seen(NamedTuple):
    """Cells of a dot that the board shows. `level`, `size`: how hard to see."""

    level: int
    size: int
    dot: int
    cells: Bits
    places: frozenset[Point]
    """The cells and their partners."""


class DotOrder:
    """Orders steps, on a board that is followed from one to the next."""

    def __init__(self, scene: Scene, near: Sequence[Point] = ()) -> None:
        self.scene, self.near = scene, tuple(near)
        self._told: dict[tuple[Fact, ...], Told | None] = {}
        self._seen: dict[tuple[int, Bits], Seen] = {}
        self._matters: dict[int, Bits] = {}
        self._trials = Trials()
        self._look(scene.board.cells, -1)

    # What the board shows

    def _look(self, area: Bits, new: Bits) -> None:
        """Look at what has changed: some cells, and what dots have (`changed`)."""
        found = [*self._pockets(area), *self._exits(area), *self._singles(new)]
        for one in found:
            at = one.dot, one.cells
            self._seen[at] = min(one, self._seen.get(at, one))
        open_ = ~self.scene.state.taken
        self._seen = {at: one for at, one in self._seen.items() if one.cells & open_}

    def _pockets(self, area: Bits) -> Iterator[Seen]:
        """Yield the open cells that only one region has cells beside."""
        scene, board = self.scene, self.scene.board
        left = (area | board.beside(area)) & board.cells & ~scene.state.taken
        while left:
            inside, around = scene.pocket(left & -left)
            left &= ~inside
            if len(around) == 1 and inside.bit_count() <= POCKET:
                yield self._at(0, 0, around[0], inside)

    def _exits(self, area: Bits) -> Iterator[Seen]:
        """Yield the only ways out of parts of regions, but for the dot's own."""
        scene, board = self.scene, self.scene.board
        for dot in board.owners(scene.state.own, area & scene.state.taken):
            own, walls = scene.state.own[dot], scene.state.barriers(dot)
            loose = own & ~board.flood(board.core[dot], own, *walls)
            while loose:
                part = board.flood(loose & -loose, own, *walls)
                loose &= ~part
                if way := self._corridor(dot, part):
                    yield self._at(1, 0, dot, way)

    def _corridor(self, dot: int, part: Bits) -> Bits:
        """Return the cells on the only way out of a part of a region, if there are."""
        scene, board = self.scene, self.scene.board
        own, walls = scene.state.own[dot], scene.state.barriers(dot)
        free, way = scene.free(dot), 0
        while not part & board.core[dot]:
            exits = board.beside(part, *walls) & free & ~part
            if exits & exits - 1 or not exits:
                break
            way |= exits
            part = board.flood(part | exits, own | part | exits, *walls)
        return way

    def _singles(self, new: Bits) -> Iterator[Seen]:
        """Yield the open cells that only one dot can get to, where dots changed."""
        scene, board = self.scene, self.scene.board
        possible, found = scene.state.possible, list[tuple[int, Bits]]()
        for place in places(scene.state.singles()):
            if self._about(place) & new:
                bit = 1 << place
                dot = next(d for d in board.near(bit) if possible[d] & bit)
                found.append((dot, bit))
        for dot, bit in sorted(found):
            words = [scene.stop(d, bit) for d in board.near(bit) if d != dot]
            level = max((_LEVELS.get(word, 2) for word in words), default=2)
            size = sum(word not in ("out", "never") for word in words)
            yield self._at(level, size, dot, bit)

    def _about(self, place: int) -> Bits:
        """Return what matters to a cell: its partners, and the dots near it."""
        if place not in self._matters:
            board, bit, found = self.scene.board, 1 << place, 0
            for dot in board.near(bit):
                found |= 1 << board.length + dot | board.mirrored(dot, bit)
            self._matters[place] = found
        return self._matters[place]

    def _needed(self) -> Iterator[Seen]:
        """Yield the cells without which a region would fall apart."""
        scene, board = self.scene, self.scene.board
        for dot in range(len(board.core)):
            left = scene.state.needed(dot)
            while left:
                pair = left & -left
                pair |= board.mirrored(dot, pair)
                yield self._at(_NEEDED, 0, dot, left & -left)
                left &= ~pair

    # The next step

    def shown(self, left: Iterable[Fact]) -> list[Fact]:
        """Return the easiest cells that the board shows, and those like them.

        `left`: the cells of dots that hold.
        """
        seen = [*self._seen.values()] or [*self._needed()]
        if not seen:
            return [*filter(None, [self._contrary(left)])]
        first = self._easiest(seen, left)
        group = [first, *self._alike(first, seen)] if first.level > 1 else [first]
        each = (fact for one in group for fact in self._facts(one))
        facts = sorted(each, key=in_turn)
        return facts if self.told_seen(facts) else []

    def _easiest(self, seen: Sequence[Seen], left: Iterable[Fact]) -> Seen:
        """Return the easiest cells, of these the nearest."""
        for level in range(_CUT_OFF):
            some = (one for one in seen if one.level == level)
            for one in sorted(some, key=self._key):
                if level < 2 or not self._has_cut(one):
                    return one
        near = nsmallest(_COMPARED, seen, key=self._key)
        return self._clearest(near, left) if near[0].level <= _CUT_OFF else near[0]

    def _has_cut(self, one: Seen) -> bool:
        """Tell whether a dot is named that is cut off, though its partner is open."""
        if one.size >= NEAR:
            return False
        scene, board = self.scene, self.scene.board
        around = {*scene.pocket(one.cells)[1]}.difference(board.near(one.cells))
        places = list(board.points(one.cells))
        return any(not partner_kind(scene, dot, places) for dot in around)

    def _clearest(self, near: Sequence[Seen], left: Iterable[Fact]) -> Seen:
        """Return the cells with the shortest reason; far ones, if near ones are long.

        What a region needs, and what fails at once, is clearer than a long reason.
        """
        first = min(near, key=self._length)
        if not self._length(first)[0]:
            return first
        far = sorted(self._seen.values(), key=lambda one: (one.level, self._key(one)))
        others = chain(far, self._needed(), self._failing(left))
        return next((one for one in others if not self._length(one)[0]), first)

    def _failing(self, left: Iterable[Fact]) -> Iterator[Seen]:
        """Yield a cell that no other dot can have, since each fails at once."""
        if (fact := self._contrary(left)) is not None:
            scene = self.scene
            yield self._at(_NEEDED + 1, 0, scene.dot(fact), scene.board.bit(fact.at))

    def _length(self, one: Seen) -> tuple[bool, int]:
        return self._words(self._facts(one)[0])

    def _key(self, one: Seen) -> tuple[int, ...]:
        far = self._distance(one.places)
        return far if far > _FAR else 0, one.size, far, one.cells, one.dot

    def _alike(self, first: Seen, seen: Iterable[Seen]) -> Iterator[Seen]:
        """Yield cells of the same dot beside the first ones that its reasons decide."""
        facts, area, board = self._facts(first), first.cells, self.scene.board
        start, found = self.told_seen(facts), True
        same = (o for o in seen if (o.dot, o.level) == (first.dot, first.level))
        rest = sorted(same, key=self._key)
        while found and start is not None:
            found = False
            for one in rest:
                if one.cells & ~area and one.cells & board.beside(area):
                    both = sorted([*facts, *self._facts(one)], key=in_turn)
                    if self._is_told_so(both, start):
                        facts, area, found = both, area | one.cells, True
                        yield one

    def _is_told_so(self, facts: Sequence[Fact], told: Told) -> bool:
        """Tell whether no more needs to be said of cells than of the first ones.

        Each other dot has one reason.
        """
        found = self.told_seen(facts)
        if found is None or found.technique is not told.technique:
            return False
        marks = marks_of(found.clauses)
        rivals = [mark.at for mark in marks if mark.role is Role.RIVAL]
        is_once = len(rivals) == len({*rivals})
        return is_once and len(found.clauses) <= len(told.clauses)

    def _facts(self, one: Seen) -> list[Fact]:
        board = self.scene.board
        center = board.puzzle.centers[one.dot]
        return [Fact(Kind.CELL, at, center) for at in board.points(one.cells)]

    def _at(self, level: int, size: int, dot: int, cells: Bits) -> Seen:
        """Return that a dot has some cells, with the partners among its places."""
        board = self.scene.board
        both = board.points(cells | board.mirrored(dot, cells))
        return Seen(level, size, dot, cells, frozenset(both))

    def _distance(self, area: Iterable[Point]) -> int:
        some = [distance(a, b) for a in area for b in self.near]
        return min(some, default=0)

    def _contrary(self, left: Iterable[Fact]) -> Fact | None:
        """Return a cell if every other dot fails at once with it, or None.

        The easiest ones are looked for first, and of these the nearest. What fails at
        a cell that the board shows is no other step.
        """
        # Dots of which nothing follows now are not looked at again in each trial.
        deque(self.scene.state.conclusions(), maxlen=0)
        seen = {at for one in self._seen.values() for at in one.places}
        open_ = [fact for fact in self.untold(left) if fact.at not in seen]
        open_.sort(key=lambda fact: self._distance([fact.at]))
        for _, limit in WAYS:
            failing = (fact for fact in open_ if self._all_fail(fact, limit))
            some = (fact for fact in failing if self.told_seen([fact]))
            if found := self._shortest(some):
                return found
        return None

    def _shortest(self, some: Iterable[Fact]) -> Fact | None:
        """Return the cell with the shortest reason of a few, more where it is long."""
        best: Fact | None = None
        for number, fact in enumerate(some, 1):
            best = min(best or fact, fact, key=self._words)
            if number >= _COMPARED << (self._words(best)[1] > _LENGTHY):
                break
        return best

    def _words(self, fact: Fact) -> tuple[bool, int]:
        """Return how long the reason of a cell is, long ones last if they are near."""
        said = self.told_seen([fact])
        text = "" if said is None else " ".join(map(_text, said.clauses))
        number = len(_CELL.findall(text))
        return LONG in text or not said, number

    def told_seen(self, facts: Sequence[Fact]) -> Told | None:
        """Return what the board shows about cells of a dot, by itself."""
        key = tuple(facts)
        if key not in self._told:
            self._told[key] = told(key, self.scene)
        return self._told[key]

    def _all_fail(self, fact: Fact, limit: Limit) -> bool:
        """Tell whether every other dot fails with a cell within a limit."""
        state, board, trials = self.scene.state, self.scene.board, self._trials
        bit, own = board.bit(fact.at), self.scene.dot(fact)
        dots = (dot for dot in able(state, bit) if dot != own)
        others = [Supposition(d, bit | board.mirrored(d, bit)) for d in dots]
        is_open = any((one, limit) in trials.passed for one in others)
        return not is_open and all(trials.fails(state, o, limit) for o in others)

    # What has been told

    @property
    def told(self) -> Iterator[Fact]:
        """All cells that are known."""
        dots = zip(self.scene.board.puzzle.centers, self.scene.state.own, strict=True)
        for center, own in dots:
            for at in self.scene.board.points(own):
                yield Fact(Kind.CELL, at, center)

    def untold(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the cells among facts that have not been told."""
        some = (fact for fact in facts if fact.kind is Kind.CELL)
        return [fact for fact in some if not self.scene.has(fact)]

    def add(self, facts: Sequence[Fact]) -> None:
        """Keep cells of a dot, which have not been told, as known."""
        new = with_images(facts, self.scene)
        before, self.scene = self.scene, self.scene.after(new)
        board = self.scene.board
        walls = before.drawn.new(*self.scene.drawn.walls)
        self.near = tuple(fact.at for fact in new)
        self._told.clear()
        bits = changed(before.state, self.scene.state)
        self._look(board.bits(self.near) | board.touching(*walls), bits)
        self._trials.forget(bits)


def _text(clause: Clause) -> str:
    inner = (*clause.lines, *filter(None, [clause.proof]))
    return " ".join([clause.text, clause.why, *map(_text, inner)])


# Steps in words


def told_step(step: Step, order: DotOrder) -> Step:
    """Return a step as solvers tell it, without what is known."""
    scene, facts = order.scene, order.untold(step.facts)
    new = {*facts}
    targets = [fact for fact in step.reason.targets if fact in new] or facts[:1]
    is_seen = not (step.reason.cost or step.reason.arguments)
    said = order.told_seen(targets) if is_seen else None
    if said is None:
        facts = [*dict.fromkeys((*facts, *with_images(facts, scene)))]
        like = _LIKE[step.technique]
        reason = replace(step.reason, target=targets[0], also=tuple(targets[1:]))
        return replace(
            step, technique=like, level=like.level, reason=reason, facts=tuple(facts)
        )
    targets = scene.heads(said.targets)
    first = with_images(targets, scene)
    rest = [fact for fact in facts if fact not in first]
    return step_about(step, targets, [*first, *rest], said)
