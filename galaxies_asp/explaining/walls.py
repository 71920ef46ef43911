"""Walls that follow from the known cells, and the regions that are complete."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import or_

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.fast.bitboard import Bitboard, Bits, Walls


@dataclass(frozen=True)
class Drawn:
    """What is known on a board: the cells of each dot, and the walls."""

    board: Bitboard
    labels: Sequence[Bits]
    walls: Walls
    _images: dict[tuple[int, Bits, Walls], Walls] = field(
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

    def with_walls(self, *more: Bits) -> "Drawn":
        """Return the same with further walls."""
        walls = tuple(map(or_, self.walls, more))
        return Drawn(self.board, self.labels, walls, self._images)

    def with_cells(self, dot: int, cells: Bits) -> "Drawn":
        """Return the same with further cells of a dot."""
        labels = list(self.labels)
        labels[dot] |= cells
        return Drawn(self.board, labels, self.walls, self._images)

    def new(self, *walls: Bits) -> Walls:
        """Return those walls that are not drawn."""
        return without(walls, [self.walls])

    def between(self) -> Walls:
        """Return the walls between known cells of different dots, if not drawn."""
        between = self.board.between
        return self.new(*without(between(self.known), map(between, self.labels)))

    def around(self, dot: int) -> Walls:
        """Return the drawn walls beside the known cells of a dot."""
        own = self.labels[dot]
        steps = zip(self.board.steps, self.walls, strict=True)
        return tuple(wall & (own ^ own >> step) for step, wall in steps)

    def mirrored(self, dot: int) -> Walls:
        """Return the images of walls and the border around a dot, if not drawn."""
        own = self.labels[dot]
        if not own:
            return tuple(0 for _ in self.walls)
        key = dot, own, self.around(dot)
        if key not in self._images:
            self._images[key] = self._all_images(*key)
        return self.new(*self._images[key])

    def _all_images(self, dot: int, own: Bits, around: Walls) -> Walls:
        board = self.board
        image = board.mirrored(dot, own)
        outside = board.cells & ~board.mirrored(dot, board.cells)
        return tuple(
            (wall | image & outside >> step | image >> step & outside) & board.cells
            for step, wall in zip(
                board.steps, board.mirrored_walls(dot, *around), strict=True
            )
        )

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


def without(walls: Walls, others: Iterable[Walls]) -> Walls:
    """Return walls without some others."""
    for other in others:
        walls = tuple(wall & ~those for wall, those in zip(walls, other, strict=True))
    return walls


def closed(drawn: Drawn, position: Position) -> Drawn:
    """Return what is known with the walls that follow, where none are drawn."""
    if position.walls is not None:
        return drawn
    forced = drawn.with_walls(*drawn.between())
    return forced.with_walls(*drawn.board.walls(forced.all_mirrored()))
