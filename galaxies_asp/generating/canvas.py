"""The cells on which regions grow: sets of bits, see `fast/bitboard.py`.

The *total* of a dot is the sum of the numbers of any two cells that mirror each other
in it; it names the dot.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import SQUARE, Lattice, Point, cell_at
from galaxies_asp.core.board.labels import rows_of
from galaxies_asp.core.board.patterns import Pattern, Rows, turned
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.fast.bitboard import Bitboard, Bits, places
from galaxies_asp.fast.fixpoint import labels_of

WHITE, BLACK, EITHER, DOT = 1, 2, 3, 4
"""Which colors a cell may have, as bits; 0 for a hole."""

Regions = dict[int, Bits]
"""The cells of each region, by the total of its dot."""

Image = Sequence[int]
"""For each number of a cell the number of its image."""


class Canvas:
    """A board without dots.

    Attributes
    ----------
    board
        Its geometry.
    cells
        All cells.
    layers
        For each color the cells that may have it. A region has one color; only the cell
        in the middle of a given dot may lie in no layer.
    black
        The cells that must be black.
    fixed
        The totals of the dots that are given.
    is_plain
        Whether regions may have any cells.
    images
        The symmetries of the pattern but the identity.
    mirror
        Less the total of a dot, by how much a turned set moves to the right to be
        mirrored in the dot.
    """

    def __init__(
        self, colors: Rows[int], pattern: Pattern = "none", lattice: Lattice = SQUARE
    ) -> None:
        self.height, self.width = len(colors), len(colors[0])
        places = [(x, y) for y, row in enumerate(colors) for x in range(len(row))]
        holes = frozenset(cell_at(x, y) for x, y in places if not colors[y][x])
        empty = Puzzle(self.width, self.height, holes=holes, lattice=lattice)
        self.board = Bitboard(empty)
        self.cells = self.board.cells
        self.mirror = 2 * self.board.length - 1
        numbers = {(x, y): y * self.board.stride + x for x, y in places}
        black, white = (
            sum(1 << n for (x, y), n in numbers.items() if colors[y][x] & color)
            for color in (BLACK, WHITE)
        )
        self.layers = tuple(dict.fromkeys(filter(None, (white, black)))) or (0,)
        self.black = black & ~white
        dots = (n for (x, y), n in numbers.items() if colors[y][x] == DOT)
        self.fixed = frozenset(2 * cell for cell in dots)
        self.is_plain = len(self.layers) == 1 and not self.fixed
        self.images = list(self._images(colors, pattern))

    def _images(self, colors: Rows[int], pattern: Pattern) -> Iterator[Image]:
        """Yield the symmetries but the identity; `OptionError` if there are none."""
        stride, colors = self.board.stride, [[*row] for row in colors]
        numbers = [
            [*range(y, y + self.width)] for y in range(0, self.height * stride, stride)
        ]
        images = zip(turned(numbers, pattern), turned(colors, pattern), strict=True)
        for turn, seen in images:
            if seen != colors:
                asked = f"the pattern {pattern}"
                raise OptionError(f"the holes or colors do not have {asked}")
            image = [0] * self.board.length
            for cell, other in zip(chain(*numbers), chain(*turn), strict=True):
                image[cell] = other
            yield image

    def place(self, number: int) -> tuple[int, int]:
        """Return the column and the row of a cell."""
        row, column = divmod(number, self.board.stride)
        return column, row

    def center(self, total: int) -> Point:
        """Return the dot of a total."""
        y, x = divmod(total, self.board.stride)
        return Point(x + 1, y + 1)

    def colored(self, cells: Bits, total: int) -> tuple[Bits, ...]:
        """Return the layers in which a region with this dot may have these cells."""
        if self.is_plain:
            return self.layers
        if total in self.fixed:
            cells &= ~(1 << total // 2)
        return tuple(layer for layer in self.layers if not cells & ~layer)

    def corners(self, cells: Bits) -> int:
        """Return the corners of the boundary of cells; of hexagons, the edges."""
        if not self.board.lattice.corners:
            return sum(
                (cells & ~(cells << step)).bit_count()
                + (cells & ~(cells >> step)).bit_count()
                for step in self.board.steps
            )
        # Around each vertex lie four cells, at its corners one or three of the region,
        # or two that only touch there.
        above, left = cells << self.board.stride, cells << 1
        both = above << 1
        odd = cells ^ above ^ left ^ both
        crossed = (cells ^ above) & (cells ^ left) & ~odd
        return odd.bit_count() + 2 * crossed.bit_count()

    def images_of(self, region: Bits, total: int) -> Regions:
        """Return a region and its images by the pattern."""
        regions = {total: region}
        for image in self.images:
            regions[self.image_of_dot(image, region, total)] = image_of(image, region)
        return regions

    @staticmethod
    def image_of_dot(image: Image, region: Bits, total: int) -> int:
        """Return the total of the image of a dot, given cells of its region."""
        cell = region.bit_length() - 1
        return image[cell] + image[total - cell]

    def with_images(self, regions: Regions, totals: Iterable[int]) -> set[int]:
        """Return the totals of some regions and of their images by the pattern."""
        return {image for dot in totals for image in self.images_of(regions[dot], dot)}

    def around(self, regions: Regions, totals: Iterable[int]) -> set[int]:
        """Return these regions and those beside them."""
        some = set(totals)
        beside = self.board.beside(sum(regions[total] for total in some))
        return some | {total for total, cells in regions.items() if cells & beside}

    def part(self, regions: Regions) -> tuple[Bitboard, list[Bits]]:
        """Return the board of some regions, from their first row, and their cells."""
        cells = sum(regions.values())
        above = (cells & -cells).bit_length() // self.board.stride * self.board.stride
        totals = sorted(regions)
        sums = [total - 2 * above for total in totals]
        board = self.board.part(cells >> above, sums)
        return board, [regions[total] >> above for total in totals]

    def solution(self, regions: Regions, black: Iterable[Point] = ()) -> Solution:
        """Return the board with these regions, dots in reading order."""
        totals, empty = sorted(regions), self.board.puzzle
        labels = labels_of(self.board, [regions[total] for total in totals])
        puzzle = Puzzle(
            self.width,
            self.height,
            tuple(map(self.center, totals)),
            frozenset(black),
            empty.holes,
            lattice=empty.lattice,
        )
        return Solution(puzzle, rows_of(labels, self.width))


def image_of(image: Image, cells: Bits) -> Bits:
    """Return the image of some cells."""
    return sum(1 << image[cell] for cell in places(cells))
