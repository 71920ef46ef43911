"""What fails at once where a dot has a cell, as the board shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.crossing import Crossing, crossing
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation

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

    def failing(self) -> Technique | None:
        """Return how the supposition fails at once, if it does."""
        return next(filter(self.fails_by, WAYS), None)

    def fails_by(self, technique: Technique) -> bool:
        """Tell whether a technique shows that the supposition fails."""
        if technique is Technique.CONTRADICTION:
            return next(self.ends(), None) is not None
        if technique is Technique.SEPARATION:
            return self.crossed() is not None
        way = self.way()
        return way is not None and any(map(way.fails_by, WAYS[:2]))

    def ends(self) -> Iterator[tuple[int, Bits]]:
        """Yield dots with cells that they cannot get to, and cells that no dot can."""
        scene, board = self.scene, self.scene.board
        covered, turned = scene.state.taken, board.turned(self.area)
        for dot, before in enumerate(self.reached):
            touched = self.area | turned >> board.shifts[dot] & board.cells
            if not (before | scene.state.own[dot]) & touched:
                covered |= before
                continue
            lost, reached = scene.lost_and_reached(dot)
            if lost:
                yield dot, lost
            covered |= reached
        if missing := board.cells & ~covered:
            yield NO_DOT, missing

    def crossed(self) -> Crossing | None:
        """Return which region would cross another one."""
        if self._looked is None:
            return None
        state = self._looked.copy()
        try:
            state.cover(self.scene.board.cells)
            state.look()
        except Contradiction:
            return None
        return crossing(state, self.dot)

    @cached_property
    def _looked(self) -> Propagation | None:
        """What the regions can have; None if one cannot have its cells."""
        state = self.scene.state.copy()
        try:
            state.look()
        except Contradiction:
            return None
        return state

    def needed(self) -> list[Fact]:
        """Return the cells that the region needs to be connected."""
        if self._looked is None:
            return []
        board, bits = self.scene.board, self._looked.needed(self.dot)
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
