"""Refute cells of regions by what follows from them, each time as little as possible.

A cell is decided if all its dots but one are refuted. A dot that is refuted stays
refuted. One that is not is tried again only after something has changed where its trial
changed something: elsewhere the same would follow. So what is known of a board is kept
while cells are decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.reasons import ROUNDS
from galaxies_asp.explaining.situation import by_region, supposed
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation

Pair = tuple[int, Bits]
"""A dot, and a cell with its mirror image."""

Limit = tuple[int, bool]
"""The rounds of propagation, and whether the region of a supposition is looked at."""

LIMITS = {
    Level.CONTRARY: (0, False),
    Level.SEPARATION: (0, True),
    Level.TRIAL: (max(ROUNDS), True),
}
"""The limit of each level of trials."""


@dataclass(frozen=True, slots=True)
class _Extent:
    """The dots and the cells about which something is different in two states."""

    dots: Bits
    cells: Bits

    @classmethod
    def between(cls, before: Propagation, after: Propagation) -> "_Extent":
        dots = cells = 0
        for old, new in ((before.own, after.own), (before.possible, after.possible)):
            for dot, (one, other) in enumerate(zip(old, new, strict=True)):
                if one != other:
                    dots |= 1 << dot
                    cells |= one ^ other
        return cls(dots, cells)

    def meets(self, other: "_Extent") -> bool:
        return bool(self.dots & other.dots or self.cells & other.cells)


class Refutation:
    """Decides the cells of a puzzle with a solution one after the other.

    Parameters
    ----------
    known
        The propagation of all rules; it is changed.
    solution
        The cells of each region in a solution, if one is known: none of them fails.
    """

    def __init__(self, known: Propagation, solution: Sequence[Bits] = ()) -> None:
        settle(known)
        self._known = known
        self._solution = solution or [0] * len(known.own)
        self._failed: dict[Pair, Limit] = {}
        self._passed: dict[tuple[Pair, Limit], _Extent] = {}
        self._dots: dict[Bits, list[int]] = {}

    @property
    def left(self) -> Bits:
        """The open cells."""
        return self._known.board.cells & ~self._known.taken

    def decide(self, limit: Limit) -> int:
        """Decide a cell all of whose dots but one fail within a limit.

        Returns the number of cells decided: 0, or 2 with a mirror image, or 1. What
        follows from them is not counted.
        """
        left = self.left
        while left:
            cell = left & -left
            left ^= cell
            pair = self._only_pair(cell, limit)
            if pair is not None:
                before = self._known.copy()
                self._known.claim(*pair)
                settle(self._known)
                change = _Extent.between(before, self._known)
                # Forget the trials that the change may concern.
                self._passed = {
                    key: extent
                    for key, extent in self._passed.items()
                    if not extent.meets(change)
                }
                return pair[1].bit_count()
        return 0

    def _only_pair(self, cell: Bits, limit: Limit) -> Pair | None:
        """Return the only pair of a cell that does not fail, if there is one."""
        known = self._known
        if cell not in self._dots:
            self._dots[cell] = list(range(len(known.possible)))
        possible = [dot for dot in self._dots[cell] if known.possible[dot] & cell]
        possible.sort(key=lambda dot: not self._solution[dot] & cell)
        passed: list[Pair] = []
        for place, dot in enumerate(possible):
            pair = dot, cell | known.board.mirrored(dot, cell)
            if self._fails(pair, limit):
                continue
            # Those that passed are tried first the next time.
            possible.insert(len(passed), possible.pop(place))
            passed.append(pair)
            if len(passed) == 2:
                break
        self._dots[cell] = possible
        return passed[0] if len(passed) == 1 else None

    def _fails(self, pair: Pair, limit: Limit) -> bool:
        dot, cells = pair
        if pair in self._failed and self._failed[pair] <= limit:
            return True
        if cells & self._solution[dot] or (pair, limit) in self._passed:
            return False
        rounds, looks = limit
        trial = supposed(self._known, into=pair)
        if (
            isinstance(trial, Failure)
            or trial.failure(rounds)
            or (looks and by_region(trial, pair))
        ):
            self._failed[pair] = limit
            return True
        self._passed[pair, limit] = _Extent.between(self._known, trial)
        return False


def settle(known: Propagation) -> None:
    """Propagate to the fixpoint."""
    known.look()
    while added := list(known.conclusions()):
        known.add(added)
