"""What holds and why, with the cost of its reasons, and what waits to hold.

The cost of a literal is the number of labels that its reasons take together: rules at
places, definitions and cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappush
from typing import NamedTuple

from galaxies_asp.explaining.engine.ground import Ground

ANY = 10**6
"""A bound that no cost reaches."""

KNOWN, SUPPOSED, NESTED = -1, -2, -3
"""In place of a label: what is known, what is supposed, what a nested what-if shows."""


class Why(NamedTuple):
    """Why a literal holds: other literals, and what the inference takes."""

    premises: tuple[int, ...]
    label: int
    proof: Proof | None = None
    """Of a nested what-if: its supposition and how it fails."""


class Proof(NamedTuple):
    """Literals in the order of their inference, each with its reason."""

    why: Mapping[int, Why]
    mask: int
    supposed: int = 0
    clash: tuple[int, Why] | None = None
    """What a supposition ends with: a literal that does not hold, but would follow."""

    def steps(self) -> Iterator[tuple[int, Why]]:
        """Yield the literals with their reasons, those of proofs within it too."""
        for literal, why in self.why.items():
            yield literal, why
            yield from () if why.proof is None else why.proof.steps()


class Conflict(NamedTuple):
    """A literal that does not hold would follow."""

    literal: int
    mask: int
    why: Why


Entry = tuple[int, int, int, int, int, Why]
"""What waits: cost, distance, a number for the order, literal, labels, and why."""


class Assignment:
    """What holds, and why: what is known, and above it what is tried.

    Lists by literal have the entry of a negative literal at their end. A clause is
    visited where one of its first two literals stops to be possible, and a support
    where one of two parts does.

    `distance`: returns how far a literal is from the last step.

    `value`: by literal: 1 if it holds, -1 if its complement does, otherwise 0. `mask`:
    by literal that holds: the labels of its reasons, as bits. `trail`: the literals
    that hold, in their order; `turn`: by literal: its place there. `effort`: the number
    of literals that were added.
    """

    def __init__(self, ground: Ground, distance: Callable[[int], int]) -> None:
        places = 2 * ground.size + 1
        self.ground, self._distance, self.effort = ground, distance, 0
        self.value, self.mask, self.turn = [0] * places, [0] * places, [0] * places
        self.why: dict[int, Why] = {}
        self.trail: list[int] = []
        self.heap: list[Entry] = []
        self._kept, self._waiting = 0, list[Entry]()
        # Up to which cost all that follows from what is known was added, where the
        # trail ended then, and what waited.
        self._extent, self._extended, self._rest = -1, 0, list[Entry]()
        # What waits where no reasons are asked for.
        self._plain: list[int] | None = None
        self._tick, self._looked, self._forbidden = 0, 0, 0
        self._clauses = [[*clause] for clause in ground.clauses]
        self._watches: list[list[int]] = [[] for _ in range(places)]
        for number, clause in enumerate(self._clauses):
            for literal in clause[:2]:
                self._watches[-literal].append(number)
        self._guarding = [(0, 1)] * len(ground.supports)
        self._sure = [0] * len(ground.counters)
        self._possible = [sum(w for _, w in c.body) for c in ground.counters]
        # By net: the atoms that can hold, those that do, and from and to which atoms
        # ways are open.
        self._open = [(1 << len(net.order)) - 1 for net in ground.nets]
        self._true = [0] * len(ground.nets)
        self._to = [[0] * len(net.order) for net in ground.nets]
        self._from = [[0] * len(net.order) for net in ground.nets]
        for number, one, other in ground.bodies_of:
            self._to[number][one] |= 1 << other
            self._from[number][other] |= 1 << one

    def keep(self) -> None:
        """Take what holds as known."""
        self._kept, self._waiting, self._extent = len(self.trail), self.heap, -1

    def is_kept(self) -> bool:
        """Tell whether nothing has been tried since what holds was kept."""
        return len(self.trail) == self._kept and self.heap is self._waiting

    def reopen(self, labels: int | None = None) -> None:
        """Take back all but what is known; what waited for it waits again.

        `labels`: if given, no other rules and definitions are used, as bits.
        """
        self.back(self._kept)
        self._extent, self._looked, self._forbidden = -1, 0, 0
        value, waiting = self.value, self._waiting
        if labels is not None:
            self._forbidden = self.ground.optional & ~labels
        some = [e for e in waiting if value[e[3]] <= 0 and not e[4] & self._forbidden]
        heapify(some)
        self.heap = some

    def push(self, literal: int, mask: int, why: Why) -> None:
        """Add a literal to those that wait."""
        if self.value[literal] <= 0 and not mask & self._forbidden:
            self._tick += 1
            far = self._distance(literal)
            entry = mask.bit_count(), far, self._tick, literal, mask, why
            heappush(self.heap, entry)

    def prefer(self, mask: int) -> None:
        """Let literals with the same reasons come before others of their cost."""
        for cost, _, tick, literal, labels, why in [*self.heap]:
            if labels == mask and self.value[literal] <= 0:
                heappush(self.heap, (cost, -1, tick, literal, labels, why))

    def imply(self, literal: int, premises: tuple[int, ...], label: int) -> None:
        """Add a literal that follows from others to those that wait."""
        if self.value[literal] > 0:
            return
        if self._plain is not None:
            self._tick += 1
            self._plain.append(literal)
            return
        mask, masks = self.ground.bits[label], self.mask
        for premise in premises:
            mask |= masks[premise]
        if not mask & self._forbidden:
            self.push(literal, mask, Why(premises, label))

    def settle(self, literal: int) -> None:
        """Let a literal that holds cost nothing."""
        self.mask[literal], self.why[literal] = 0, Why((), KNOWN)

    def back(self, mark: int) -> None:
        """Take back all but the first literals of the trail, and what waits."""
        ground, trail = self.ground, self.trail
        for literal in trail[mark:]:
            self.value[literal] = self.value[-literal] = self.mask[literal] = 0
            for number, sure, lost in ground.counted[literal]:
                self._sure[number] -= sure
                self._possible[number] += lost
            if not ground.nets_at[literal]:
                continue
            if (node := ground.node_of[literal]) is not None:
                if literal > 0:
                    self._true[node[0]] &= ~node[1]
                else:
                    self._open[node[0]] |= node[1]
            for number, one, other in ground.closing[literal]:
                self._to[number][one] |= 1 << other
                self._from[number][other] |= 1 << one
        del trail[mark:]
        self.heap, self._looked = [], min(self._looked, mark)

    def _add(self, literal: int) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.turn[literal] = len(self.trail)
        self.trail.append(literal)
        self.effort += 1
        ground = self.ground
        if not ground.nets_at[literal]:
            return
        if (node := ground.node_of[literal]) is not None:
            if literal > 0:
                self._true[node[0]] |= node[1]
            else:
                self._open[node[0]] &= ~node[1]
        for way in ground.closing[literal]:
            number, one, other = way
            if all(self.value[body] < 0 for body in ground.bodies_of[way]):
                self._to[number][one] &= ~(1 << other)
                self._from[number][other] &= ~(1 << one)
