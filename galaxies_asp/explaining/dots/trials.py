"""Suppositions about cells of dots, and how they fail by propagation."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from itertools import compress, groupby
from operator import ne, xor
from typing import NamedTuple

from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation


class Look(IntEnum):
    """What is seen about the region of a supposition, without a round of deductions."""

    NOTHING = 0
    CROSSING = 1
    """It would cross another one."""
    WAY = 2
    """Its only way leaves a cell without a dot, or goes through another region."""


class Limit(NamedTuple):
    """The rounds of deductions, and what is seen about the region after them."""

    rounds: int
    look: Look


WAYS = (
    (Technique.CONTRADICTION, Limit(0, Look.NOTHING)),
    (Technique.SEPARATION, Limit(0, Look.CROSSING)),
    (Technique.ONLY_WAY, Limit(0, Look.WAY)),
    (Technique.WHAT_IF, Limit(1, Look.WAY)),
    (Technique.WHAT_IF, Limit(2, Look.WAY)),
    (Technique.WHAT_IF, Limit(8, Look.WAY)),
)
"""How suppositions fail, the easiest first, each with the limit that shows it."""


class Supposition(NamedTuple):
    """Cells that are supposed to be in the region of a dot."""

    dot: int = NO_DOT
    into: Bits = 0

    def added_to(self, base: Propagation) -> Propagation:
        """Return a state with the supposition.

        Raises `Contradiction` if it fails at once.
        """
        trial = base.copy()
        trial.claim(self.dot, self.into)
        trial.look()
        return trial

    def tried(self, trial: Propagation, limit: Limit) -> bool:
        """Tell whether the supposition fails in a state that has it; it is changed."""
        if trial.fails(limit.rounds):
            return True
        if limit.look and crossing(trial, self.dot):
            return True
        if limit.look < Look.WAY:
            return False
        state = trial.copy()
        try:
            while way := state.needed(self.dot):
                state.add([(self.dot, way)])
        except Contradiction:
            return True
        return crossing(state, self.dot) is not None

    def fails(self, base: Propagation, limit: Limit) -> bool:
        """Tell whether the supposition fails within a limit."""
        try:
            trial = self.added_to(base)
        except Contradiction:
            return True
        return self.tried(trial, limit)

    # What follows on the way to the failure

    def links(self, base: Propagation, limit: Limit) -> list["Link"]:
        """Return what follows, one after the other, until it fails: what is needed."""
        found: list[Link] = []
        try:
            start = self.added_to(base)
        except Contradiction:
            return found
        trial = start.copy()
        with suppress(Contradiction):
            for _ in range(limit.rounds):
                found += (new := [*_conclusions(trial)])
                trial.add((link.dot, link.into) for link in new)
            while limit.look == Look.WAY and (way := trial.needed(self.dot)):
                found.append(Link(self.dot, way, is_way=True))
                trial.add([(self.dot, way)])
        # What a region needs is easier to see than that no other dot is left.
        late = found[::-1]
        ways = [one for one in late if one.is_way]
        for one in (*(one for one in late if not one.is_way), *ways):
            rest = [other for other in found if other is not one]
            if self._fails_after(start, rest):
                found = rest
        return self._short(start, found)

    def _short(self, start: Propagation, found: Sequence["Link"]) -> list["Link"]:
        """Return links with as few cells of ways as the failure needs."""
        kept = list(found)
        for number, link in enumerate(found):
            left = link.into if link.is_way else 0
            while left:
                pair = left & -left
                pair |= start.board.mirrored(link.dot, pair)
                left &= ~pair
                short = kept[number]._replace(into=kept[number].into & ~pair)
                rest = [*kept[:number], short, *kept[number + 1 :]]
                if short.into and self._fails_after(start, rest):
                    kept = rest
        return kept

    def _fails_after(self, start: Propagation, links: Sequence["Link"]) -> bool:
        """Tell whether a state with the supposition fails if cells follow in turn."""
        trial = start.copy()
        try:
            for link in links:
                if not link.follows(trial):
                    return False
                trial.add([(link.dot, link.into)])
        except Contradiction:
            return True
        return crossing(trial, self.dot) is not None


class Link(NamedTuple):
    """Cells of a dot that follow from a supposition."""

    dot: int
    into: Bits
    is_way: bool = False
    """Whether the region needs them; otherwise no other dot is left for the cell."""

    def follows(self, state: Propagation) -> bool:
        """Tell whether they follow at once in a state."""
        if self.is_way:
            return not self.into & ~state.needed(self.dot)
        return bool(self.into & state.singles() & state.possible[self.dot])


def _conclusions(state: Propagation) -> Iterator[Link]:
    """Yield what a round of deductions adds, without partners of cells before."""
    singles = state.singles()
    for dot, cells in state.conclusions():
        left = cells & singles
        if not left:
            yield Link(dot, cells, is_way=True)
        while left:
            cell = left & -left
            left &= ~(cell | state.board.mirrored(dot, cell))
            yield Link(dot, cell)


class Trials:
    """Suppositions that were tried on a state, which is changed from time to time.

    `solution`: the cells of each region in a solution, if one is known: none of them
    fails. `passed`: what does not fail within a limit, and the cells that matter to it.
    """

    def __init__(self, solution: Sequence[Bits] = ()) -> None:
        self._solution = solution
        self._failed: dict[Supposition, Limit] = {}
        self.passed: dict[tuple[Supposition, Limit], Bits] = {}
        # What follows from suppositions so far, to be resumed at higher limits.
        self._begun: dict[Supposition, Propagation] = {}

    def fails(self, known: Propagation, tried: Supposition, limit: Limit) -> bool:
        """Tell whether it fails within a limit, after all lower ones; this is kept."""
        if tried in self._failed and self._failed[tried] <= limit:
            return True
        if (tried, limit) in self.passed:
            return False
        if self._solution and tried.into & self._solution[tried.dot]:
            return False
        try:
            trial = self._begun.get(tried) or tried.added_to(known)
        except Contradiction:
            self._failed[tried] = WAYS[0][1]
            return True
        if tried.tried(trial, limit):
            self._failed[tried] = limit
            return True
        self._begun[tried] = trial
        used = changed(known, trial)
        if limit.look:
            used |= known.possible[tried.dot]
        self.passed[tried, limit] = used
        return False

    def forget(self, new: Bits) -> None:
        """Forget the suppositions that a change of the state may concern."""
        passed = self.passed.items()
        self.passed = {key: bits for key, bits in passed if not bits & new}
        self._begun.clear()


def changed(before: Propagation, after: Propagation) -> Bits:
    """Return the cells about which two states differ and, above them, the dots."""
    board, found = before.board, 0
    if before.walls != after.walls:
        found = board.touching(*map(xor, before.walls, after.walls))
    for old, new in ((before.own, after.own), (before.possible, after.possible)):
        for dot in compress(range(len(old)), map(ne, old, new)):
            found |= 1 << board.length + dot | old[dot] ^ new[dot]
    return found


def able(state: Propagation, cells: Bits) -> list[int]:
    """Return the dots that can still have all of some cells."""
    near = state.board.near(cells)
    return [dot for dot in near if state.possible[dot] & cells == cells]


def settle(state: Propagation) -> None:
    """Propagate to the fixpoint."""
    state.look()
    while added := list(state.conclusions()):
        state.add(added)


# Regions that cross
#
# Two connected regions lie in the area of the cells that are left for either of them.
# If, on the way around that area, cells of the two alternate (a, b, a, b), then the
# region that joins the two cells of one separates the two cells of the other: they
# would have to cross. A region that touches the border of the board at two places cuts
# the board in this way.


class Crossing(NamedTuple):
    """Two dots, and the cells of each that alternate around the area left for both."""

    dot: int
    other: int
    cells: tuple[Bits, Bits]
    separated: tuple[Bits, Bits]


def crossing(state: Propagation, dot: int) -> Crossing | None:
    """Return how a region crosses another one, which no two regions can; else None.

    The state is up to date, without a contradiction.
    """
    if not _is_loose(state, dot):
        return None
    possible = state.possible
    for other, cells in enumerate(possible):
        if other != dot and cells & possible[dot] and _is_loose(state, other):
            for around in _contours(state, dot, other):
                runs = _runs(state, dot, other, around)[:4]
                if len(runs) == 4:
                    if not state.own[dot] & runs[0]:
                        runs = [*runs[1:], runs[0]]
                    first, second, third, fourth = runs
                    return Crossing(dot, other, (first, third), (second, fourth))
    return None


def _is_loose(state: Propagation, dot: int) -> bool:
    """Tell whether the known cells of a connected region are not yet connected."""
    own = state.own[dot]
    if not state.connected or not own & (own - 1):
        return False
    return state.board.flood(own & -own, own) != own


def _runs(state: Propagation, dot: int, other: int, around: list[Bits]) -> list[Bits]:
    """Return the known cells of two regions on a way around; one of each run."""
    own, known = state.own[dot], state.own[dot] | state.own[other]
    cells = (cell for cell in around if known & cell)
    runs = [next(run) for _, run in groupby(cells, key=lambda cell: bool(own & cell))]
    if len(runs) > 1 and bool(own & runs[0]) == bool(own & runs[-1]):
        runs.pop()
    return runs


def _contours(state: Propagation, dot: int, other: int) -> Iterator[list[Bits]]:
    """Yield the cells on each way around the area that two regions have.

    The sides of the area are followed clockwise; a cell occurs once for each side.
    """
    area = state.possible[dot] | state.possible[other]
    stride = state.board.stride
    around: tuple[int, ...] = 1, stride, stride - 1, -1, -stride, 1 - stride
    if len(state.board.steps) == 2:
        around = -stride, 1, stride, -1
    sides = len(around)

    def inside(place: int) -> bool:
        return place >= 0 and bool(area >> place & 1)

    seen: set[tuple[int, int]] = set()
    own = state.own[dot]
    while own:
        start = (own & -own).bit_length() - 1
        own &= own - 1
        for first in range(sides):
            if inside(start + around[first]) or (start, first) in seen:
                continue
            cells = []
            place, side = start, first
            while (place, side) not in seen:
                seen.add((place, side))
                cells.append(1 << place)
                turned = (side + 1) % sides
                beside = place + around[turned]
                if not inside(beside):
                    side = turned
                elif sides > 4 or inside(beside + around[side]):
                    # Around the corner; on hexagons two neighbors are adjacent.
                    place = beside if sides > 4 else beside + around[side]
                    side = (side - 1) % sides
                else:
                    place = beside
            yield cells
