"""Sets of cells as integers, one bit a cell, and what a region could be on them.

A row of W cells takes W + 1 bits, the last of them always 0, so that no step to the
side leads into another row. The half turn about a dot maps bit `i` to bit `s - i`.
Python's integers make a step, an intersection or a mirror image of a whole board one
operation, which for the small sets of a single deduction beats arrays.
"""

from collections.abc import Iterator

from galaxies_asp.errors import PuzzleError
from galaxies_asp.grid import Point, cell_at, touched_cells
from galaxies_asp.puzzle import Puzzle

Bits = int

MAX_CELLS = 10_000
"""Sets take a bit for each cell and dot, so that memory grows with the square."""


class Bitboard:
    """The geometry of a puzzle.

    Attributes
    ----------
    cells
        All cells.
    core
        For each dot the cells that it touches.
    span
        For each dot the cells that its region could contain if it were alone with the
        cells that dots touch: those reached from `core` through cells that touch no
        dot and whose mirror images are such cells too.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """Lay the board out.

        Raises
        ------
        PuzzleError
            If it has more than `MAX_CELLS` cells.
        """
        if puzzle.width * puzzle.height > MAX_CELLS:
            raise PuzzleError(
                f"a board of {puzzle.width}x{puzzle.height} cells is too large to be "
                f"explained; {MAX_CELLS} cells are possible"
            )
        self.puzzle = puzzle
        self.stride = puzzle.width + 1
        self.length = self.stride * puzzle.height
        self._sums = [
            (y - 1) * self.stride + x - 1 - (self.length - 1) for x, y in puzzle.centers
        ]
        self._inside = self._columns_with_images()
        self.cells = self.bits(puzzle.cells())
        self.core = [self.bits(touched_cells(center)) for center in puzzle.centers]
        free = self.cells
        for core in self.core:
            free &= ~core
        self.span = [
            self.flood(core, core | (free & self.mirrored(dot, free)))
            for dot, core in enumerate(self.core)
        ]

    def _columns_with_images(self) -> list[Bits]:
        """Return, for each dot, the columns whose mirror images are on the board.

        Other columns have numbers whose images lie in another row.
        """
        width = self.puzzle.width
        rows = sum(1 << self.stride * row for row in range(self.puzzle.height))
        columns = []
        for center in self.puzzle.centers:
            first, last = max(0, center.x - width), min(width, center.x) - 1
            columns.append(((2 << last) - (1 << first)) * rows)
        return columns

    def bit(self, cell: Point) -> Bits:
        """Return the set of one cell."""
        return 1 << (cell.y // 2 * self.stride + cell.x // 2)

    def bits(self, cells: Iterator[Point] | tuple[Point, ...]) -> Bits:
        """Return the set of some cells of the board."""
        result = 0
        for cell in cells:
            result |= self.bit(cell)
        return result

    def points(self, bits: Bits) -> Iterator[Point]:
        """Yield the cells of a set, in reading order."""
        while bits:
            low = bits & -bits
            row, column = divmod(low.bit_length() - 1, self.stride)
            yield cell_at(column, row)
            bits ^= low

    def mirrored(self, dot: int, bits: Bits) -> Bits:
        """Return the mirror image in a dot, without what lies off the board."""
        bits &= self._inside[dot]
        if not bits:
            return 0
        turned = int(f"{bits:0{self.length}b}"[::-1], 2)
        shift = self._sums[dot]
        image = turned << shift if shift >= 0 else turned >> -shift
        return image & self.cells

    def flood(
        self, start: Bits, allowed: Bits, right: Bits = 0, below: Bits = 0
    ) -> Bits:
        """Return what allowed cells connect to `start`, a part of `allowed`.

        Parameters
        ----------
        right, below
            The cells with a wall on their right side, and on their lower side.
        """
        stride = self.stride
        reached, layer = start, start
        while layer:
            layer = (
                (
                    ((layer & ~right) << 1)
                    | ((layer >> 1) & ~right)
                    | ((layer & ~below) << stride)
                    | ((layer >> stride) & ~below)
                )
                & allowed
                & ~reached
            )
            reached |= layer
        return reached

    def walls(self, edges: Iterator[Point]) -> tuple[Bits, Bits]:
        """Return the cells with one of these edges on their right, and below them."""
        right = below = 0
        for edge in edges:
            first = touched_cells(edge)[0]
            if edge.x % 2 == 0:
                right |= self.bit(first)
            else:
                below |= self.bit(first)
        return right, below

    def mirrored_walls(self, dot: int, right: Bits, below: Bits) -> tuple[Bits, Bits]:
        """Return the mirror images of walls in a dot, where these are on the board."""
        return (
            self.mirrored(dot, right) >> 1 & self.cells,
            self.mirrored(dot, below) >> self.stride & self.cells,
        )
