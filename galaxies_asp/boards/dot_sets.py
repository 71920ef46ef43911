"""How many dot sets the galaxies boards have, and how many boards share one.

The dots of a board are the centers of its regions. Two dots never touch the same cell,
so of the four points of any 2 x 2 block of the doubled grid at most one is a dot. A dot
set is therefore a number with one digit for each block, and the code of a dot set is
the sum of the codes of its dots. The codes of all boards are listed, sorted, and
counted.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.boards.bitboard import Bitboard, Sets
from galaxies_asp.boards.galaxies import Counts, count
from galaxies_asp.boards.slabs import components
from galaxies_asp.grid import Point, cell_at, in_reading_order
from galaxies_asp.processes.progress import Report, silent

Codes = NDArray[np.uint64]

MAX_KEPT = 1 << 16
"""Codes of shapes with at most this number of divisions are cached."""


@dataclass(frozen=True)
class Census:
    """Summary of the dot sets of all galaxies boards of a size.

    Attributes
    ----------
    boards
        The number of boards.
    with_solutions
        Entry k is the number of dot sets that have exactly k + 1 solutions.
    most
        The dots of a set with the most solutions.
    """

    height: int
    width: int
    boards: int
    with_solutions: tuple[int, ...]
    most: tuple[Point, ...]

    @property
    def dot_sets(self) -> int:
        """The number of different dot sets."""
        return sum(self.with_solutions)

    @property
    def proper(self) -> int:
        """The number of dot sets with exactly one solution: proper puzzles."""
        return self.with_solutions[0]


@dataclass(frozen=True)
class DotCode:
    """The numbers of the dots of a board: one digit for each 2 x 2 block of points.

    Raises `OverflowError` if the codes of this board would not fit into 64 bits.
    """

    board: Bitboard

    def __post_init__(self) -> None:
        radix = 1
        for block in self._blocks():
            radix *= len(block) + 1
        if radix > 1 << 64:
            size = f"{self.board.height}x{self.board.width}"
            raise OverflowError(f"the dot sets of {size} boards do not fit in 64 bits")

    def _blocks(self) -> list[list[Point]]:
        """Return the points of each block; blocks at the end of a row are smaller."""
        ends = 2 * self.board.width, 2 * self.board.height
        return [
            [
                Point(x, y)
                for y in range(top, min(top + 2, ends[1]))
                for x in range(left, min(left + 2, ends[0]))
            ]
            for top in range(1, ends[1], 2)
            for left in range(1, ends[0], 2)
        ]

    @cached_property
    def of_point(self) -> dict[Point, int]:
        """The code of each dot, rising from block to block."""
        codes: dict[Point, int] = {}
        place = 1
        for block in self._blocks():
            for digit, point in enumerate(block, 1):
                codes[point] = digit * place
            place *= len(block) + 1
        return codes

    @cached_property
    def of_center(self) -> Codes:
        """The codes of the centers, in the order of `Bitboard.centers`."""
        points = [center.point() for center in self.board.centers]
        return np.array([self.of_point[point] for point in points], dtype=np.uint64)

    def dots(self, code: int) -> tuple[Point, ...]:
        """Return the dots of a code, in reading order."""
        dots = []
        for point, digit in reversed(self.of_point.items()):
            if code >= digit:
                code -= digit
                dots.append(point)
        return tuple(in_reading_order(dots))


def census(board: Bitboard, *, report: Report = silent) -> Census:
    """Group all galaxies boards of a size by their dots.

    Takes about 10 bytes of memory for each board.
    """
    code = DotCode(board)
    codes = _Lister(count(board), code, report).all_boards()
    codes.sort()
    begins = np.ones(len(codes), dtype=bool)
    begins[1:] = codes[1:] != codes[:-1]
    at_least = [int(np.count_nonzero(begins))]
    most = codes[0]
    for length in range(2, len(codes) + 1):
        so_long = begins[: 1 - length] & (codes[length - 1 :] == codes[: 1 - length])
        if not so_long.any():
            break
        at_least.append(int(np.count_nonzero(so_long)))
        most = codes[so_long.argmax()]
    exactly = [
        more - fewer for more, fewer in zip(at_least, [*at_least[1:], 0], strict=True)
    ]
    dots = code.dots(int(most))
    return Census(board.height, board.width, len(codes), tuple(exactly), dots)


class _Lister:
    """Lists the codes of the dot sets of all divisions of shapes."""

    def __init__(self, counts: Counts, code: DotCode, report: Report) -> None:
        self._counts = counts
        self._board = counts.board
        self._code = code
        self._kept: dict[int, Codes] = {}
        self._report = report

    def all_boards(self) -> Codes:
        """Return the codes of all boards, each as often as boards have it."""
        codes = np.empty(self._counts.total, dtype=np.uint64)
        self._fill(codes, int(self._board.everything), np.uint64(0))
        return codes

    def _fill(self, out: Codes, shape: int, base: np.uint64) -> None:
        """Write the codes of a connected shape, plus a base."""
        at = 0
        for regions in self._counts.regions_of(shape):
            left = np.uint64(shape) & ~regions.cells
            codes = self._code.of_center[regions.center] + base
            sizes = self._counts.of(left)
            for rest, code, size in zip(left, codes, sizes, strict=True):
                self._fill_rest(out[at : at + size], rest, code)
                at += size
                self._note(shape, at)

    def _fill_rest(self, out: Codes, rest: np.uint64, base: np.uint64) -> None:
        """Write the codes of what a region leaves, connected or not, plus a base."""
        single, parts = self._parts(rest)
        if len(parts) == 1 and len(out) > MAX_KEPT:
            self._fill(out, parts[0], base + single)
            return
        product = np.array([base + single], dtype=np.uint64)
        for part in parts:
            product = (product[:, None] + self._codes(part)).ravel()
        out[:] = product

    def _note(self, shape: int, listed: int) -> None:
        if shape == self._board.everything:
            self._report("boards", listed, self._counts.total)

    def _codes(self, shape: int) -> Codes:
        """Return the codes of a connected shape."""
        if shape in self._kept:
            return self._kept[shape]
        (size,) = self._counts.of(np.array([shape], dtype=np.uint64))
        codes = np.empty(size, dtype=np.uint64)
        self._fill(codes, shape, np.uint64(0))
        if size <= MAX_KEPT:
            self._kept[shape] = codes
        return codes

    def _parts(self, left: np.uint64) -> tuple[np.uint64, list[int]]:
        """Return the code of the single cells, and the other connected shapes."""
        sets: Sets = np.array([left], dtype=np.uint64)
        single = np.uint64(0)
        parts = []
        for _, part in components(self._board, sets):
            cells = int(part[0])
            if cells & (cells - 1):
                parts.append(cells)
            else:
                row, column = divmod(cells.bit_length() - 1, self._board.width)
                single += np.uint64(self._code.of_point[cell_at(column, row)])
        return single, parts
