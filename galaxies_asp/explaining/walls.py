"""Walls that follow from the known cells, and the regions that are complete."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.fast.bitboard import Bitboard, Bits

Pair = tuple[Bits, Bits]
"""Walls: the cells with a wall on their right side, and those with one below."""


@dataclass(frozen=True)
class Drawn:
    """What is known on a board: the cells of each dot, and the walls."""

    board: Bitboard
    labels: Sequence[Bits]
    walls: Pair
    _images: dict[tuple[int, Bits, Pair], Pair] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def on(cls, position: Position) -> "Drawn":
        """Return what is drawn on a position, or given."""
        puzzle, board = position.puzzle, Bitboard(position.puzzle)
        labels = [0] * len(puzzle.centers)
        for y, row in enumerate(position.rows() or ()):
            for x, dot in enumerate(row):
                if dot != NO_DOT:
                    labels[dot] |= 1 << (y * board.stride + x)
        walls = puzzle.walls
        if position.walls is not None:
            walls |= position.inner_walls()
        return cls(board, labels, board.walls(walls))

    @cached_property
    def known(self) -> Bits:
        """The cells whose dot is known."""
        known = 0
        for own in self.labels:
            known |= own
        return known

    def with_walls(self, right: Bits, below: Bits) -> "Drawn":
        """Return the same with further walls."""
        walls = self.walls[0] | right, self.walls[1] | below
        return Drawn(self.board, self.labels, walls, self._images)

    def with_cells(self, dot: int, cells: Bits) -> "Drawn":
        """Return the same with further cells of a dot."""
        labels = list(self.labels)
        labels[dot] |= cells
        return Drawn(self.board, labels, self.walls, self._images)

    def new(self, right: Bits, below: Bits) -> Pair:
        """Return those walls that are not drawn."""
        return right & ~self.walls[0], below & ~self.walls[1]

    def between(self) -> Pair:
        """Return the walls between known cells of different dots, if not drawn."""
        stride, known = self.board.stride, self.known
        right, below = known & known >> 1, known & known >> stride
        for own in self.labels:
            right &= ~(own & own >> 1)
            below &= ~(own & own >> stride)
        return self.new(right, below)

    def around(self, dot: int) -> Pair:
        """Return the drawn walls beside the known cells of a dot."""
        own, stride = self.labels[dot], self.board.stride
        right, below = self.walls
        return right & (own ^ own >> 1), below & (own ^ own >> stride)

    def mirrored(self, dot: int) -> Pair:
        """Return the images of walls and the border around a dot, if not drawn."""
        own = self.labels[dot]
        if not own:
            return 0, 0
        key = dot, own, self.around(dot)
        if key not in self._images:
            self._images[key] = self._all_images(*key)
        return self.new(*self._images[key])

    def _all_images(self, dot: int, own: Bits, around: Pair) -> Pair:
        board, stride = self.board, self.board.stride
        right, below = board.mirrored_walls(dot, *around)
        image = board.mirrored(dot, own)
        outside = board.cells & ~board.mirrored(dot, board.cells)
        right |= image & outside >> 1 | image >> 1 & outside
        below |= image & outside >> stride | image >> stride & outside
        return right & board.cells, below & board.cells

    def all_mirrored(self) -> dict[Point, int]:
        """Return the walls of `mirrored` for all dots, each with its first dot."""
        found: dict[Point, int] = {}
        for dot in range(len(self.labels)):
            for edge in self.board.edges(*self.mirrored(dot)):
                found.setdefault(edge, dot)
        return found

    def complete(self) -> tuple[int, ...]:
        """Return the dots whose known cells are enclosed by walls."""
        board = self.board
        return tuple(
            dot
            for dot, own in enumerate(self.labels)
            if own and not board.beside(own, *self.walls) & board.cells & ~own
        )


def closed(drawn: Drawn, position: Position) -> Drawn:
    """Return what is known with the walls that follow, where none are drawn."""
    if position.walls is not None:
        return drawn
    forced = drawn.with_walls(*drawn.between())
    return forced.with_walls(*drawn.board.walls(forced.all_mirrored()))
