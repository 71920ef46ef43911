"""Unite neighboring regions wherever the union is symmetric, small ones first."""

from collections.abc import Callable, Iterator

from galaxies_asp.fast.bitboard import Bits, places
from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.shapes import IMPOSSIBLE, Shapes
from galaxies_asp.generating.style import Style

Parts = tuple[int, ...]
"""The totals of regions that are to be united."""


class Union:
    """Regions that fill some cells, and their unions.

    Parameters
    ----------
    regions
        Each connected, symmetric, and with a dot in it. With a pattern, the images of
        each are among them. They are changed.
    style
        Its `largest` is the number of cells that a union has at most; its `wiggliness`
        is the share of unions that are chosen to be winding.
    shapes
        Compares the unions.
    random
        Returns random numbers from 0 to 1.
    """

    def __init__(
        self,
        canvas: Canvas,
        regions: Regions,
        style: Style,
        shapes: Shapes,
        random: Callable[[], float],
    ) -> None:
        self._canvas = canvas
        self._regions = regions
        self._largest = style.largest
        self._wiggliness = style.wiggliness
        self._shapes = shapes
        self._random = random
        self._total_of = {cells: total for total, cells in regions.items()}
        self._owner = {
            cell: total for total, cells in regions.items() for cell in places(cells)
        }
        self._cells = sum(regions.values())

    def until(self, number: float) -> Regions:
        """Unite regions until at most the given number are left, if possible."""
        regions = self._regions
        fresh = list(regions)
        while fresh and len(regions) > number:
            small_first = sorted(
                (regions[total].bit_count(), self._random(), total)
                for total in fresh
                if total in regions
            )
            fresh = []
            for _, _, total in small_first:
                if len(regions) <= number:
                    break
                if total not in regions:
                    continue
                union = self._chosen(total)
                if union is not None:
                    fresh += self._unite(*union)
        return regions

    def _chosen(self, total: int) -> tuple[int, Parts] | None:
        """Return the union of a region with neighbors that has the shape wanted."""
        random, value_of = self._random, self._shapes.value
        is_winding = random() < self._wiggliness
        best, most = None, IMPOSSIBLE + 1
        for union, cells, parts in self._unions_with(total):
            if self._canvas.colored(cells, union):
                value = value_of(cells, is_winding=is_winding) + random()
                if value > most:
                    best, most = (union, parts), value
        return best

    def _unions_with(self, total: int) -> Iterator[tuple[int, Bits, Parts]]:
        """Yield the unions of a region with neighbors: total, cells and parts."""
        regions, board = self._regions, self._canvas.board
        region = regions[total]
        size = region.bit_count()
        beside = board.beside(region) & self._cells & ~region
        while beside:
            other = self._owner[beside.bit_length() - 1]
            more = regions[other]
            beside &= ~more
            both, added = region | more, more.bit_count()
            if size + added > self._largest:
                continue
            # The sum of all cells is half the total for each; so the total is the mean.
            union, rest = divmod(total * size + other * added, size + added)
            if not rest and not board.touched(union) & ~both:
                moved = _moved(region, union - total) | _moved(more, union - other)
                if moved == both:
                    yield union, both, (total, other)
            # The image of the neighbor in our dot, and our own in that of the neighbor.
            for center, image, part in (
                (total, _moved(more, total - other), other),
                (other, _moved(region, other - total), total),
            ):
                third = self._total_of.get(image)
                if third is None or image.bit_count() < regions[part].bit_count():
                    continue
                cells = both | image
                if cells.bit_count() <= self._largest:
                    yield center, cells, (center, part, third)

    def _unite(self, total: int, parts: Parts) -> list[int]:
        """Unite the parts and do the same to their images; return the new totals."""
        unions = self._images(total, parts)
        for union, old in unions.items():
            cells = 0
            for part in old:
                del self._total_of[self._regions[part]]
                cells |= self._regions.pop(part)
            self._regions[union] = cells
            self._total_of[cells] = union
            self._owner.update(dict.fromkeys(places(cells), union))
        return list(unions)

    def _images(self, total: int, parts: Parts) -> dict[int, Parts]:
        """Return the images of a union; nothing if two of them overlap."""
        regions, canvas = self._regions, self._canvas
        if not canvas.images:
            return {total: parts}
        unions = {total: tuple(sorted(parts))}
        for image in canvas.images:
            dot = canvas.image_of_dot(image, sum(regions[p] for p in parts), total)
            new = (canvas.image_of_dot(image, regions[part], part) for part in parts)
            if unions.setdefault(dot, images := tuple(sorted(new))) != images:
                return {}
        used = [part for union in unions.values() for part in union]
        return unions if len(set(used)) == len(used) else {}


def _moved(region: Bits, distance: int) -> Bits:
    """Return a region moved by the difference of a dot and its own.

    Since a region is symmetric, this is its mirror image in that dot.
    """
    return region << distance if distance > 0 else region >> -distance
