"""What several notations share: pieces of a text, sizes, dots, limits."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields
from typing import AnyStr, Self, TypeVar

from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.board.puzzle import MAX_CELLS, Position, Puzzle, check_size

NUMBERS = ("black_cells", "hidden_dots")
"""The clues of variants, which version 1.0 wrote as fields of their own."""

Read = TypeVar("Read")


class Piece(str):
    """A text or a piece of one, with the line and column where it starts, from 1."""

    __slots__ = ("column", "line")
    line: int
    column: int

    def __new__(cls, content: str, line: int = 1, column: int = 1) -> Self:
        """Place a text."""
        piece = super().__new__(cls, content)
        piece.line, piece.column = line, column
        return piece

    def behind(self, offset: int, end: int | None = None) -> "Piece":
        """Return the rest of a text from an offset on, up to an end."""
        return Piece(self[offset:end], *self.place(offset))

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        start = self.rfind("\n", 0, offset) + 1
        first = 1 if start else self.column
        return self.line + self.count("\n", 0, offset), first + offset - start

    def lines(self) -> Iterator["Piece"]:
        """Yield the lines of a text."""
        for number, line in enumerate(self.splitlines(), self.line):
            yield Piece(line, number, self.column if number == self.line else 1)

    def error(self, message: str, offset: int = 0) -> NotationError:
        """Return an error at an offset."""
        return NotationError(message, *self.place(offset))

    def located(self, offset: int = 0) -> AbstractContextManager[None]:
        """Convert a PuzzleError to a NotationError at an offset."""
        return located(*self.place(offset))


@contextmanager
def located(line: int, column: int | None = None) -> Iterator[None]:
    """Convert a PuzzleError to a NotationError with a position in the text."""
    try:
        yield
    except PuzzleError as error:
        raise NotationError(str(error), line, column) from None


def end_of(pattern: re.Pattern[AnyStr], text: AnyStr, at: int = 0) -> int:
    """Return the end of what a pattern matches at an offset."""
    match = pattern.match(text, at)
    return match.end() if match else at


def read_lines(
    text: str, read_line: Callable[[Piece], Read]
) -> Iterator[Read | NotationError]:
    """Yield the puzzle of each line, or the error in it.

    Empty lines, lines starting with `#`, and blanks behind lines are skipped.
    """
    for line in Piece(text).lines():
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield read_line(line.behind(0, len(line.rstrip())))
            except NotationError as error:
                yield error


def read_size(width: str, height: str) -> tuple[int, int]:
    """Convert the digits of width and height.

    Raises `PuzzleError` if the board is empty or too large.
    """
    # int() raises ValueError for thousands of digits.
    sides = [int(side) if len(side) < 10 else MAX_CELLS + 1 for side in (width, height)]
    check_size(*sides)
    return sides[0], sides[1]


_COST_OF_A_BOARD = 100
"""The cost of a board without dots, in characters."""


def affordable(
    positions: Iterable[Position | NotationError], text: str
) -> list[Position | NotationError]:
    """Collect positions; raise NotationError if they need far more memory than `text`.

    Errors of boards are collected, too, unless the text has a single one.

    A short text may repeat a large board, but each copy takes memory for its labels and
    time for its dots. The limit allows any text that lists all cells and dots.
    """
    left = MAX_CELLS + len(text)
    read: list[Position | NotationError] = []
    for position in positions:
        read.append(position)
        if isinstance(position, NotationError):
            continue
        left -= _COST_OF_A_BOARD + len(position.puzzle.centers)
        left -= position.has_labels * position.puzzle.width * position.puzzle.height
        if left < 0:
            raise NotationError("the text has too many boards; divide it")
    for error in read[:1]:
        if isinstance(error, NotationError) and len(read) == 1:
            raise error
    return read


def with_border(puzzle: Puzzle, walls: Iterable[Point]) -> frozenset[Point]:
    """Return walls together with their ends and the points of the border."""
    right, bottom = 2 * puzzle.width, 2 * puzzle.height
    points = {Point(x, y) for x in range(right + 1) for y in (0, bottom)}
    points |= {Point(x, y) for x in (0, right) for y in range(bottom + 1)}
    for wall in walls:
        points.add(wall)
        if puzzle.lattice.is_edge(wall):
            points.update(puzzle.lattice.edge_ends(wall))
    return frozenset(points)


Dots = dict[Point, bool]
"""The dots, and whether each is black."""


def colors_of(puzzle: Puzzle) -> Dots:
    """Return the dots of a puzzle."""
    return {dot: dot in puzzle.black for dot in puzzle.centers}


_NO_MORE = {field.name: field.default for field in fields(Puzzle)}
"""What a puzzle without dots has besides its size."""


def puzzle_of(width: int, height: int, dots: Dots) -> Puzzle:
    """Return a puzzle of a size that is allowed, and dots that are inside."""
    puzzle = object.__new__(Puzzle)  # it checks nothing again
    known = {"width": width, "height": height, "centers": tuple(dots)}
    vars(puzzle).update(_NO_MORE, **known, lattice=SQUARE, black=black_dots(dots))
    return puzzle


def black_dots(dots: Dots) -> frozenset[Point]:
    """Return the dots that are black."""
    return frozenset(filter(dots.get, dots))
