"""Suppositions about cells, and how they fail by propagation."""

from enum import IntEnum
from typing import NamedTuple

from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.dots.crossing import crossing
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction, Failure, How, Propagation


class Look(IntEnum):
    """What is seen about the region of a supposition, without a round of deductions."""

    NOTHING = 0
    CROSSING = 1
    """It would cross another one."""
    WAY = 2
    """Its only way leaves a cell without a dot, or goes through another region."""


class Supposition(NamedTuple):
    """Cells that are supposed to be in the region of a dot."""

    dot: int = NO_DOT
    into: Bits = 0

    def added_to(self, base: Propagation) -> Propagation | Failure:
        """Return a state with the supposition, or its immediate failure."""
        trial = base.copy()
        try:
            trial.claim(self.dot, self.into)
        except Contradiction as contradiction:
            return contradiction.failure
        return trial

    def crossed(self, trial: Propagation) -> Failure | None:
        """Return that the region crosses another one, or None."""
        if (found := crossing(trial, self.dot)) is not None:
            return Failure(How.CROSSED, found.separated[0], found.other)
        return None

    def fails_alone(self, trial: Propagation, look: Look) -> Failure | None:
        """Return how the region fails by itself in a state, or None."""
        found = self.crossed(trial) if look else None
        if found or look < Look.WAY:
            return found
        state = trial.copy()
        try:
            while way := state.needed(self.dot):
                state.add([(self.dot, way)])
        except Contradiction as contradiction:
            return contradiction.failure
        return self.crossed(state)


def able(state: Propagation, cells: Bits) -> list[int]:
    """Return the dots that can still have all of some cells."""
    near = state.board.near(cells)
    return [dot for dot in near if state.possible[dot] & cells == cells]


def settle(state: Propagation) -> None:
    """Propagate to the fixpoint."""
    state.look()
    while added := list(state.conclusions()):
        state.add(added)
