"""Unite neighboring regions wherever the union is symmetric, small ones first."""

from collections.abc import Callable, Iterator

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
        self._steps = canvas.steps
        self._owner = {
            cell: total for total, cells in regions.items() for cell in cells
        }

    def until(self, number: float) -> Regions:
        """Unite regions until at most the given number are left, if possible."""
        regions = self._regions
        fresh = list(regions)
        while fresh and len(regions) > number:
            small_first = sorted(
                (len(regions[total]), self._random(), total)
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
        random = self._random
        is_winding = random() < self._wiggliness
        best, most = None, IMPOSSIBLE + 1
        for union, parts in self._unions_with(total):
            cells = [cell for part in parts for cell in self._regions[part]]
            value = self._shapes.value(cells, is_winding=is_winding) + random()
            if value > most:
                best, most = (union, parts), value
        return best

    def _unions_with(self, total: int) -> Iterator[tuple[int, Parts]]:
        """Yield the unions of a region with neighbors: the total, and the parts."""
        get = self._owner.get
        neighbors: dict[int | None, None] = {}
        for cell in self._regions[total]:
            for step in self._steps:
                neighbors[get(cell + step)] = None
        for neighbor in neighbors:
            if neighbor is None or neighbor == total:
                continue
            two = self._union_of_two(total, neighbor)
            if two is not None and self._is_possible(two, (total, neighbor)):
                yield two, (total, neighbor)
            # Third parties: the image of the neighbor in our dot, and our own
            # image in the dot of the neighbor.
            for center, other in ((total, neighbor), (neighbor, total)):
                third = self._image_in(center, other)
                if third is not None and self._is_possible(
                    center, (center, other, third)
                ):
                    yield center, (center, other, third)

    def _union_of_two(self, total: int, other: int) -> int | None:
        """Return the total of the union if it is symmetric."""
        cells, more = self._regions[total], self._regions[other]
        size = len(cells) + len(more)
        # The sum of all cells is half the total for each; so the total is the mean.
        union, rest = divmod(total * len(cells) + other * len(more), size)
        if rest or size > self._largest:
            return None
        owner, both = self._owner, (total, other)
        smaller = cells if len(cells) < len(more) else more
        larger = more if smaller is cells else cells
        for part in (smaller, larger):
            for cell in part:
                if owner.get(union - cell) not in both:
                    return None
        return union

    def _image_in(self, center: int, other: int) -> int | None:
        """Return the region that the half turn about a dot makes of another, if any."""
        cells = self._regions[other]
        third = self._owner.get(center - cells[0])
        if third is None or third in (center, other):
            return None
        if len(self._regions[third]) != len(cells):
            return None
        if len(self._regions[center]) + 2 * len(cells) > self._largest:
            return None
        if any(self._owner.get(center - cell) != third for cell in cells):
            return None
        return third

    def _is_possible(self, total: int, parts: Parts) -> bool:
        """Tell whether the union has a color, and contains its dot."""
        cells = (cell for part in parts for cell in self._regions[part])
        if not self._canvas.common_colors(cells, total):
            return False
        touched = self._canvas.touched(total)
        return all(self._owner.get(cell) in parts for cell in touched)

    def _unite(self, total: int, parts: Parts) -> list[int]:
        """Unite the parts and do the same to their images; return the new totals."""
        unions = self._images(total, parts)
        for union, old in unions.items():
            cells = [cell for part in old for cell in self._regions.pop(part)]
            self._regions[union] = cells
            for cell in cells:
                self._owner[cell] = union
        return list(unions)

    def _images(self, total: int, parts: Parts) -> dict[int, Parts]:
        """Return the images of a union; nothing if two of them overlap."""
        if len(self._canvas.images) == 1:
            return {total: parts}
        cell = self._regions[parts[0]][0]
        unions: dict[int, Parts] = {}
        for image in self._canvas.images:
            new = tuple(
                sorted(
                    image[some] + image[part - some]
                    for part in parts
                    for some in self._regions[part][:1]
                )
            )
            if unions.setdefault(image[cell] + image[total - cell], new) != new:
                return {}
        used = [part for union in unions.values() for part in union]
        return unions if len(set(used)) == len(used) else {}
