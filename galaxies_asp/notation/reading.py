"""What several notations share: pieces of a text, sizes, numbered points, limits."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Self

from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import MAX_CELLS, Position, Puzzle, check_size

NUMBERS = ("black_cells", "hidden_dots")
"""The clues of variants, which version 1.0 wrote as fields of their own."""


class Piece(str):
    """A piece of a text, with the line and the column where it starts, from 1."""

    __slots__ = ("column", "line")
    line: int
    column: int

    def __new__(cls, content: str, line: int = 1, column: int = 1) -> Self:
        """Place a text."""
        piece = super().__new__(cls, content)
        piece.line, piece.column = line, column
        return piece

    def behind(self, offset: int, end: int | None = None) -> "Piece":
        """Return the rest of a line from an offset on, up to an end."""
        return Piece(self[offset:end], self.line, self.column + offset)

    def error(self, message: str, offset: int = 0) -> NotationError:
        """Return an error at an offset in the line."""
        return NotationError(message, self.line, self.column + offset)

    def located(self) -> AbstractContextManager[None]:
        """Convert a PuzzleError to a NotationError at this place."""
        return located(self.line, self.column)


@contextmanager
def located(line: int, column: int | None = None) -> Iterator[None]:
    """Convert a PuzzleError to a NotationError with a position in the text."""
    try:
        yield
    except PuzzleError as error:
        raise NotationError(str(error), line, column) from None


def error_at(message: str, text: str, offset: int) -> NotationError:
    """Return an error with the line and column of an offset in `text`."""
    line = text.count("\n", 0, offset) + 1
    return NotationError(message, line, offset - text.rfind("\n", 0, offset))


def read_lines(
    text: str, read_line: Callable[[Piece], Position]
) -> Iterator[Position | NotationError]:
    """Yield the puzzle of each line, or the error in it.

    Empty lines, lines starting with `#`, and blanks behind lines are skipped.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield read_line(Piece(line.rstrip(), number))
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


def affordable(positions: Iterable[Position], text: str) -> list[Position]:
    """Collect positions; raise NotationError if they need far more memory than `text`.

    A short text may repeat a large board, but each copy takes memory for its labels and
    time for its dots. The limit allows any text that lists all cells and dots.
    """
    left = MAX_CELLS + len(text)
    read = []
    for position in positions:
        left -= _COST_OF_A_BOARD + len(position.puzzle.centers)
        left -= position.has_labels * position.puzzle.width * position.puzzle.height
        if left < 0:
            raise NotationError("the text has too many boards; divide it")
        read.append(position)
    return read


def reject(puzzle: Puzzle, notation: str, *, holes: bool = True) -> None:
    """Raise NotationError for given walls, and for holes, which it cannot express."""
    if holes and puzzle.holes:
        raise NotationError(f"{notation} cannot express missing cells")
    if puzzle.walls:
        raise NotationError(f"{notation} cannot express given walls")


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


# Some notations number the points inside a board in reading order: all points of the
# doubled grid that are not on the border, that is (2W-1) x (2H-1) of them, row by row,
# from 0 at (1, 1).

Dot = tuple[int, bool]
"""The number of a point, and whether the dot there is black."""


def point_count(width: int, height: int) -> int:
    """Return how many points are inside a board."""
    return (2 * width - 1) * (2 * height - 1)


def dots_in_order(puzzle: Puzzle) -> list[Dot]:
    """Return the dots of a puzzle, by the number of their point."""
    points_in_row = 2 * puzzle.width - 1
    return sorted(
        ((dot.y - 1) * points_in_row + dot.x - 1, dot in puzzle.black)
        for dot in puzzle.centers
    )


def puzzle_with_dots(
    width: int, height: int, dots: Iterable[Dot], holes: Iterable[Point] = ()
) -> Puzzle:
    """Return the puzzle with the given dots, in their order."""
    row = 2 * width - 1
    colors = {Point(i % row + 1, i // row + 1): is_black for i, is_black in dots}
    return puzzle_of(width, height, colors, holes=holes)


def puzzle_of(
    width: int, height: int, dots: Mapping[Point, bool], **fields: Any
) -> Puzzle:
    """Return the puzzle with dots that may be black, and other fields."""
    black = frozenset(dot for dot, is_black in dots.items() if is_black)
    return Puzzle(width, height, tuple(dots), black=black, **fields)
