"""The shape of a board: the cells that it has, on which lattice."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from galaxies_asp.core.board.board import Board
from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE, Lattice, Point, hexagon


@dataclass(frozen=True)
class BoardShape(Board):
    """Cells in a frame, some of them missing; see `core.board.board.Board`."""

    height: int
    width: int
    lattice: Lattice = SQUARE
    holes: frozenset[Point] = frozenset()

    @classmethod
    def of(cls, board: Board) -> Self:
        """Return the shape of any board; its dots and walls do not matter."""
        return cls(board.height, board.width, board.lattice, board.holes)

    @classmethod
    def hexagon(cls, side: int) -> Self:
        """Return a hexagon of hexagonal cells with some cells at each of six sides."""
        width, height, holes = hexagon(side)
        return cls(height, width, HEXAGONAL, holes)

    @property
    def is_rectangle(self) -> bool:
        """Whether the board consists of all squares of its frame."""
        return self.lattice == SQUARE and not self.holes

    @cached_property
    def area(self) -> int:
        """The number of cells."""
        return self.height * self.width - len(self.holes)

    @property
    def upright(self) -> "BoardShape":
        """A rectangle with at least as many rows as columns; others as they are."""
        if self.is_rectangle and self.height < self.width:
            return BoardShape(self.width, self.height)
        return self

    @property
    def turned(self) -> "BoardShape":
        """The board after a half turn of its frame."""
        right, bottom = 2 * self.width, 2 * self.height
        holes = frozenset(Point(right - x, bottom - y) for x, y in self.holes)
        return replace(self, holes=holes)

    def __str__(self) -> str:
        side = (self.width + 1) // 2
        if self.is_rectangle:
            return f"{self.width}x{self.height}"
        if self.lattice == HEXAGONAL and self == BoardShape.hexagon(side):
            return f"hexagon {side}"
        return f"{self.area} cells in {self.width}x{self.height}"
