"""Sets of cells as Python integers, one bit per cell, and their geometry.

A row of W cells takes 2W bits. The others are always 0, so that no step to the side and
no mirror image leads into another row. The half turn about a dot maps bit `i` to bit
`s - i`; the sum `s` names the dot. A step, an intersection or a mirror image of a whole
board is one operation on integers, on any lattice.

Walls are one set for each step of the lattice: the cells with a wall in the way of this
step. Functions take no walls, or all these sets.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import product
from operator import or_

from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import Point, cell_at, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution

Bits = int

Walls = tuple[Bits, ...]
"""For each step of the lattice the cells with a wall in its way."""

MAX_CELLS = 10_000
"""Sets take one bit per cell and dot: memory grows with the square of the cells."""

_MANY_DOTS, _FEW_CELLS = 64, 24
"""Where there are more dots, those near a few cells are looked up."""

_FEW = 8
"""Up to this number of bits, taking them one by one is faster than a text of digits."""

_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Every byte with its bits in reverse order."""


class Bitboard:
    """The geometry of a puzzle.

    `cells`: all cells. `core`: for each dot the cells that it touches. `steps`: by how
    much the number of a bit changes with each step of the lattice. `sums`: for each dot
    the sum of a bit's number and that of its mirror image.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """Compute the sets.

        Raises `PuzzleError` if the puzzle has variants, or dots on a board of more than
        `MAX_CELLS` cells.
        """
        if puzzle.variants:
            named = ", ".join(sorted(puzzle.variants))
            raise PuzzleError(f"this needs the standard rules; the puzzle has {named}")
        width, height = puzzle.width, puzzle.height
        if puzzle.centers and width * height > MAX_CELLS:
            raise PuzzleError(
                f"a board of {width}x{height} cells is too large; "
                f"the limit is {MAX_CELLS} cells"
            )
        self.puzzle = puzzle
        self.stride = stride = 2 * width
        self.length = length = stride * height
        self.cells = ((1 << length) - 1) // ((1 << stride) - 1) * ((1 << width) - 1)
        self.cells ^= self.bits(puzzle.holes)
        self.lattice = puzzle.lattice
        self.steps = [x // 2 + y // 2 * stride for x, y in self.lattice.steps]
        self.sums = [(y - 1) * stride + x - 1 for x, y in puzzle.centers]
        self._touched = {
            (y % 2, x % 2): self.bits(self.lattice.touched_cells(Point(x + 1, y + 1)))
            for x, y in product((0, 1), repeat=2)
        }
        self.core = list(map(self.touched, self.sums))

    def touched(self, total: int) -> Bits:
        """Return the cells that a dot touches, given its sum."""
        y, x = divmod(total, self.stride)
        return self._touched[y % 2, x % 2] << y // 2 * self.stride + x // 2

    @cached_property
    def number(self) -> dict[Point | None, int]:
        """The numbers of the dots by their places."""
        return {center: dot for dot, center in enumerate(self.puzzle.centers)}

    @cached_property
    def is_contested(self) -> bool:
        """Whether several dots touch one cell."""
        union = reduce(or_, self.core, 0)
        return union.bit_count() < sum(map(int.bit_count, self.core))

    @cached_property
    def span(self) -> list[Bits]:
        """The candidates of each dot: the cells that its region can reach.

        These are the cells connected to `core` by cells that no dot touches and whose
        mirror images are such cells too.
        """
        free = self.cells & ~reduce(or_, self.core, 0)
        turned = self.turned(free)
        return [
            self.flood(core, core | (free & self._image(turned, dot)))
            for dot, core in enumerate(self.core)
        ]

    def near(self, cells: Bits) -> Sequence[int]:
        """Return the dots whose span has some cells, ascending."""
        at = [self._near[place] for place in places(cells)]
        return at[0] if len(at) == 1 else sorted(set().union(*at))

    @cached_property
    def _near(self) -> list[list[int]]:
        """For each place the dots whose span has it."""
        near: list[list[int]] = [[] for _ in range(self.length)]
        for dot, span in enumerate(self.span):
            for place in places(span):
                near[place].append(dot)
        return near

    def around(self, cells: Bits) -> Sequence[int]:
        """Return the dots whose span may have cells: those near a few, or all."""
        if len(self.core) > _MANY_DOTS and cells.bit_count() <= _FEW_CELLS:
            return self.near(cells)
        return range(len(self.core))

    def owners(self, regions: Sequence[Bits], cells: Bits) -> list[int]:
        """Return the dots with some cells, each of which is in a region."""
        found = [dot for dot in self.around(cells) if regions[dot] & cells]
        if cells & ~reduce(or_, (regions[dot] for dot in found), 0):  # beyond its span
            return [dot for dot, own in enumerate(regions) if own & cells]
        return found

    @cached_property
    def shifts(self) -> list[int]:
        """For each dot the distance by which a turned set moves to the right."""
        return [2 * self.length - 1 - total for total in self.sums]

    @staticmethod
    def once(sets: Iterable[Bits]) -> Bits:
        """Return the cells that are in exactly one of some sets."""
        once = more = 0
        for cells in sets:
            more |= once & cells
            once |= cells
        return once & ~more

    def bit(self, cell: Point) -> Bits:
        """Return the set of one cell."""
        return 1 << (cell.y // 2 * self.stride + cell.x // 2)

    def bits(self, cells: Iterable[Point]) -> Bits:
        """Return the set of some cells of the board."""
        return reduce(or_, map(self.bit, cells), 0)

    def regions(self, labeled: Solution | Position) -> list[Bits]:
        """Return the cells of each region of a solution, or those that are labeled."""
        regions = [0] * len(self.core)
        for row, labels in enumerate(labeled.rows() or ()):
            for place, dot in enumerate(labels, row * self.stride):
                if dot >= 0:
                    regions[dot] |= 1 << place
        return regions

    def points(self, bits: Bits) -> Iterator[Point]:
        """Yield the cells of a set, in reading order."""
        for place in places(bits):
            row, column = divmod(place, self.stride)
            yield cell_at(column, row)

    def turned(self, bits: Bits) -> Bits:
        """Return a set in reverse order.

        Shifted to the right by `shifts[dot]` it is the mirror image in any dot, without
        what lies above the board.
        """
        size = (self.length + 7) // 8
        turned = bits.to_bytes(size, "little").translate(_TURNED)
        return int.from_bytes(turned, "big") << 2 * self.length >> 8 * size

    def _image(self, turned: Bits, dot: int) -> Bits:
        return turned >> self.shifts[dot] & self.cells

    def mirrored(self, dot: int, bits: Bits) -> Bits:
        """Return the mirror image in a dot, without what lies off the board."""
        if bits & (bits - 1):
            return self._image(self.turned(bits), dot)
        place = self.sums[dot] - bits.bit_length() + 1
        return 1 << place & self.cells if bits and place >= 0 else 0

    def flood(self, start: Bits, allowed: Bits, *walls: Bits) -> Bits:
        """Return what allowed cells connect to `start`, a part of `allowed`."""
        reached, before = start, -1
        if any(walls):
            ways = [(s, ~wall) for s, wall in zip(self.steps, walls, strict=True)]
            while reached != before and reached != allowed:
                before = reached
                for step, way in ways:
                    reached |= (
                        (reached & way) << step | reached >> step & way
                    ) & allowed
            return reached
        while reached != before and reached != allowed:
            before = reached
            for step in self.steps:
                reached |= (reached << step | reached >> step) & allowed
        return reached

    def beside(self, bits: Bits, *walls: Bits) -> Bits:
        """Return the cells next to some cells, without a wall between them."""
        result = 0
        if any(walls):
            for step, wall in zip(self.steps, walls, strict=True):
                way = ~wall
                result |= (bits & way) << step | bits >> step & way
            return result
        for step in self.steps:
            result |= bits << step | bits >> step
        return result

    def across(self, bits: Bits, *walls: Bits) -> Bits:
        """Return the cells next to some cells, with a wall between them."""
        result = 0
        for step, wall in zip(self.steps, walls, strict=True):
            result |= (bits & wall) << step | bits >> step & wall
        return result

    def between(self, bits: Bits) -> Walls:
        """Return walls between all cells of a set that are neighbors."""
        return tuple(bits & bits >> step for step in self.steps)

    def touching(self, *walls: Bits) -> Bits:
        """Return the cells on both sides of walls."""
        result = 0
        for step, wall in zip(self.steps, walls, strict=True):
            result |= wall | wall << step
        return result

    def walls(self, edges: Iterable[Point]) -> Walls:
        """Return the walls on some edges."""
        walls = [0] * len(self.steps)
        for edge in edges:
            first, second = map(self.bit, self.lattice.touched_cells(edge))
            step = second.bit_length() - first.bit_length()
            walls[self.steps.index(step)] |= first
        return tuple(walls)

    def edges(self, *walls: Bits) -> list[Point]:
        """Return the edges on which there are walls."""
        return in_reading_order(
            Point(x + right // 2, y + down // 2)
            for (right, down), wall in zip(self.lattice.steps, walls, strict=True)
            for x, y in self.points(wall)
        )

    def mirrored_walls(self, dot: int, *walls: Bits) -> Walls:
        """Return the mirror images of walls in a dot, where these are on the board."""
        return tuple(
            self.mirrored(dot, wall) >> step & self.cells
            for step, wall in zip(self.steps, walls, strict=True)
        )


def places(bits: Bits) -> list[int]:
    """Return the numbers of the bits of a set, ascending."""
    numbers: list[int] = []
    if bits.bit_count() <= _FEW:
        while bits:
            low = bits & -bits
            numbers.append(low.bit_length() - 1)
            bits ^= low
    else:
        first = (bits & -bits).bit_length() - 1
        digits = f"{bits >> first:b}"[::-1]
        place = 0
        while place >= 0:
            numbers.append(first + place)
            place = digits.find("1", place + 1)
    return numbers
