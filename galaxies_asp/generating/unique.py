"""From a board to a puzzle with one solution, by local changes.

Where another solution differs from the board, the regions that take part are made
anew; whether the new ones are the only ones in their place is seen at once, on that
small part of the board. The rest stays as it is. This is repeated until it is proven
that there is no other solution.
"""

from galaxies_asp.fast.bitboard import Bits, places
from galaxies_asp.fast.fixpoint import MAX_BITS
from galaxies_asp.generating.alternatives import alternatives, alternatives_among
from galaxies_asp.generating.canvas import Regions
from galaxies_asp.generating.growth import Growth

MOST_CONFLICTS = 3_000
"""Puzzles whose proof takes more conflicts are made easier."""

_REGIONS_FOR_A_PLACE = 60
"""Number of undecided regions per place to refill if the proof is too hard."""
_TRIES = 10
"""Number of times to refill a place before widening it."""
_SHRINK = 0.97
"""Factor of the mean size in a place each time it is refilled."""


def make_unique(growth: Growth, regions: Regions, most_conflicts: int) -> Regions:
    """Change regions locally until they are the only solution; return all regions.

    Ends always: regions that are made anew get smaller, and single cells are unique.
    """
    canvas, refiller = growth.canvas, Refiller(growth, most_conflicts)
    suspects = set(regions)
    while True:
        totals = sorted(regions)
        among = {dot for dot, total in enumerate(totals) if total in suspects}
        if canvas.cells.bit_count() <= MAX_BITS:
            others = alternatives_among(*canvas.part(regions), most_conflicts, among)
        else:
            others = alternatives(canvas.solution(regions), most_conflicts, among)
        if others.unique:
            return regions
        places = [{totals[dot] for dot in place} for place in others.places]
        if not places:
            undecided = [totals[dot] for dot in sorted(others.undecided)]
            places = refiller.places_among(regions, undecided)
        before, suspects = regions, {totals[dot] for dot in others.suspects}
        for place in places:
            if place <= regions.keys():  # else an image of another place
                regions = refiller.refill(regions, place)
        suspects |= {
            total for total, cells in regions.items() if before.get(total) != cells
        }


class Refiller:
    """Replaces some regions of a board."""

    def __init__(self, growth: Growth, most_conflicts: int) -> None:
        self._most_conflicts = most_conflicts
        self._growth = growth
        self._canvas = growth.canvas
        self._times: dict[int, int] = {}

    def pick(self, totals: list[int]) -> int:
        """Draw one."""
        return totals[self._growth.draw(len(totals))]

    def places_among(self, regions: Regions, totals: list[int]) -> list[set[int]]:
        """Draw places to make a puzzle easier: some regions, and those around each."""
        found: list[set[int]] = []
        for _ in range(1 + len(totals) // _REGIONS_FOR_A_PLACE):
            place = self._canvas.around(regions, [self.pick(totals)])
            if all(map(place.isdisjoint, found)):
                found.append(place)
        return found

    def changed(self, regions: Regions, totals: set[int], scale: float) -> Regions:
        """Return the board with some regions, and their images, replaced."""
        totals = self._canvas.with_images(regions, totals)
        cells = _cells_of(regions, totals)
        mean = cells.bit_count() / len(totals)
        new = self._growth.fill(cells, max(1.0, scale * mean))
        return _replaced(regions, totals, new)

    def refill(self, regions: Regions, totals: set[int]) -> Regions:
        """Replace some regions, and their images, by others that are unique there."""
        totals = self._canvas.with_images(regions, totals)
        while True:
            cells = _cells_of(regions, totals)
            times = max(self._times.get(cell, 0) for cell in places(cells))
            mean = cells.bit_count() / len(totals)
            for attempt in range(_TRIES):
                shrunk = max(1.0, mean * _SHRINK ** (times + attempt))
                new = self._growth.fill(cells, shrunk)
                part = self._canvas.part(new)
                if alternatives_among(*part, self._most_conflicts).unique:
                    self._times.update(dict.fromkeys(places(cells), times + 1))
                    return _replaced(regions, totals, new)
            self._times.update(dict.fromkeys(places(cells), times + _TRIES))
            wider = self._canvas.around(regions, totals)
            totals = self._canvas.with_images(regions, wider)


def _cells_of(regions: Regions, totals: set[int]) -> Bits:
    return sum(regions[total] for total in totals)


def _replaced(regions: Regions, totals: set[int], new: Regions) -> Regions:
    kept = {total: cells for total, cells in regions.items() if total not in totals}
    return kept | new
