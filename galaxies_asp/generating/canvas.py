"""The cells on which regions grow, numbered so that mirroring is a subtraction.

As in `pairs`, rows lie 3W numbers apart, so that no step and no mirror image that
leaves the board meets a cell. The half turn about a dot maps a cell to the dot's
*total* less the cell: the total, the sum of any two cells that mirror each other, names
the dot.
"""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import SQUARE, Lattice, Point, cell_at
from galaxies_asp.board.puzzle import NO_DOT, Puzzle, Solution
from galaxies_asp.generating.picture import DOT, EITHER, Colors
from galaxies_asp.generating.style import Pattern

Regions = dict[int, list[int]]
"""The cells of each region, by the total of its dot."""


class Canvas:
    """A board without dots.

    Attributes
    ----------
    colors
        For each number, which colors the cell may have: a region needs one color that
        all its cells may have. 0 where no cell is. A `DOT` is in the middle of its
        region, which may have any color.
    cells
        All cells, in reading order.
    fixed
        The totals of the dots that are given.
    steps
        The differences between the numbers of neighbors.
    images
        The symmetries of the pattern, the identity first: for each number of a cell its
        image.
    """

    def __init__(
        self, colors: Colors, pattern: Pattern = "none", lattice: Lattice = SQUARE
    ) -> None:
        self.height, self.width = colors.shape
        self.lattice = lattice
        self.stride = 3 * self.width
        self.steps: tuple[int, ...] = tuple(
            sign * (x // 2 + y // 2 * self.stride)
            for x, y in lattice.steps
            for sign in (1, -1)
        )
        self._origin = self.height * self.stride + self.width
        size = 3 * self.height * self.stride
        rows, columns = np.nonzero(colors)
        numbers = self._origin + rows * self.stride + columns
        self.cells: list[int] = numbers.tolist()
        of_number = np.zeros(size, dtype=np.uint8)
        of_number[numbers] = colors[rows, columns]
        self.colors = of_number.tobytes()
        self.fixed = frozenset((2 * numbers[colors[rows, columns] == DOT]).tolist())
        self._is_plain = not self.fixed and len(set(self.colors)) < 3  # with 0
        self.images = [
            self._map(rows, columns, image) for image in _symmetries(colors, pattern)
        ]

    def _map(
        self, rows: NDArray[np.intp], columns: NDArray[np.intp], image: NDArray[np.intp]
    ) -> list[int]:
        flat = np.zeros(3 * self.height * self.stride, dtype=np.intp)
        to_row, to_column = np.divmod(image[rows, columns], self.width)
        flat[self._origin + rows * self.stride + columns] = (
            self._origin + to_row * self.stride + to_column
        )
        mapped: list[int] = flat.tolist()
        return mapped

    def number(self, column: int, row: int) -> int:
        """Return the number of a cell."""
        number: int = self._origin + row * self.stride + column
        return number

    def place(self, number: int) -> tuple[int, int]:
        """Return the column and the row of a cell."""
        row, column = divmod(number - self._origin, self.stride)
        return column, row

    def center(self, total: int) -> Point:
        """Return the dot of a total."""
        y, x = divmod(total - 2 * self._origin, self.stride)
        return Point(x + 1, y + 1)

    def common_colors(self, cells: Iterable[int], total: int) -> int:
        """Return the colors that a region with this dot may have."""
        if self._is_plain:
            return EITHER
        colors, middle = EITHER, total >> 1 if total in self.fixed else None
        for cell in cells:
            if cell != middle:
                colors &= self.colors[cell]
        return colors

    def touched(self, total: int) -> set[int]:
        """Return the cells that the dot of a total touches."""
        y, x = divmod(total - 2 * self._origin, self.stride)
        first = self.number(x // 2, y // 2)
        if x % 2 and y % 2 and not self.lattice.corners:
            return {first + 1, total - first - 1}
        if x % 2 and y % 2:
            return {first, first + 1, total - first - 1, total - first}
        return {first, total - first}

    def corners(self, cells: Collection[int]) -> int:
        """Return the number of corners of the boundary of some cells.

        The boundary of hexagons has a corner for each edge.
        """
        if not self.lattice.corners:
            around = (cell + step for cell in cells for step in self.steps)
            return sum(beside not in cells for beside in around)
        first = min(cells) - self.stride - 1
        bits = 0
        for cell in cells:
            bits |= 1 << cell - first
        # Around each vertex lie four cells, at its corners one or three of the region,
        # or two that only touch there.
        above, left = bits << self.stride, bits << 1
        both = above << 1
        odd = bits ^ above ^ left ^ both
        crossed = (bits ^ above) & (bits ^ left) & ~odd
        return int.bit_count(odd) + 2 * int.bit_count(crossed)

    def with_images(self, regions: Regions, totals: Iterable[int]) -> set[int]:
        """Return the totals of some regions and of their images by the pattern."""
        return {
            image[cells[0]] + image[total - cells[0]]
            for total in totals
            for cells in (regions[total],)
            for image in self.images
        }

    def in_order(self, regions: Regions) -> list[int]:
        """Return the totals in the reading order of the dots."""
        return sorted(regions)

    def solution(self, regions: Regions, black: Iterable[Point] = ()) -> Solution:
        """Return the board with these regions, dots in reading order."""
        return self._solution(regions, 0, 0, self.width, self.height, black)

    def part(self, regions: Regions) -> Solution:
        """Return the smallest board that holds these regions; the rest are holes."""
        places = [self.place(cell) for region in regions.values() for cell in region]
        columns, rows = zip(*places, strict=True)
        left, top = min(columns), min(rows)
        width, height = max(columns) - left + 1, max(rows) - top + 1
        return self._solution(regions, left, top, width, height, ())

    def _solution(
        self,
        regions: Regions,
        left: int,
        top: int,
        width: int,
        height: int,
        black: Iterable[Point],
    ) -> Solution:
        # Without the gaps between rows, the first cell that is wanted has number 0.
        gap = self.stride - width
        first = self.number(left, top)
        labels = [NO_DOT] * (width * height)
        centers = []
        for dot, total in enumerate(self.in_order(regions)):
            x, y = self.center(total)
            centers.append(Point(x - 2 * left, y - 2 * top))
            for cell in regions[total]:
                place = cell - first
                labels[place - place // self.stride * gap] = dot
        holes = [
            cell_at(place % width, place // width)
            for place, dot in enumerate(labels)
            if dot == NO_DOT
        ]
        puzzle = Puzzle(
            *(width, height, tuple(centers), frozenset(black), frozenset(holes)),
            lattice=self.lattice,
        )
        rows = [labels[i : i + width] for i in range(0, len(labels), width)]
        return Solution(puzzle, rows)


def _symmetries(colors: Colors, pattern: Pattern) -> list[NDArray[np.intp]]:
    """Return the symmetries as (H, W) arrays of flat indices, the identity first.

    Raises `OptionError` if the board does not have them.
    """
    index = np.arange(colors.size).reshape(colors.shape)
    if pattern == "none":
        return [index]
    images = {
        "half-turn": [index, index[::-1, ::-1]],
        "left-right": [index, index[:, ::-1]],
        "top-bottom": [index, index[::-1]],
        "both-ways": [index, index[:, ::-1], index[::-1], index[::-1, ::-1]],
        "quarter-turn": [np.rot90(index, turns) for turns in range(4)],
    }[pattern]
    for image in images:
        if image.shape != colors.shape:
            raise OptionError(f"the pattern {pattern} needs a square board")
        if not np.array_equal(colors.ravel()[image], colors):
            raise OptionError(f"the holes or colors do not have the pattern {pattern}")
    return images
