"""Fill cells with symmetric regions at random.

Regions grow from random cells by pairs that mirror each other, until they have the
size that was drawn for them or nothing free is left for them. This leaves many single
cells. So then neighbors are united, small ones first, wherever the union is symmetric:
two regions, or one and two others that mirror each other in its dot.

With a pattern, whatever happens to one region happens to its images as well.

All randomness is drawn by `random.Random.random`, whose stream is the same everywhere.
"""

from random import Random

from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.shapes import IMPOSSIBLE, Shapes
from galaxies_asp.generating.style import Style
from galaxies_asp.generating.union import Union

_BEGINNINGS = 3
"""Number of dots to try for the first cell of a region."""
_INTENDED = 1.5
"""Sizes to grow to, as multiples of the mean: many regions stay smaller."""
_CHOICES = 12
"""Number of cells to choose from where a region grows."""


class Growth:
    """Fills cells of a canvas with random regions, deterministically per seed."""

    def __init__(self, canvas: Canvas, style: Style, rng: Random) -> None:
        self.canvas = canvas
        self.style = style
        self._random = rng.random
        self._shapes = Shapes(canvas, style, style.mean_size)
        step = canvas.stride
        self._steps = canvas.steps
        # A dot that touches a cell has twice the cell as its total, or so much more.
        self._edges = self._steps
        self._vertices: tuple[int, ...] = (step + 1, step - 1, 1 - step, -step - 1)
        if not canvas.lattice.corners:
            self._vertices = self._edges
        weights = style.dot_weights
        self._cell_share = weights[0] / sum(weights)
        self._edge_share = self._cell_share + weights[1] / sum(weights)
        self._free = bytearray(len(canvas.colors))

    def draw(self, number: int) -> int:
        """Draw one of 0, 1, ..., number - 1."""
        return int(self._random() * number)

    def fill(self, cells: list[int], mean_size: float | None = None) -> Regions:
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
        for cell in cells:
            self._free[cell] = self.canvas.colors[cell]
        regions: Regions = {}
        for cell in self._in_order(cells):
            if self._free[cell]:
                regions.update(self._longest(cell, self._size(mean)))
        union = Union(self.canvas, regions, self.style, self._shapes, self._random)
        return union.until(len(cells) / mean)

    def _in_order(self, cells: list[int]) -> list[int]:
        """Shuffle cells; given dots first, the border last: only bars fit there."""
        free, steps, random = self._free, self._steps, self._random
        fixed = self.canvas.fixed
        return sorted(
            cells,
            key=lambda c: (
                random()
                + any(not free[c + step] for step in steps)
                - 2 * (2 * c in fixed)
            ),
        )

    def _size(self, mean: float) -> int:
        # The sum of four is close to a normal distribution, and exact everywhere.
        four = self._random() + self._random() + self._random() + self._random()
        normal = (four - 2) * 3**0.5
        larger = _INTENDED * (mean - 1)
        return max(1, round(1 + larger * (1 + self.style.spread * normal)))

    def _longest(self, cell: int, size: int) -> Regions:
        """Let a region and its images grow, and keep the best of several tries."""
        best: Regions = {}
        most, free, colors = IMPOSSIBLE, self._free, self.canvas.colors
        is_winding = self._random() < self.style.wiggliness
        can_grow = size > 1 and any(free[cell + step] for step in self._steps)
        for _ in range(_BEGINNINGS if can_grow else 0):
            total = self._beginning(cell, size)
            grown = self._grown(cell, total, size)
            if grown:
                for region in grown.values():
                    for number in region:
                        free[number] = colors[number]
                value = self._shapes.value(grown[total], is_winding=is_winding)
                if value > most:
                    best, most = grown, value
                if most >= size:
                    break
        if not best:
            best = self._grown(cell, 2 * cell, 1)
        for region in best.values():
            for number in region:
                free[number] = 0
        return best

    def _beginning(self, cell: int, size: int) -> int:
        """Draw a dot whose region may start with the cell; return its total."""
        if 2 * cell in self.canvas.fixed:
            return 2 * cell
        kind = self._random()
        if kind < self._cell_share or size < 2:
            return 2 * cell
        ways = self._edges if kind < self._edge_share or size < 4 else self._vertices
        return 2 * cell + ways[int(self._random() * len(ways))]

    def _grown(self, cell: int, total: int, size: int) -> Regions:
        """Return a region and its images by the pattern; nothing if they do not fit."""
        free, steps = self._free, self._steps
        if not free[total - cell]:
            return {}
        core = self.canvas.touched(total) if total != 2 * cell else {cell}
        if not all(free[number] for number in core):
            return {}
        colors = self.canvas.common_colors(core, total)
        more = self._placed(core, total) if colors else None
        if more is None:
            return {}
        placed: Regions = {dot: [] for dot in more}
        own, inside, frontier = placed[total], set[int](), list[int]()
        while True:
            if more is not None:
                for dot, cells in more.items():
                    placed[dot] += cells
                    for number in cells:
                        free[number] = 0
                new = more[total]
                inside.update(new)
                if len(own) >= size:
                    return placed
                for number in new:
                    for step in steps:
                        neighbor = number + step
                        if free[neighbor] and free[total - neighbor]:
                            frontier.append(neighbor)
            if not frontier:
                return placed
            cell = self._chosen(frontier, inside)
            image = total - cell
            allowed = colors & free[cell] & free[image]
            more = self._placed({cell, image}, total) if allowed else None
            if more is not None:
                colors = allowed

    def _placed(self, cells: set[int], total: int) -> Regions | None:
        """Return the cells that each dot gets when a region takes these cells.

        None if two images of the region would meet in a cell.
        """
        images = self.canvas.images
        if len(images) == 1:
            return {total: list(cells)}
        some = next(iter(cells))
        owners: dict[int, int] = {}
        for image in images:
            dot = image[some] + image[total - some]
            for cell in cells:
                if owners.setdefault(image[cell], dot) != dot:
                    return None
        placed: Regions = {}
        for cell, dot in owners.items():
            placed.setdefault(dot, []).append(cell)
        return placed

    def _chosen(self, frontier: list[int], inside: set[int]) -> int:
        """Take a cell out of the frontier: the best of some for the shape wanted.

        In a winding one, a cell in line with two others has less value: it makes a bar.
        A cell in a nook of other regions has more, since it would stay single.
        """
        random, free, steps = self._random, self._free, self._steps
        compact = random() >= self.style.wiggliness
        last = len(frontier) - 1
        best, most = last, -99.0
        for place in range(max(0, last + 1 - _CHOICES), last + 1):
            cell, value = frontier[place], random()
            for step in steps:
                if cell + step in inside:
                    value += 2 if compact else -2 - (cell + 2 * step in inside)
                elif not free[cell + step]:
                    value += 1
            if value > most:
                best, most = place, value
        frontier[best], frontier[last] = frontier[last], frontier[best]
        return frontier.pop()
