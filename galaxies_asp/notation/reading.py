"""What several readers share: one puzzle a line, sizes, and the places of errors."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from galaxies_asp.errors import NotationError, PuzzleError
from galaxies_asp.puzzle import MAX_CELLS, Position, check_size


def read_each_line(text: str, read_line: Callable[[str], Position]) -> list[Position]:
    """Read the puzzles of a text that has one in every line.

    Empty lines and lines starting with `#` are skipped. `read_line` reports errors as
    if its line were the first one.
    """
    positions = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            positions.append(read_line(line))
        except NotationError as error:
            raise error.shifted(number - 1) from None
    return positions


def read_size(width: str, height: str) -> tuple[int, int]:
    """Return the two sides of a board, given as digits.

    Raises
    ------
    PuzzleError
        If there may be no board of this size.
    """
    # Python refuses to convert very long numbers with an error of its own.
    sides = [int(side) if len(side) < 10 else MAX_CELLS + 1 for side in (width, height)]
    check_size(*sides)
    return sides[0], sides[1]


@contextmanager
def located(line: int, column: int | None = None) -> Iterator[None]:
    """Turn a PuzzleError into a NotationError that names the place in the text."""
    try:
        yield
    except PuzzleError as error:
        raise NotationError(str(error), line, column) from None


def error_at(message: str, text: str, offset: int) -> NotationError:
    """Return the error for the character of `text` at `offset`."""
    line = text.count("\n", 0, offset) + 1
    return NotationError(message, line, offset - text.rfind("\n", 0, offset))


def affordable(positions: Iterable[Position], text: str) -> list[Position]:
    """Return the positions; refuse many huge boards of which little is said.

    A text may repeat a board in few characters, but its labels take memory for every
    cell, and its dots time for every dot. What is written out in full is never refused.
    """
    left = MAX_CELLS + len(text)
    found = []
    for position in positions:
        left -= len(position.puzzle.centers)
        left -= 0 if position.labels is None else position.labels.size
        if left < 0:
            raise NotationError("the boards in the text have too many cells together")
        found.append(position)
    return found
