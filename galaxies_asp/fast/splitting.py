"""Components of open pairs: decide a pair, propagate, split what remains.

Sets of pairs are bit masks: bit i stands for open pair i. The rules of Galaxies appear
here again, besides the kernel, because the decision diagram propagates in one
component at a time, and masks are also the keys under which it finds equal components.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import compress
from operator import or_

from galaxies_asp.fast.bitboard import places
from galaxies_asp.fast.pairs import PairLists

Component = tuple[int, int]
"""The pairs of a component, and those of them beside connected pairs."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The result of a decision: the pairs taken, and the remaining components."""

    taken: int
    rest: tuple[Component, ...]


class Links:
    """The open pairs with their cells, neighbors and rivals as bit masks."""

    def __init__(self, pairs: PairLists) -> None:
        n = len(pairs.dots)
        self.dots = pairs.dots
        self.of_dot: dict[int, int] = {}
        for pair, dot in enumerate(self.dots):
            self.of_dot[dot] = self.of_dot.get(dot, 0) | 1 << pair
        both = zip(pairs.cells, pairs.images, strict=True)
        self.cells = [(a, b) if a != b else (a,) for a, b in both]
        self.at: dict[int, int] = {}
        for pair, cells in enumerate(self.cells):
            for cell in cells:
                self.at[cell] = self.at.get(cell, 0) | 1 << pair
        self.rivals = [
            reduce(or_, map(self.at.__getitem__, cells)) & ~(1 << pair)
            for pair, cells in enumerate(self.cells)
        ]
        self.beside = [
            mask_of(way[pair] for way in pairs.beside if way[pair] < n)
            for pair in range(n)
        ]
        for pair, other in pairs.apart:
            self.rivals[pair] |= 1 << other
            self.rivals[other] |= 1 << pair
        self._supported = mask_of(compress(range(n), pairs.supported))

    def start(self, dropped: int) -> Branch | None:
        """Exclude some of all pairs and propagate; return None at a contradiction."""
        return self.settle((1 << len(self.dots)) - 1, self._supported, dropped)

    def cells_of(self, pairs: int) -> list[int]:
        """Return the cells of these pairs."""
        return sorted({cell for pair in places(pairs) for cell in self.cells[pair]})

    def branches(self, component: Component) -> list[Branch]:
        """Decide whether the first region of a component grows by a pair.

        Regions are decided one after the other, in the order of the pairs. What is left
        then depends only on the cells that they cover, whatever their shapes are.
        """
        alive, supported = component
        first = self.dots[(alive & -alive).bit_length() - 1]
        pair = (alive & supported & self.of_dot[first]).bit_length() - 1
        settled = (
            self.settle(alive, supported, dropped)
            for dropped in (alive & self.rivals[pair], 1 << pair)
        )
        return [branch for branch in settled if branch is not None]

    def settle(self, alive: int, supported: int, dropped: int) -> Branch | None:
        """Drop pairs and propagate; return None at a contradiction.

        `alive`: the pairs that are possible; those of a component, or of several. Each
        cell has one, and each is connected to its dot by others. `supported`: those
        beside pairs that are taken and connected to their dot. `dropped`: those of them
        that are excluded.
        """
        lost = 0
        while dropped:
            alive &= ~dropped
            lost |= dropped
            changed = {cell for pair in places(dropped) for cell in self.cells[pair]}
            dropped = 0
            for cell in changed:
                mask = self.at[cell] & alive
                if not mask:
                    return None
                if not mask & (mask - 1):
                    dropped |= self.rivals[mask.bit_length() - 1] & alive
            if not dropped:
                dots = {self.dots[pair] for pair in places(lost)}
                lost = 0
                for dot in dots:
                    apart = alive & self.of_dot[dot]
                    layer = apart & supported
                    while layer:
                        apart &= ~layer
                        layer = self._beside(layer) & apart
                    dropped |= apart
        return self._split(alive, supported)

    def _beside(self, pairs: int) -> int:
        beside = 0
        for pair in places(pairs):
            beside |= self.beside[pair]
        return beside

    def _split(self, alive: int, supported: int) -> Branch:
        """Take the pairs that are connected; divide the others into components."""
        connected, layer = 0, alive & supported
        while layer:
            low = layer & -layer
            layer ^= low
            pair = low.bit_length() - 1
            if not self.rivals[pair] & alive:
                connected |= low
                layer |= self.beside[pair] & alive & ~connected
        rest = alive & ~connected
        supported = (supported | self._beside(connected)) & rest
        components = []
        while rest:
            part = layer = rest & -rest
            while layer:
                linked = 0
                for pair in places(layer):
                    beside = self.beside[pair]
                    if supported >> pair & 1:
                        beside &= ~supported
                    linked |= self.rivals[pair] | beside
                layer = linked & rest & ~part
                part |= layer
            components.append((part, supported & part))
            rest &= ~part
        return Branch(connected, tuple(components))


def mask_of(positions: Iterable[int]) -> int:
    """Return the mask with the bits at these positions."""
    return reduce(or_, (1 << position for position in positions), 0)
