"""The compiled kernel: propagation, probing and search; see `compiled/kernel.c`.

The kernel solves what needs few decisions in a fraction of the time that clingo takes;
it gives up after a given amount of work.
"""

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from galaxies_asp.compiled.library import library
from galaxies_asp.core.board.grid import Lattice, cell_at
from galaxies_asp.core.board.labels import rows_of
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle, Rows
from galaxies_asp.fast.pairs import PairLists

_EXHAUSTED, _FULL, _GAVE_UP, _CONTESTED, _NO_MEMORY, _FAULTY = range(6)

_MOST_AT_ONCE = 1 << 23
"""Labels that one call may write."""

_WORK_OF_ONE = 200_000
"""The work for each of many boards: 3 milliseconds on small ones."""

_PROBING_OF_A_CELL = 1000
"""The work of trying each open pair, for each cell."""


Components = list[tuple[list[int], int | None]]


class Found(NamedTuple):
    """What a search has found."""

    solutions: list[Rows]
    """The labels of each, as rows."""
    exhausted: bool
    """Whether there are no others."""
    gave_up: bool
    """Whether it ended because of its limit of work."""


def has_kernel() -> bool:
    """Tell whether the package has a compiled kernel."""
    return library() is not None


class Kernel:
    """The pairs of a board under the standard rules, and a search that can go on.

    `numbers`, `mask`, `walls`: see `galaxies_board` in `compiled/kernel.c`. Raises
    `ValueError` if several dots touch one cell. Raises `OverflowError` if the numbers
    describe no board, or a board of too many cells.
    """

    def __init__(
        self,
        numbers: "array[int]",
        mask: bytes | None = None,
        walls: bytes | None = None,
    ) -> None:
        functions = library()
        assert functions is not None
        self._functions = functions
        self._kernel = None
        sizes = {len(one) for one in (mask, walls) if one is not None}
        if len(numbers) < 5 or not sizes <= {numbers[0] * numbers[1]}:
            raise OverflowError("the numbers describe no board")
        self._width, height, _, self._ways = numbers[:4]
        self._cells = self._width * height
        ending = ctypes.c_int32()
        self._kernel = functions.galaxies_board(
            numbers.tobytes(), len(numbers), mask, walls, ctypes.byref(ending)
        )
        if ending.value == _FAULTY:
            raise OverflowError("the numbers describe no board, or one too large")
        if ending.value == _CONTESTED:
            raise ValueError("several dots touch one cell")
        if ending.value == _NO_MEMORY:
            raise MemoryError

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Kernel":
        """Return the kernel of a puzzle.

        Raises `NoSolutionError` if several dots touch one cell.
        """
        numbers = _numbers(puzzle.lattice, puzzle.width, puzzle.height, puzzle.centers)
        try:
            return cls(numbers, _mask(puzzle), _walls(puzzle))
        except ValueError:
            raise NoSolutionError.of_contested_cell(puzzle) from None

    @classmethod
    def settled(cls, puzzle: Puzzle) -> "Kernel":
        """Return the kernel of a puzzle after propagation.

        Raises `NoSolutionError` if some cell must belong to two dots, or has none.
        """
        kernel = cls.of(puzzle)
        kernel.settle()
        return kernel

    def __del__(self) -> None:
        self._functions.galaxies_free(self._kernel)

    @property
    def is_open(self) -> bool:
        """Whether some cells have several candidates; after `settle`."""
        return bool(self._functions.galaxies_undecided(self._kernel))

    @property
    def open_pairs(self) -> int:
        """The number of pairs that `open_lists` returns."""
        return int(self._functions.galaxies_open(self._kernel))

    def settle(self) -> None:
        """Propagate. Raises `NoSolutionError` if some cell has none."""
        uncovered = self._functions.galaxies_uncovered
        propagated = uncovered(self._kernel) < 0
        if not self._functions.galaxies_settle(self._kernel):
            row, column = divmod(uncovered(self._kernel), self._width)
            raise NoSolutionError.of_cell(cell_at(column, row), propagated)

    def search(self, most: int, work: int) -> Found:
        """Search for up to `most` further solutions, until some work is done."""
        most = max(1, min(most, _MOST_AT_ONCE // self._cells))
        labels = (ctypes.c_int32 * (most * self._cells))()
        number = ctypes.c_int32()
        ending = self._functions.galaxies_search(
            self._kernel, most, work, labels, ctypes.byref(number)
        )
        starts = range(0, number.value * self._cells, self._cells)
        flat = (labels[start : start + self._cells] for start in starts)
        found = [rows_of(one, self._width) for one in flat]
        return Found(found, ending == _EXHAUSTED, ending == _GAVE_UP)

    def open_lists(self) -> PairLists:
        """Return the pairs that are open without suppositions, and end the search.

        Before `settle`, these are all but those that dots touch; then those that
        propagation leaves open.
        After a search, those of solutions that it has found may lack.
        """
        return self._listed(self.open_pairs)

    def components(self, work: int) -> tuple[PairLists, Components]:
        """Divide the open pairs, and drop those that no solution takes, where it can.

        `work`: the work for each component after which it is not counted. Returns the
        pairs that are left and, for each component, the numbers of its pairs, and of
        its solutions if it is counted. Raises `NoSolutionError` if one has none.
        """
        functions, kernel = self._functions, self._kernel
        probing = _PROBING_OF_A_CELL * self._cells
        if not functions.galaxies_probe(kernel, work + probing):
            raise NoSolutionError("a search shows that there is no solution")
        for _ in range(2):  # with fewer pairs, there are more components
            n = self.open_pairs
            pairs = self._listed(n)
            part, numbers = ((ctypes.c_int32 * n)() for _ in range(2))
            parts = functions.galaxies_components(kernel, n, work, part, numbers)
            if parts == -2:
                raise MemoryError
            if parts < 0:
                raise NoSolutionError("a search shows that there is no solution")
        of_part: list[list[int]] = [[] for _ in range(parts)]
        for pair, its in enumerate(part):
            of_part[its].append(pair)
        counted = (one if one > 0 else None for one in numbers)
        return pairs, list(zip(of_part, counted, strict=False))

    def _listed(self, n: int) -> PairLists:
        ways = self._ways
        labels = (ctypes.c_int32 * self._cells)()
        dots, cells, images = ((ctypes.c_int32 * n)() for _ in range(3))
        beside, apart = ((ctypes.c_int32 * (n * ways))() for _ in range(2))
        supported = (ctypes.c_uint8 * n)()
        self._functions.galaxies_list(
            *(self._kernel, n, labels, dots, cells, images, beside, apart, supported)
        )
        return PairLists(
            labels=_ints(labels),
            dots=_ints(dots),
            cells=_ints(cells),
            images=_ints(images),
            beside=tuple(_ints(beside)[n * way : n * way + n] for way in range(ways)),
            supported=list(map(bool, supported)),
            apart=[
                (pair % n, other)
                for pair, other in enumerate(apart)
                if pair % n < other < n
            ],
        )


class Many(NamedTuple):
    """The solutions of many boards, as arrays of C; see `galaxies_solve_many`."""

    boards: "ctypes.Array[ctypes.c_int32]"
    labels: "ctypes.Array[ctypes.c_int32]"
    found: "ctypes.Array[ctypes.c_int32]"
    is_open: "ctypes.Array[ctypes.c_uint8]"
    is_all: "ctypes.Array[ctypes.c_uint8]"
    seconds: "ctypes.Array[ctypes.c_double]"


def solve_many(puzzles: Sequence[Puzzle], most: int) -> Many:
    """Search for up to `most` solutions of each of several boards, with little work.

    The boards are of squares, without holes, given walls and variants.
    """
    functions, n = library(), len(puzzles)
    assert functions is not None
    numbers = array("i")
    for one in puzzles:
        numbers.extend((one.width, one.height, len(one.centers)))
        numbers.extend(chain.from_iterable(one.centers))
    cells = sum(one.width * one.height for one in puzzles)
    many = Many(
        (ctypes.c_int32 * len(numbers)).from_buffer(numbers),
        (ctypes.c_int32 * (most * cells))(),
        (ctypes.c_int32 * n)(),
        (ctypes.c_uint8 * n)(),
        (ctypes.c_uint8 * n)(),
        (ctypes.c_double * n)(),
    )
    dots = max(len(one.centers) for one in puzzles)
    arguments = many.boards, n, dots, most, _WORK_OF_ONE, *many[1:]
    if not functions.galaxies_solve_many(*arguments):
        raise MemoryError
    return many


def _ints(numbers: "ctypes.Array[ctypes.c_int32]") -> "array[int]":
    return array("i", bytes(numbers))


def _numbers(
    lattice: Lattice, width: int, height: int, centers: Sequence[tuple[int, int]]
) -> "array[int]":
    ways = _ways(lattice)
    size = width, height, bool(lattice.corners), len(ways) // 2, len(centers)
    return array("i", chain(size, ways, chain.from_iterable(centers)))


@cache
def _ways(lattice: Lattice) -> tuple[int, ...]:
    """Return the steps to the right and down of each way, opposite ones in turns."""
    both = ((sign * x, sign * y) for x, y in lattice.steps for sign in (1, -1))
    return tuple(way // 2 for step in both for way in step)


def _mask(puzzle: Puzzle) -> bytes | None:
    """Return which cells are no holes; None without holes."""
    if not puzzle.holes:
        return None
    mask = bytearray(b"\1" * (puzzle.width * puzzle.height))
    for x, y in puzzle.holes:
        mask[y // 2 * puzzle.width + x // 2] = 0
    return bytes(mask)


def _walls(puzzle: Puzzle) -> bytes | None:
    """Return for each cell the ways in which a given wall is, a bit for each."""
    if not puzzle.walls:
        return None
    walls = bytearray(puzzle.width * puzzle.height)
    for wall in puzzle.walls:
        (x, y), (right, below) = puzzle.lattice.touched_cells(wall)
        way = 2 * puzzle.lattice.steps.index((right - x, below - y))
        walls[y // 2 * puzzle.width + x // 2] |= 1 << way
        walls[below // 2 * puzzle.width + right // 2] |= 2 << way
    return bytes(walls)
