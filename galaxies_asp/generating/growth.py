"""Fill cells with symmetric regions at random.

Regions grow from random cells by pairs that mirror each other, until they have the
size that was drawn for them or nothing free is left for them. This leaves many single
cells. So then neighbors are united, small ones first, wherever the union is symmetric:
two regions, or one and two others that mirror each other in its dot.

With a pattern, whatever happens to one region happens to its images as well.

All randomness is drawn by `random.Random.random`, whose stream is the same everywhere.
"""

from random import Random

from galaxies_asp.fast.bitboard import Bits, places
from galaxies_asp.generating.canvas import Canvas, Regions, image_of
from galaxies_asp.generating.shapes import IMPOSSIBLE, Shapes
from galaxies_asp.generating.style import Style
from galaxies_asp.generating.union import Union

_BEGINNINGS = 2
"""Number of dots to try for the first cell of a region; one more for a clear style."""
_INTENDED = 1.5
"""Sizes to grow to, as multiples of the mean: many regions stay smaller."""


class Growth:
    """Fills cells of a canvas with random regions, deterministically per seed."""

    def __init__(self, canvas: Canvas, style: Style, rng: Random) -> None:
        self.canvas = canvas
        self.style = style
        self._random = rng.random
        self._shapes = Shapes(canvas, style, style.mean_size)
        self._steps = canvas.board.steps
        step = canvas.board.stride
        # A dot that touches a cell has twice the cell as its total, or so much more.
        self._edges = [sign * way for way in self._steps for sign in (1, -1)]
        self._vertices = [step + 1, step - 1, 1 - step, -step - 1]
        if not canvas.board.lattice.corners:
            self._vertices = self._edges
        weights = style.dot_weights
        self._beginnings = _BEGINNINGS + round(abs(2 * style.wiggliness - 1))
        self._cell_share = weights[0] / sum(weights)
        self._edge_share = self._cell_share + weights[1] / sum(weights)
        self._free = self._turned = self._nooks = 0

    def draw(self, number: int) -> int:
        """Draw one of 0, 1, ..., number - 1."""
        return int(self._random() * number)

    def fill(self, cells: Bits, mean_size: float | None = None) -> Regions:
        """Divide the cells into regions, all of them free.

        Parameters
        ----------
        cells
            With a pattern, they contain their images.
        mean_size
            The intended mean size of the regions; by default that of the style.
        """
        mean = self.style.mean_size if mean_size is None else mean_size
        self._shapes = Shapes(self.canvas, self.style, mean)
        self._free = cells
        regions: Regions = {}
        for cell in self._in_order(cells):
            if not self._free >> cell & 1:
                continue
            total, region = 2 * cell, 1 << cell
            if self._free & self.canvas.board.beside(region):
                total, region = self._longest(cell, self._size(mean))
            for dot, grown in self.canvas.images_of(region, total).items():
                regions[dot] = grown
                self._free &= ~grown
        union = Union(self.canvas, regions, self.style, self._shapes, self._random)
        return union.until(cells.bit_count() / mean)

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
                value = self._shapes.value(region, is_winding=is_winding)
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
