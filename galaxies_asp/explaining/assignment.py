"""What holds and why, with the cost of its reasons, and what waits to hold.

The cost of a literal is the number of labels that its reasons take together: rules at
places, definitions and cuts.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from typing import NamedTuple, Self

from galaxies_asp.explaining.ground import Ground
from galaxies_asp.explaining.ground_rules import How

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


class Conflict(NamedTuple):
    """A literal that does not hold would follow."""

    literal: int
    mask: int
    why: Why


class Assignment:
    """What holds, and why.

    Lists by literal have the entry of a negative literal at their end.

    `distance`: returns how far a literal is from the last step.

    `value`: by literal: 1 if it holds, -1 if its complement does, otherwise 0. `mask`:
    by literal that holds: the labels of its reasons, as bits. `trail`: the literals
    that hold, in their order. `single`: the nets of which at most one seed holds.
    """

    def __init__(
        self, ground: Ground, distance: Callable[[int], int], single: set[int]
    ) -> None:
        places = 2 * ground.size + 1
        self.ground, self._distance, self.single = ground, distance, single
        self.value, self.mask = [0] * places, [0] * places
        self.why: dict[int, Why] = {}
        self.trail: list[int] = []
        self.heap: list[tuple[int, int, int, int, int, Why]] = []
        self._tick, self._looked, self._forbidden = 0, 0, 0
        self._sure = [0] * len(ground.counters)
        self._possible = [sum(w for _, w in c.body) for c in ground.counters]
        # By net: the atoms that can hold, and from and to which atoms ways are open.
        self._open = [(1 << len(net.order)) - 1 for net in ground.nets]
        self._to = [[0] * len(net.order) for net in ground.nets]
        self._from = [[0] * len(net.order) for net in ground.nets]
        for number, one, other in ground.bodies_of:
            self._to[number][one] |= 1 << other
            self._from[number][other] |= 1 << one

    def copy(self) -> Self:
        """Return the state for further propagation."""
        other = type(self).__new__(type(self))
        other.ground, other._distance = self.ground, self._distance
        other.single = self.single
        other.value, other.mask = self.value[:], self.mask[:]
        other.why, other.trail = dict(self.why), self.trail[:]
        other.heap = self.heap[:]
        other._tick, other._looked = self._tick, 0
        other._forbidden = self._forbidden
        other._sure, other._possible = self._sure[:], self._possible[:]
        other._open = self._open[:]
        other._to = [ways[:] for ways in self._to]
        other._from = [ways[:] for ways in self._from]
        return other

    def allow(self, labels: int) -> None:
        """Use no other rules and definitions than some, given as bits."""
        ground = self.ground
        forbidden = 0
        for label, bit in zip(ground.labels, ground.bits, strict=True):
            if label.how in (How.RULE, How.LEFT):
                forbidden |= bit
        self._forbidden = forbidden & ~labels
        self.heap = [entry for entry in self.heap if not entry[4] & self._forbidden]
        heapq.heapify(self.heap)

    def push(self, literal: int, mask: int, why: Why) -> None:
        """Add a literal to those that wait."""
        if self.value[literal] <= 0 and not mask & self._forbidden:
            self._tick += 1
            far = self._distance(literal)
            entry = mask.bit_count(), far, self._tick, literal, mask, why
            heapq.heappush(self.heap, entry)

    def prefer(self, mask: int) -> None:
        """Let literals with the same reasons come before others of their cost."""
        for cost, _, tick, literal, labels, why in [*self.heap]:
            if labels == mask and self.value[literal] <= 0:
                heapq.heappush(self.heap, (cost, -1, tick, literal, labels, why))

    def imply(self, literal: int, premises: tuple[int, ...], label: int) -> None:
        """Add a literal that follows from others to those that wait."""
        mask, masks = self.ground.bits[label], self.mask
        for premise in premises:
            mask |= masks[premise]
        self.push(literal, mask, Why(premises, label))

    def settle(self, literal: int) -> None:
        """Let a literal that holds cost nothing."""
        self.mask[literal], self.why[literal] = 0, Why((), KNOWN)

    def back(self, mark: int) -> None:
        """Take back all but the first literals of the trail, and what waits."""
        ground, trail = self.ground, self.trail
        for literal in trail[mark:]:
            self.value[literal] = self.value[-literal] = self.mask[literal] = 0
            del self.why[literal]
            for number, weight in ground.counted[literal]:
                self._sure[number] -= weight
            for number, weight in ground.counted[-literal]:
                self._possible[number] += weight
            if (node := ground.node_of[literal]) is not None:
                self._open[node[0]] |= node[1]
            for number, one, other in ground.closing[literal]:
                self._to[number][one] |= 1 << other
                self._from[number][other] |= 1 << one
        del trail[mark:]
        self.heap, self._looked = [], min(self._looked, mark)

    def _add(self, literal: int, mask: int, why: Why) -> None:
        self.value[literal], self.value[-literal] = 1, -1
        self.mask[literal], self.why[literal] = mask, why
        self.trail.append(literal)
        ground = self.ground
        if (node := ground.node_of[literal]) is not None:
            self._open[node[0]] &= ~node[1]
        for way in ground.closing[literal]:
            number, one, other = way
            if all(self.value[body] < 0 for body in ground.bodies_of[way]):
                self._to[number][one] &= ~(1 << other)
                self._from[number][other] &= ~(1 << one)
