"""A list of coordinates: the size of the board, then its dots one after the other.

    7x7
    (8,1) (3,2) (12,2) (9,4) (2,5) (2,8)

The numbers are doubled coordinates: x grows to the right and y downwards, the first
cell has its middle at (1,1), and a board of 7x7 cells ends at (14,14).

The size is `7x7`, `size: 7x7` or `width 7 height 7`. A dot is `(8,1)`, `8,1` or `8 1`;
blanks, commas, semicolons, ends of lines and list brackets may stand between dots. `#`
starts a comment. A further size starts a further puzzle.

If a number has a decimal point, as in `(0, 2.5)` or `9.0,0.5`, all are halves: rows and
columns, counted from 0 in the middle of the first cell, or x and y from the corner of
the board. The reading under which all dots lie on the board is taken; a list that fits
both is refused. Colors, missing cells and walls cannot be written.
"""

import re
from collections.abc import Iterator

from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.reading import Piece, affordable, end_of, read_size

# Possessive quantifiers: long runs of blanks shall not be tried in every division.
_SIZE = re.compile(
    r"(?:(?:size *+[:=]? *+)?(\d{1,9}) *[xX×] *(\d{1,9})"
    r"|width *+[:=]? *+(\d{1,9})[ ,;]+height *+[:=]? *+(\d{1,9}))(?![\w:.])",
    re.ASCII,
)
_NUMBER = r"(\d{1,9}(?:\.[05])?)"
_DOT = re.compile(
    rf"\(\s*{_NUMBER}(?:\s*,\s*|\s+){_NUMBER}\s*\)"
    rf"|{_NUMBER}(?:[ \t]*,[ \t]*|[ \t]+){_NUMBER}(?![\w.])",
    re.ASCII,
)
_BETWEEN = re.compile(r"(?:[\s,;\[\]{}]|#.*)*+")
_ONLY_DOTS = re.compile(
    r"[\s,;\[\]{}]*+\(?\s*+\d[\d.]*[ \t,]\s*\d[\d.\s,;()\[\]{}]*", re.ASCII
)


def recognizes(text: str) -> bool:
    """Tell whether the text starts with a line for the size, or is a list of pairs."""
    text = text[end_of(_BETWEEN, text) :]
    if size := _SIZE.match(text):
        text = text[size.end() :]
        if not text.partition("\n")[0].partition("#")[0].strip():
            return True
        if text[0] not in " ,;":
            return False
    if not _ONLY_DOTS.fullmatch(text):
        return False
    lists = re.findall(r"[\[(]([^\[\]()]+)[\])]", text)
    return not any(len(re.findall(r"[\d.]+", numbers)) % 2 for numbers in lists)


def read(text: str) -> list[Position | NotationError]:
    """Read all puzzles in the text; errors name line and column."""
    return affordable(_positions(Piece(text)), text)


def _positions(text: Piece) -> Iterator[Position | NotationError]:
    at = end_of(_BETWEEN, text)
    while at < len(text):
        size = _SIZE.match(text, at)
        if size is None:
            wanted = "a size; put a line such as '7x7' (columns x rows) before the dots"
            raise _unexpected(wanted, text, at)
        dots, end = [], end_of(_BETWEEN, text, size.end())
        while dot := _DOT.match(text, end):
            dots.append([*filter(None, dot.groups())])
            end = end_of(_BETWEEN, text, dot.end())
        if end < len(text) and not _SIZE.match(text, end):
            wanted = "a dot; expected a pair of whole numbers such as (8,1)"
            raise _unexpected(wanted, text, end)
        read: Position | NotationError
        try:
            with text.located(at):
                width, height = read_size(*filter(None, size.groups()))
                puzzle = Puzzle(width, height, _points(dots, width, height))
                read = Position(puzzle)
        except NotationError as error:
            read = error
        yield read
        at = end


def _points(dots: list[list[str]], width: int, height: int) -> tuple[Point, ...]:
    """Return the points of pairs of numbers."""
    if not any("." in number for dot in dots for number in dot):
        return tuple(Point(int(x), int(y)) for x, y in dots)
    pairs = [[int(2 * float(number)) for number in dot] for dot in dots]
    readings = (
        tuple(Point(column + 1, row + 1) for row, column in pairs),
        tuple(Point(x, y) for x, y in pairs),
    )
    valid = [p for p in readings if all(map(Puzzle(width, height).is_inside, p))]
    if len(valid) != 1:
        fits = "fit both" if valid else "fit neither"
        fault = f"these halves {fits} rows and columns from the first cell and x and y "
        raise PuzzleError(fault + "from the corner; write twice x and y instead")
    return valid[0]


def _unexpected(wanted: str, text: Piece, at: int) -> NotationError:
    word = text[at : at + 20].split("\n")[0].rstrip()
    return text.error(f"{word!r} is not {wanted}", at)


def write(position: Position) -> str:
    """Write the size on one line and the dots on the next."""
    puzzle = position.puzzle
    if puzzle.black:
        raise NotationError("a list of coordinates cannot express black dots")
    return f"{puzzle.width}x{puzzle.height}\n{' '.join(map(str, puzzle.centers))}\n"
