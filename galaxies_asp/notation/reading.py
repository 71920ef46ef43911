"""Functions that several notations share: lines, sizes, positions of errors, limits."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.board.puzzle import MAX_CELLS, Position, Puzzle, check_size

NUMBERS = ("black_cells", "hidden_dots")
"""The clues of variants, which version 1.0 wrote as fields of their own."""


def read_lines(
    text: str, read_line: Callable[[str], Position]
) -> Iterator[Position | NotationError]:
    """Yield the puzzle of each line, or the error in it.

    Empty lines and lines starting with `#` are skipped. `read_line` reports errors as
    in line 1.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield read_line(line)
        except NotationError as error:
            yield error.shifted(number - 1)


def without_errors(
    positions: Iterable[Position | NotationError],
) -> list[Position]:
    """Return the positions; raise the first error."""
    read = []
    for item in positions:
        if isinstance(item, NotationError):
            raise item
        read.append(item)
    return read


def read_each_line(text: str, read_line: Callable[[str], Position]) -> list[Position]:
    """Return the puzzles of all lines; see `read_lines`."""
    return without_errors(read_lines(text, read_line))


def read_size(width: str, height: str) -> tuple[int, int]:
    """Convert the digits of width and height.

    Raises `PuzzleError` if the board is empty or too large.
    """
    # int() raises ValueError for thousands of digits.
    sides = [int(side) if len(side) < 10 else MAX_CELLS + 1 for side in (width, height)]
    check_size(*sides)
    return sides[0], sides[1]


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


def reject(puzzle: Puzzle, notation: str, *, holes: bool, walls: bool) -> None:
    """Raise NotationError for holes or given walls that a notation cannot express."""
    if holes and puzzle.holes:
        raise NotationError(f"{notation} cannot express missing cells")
    if walls and puzzle.walls:
        raise NotationError(f"{notation} cannot express given walls")
