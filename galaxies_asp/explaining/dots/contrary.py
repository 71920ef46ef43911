"""What fails at once where a dot has a cell, as the board shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.crossing import Crossing, crossing
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction

WAYS = (Technique.CONTRADICTION, Technique.SEPARATION, Technique.ONLY_WAY)
"""How a supposition fails without further deductions, the easiest first."""

_LINKS = 6
"""How many times the only way of a region is followed."""


@dataclass(frozen=True)
class Supposed:
    """A scene in which a dot is supposed to have cells.

    `reached`: what each dot could get to before. `area`: the cells.
    """

    scene: Scene
    dot: int
    reached: Sequence[Bits]
    area: Bits

    def failing(self, most: Technique = Technique.ONLY_WAY) -> Technique | None:
        """Return how the supposition fails at once, if it does; up to a technique."""
        if next(self.ends(), None) is not None:
            return Technique.CONTRADICTION
        ways = WAYS[: WAYS.index(most) + 1]
        if Technique.SEPARATION in ways and self.crossed() is not None:
            return Technique.SEPARATION
        if Technique.ONLY_WAY in ways and (way := self.way()) is not None:
            ended = next(way.ends(), None) is not None or way.crossed() is not None
            return Technique.ONLY_WAY if ended else None
        return None

    def ends(self) -> Iterator[tuple[int, Bits]]:
        """Yield dots with cells that they cannot get to, and cells that no dot can."""
        scene, board = self.scene, self.scene.board
        covered, turned = scene.state.taken, board.turned(self.area)
        for dot, before in enumerate(self.reached):
            touched = self.area | turned >> board.shifts[dot] & board.cells
            if not (before | scene.state.own[dot]) & touched:
                covered |= before
                continue
            if lost := scene.lost(dot):
                yield dot, lost
            covered |= scene.reached(dot)
        if missing := board.cells & ~covered:
            yield NO_DOT, missing

    def crossed(self) -> Crossing | None:
        """Return which region would cross another one."""
        state, board = self.scene.state.copy(), self.scene.board
        try:
            state.cover(board.cells)
            state.make_connected(self.dot)
            state.look()
            return crossing(state, self.dot)
        except Contradiction:
            return None

    def needed(self) -> list[Fact]:
        """Return the cells that the region needs to be connected."""
        state, board = self.scene.state.copy(), self.scene.board
        try:
            state.look()
            bits = state.needed(self.dot)
        except Contradiction:
            return []
        center = board.puzzle.centers[self.dot]
        return [Fact(Kind.CELL, at, center) for at in board.points(bits)]

    def way(self) -> Supposed | None:
        """Return the scene with the only way of the region; None if it has none."""
        found = self
        for _ in range(_LINKS):
            if not (facts := found.needed()):
                break
            found = found.with_cells(facts)
        return None if found is self else found

    def with_cells(self, facts: Sequence[Fact]) -> Supposed:
        """Return the scene with further cells of the region."""
        board = self.scene.board
        bits = board.bits(fact.at for fact in facts)
        area = self.area | bits | board.mirrored(self.dot, bits)
        return replace(self, scene=self.scene.with_cells(facts), area=area)


def supposed(scene: Scene, fact: Fact, reached: Sequence[Bits] = ()) -> Supposed:
    """Return the scene in which a dot has a cell."""
    board, dot = scene.board, scene.dot(fact)
    bit = board.bit(fact.at)
    before = reached or [scene.reached(other) for other in range(len(board.core))]
    area = bit | board.mirrored(dot, bit)
    return Supposed(scene.with_cells([fact]), dot, before, area)
