"""A board of Galaxies with what is known and what is supposed, for words about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation


@lru_cache(maxsize=8)
def _start(puzzle: Puzzle) -> Propagation:
    """Return the cells that dots touch, and nothing that follows from them."""
    board = Bitboard(puzzle)
    state = Propagation(board)
    for dot, core in enumerate(board.core):
        state.claim(dot, core)
    state.cover(board.cells)
    return state


def _up_to_date(state: Propagation) -> Propagation:
    """Bring a state up to date, if it has no contradiction."""
    with suppress(Contradiction):
        state.look()
    return state


@dataclass(frozen=True)
class Scene:
    """What is known on a board, and what is supposed above it.

    `state`: the cells of all regions, and the walls. `drawn`: what is known.
    """

    state: Propagation
    drawn: Drawn

    @staticmethod
    def of(known: Known) -> Scene:
        """Return what is known, with the walls that follow."""
        position = known.position
        state = _start(position.puzzle).copy()
        labels = state.board.regions(position)
        walls = position.puzzle.walls
        walls |= {fact.at for fact in known.facts if fact.kind is Kind.WALL}
        more, every = state.board.walls(walls), reduce(or_, labels, 0)
        drawn = Drawn(state.board, labels, more, every).closed()
        for dot, bits in enumerate(labels):
            state.claim(dot, bits)
        state.wall_off(*drawn.walls)
        return Scene(_up_to_date(state), drawn)

    @property
    def board(self) -> Bitboard:
        """The board."""
        return self.state.board

    def dot(self, fact: Fact) -> int:
        """Return the number of the dot that a fact is about."""
        return self.board.number[fact.center]

    def is_touched(self, fact: Fact) -> bool:
        """Tell whether the dot of a fact touches its cell."""
        return bool(self.board.core[self.dot(fact)] & self.board.bit(fact.at))

    def has(self, fact: Fact) -> bool:
        """Tell whether the dot of a fact has its cell."""
        return bool(self.state.own[self.dot(fact)] & self.board.bit(fact.at))

    # Further facts

    def after(self, facts: Iterable[Fact]) -> Scene:
        """Return the scene where facts are known, with the walls that follow."""
        some = list(facts)
        drawn = self.drawn.with_facts(some).closed(self.drawn)
        cells = [fact for fact in some if fact.kind is Kind.CELL]
        state = self.with_cells(cells).state
        state.wall_off(*drawn.walls)
        return Scene(_up_to_date(state), drawn)

    def with_cells(self, facts: Iterable[Fact]) -> Scene:
        """Return the scene with further cells and their images, where they are free."""
        state = self.state.copy()
        for fact in facts:
            try:
                state.suppose(self.dot(fact), self.board.bit(fact.at))
            except Contradiction:
                continue
        return replace(self, state=state)

    # What dots can have

    def free(self, dot: int, without: Bits = 0) -> Bits:
        """Return the cells that a dot could have, with their images."""
        board = self.board
        out = self.state.taken & ~self.state.own[dot] | without
        free = board.cells & board.mirrored(dot, board.cells)
        return free & ~(out | board.mirrored(dot, out))

    def lost_and_reached(self, dot: int, without: Bits = 0) -> tuple[Bits, Bits]:
        """Return the cells of a region that the dot cannot get to, and all it can."""
        board, own, walls = self.board, self.state.own[dot], self.state.barriers(dot)
        free = self.free(dot, without)
        reached = board.flood(board.core[dot] & free, free, *walls)
        lost, beyond = own & ~reached, board.across(own, *walls)
        if reached & beyond:
            free &= ~beyond
            reached = board.flood(board.core[dot] & free, free, *walls)
        return lost, reached

    def ends(self, area: Bits) -> Iterator[tuple[int, Bits]]:
        """Yield dots with cells that they cannot get to, and cells that no dot can.

        `area`: the cells that are supposed on a board that is right.
        """
        board, covered, turned = self.board, self.state.taken, self.board.turned(area)
        for dot, before in enumerate(self.state.possible):
            touched = area | turned >> board.shifts[dot] & board.cells
            if not (before | self.state.own[dot]) & touched:
                covered |= before
                continue
            lost, reached = self.lost_and_reached(dot)
            if lost:
                yield dot, lost
            covered |= reached
        if missing := board.cells & ~covered:
            yield NO_DOT, missing

    def stop(self, dot: int, bit: Bits) -> str:
        """Return in a word what keeps a dot from a cell; empty if nothing does."""
        board, own = self.board, self.state.own[dot]
        if not board.span[dot] & bit:
            return "never"
        if self.drawn.is_out(dot, bit):
            return "out"
        image = board.mirrored(dot, bit)
        if (bit | image) & self.state.taken & ~own:
            return "blocked"
        if bit & board.across(own, *self.state.barriers(dot)):
            return "walled"
        return "" if self.lost_and_reached(dot)[1] & bit else "cut off"

    # What is open

    def pocket(self, bits: Bits) -> tuple[Bits, list[int]]:
        """Return the open cells around some cells, and the dots with cells beside them.

        No walls part these from each other.
        """
        board, walls = self.board, self.state.walls
        open_ = board.cells & ~self.state.taken | bits
        inside = board.flood(bits, open_, *walls)
        beside = board.beside(inside, *walls) & ~inside & self.state.taken
        return inside, board.owners(self.state.own, beside)

    def heads(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return cells without the partners of those before."""
        found: list[Fact] = []
        for fact in facts:
            if fact not in found and not any(are_images(fact, one) for one in found):
                found.append(fact)
        return found

    def images(self, facts: Iterable[Fact]) -> list[Point]:
        """Return the partners of cells that are neither among them nor known."""
        some = list(facts)
        places = [fact.at for fact in some]
        return [
            image
            for fact in some
            if (image := mirror(fact.center or fact.at, fact.at)) not in places
            and not self.has(replace(fact, at=image))
        ]

    def new_since(self, earlier: Scene) -> Iterator[Fact]:
        """Yield the walls that are new, and the regions that are complete now."""
        before, after = earlier.drawn, self.drawn
        for wall in self.board.edges(*before.new(*after.walls)):
            yield Fact(Kind.WALL, wall)
        for dot in sorted(after.complete - before.complete):
            yield after.completion(dot)


def touched(puzzle: Puzzle) -> list[Fact]:
    """Return that the cells that dots touch belong to them, by dots."""
    return [
        Fact(Kind.CELL, cell, dot)
        for dot in puzzle.centers
        for cell in puzzle.lattice.touched_cells(dot)
    ]


def is_stopped(scene: Scene, fact: Fact) -> bool:
    """Tell whether a dot cannot have a cell, as the board shows at once."""
    dot, bit = scene.dot(fact), scene.board.bit(fact.at)
    return bool(scene.stop(dot, bit) or scene.state.taken & bit)


def are_images(one: Fact, other: Fact) -> bool:
    """Tell whether two cells of a dot mirror each other."""
    center = one.center
    same = center is not None and center == other.center
    return same and mirror(center or one.at, one.at) == other.at
