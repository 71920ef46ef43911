"""The order of steps about dots: the easiest first, then the nearest.

The board shows most of them: open cells enclosed by one region, the only way out of a
part of a region, and cells that only one dot can get to. The ground rules find the
others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from heapq import nsmallest
from itertools import chain, islice
from operator import or_
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.explaining.dots.beginning import touched
from galaxies_asp.explaining.dots.contrary import WAYS, supposed
from galaxies_asp.explaining.dots.left import POCKET, why_left
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.dots.steps import told_seen
from galaxies_asp.explaining.engine.facts import Fact, Kind, distance
from galaxies_asp.explaining.words.clauses import Clause
from galaxies_asp.explaining.words.known import KnownDots
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction

_LEVELS = {"cut off": 4, "blocked": 3, "walled": 3}
"""How hard it is to see what stops a dot: in other ways it is easier."""

_FAR = 6
"""Three cells, between which no step is far from the last one."""

_AROUND = 12
"""Beyond six cells of a change, what has not failed is not tried again."""

_NEEDED = 5
"""How hard it is to see that a region needs a cell."""

_COMPARED = 4
"""Of this number of equally hard steps, the one with the shortest reason is next."""

_CELL = re.compile(r"c\d+r\d+")
_SHAPE = re.compile(r"\b[A-Z]{1,2}\b|past|on the board|enclosed|only")
"""What sentences about several cells share with those about one."""


class Seen(NamedTuple):
    """Cells of a dot that the board shows. `level`, `size`: how hard to see."""

    level: int
    size: int
    dot: int
    cells: Bits


class _Passed(NamedTuple):
    """That a dot does not fail at once with a cell, and on what this depends.

    `most`: up to which of `WAYS`. `places`: the cell and its partner. `dots`, `cells`:
    the dots that would lose cells, and what these can get to.
    """

    most: int
    places: tuple[Point, ...]
    dots: frozenset[int]
    cells: Bits


class DotOrder:
    """Orders steps, on a board that is followed from one to the next."""

    def __init__(self, known: KnownDots, near: Sequence[Point] = ()) -> None:
        self._known, scene = known, Scene.of(known)
        some = touched(scene.board.puzzle)
        self._scene, drawn = scene.after(some), scene.drawn.known
        self.touched = [f for f in some if not drawn & scene.board.bit(f.at)]
        self.near = tuple(near)
        self._reached = [0] * len(scene.board.core)
        self._seen: dict[tuple[int, Bits], Seen] = {}
        self._passed: dict[tuple[int, Point], _Passed] = {}
        self._failed: dict[tuple[int, Point], int] = {}
        self._tried: Scene | None = None
        self._look(scene.board.cells, range(len(scene.board.core)))

    # What the board shows

    def _look(self, area: Bits, dots: Iterable[int]) -> None:
        """Look at what has changed: some cells, and what some dots can get to."""
        for dot in dots:
            self._reached[dot] = self._scene.reached(dot)
        self._tried = None
        found = [*self._pockets(area), *self._exits(area), *self._singles()]
        for one in found:
            at = one.dot, one.cells
            self._seen[at] = min(one, self._seen.get(at, one))
        taken = self._scene.state.taken
        self._seen = {at: one for at, one in self._seen.items() if one.cells & ~taken}

    def _pockets(self, area: Bits) -> Iterator[Seen]:
        """Yield the open cells that only one region has cells beside."""
        scene, board = self._scene, self._scene.board
        left = (area | board.beside(area)) & board.cells & ~scene.state.taken
        while left:
            inside, around = scene.pocket(left & -left)
            left &= ~inside
            if len(around) == 1 and inside.bit_count() <= POCKET:
                yield Seen(0, 0, around[0], inside)

    def _exits(self, area: Bits) -> Iterator[Seen]:
        """Yield the only ways out of parts of regions, but for the dot's own."""
        scene, board = self._scene, self._scene.board
        for dot, own in enumerate(scene.state.own):
            if not own & area:
                continue
            walls = scene.state.barriers(dot)
            loose = own & ~board.flood(board.core[dot], own, *walls)
            while loose:
                part = board.flood(loose & -loose, own, *walls)
                loose &= ~part
                exits = board.beside(part, *walls) & scene.free(dot) & ~part
                if exits and not exits & exits - 1:
                    yield Seen(1, 0, dot, exits)

    def _singles(self) -> Iterator[Seen]:
        """Yield the open cells that only one dot can get to."""
        scene, board = self._scene, self._scene.board
        once = board.once(self._reached) & ~scene.state.taken
        for dot, cells in enumerate(self._reached):
            left = cells & once
            while left:
                bit = left & -left
                left ^= bit
                words = [scene.stop(d, bit) for d in board.near(bit) if d != dot]
                level = max((_LEVELS.get(word, 2) for word in words), default=2)
                size = sum(word not in ("out", "never") for word in words)
                yield Seen(level, size, dot, bit)

    def _needed(self) -> Iterator[Seen]:
        """Yield the cells without which a region would fall apart."""
        scene, board = self._scene, self._scene.board
        state = scene.state.copy()
        state.look()
        for dot in range(len(board.core)):
            left = state.needed(dot)
            while left:
                pair = left & -left
                pair |= board.mirrored(dot, pair)
                yield Seen(_NEEDED, 0, dot, left & -left)
                left &= ~pair

    # The next step

    def shown(self, left: Iterable[Fact]) -> list[Fact]:
        """Return the easiest cells that the board shows, and those like them.

        `left`: the facts that hold and have not been told.
        """
        if not self._seen:
            self._seen = {(one.dot, one.cells): one for one in self._needed()}
        if not self._seen:
            return [*filter(None, [self._contrary(left)])]
        level = min(one.level for one in self._seen.values())
        easy = (one for one in self._seen.values() if one.level == level)
        first, *others = nsmallest(_COMPARED, easy, key=self._key)
        if level == _LEVELS["cut off"]:
            first = self._clearest([first, *others], left)
        group = [first, *self._alike(first)] if first.level > 1 else [first]
        return [fact for one in group for fact in self._facts(one)]

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
            scene = self._scene
            yield Seen(_NEEDED + 1, 0, scene.dot(fact), scene.board.bit(fact.at))

    def _length(self, one: Seen) -> tuple[bool, int]:
        return self._words(self._facts(one)[0])

    def _key(self, one: Seen) -> tuple[int, int, int]:
        far = self._distance(self._places(one))
        return far if far > _FAR else 0, one.size, far

    def _alike(self, first: Seen) -> Iterator[Seen]:
        """Yield cells beside cells of the same dot from which the same keeps others."""
        facts, places = self._facts(first), self._places(first)
        shape, found = list[str](), True
        while found:
            found = False
            for one in self._seen.values():
                if (one.dot, one.level) != (first.dot, first.level):
                    continue
                some = self._places(one)
                if not 0 < min(distance(a, b) for a in places for b in some) <= 2:
                    continue
                shape, new = shape or self._shape(facts), self._facts(one)
                if self._shape(new) == shape == self._shape([*facts, *new]):
                    facts, places, found = [*facts, *new], places | some, True
                    yield one

    def _shape(self, facts: Sequence[Fact]) -> list[str]:
        """Return what is said of cells, whatever cells are named."""
        why = why_left(self._scene, facts)
        return [str(_SHAPE.findall(clause.text)) for clause in why.clauses]

    def _facts(self, one: Seen) -> list[Fact]:
        board = self._scene.board
        center = board.puzzle.centers[one.dot]
        return [Fact(Kind.CELL, at, center) for at in board.points(one.cells)]

    def _places(self, one: Seen) -> set[Point]:
        board = self._scene.board
        both = one.cells | board.mirrored(one.dot, one.cells)
        return {*board.points(both & board.cells)}

    def _distance(self, places: Iterable[Point]) -> int:
        some = [distance(a, b) for a in places for b in self.near]
        return min(some, default=0)

    def _contrary(self, left: Iterable[Fact]) -> Fact | None:
        """Return a cell if every other dot fails at once with it, or None.

        The easiest ones are looked for first, and of these the nearest.
        """
        open_ = sorted(left, key=lambda fact: self._distance([fact.at]))
        for most in range(len(WAYS)):
            some = (fact for fact in open_ if self._all_fail(fact, most))
            if found := [*islice(some, _COMPARED)]:
                return min(found, key=self._words)
        return None

    def _words(self, fact: Fact) -> tuple[bool, int]:
        """Return how long the reason of a cell is, long ones last if they are near."""
        said = told_seen(fact, self._known, self._scene)
        text = "" if said is None else " ".join(map(_text, said.clauses))
        number = len(_CELL.findall(text))
        return "as marked" in text or not said, number

    def _all_fail(self, fact: Fact, most: int) -> bool:
        """Tell whether every other dot fails at once with a cell, by some of `WAYS`."""
        scene, board, passed = self._scene, self._scene.board, self._passed
        bit, own = board.bit(fact.at), scene.dot(fact)
        others = [d for d in board.near(bit) if d != own and self._reached[d] & bit]
        found = (passed[at] for d in others if (at := (d, fact.at)) in passed)
        if any(one.most >= most for one in found):
            return False
        return all(self._fails(dot, fact, most) for dot in others)

    def _fails(self, dot: int, fact: Fact, most: int) -> bool:
        """Tell whether a dot fails at once with a cell; what has been found is kept."""
        key = dot, fact.at
        if self._failed.get(key, len(WAYS)) <= most:
            return True
        first = self._passed[key].most + 1 if key in self._passed else 0
        center = self._scene.board.puzzle.centers[dot]
        supposition = replace(fact, center=center)
        tried = supposed(self._up_to_date(), supposition, self._reached)
        ways = range(first, most + 1)
        failing = next((n for n in ways if tried.fails_by(WAYS[n])), None)
        if failing is not None:
            self._failed[key] = failing
        passing = most if failing is None else failing - 1
        if passing >= first:
            places = fact.at, mirror(center, fact.at)
            # A way of the region may come to everything that it can get to.
            area = self._reached[dot] if passing else tried.area
            near = [d for d, cells in enumerate(self._reached) if cells & area]
            cells = reduce(or_, (self._reached[d] for d in near), 0)
            self._passed[key] = _Passed(passing, places, frozenset(near), cells)
        return failing is not None

    def _up_to_date(self) -> Scene:
        """Return the scene with what regions can have, for many suppositions."""
        if self._tried is None:
            state = self._scene.state.copy()
            with suppress(Contradiction):
                state.look()
            self._tried = replace(self._scene, state=state)
        return self._tried

    # What has been told

    @property
    def told(self) -> Iterator[Fact]:
        """All cells that are known."""
        dots = zip(self._scene.board.puzzle.centers, self._scene.state.own, strict=True)
        for center, own in dots:
            for at in self._scene.board.points(own):
                yield Fact(Kind.CELL, at, center)

    def untold(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the cells among facts that have not been told."""
        some = (fact for fact in facts if fact.kind is Kind.CELL)
        return [fact for fact in some if not self._scene.has(fact)]

    def add(self, facts: Sequence[Fact]) -> None:
        """Keep cells of a dot, which have not been told, as known."""
        images = self._scene.images(facts)
        new = [*facts, *(Fact(Kind.CELL, at, facts[0].center) for at in images)]
        before, self._scene = self._scene, self._scene.after(new)
        board = self._scene.board
        walls = before.drawn.new(*self._scene.drawn.walls)
        self.near = tuple(fact.at for fact in new)
        area = board.bits(self.near) | board.touching(*walls)
        losing, reached = [*self._losing(area)], self._reached[:]
        self._look(area, losing)
        lost = reduce(or_, (reached[d] & ~self._reached[d] for d in losing), 0)
        changed = [*board.points(area)]
        self._passed = {
            key: one
            for key, one in self._passed.items()
            if (one.dots.isdisjoint(losing) and not one.cells & lost)
            or min(distance(a, b) for a in one.places for b in changed) > _AROUND
        }

    def _losing(self, area: Bits) -> Iterator[int]:
        """Yield the dots that can get to fewer open cells after a change."""
        board, state = self._scene.board, self._scene.state
        turned = board.turned(area)
        for dot, reached in enumerate(self._reached):
            near = area | turned >> board.shifts[dot] & board.cells
            if reached & ~state.taken and (reached | state.own[dot]) & near:
                yield dot


def _text(clause: Clause) -> str:
    inner = (*clause.lines, *filter(None, [clause.proof]))
    return " ".join([clause.text, clause.why, *map(_text, inner)])
