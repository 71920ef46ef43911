"""Fill cells with symmetric regions at random.

Regions grow from random cells by pairs that mirror each other, until they have the
size that was drawn for them or nothing free is left for them. This leaves many single
cells. So then neighbors are united, small ones first, wherever the union is symmetric:
two regions, or one and two others that mirror each other in its dot.

With a pattern, whatever happens to one region happens to its images as well.

A setter dislikes bars most, and then rectangles. Winding regions have many corners,
compact ones have few.

All randomness is drawn by `random.Random.random`, whose stream is the same everywhere.
"""

from collections.abc import Iterator
from random import Random

from galaxies_asp.fast.bitboard import Bits, places
from galaxies_asp.generating.canvas import Canvas, Regions, image_of
from galaxies_asp.generating.recipe import Style

_BEGINNINGS = 2
"""Number of dots to try for the first cell of a region; one more for a clear style."""
_INTENDED = 1.5
"""Sizes to grow to, as multiples of the mean: many regions stay smaller."""
_LONG = 4
"""The length from which on bars are disliked."""
_BAR = 12
"""The penalty of such a bar, in cells."""
_COMPACT_BAR = 5
"""The same where a compact region is wanted."""
_CORNER = 0.5
"""The value of a corner of a winding region, in cells."""

IMPOSSIBLE = -1e9
"""The value of a shape that the style excludes."""

Parts = tuple[int, ...]
"""The totals of regions that are to be united."""


class Growth:
    """Fills cells of a canvas with random regions, deterministically per seed."""

    def __init__(self, canvas: Canvas, style: Style, rng: Random) -> None:
        self.canvas, self.style, self._random = canvas, style, rng.random
        self._steps, step = canvas.board.steps, canvas.board.stride
        # A dot that touches a cell has twice the cell as its total, or so much more.
        self._edges = [sign * way for way in self._steps for sign in (1, -1)]
        self._vertices = [step + 1, step - 1, 1 - step, -step - 1]
        if not canvas.board.lattice.corners:
            self._vertices = self._edges
        weights = style.dot_weights
        self._beginnings = _BEGINNINGS + round(abs(2 * style.wiggliness - 1))
        self._cell_share = weights[0] / sum(weights)
        self._edge_share = self._cell_share + weights[1] / sum(weights)
        self._max_bar = self._max_rectangle = 0
        self._free = self._turned = self._nooks = 0
        self._regions: Regions = {}
        self._total_of: dict[Bits, int] = {}
        self._owner: dict[int, int] = {}

    def draw(self, number: int) -> int:
        """Draw one of 0, 1, ..., number - 1."""
        return int(self._random() * number)

    def fill(self, cells: Bits, mean_size: float | None = None) -> Regions:
        """Divide the cells into regions, all of them free.

        `cells`: with a pattern, they contain their images. `mean_size`: the intended
        mean size of the regions; by default that of the style.
        """
        mean = self.style.mean_size if mean_size is None else mean_size
        self._limit_shapes(mean)
        self._free = cells
        self._regions = regions = {}
        for cell in self._in_order(cells):
            if not self._free >> cell & 1:
                continue
            total, region = 2 * cell, 1 << cell
            if self._free & self.canvas.board.beside(region):
                total, region = self._longest(cell, self._size(mean))
            for dot, grown in self.canvas.images_of(region, total).items():
                regions[dot] = grown
                self._free &= ~grown
        self._unite_until(cells.bit_count() / mean, cells)
        return regions

    def _limit_shapes(self, mean: float) -> None:
        """Set the limits of bars and rectangles."""
        style, canvas = self.style, self.canvas
        is_narrow = min(canvas.width, canvas.height) < 3
        any_size, mean = canvas.cells.bit_count(), max(style.mean_size, mean)
        usual_bar = any_size if is_narrow else max(_LONG, int(mean) - 1)
        by_mean = int((4 - 3 * style.wiggliness) * mean)
        usual_rectangle = any_size if is_narrow else max(9, by_mean)
        self._max_rectangle = style.max_rectangle or usual_rectangle
        self._max_bar = min(style.max_bar or usual_bar, self._max_rectangle)

    def _value(self, cells: Bits, *, is_winding: bool) -> float:
        """Return the value of a shape: large ones are better than small ones."""
        size, corners = cells.bit_count(), self.canvas.corners(cells)
        if corners != 4:
            return size + (_CORNER * corners if is_winding else -corners)
        if size == 1:
            return 0
        long = cells.bit_length() - (cells & -cells).bit_length()
        if long == size - 1 or long == (size - 1) * self.canvas.board.stride:
            if size > self._max_bar:
                return IMPOSSIBLE
            if size >= _LONG:
                return size - (_BAR if is_winding else _COMPACT_BAR)
        elif size > self._max_rectangle:
            return IMPOSSIBLE
        return -size if is_winding else size

    def _in_order(self, cells: Bits) -> list[int]:
        """Shuffle cells; given dots first, the border last: only bars fit there."""
        inner = cells
        for step in self._steps:
            inner &= cells << step & cells >> step
        given = cells & sum(1 << total // 2 for total in self.canvas.fixed)
        random = self._random
        return [
            place
            for group in (given, inner & ~given, cells & ~inner & ~given)
            for place in sorted(places(group), key=lambda _: random())
        ]

    def _size(self, mean: float) -> int:
        # The sum of four is close to a normal distribution, and exact everywhere.
        four = self._random() + self._random() + self._random() + self._random()
        normal = (four - 2) * 3**0.5
        larger = _INTENDED * (mean - 1)
        return max(1, round(1 + larger * (1 + self.style.spread * normal)))

    def _longest(self, cell: int, size: int) -> tuple[int, Bits]:
        """Let a region grow; return the best of several tries, and its total."""
        best, most = (2 * cell, 1 << cell), IMPOSSIBLE
        is_winding = self._random() < self.style.wiggliness
        if size > 1:
            self._look()
        for _ in range(self._beginnings if size > 1 else 0):
            total = self._beginning(cell, size)
            # Off the board no cell is free.
            fits = cell <= total and self._free >> total - cell & 1
            if region := self._grown(total, size) if fits else 0:
                value = self._value(region, is_winding=is_winding)
                if value > most:
                    best, most = (total, region), value
                if most >= size:
                    break
        return best

    def _look(self) -> None:
        """Turn the free cells, and find those of which two neighbors are not free."""
        board, free = self.canvas.board, self._free
        self._turned = board.turned(free)
        all_ = most = free
        for step in self._steps:
            before, after = free << step, free >> step
            both = before & after
            most &= before | after
            most &= all_ | both
            all_ &= both
        self._nooks = free & ~most

    def _beginning(self, cell: int, size: int) -> int:
        """Draw a dot whose region may start with the cell; return its total."""
        if 2 * cell in self.canvas.fixed:
            return 2 * cell
        kind = self._random()
        if kind < self._cell_share or size < 2:
            return 2 * cell
        ways = self._edges if kind < self._edge_share or size < 4 else self._vertices
        return 2 * cell + ways[int(self._random() * len(ways))]

    def _grown(self, total: int, size: int) -> Bits:
        """Return a region; no cells if it does not fit."""
        canvas, board = self.canvas, self.canvas.board
        region, new = 0, board.touched(total)
        free, turned = self._free, self._turned
        layers = canvas.colored(new, total)
        if new & ~free or not layers:
            return 0
        if not canvas.is_plain:
            free &= layers[int(self._random() * len(layers))]
            turned = board.turned(free)
        open_ = free & turned >> canvas.mirror - total
        own = [i for i in canvas.images if canvas.image_of_dot(i, new, total) == total]
        others = [image for image in canvas.images if image not in own]
        while new:
            open_ &= ~new
            for image in own:
                new |= image_of(image, new)
            # Cells of two regions that are images of each other may not meet.
            if not any(image_of(image, new) & (region | new) for image in others):
                region |= new
                if region.bit_count() >= size:
                    break
            elif not region:
                break
            new = self._pair(region, open_, total)
        return region

    def _pair(self, region: Bits, open_: Bits, total: int) -> Bits:
        """Draw a pair of open cells next to a region: a good one for the shape wanted.

        In a winding one, a cell beside two others has less value. A cell in a nook of
        other regions has more, since it would stay single.
        """
        once = twice = 0
        for step in self._steps:
            before, after = region << step, region >> step
            beside = before | after
            twice |= before & after | once & beside
            once |= beside
        cells = once & open_
        if not cells:
            return 0
        random = self._random
        compact = random() >= self.style.wiggliness
        cells = cells & (twice if compact else ~twice) or cells
        cells = cells & self._nooks or cells
        for _ in range(int(random() * cells.bit_count())):
            cells &= cells - 1
        cell = cells & -cells
        return cell | 1 << total - cell.bit_length() + 1

    def _unite_until(self, number: float, cells: Bits) -> None:
        """Unite regions until at most the given number are left, if possible."""
        regions = self._regions
        self._total_of = {cells: total for total, cells in regions.items()}
        self._owner = {
            cell: total for total, own in regions.items() for cell in places(own)
        }
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
                if total in regions and (union := self._chosen(total, cells)):
                    fresh += self._unite(*union)

    def _chosen(self, total: int, among: Bits) -> tuple[int, Parts] | None:
        """Return the union of a region with neighbors that has the shape wanted."""
        is_winding = self._random() < self.style.wiggliness
        best, most = None, IMPOSSIBLE + 1
        for union, cells, parts in self._unions_with(total, among):
            if self.canvas.colored(cells, union):
                value = self._value(cells, is_winding=is_winding) + self._random()
                if value > most:
                    best, most = (union, parts), value
        return best

    def _unions_with(
        self, total: int, among: Bits
    ) -> Iterator[tuple[int, Bits, Parts]]:
        """Yield the unions of a region with neighbors: total, cells and parts."""
        regions, board = self._regions, self.canvas.board
        region, largest = regions[total], self.style.largest
        size = region.bit_count()
        beside = board.beside(region) & among & ~region
        while beside:
            other = self._owner[beside.bit_length() - 1]
            more = regions[other]
            beside &= ~more
            both, added = region | more, more.bit_count()
            if size + added > largest:
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
                if cells.bit_count() <= largest:
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
        regions, canvas = self._regions, self.canvas
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
