"""Sets of cells of one board as bits of a 64-bit word, and their symmetric regions.

The cell in row r and column c of a board `width` cells wide is the bit with the index
r * width + c. The half turn about the point (x, y) of the doubled grid maps the bit i
to the bit s - i, where s is (y - 1) * width + x - 1. On the hexagonal lattice the cell
in row r - 1 and column c + 1 is a neighbor, too, and no center lies at a vertex.

A shape is a set of cells that are not divided yet. The region of its first cell
contains an image of this cell, which determines the center of symmetry. From there the
region grows by pairs of a cell and its image; each pair is taken or excluded, so that
every region is found exactly once. All shapes grow at the same time.

`fast.bitboard` and `fast.propagation` serve puzzles of any size, with one Python
integer for a set; counting needs arrays of millions of sets of a small board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.grid import HEXAGONAL, Point
from galaxies_asp.counting.boards.shape import BoardShape

Sets = NDArray[np.uint64]
Index = NDArray[np.intp]

MAX_CELLS = 64
MAX_GROWING = 1 << 19
"""So many regions grow at the same time; more would need more memory."""

_ONE = np.uint64(1)
_BYTES = np.array([int(f"{i:08b}"[::-1], 2) for i in range(256)], dtype=np.uint8)


class WordBoard(BoardShape):
    """A board in a frame of at most 64 cells; methods take arrays of sets of any shape.

    Some cells of the frame may be missing.
    """

    def __post_init__(self) -> None:
        if self.height * self.width > MAX_CELLS:
            raise ValueError(f"a word has {MAX_CELLS} bits")

    @cached_property
    def everything(self) -> np.uint64:
        """The set of all cells."""
        return np.uint64(sum(1 << self.bit(*cell) for cell in self._cells))

    @cached_property
    def _cells(self) -> list[tuple[int, int]]:
        """The row and column of each cell, in reading order."""
        return [(y // 2, x // 2) for x, y in self.cells()]

    @property
    def is_hexagonal(self) -> bool:
        """Whether cells have neighbors in a third direction."""
        return self.lattice == HEXAGONAL

    @cached_property
    def centers(self) -> tuple[Point, ...]:
        """All centers of symmetry, in reading order."""
        places = product(range(1, 2 * self.height), range(1, 2 * self.width))
        return tuple(Point(x, y) for y, x in places)

    @cached_property
    def not_first(self) -> np.uint64:
        """All words' bits but those of the first column."""
        return ~np.uint64(sum(1 << r * self.width for r in range(self.height)))

    @cached_property
    def not_last(self) -> np.uint64:
        """All words' bits but those of the last column."""
        return ~(~self.not_first << np.uint64(self.width - 1))

    def bit(self, row: int, column: int) -> int:
        """Return the index of a cell's bit."""
        return row * self.width + column

    def neighbors(self, sets: Sets) -> Sets:
        """Return the cells beside some cell of the set; cells of the set among them.

        Bits may be set beyond the last cell; callers intersect.
        """
        width = np.uint64(self.width)
        beside = sets << width
        beside |= sets >> width
        beside |= (sets & self.not_last) << _ONE
        beside |= (sets & self.not_first) >> _ONE
        if self.is_hexagonal:
            step = width - _ONE
            beside |= (sets & self.not_first) << step | (sets & self.not_last) >> step
        return beside

    def component(self, seeds: Sets, within: Sets) -> Sets:
        """Return the cells of `within` that are connected to the seeds inside it."""
        reached = seeds.copy()
        active = np.arange(len(seeds))
        part, room = reached, within
        while active.size:
            grown = (part | self.neighbors(part)) & room
            grows = grown != part
            reached[active] = grown
            active, part, room = active[grows], grown[grows], room[grows]
        return reached

    def mirrored(self, sets: Sets, center: Point) -> Sets:
        """Return the images of the cells under the half turn that are on the board."""
        shift = 63 - self.mirror_sum(center)
        # The words with their bits in reverse order.
        turned = _BYTES[np.ascontiguousarray(sets).view(np.uint8)].view(np.uint64)
        turned = turned.byteswap().reshape(sets.shape)
        moved = turned >> np.uint64(shift) if shift > 0 else turned << np.uint64(-shift)
        return moved & self.window(center)

    def reflected(self, sets: Sets) -> Sets:
        """Return the images of the cells where each row is reflected."""
        image = np.zeros_like(sets)
        for shift, cells in self._moves.items():
            some, by = sets & cells, np.uint64(abs(shift))
            image |= some << by if shift >= 0 else some >> by
        return image

    @cached_property
    def is_mirrored(self) -> bool:
        """Whether a reflection of the plane that keeps each row keeps the board."""
        one = np.array([self.everything])
        return bool((self.reflected(one) == one).all())

    @cached_property
    def _moves(self) -> dict[int, np.uint64]:
        """How far the reflection moves which cells; those that leave are left out."""
        first, slope = self._cells[0][0], int(self.is_hexagonal)
        columns = [column for row, column in self._cells if row == first]
        total = columns[0] + columns[-1] + slope * first
        moves: dict[int, np.uint64] = {}
        for row, column in self._cells:
            image = total - slope * row - column
            if 0 <= image < self.width:
                bit = np.uint64(1 << self.bit(row, column))
                shift = image - column
                moves[shift] = moves.get(shift, np.uint64(0)) | bit
        return moves

    def mirror_sum(self, center: Point) -> int:
        """Return s, so that the half turn maps the bit i to the bit s - i."""
        return (center.y - 1) * self.width + center.x - 1

    def window(self, center: Point) -> np.uint64:
        """Return the cells whose image under the half turn is on the board."""
        rows = range(max(0, center.y - self.height), min(center.y, self.height))
        columns = range(max(0, center.x - self.width), min(center.x, self.width))
        return np.uint64(sum(1 << self.bit(r, c) for r in rows for c in columns))

    def touched(self, center: Point) -> np.uint64:
        """Return the one, two or four cells around the center."""
        cells = self.lattice.touched_cells(center)
        return np.uint64(sum(1 << self.bit(y // 2, x // 2) for x, y in cells))


def lowest(sets: Sets) -> Sets:
    """Return the set of the first cell of each set, in reading order."""
    return sets & (~sets + _ONE)


def distinct(sets: Sets) -> Sets:
    """Return the different sets, sorted; sorting is faster than `numpy.unique`."""
    ordered: Sets = np.sort(sets)
    result: Sets = ordered[np.diff(ordered, prepend=~ordered[:1]) != 0]
    return result


def bit_index(single: Sets) -> Sets:
    """Return the index of the only bit of each set."""
    # A power of two is exact as a float, and its exponent is the index.
    exponent = single.astype(np.float64).view(np.uint64) >> np.uint64(52)
    return exponent - np.uint64(1023)


# Symmetric connected regions ----------------------------------------------------------


@dataclass(frozen=True)
class Regions:
    """Regions of shapes: `cells[i]` is a region of the shape number `shape[i]`."""

    shape: Index
    cells: Sets


class _Seeds(NamedTuple):
    """Where growth starts: shape, the cells that may be taken, and the first two.

    `center_sum` is the sum of bit indices that the half turn keeps; `needed` are the
    cells that the region must contain.
    """

    shape: Index
    center_sum: Sets
    needed: Sets
    room: Sets
    cells: Sets


def regions_at(
    board: WordBoard, shapes: Sets, first: int, *, around_center: bool = True
) -> Iterator[Regions]:
    """Yield, in parts, all symmetric connected regions of shapes that hold a cell.

    `first` is the index of the bit of this cell, which (n,) shapes have. Regions must
    contain the cells around their centers if `around_center`. A connected symmetric
    region that does not surrounds other cells ("toroidal").
    """
    row, column = divmod(first, board.width)
    parts = []
    for y, x in product(range(board.height), range(board.width)):
        center = Point(column + x + 1, row + y + 1)
        needed = board.touched(center) if around_center else np.uint64(0)
        cells = np.uint64(1 << first | 1 << board.bit(y, x))
        parts.append(_seeds(board, shapes, center, cells, needed))
    seeds = _Seeds(*map(np.concatenate, zip(*parts, strict=True)))
    yield from _grown(board, seeds, around_center)


def regions_around(board: WordBoard, shapes: Sets, center: Point) -> Iterator[Regions]:
    """Yield, in parts, all symmetric connected regions of shapes that hold a center."""
    touched = board.touched(center)
    yield from _grown(board, _seeds(board, shapes, center, touched, touched), True)


def _grown(board: WordBoard, seeds: _Seeds, around_center: bool) -> Iterator[Regions]:
    """Yield, in parts, the regions that grow from seeds."""
    stack = [(np.arange(len(seeds.shape)), seeds.room, seeds.cells)]
    while stack:
        seed, room, cells = stack.pop()
        if len(seed) > MAX_GROWING:
            half = len(seed) // 2
            stack.append((seed[half:], room[half:], cells[half:]))
            stack.append((seed[:half], room[:half], cells[:half]))
            continue
        candidates = board.neighbors(cells) & room & ~cells
        grows = candidates != 0
        done, full = seed[~grows], cells[~grows]
        is_region = full & seeds.needed[done] == seeds.needed[done]
        if not around_center and len(done):
            # Pairs are connected to pairs, but the two halves may be apart.
            is_region &= board.component(lowest(full), full) == full
        if is_region.any():
            yield Regions(seeds.shape[done[is_region]], full[is_region])
        seed, room, cells = seed[grows], room[grows], cells[grows]
        if not len(seed):
            continue
        single = lowest(candidates[grows])
        pair = single | (_ONE << (seeds.center_sum[seed] - bit_index(single)))
        may_leave = np.flatnonzero((pair & seeds.needed[seed]) == 0)
        taken = seed, room, cells | pair
        left = seed[may_leave], (room & ~pair)[may_leave], cells[may_leave]
        seed, room, cells = map(np.concatenate, zip(taken, left, strict=True))
        stack.append((seed, room, cells))


def _seeds(
    board: WordBoard, shapes: Sets, center: Point, cells: np.uint64, needed: np.uint64
) -> _Seeds:
    """Return the shapes in which a region about a center may have some cells."""
    required = cells | needed
    index = np.flatnonzero((shapes & required) == required)
    room = shapes[index] & board.mirrored(shapes[index], center)
    room = board.component(np.full(len(index), cells), room)
    reachable = np.flatnonzero((room & required) == required)
    n = len(reachable)
    return _Seeds(
        index[reachable],
        np.full(n, board.mirror_sum(center), dtype=np.uint64),
        np.full(n, needed),
        room[reachable],
        np.full(n, cells),
    )
