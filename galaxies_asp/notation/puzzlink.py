"""Addresses of puzz.link and its relatives, where the puzzle is called Tentaisho.

    https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000

After the genre stand the width and the height of the board in cells, and the body. The
body has first the dots, in reading order over all points inside the board: cells,
edges and vertices, (2W-1) x (2H-1) points (see `points`).

* A character `0` to `f`, read as a hexadecimal number, is a dot right here: a white one
  if the number is even, a black one if it is odd. Half the number, rounded down, is how
  many empty points follow, 0 to 7.
* `g` to `z` are 1 to 20 empty points.

So `6fl9...` has a white dot at (1, 1), three empty points, a black dot at (5, 1), seven
empty points, six more, and a black dot in the next row but one, at (1, 3).

If there are missing cells, more characters follow as soon as the points are used up.
They are digits of the base 32 (`0` to `v`), and each stands for five cells in reading
order, the highest bit first; 1 is a missing cell. In the example `10000` makes the
fifth cell of the first row a hole.

Read are also other hosts (`pzv.jp/p.html?`, ...), the genre with `_edit`, `_play` or
`_test` behind it, flags between genre and size (`tentaisho/v:/5/5/...`), and the bare
`tentaisho/5/5/...`. Given walls cannot be written.
"""

import re
import sys
from collections.abc import Iterator
from itertools import zip_longest

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import Point, cell_at
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.notation.points import (
    Dot,
    dots_in_order,
    point_count,
    puzzle_with_dots,
)
from galaxies_asp.notation.reading import located, read_each_line, read_size, reject

GENRE = "tentaisho"

# Files of this family travel in addresses of the same form; they are not for us.
_ADDRESS = re.compile(
    r"\s*(?:(?:https?://)?(?:[\w.:-]+/)*p(?:\.html)?\?(?!pzprv3)(?:\w+=\w+&)*"
    rf"|(?=(?:m\+)?{GENRE}(?:_[a-z]+)?/))"
)
_HEAD = re.compile(
    r"(?:m\+)?(?P<genre>\w[\w-]*?)(?:_edit|_test|_play)?(?:/|$)(?:(?:[^/0-9][^/]*)?/)?"
)
_SIZE = re.compile(r"(?P<width>[0-9]+)/(?P<height>[0-9]+)(?:/|$)")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_GAPS = 16
"""From this digit on, a digit is a gap and no dot."""
_LONGEST_GAP = 20
_REACH = 8
"""A dot stands for itself and the empty points behind it, at most so many points."""
_CELLS_PER_DIGIT = 5
_NO_DOT: Dot = (sys.maxsize, False)


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such an address, also of another genre."""
    return _ADDRESS.match(text) is not None


def read(text: str) -> list[Position]:
    """Read addresses, one a line; errors name line and column."""
    return read_each_line(text, _read_line)


def _read_line(line: str) -> Position:
    address = _ADDRESS.match(line)
    start = address.end() if address else len(line) - len(line.lstrip())
    line = line.rstrip()
    head = _HEAD.match(line, start)
    if head is None:
        raise NotationError(
            f"expected {GENRE}/width/height/... behind the question mark", 1, start + 1
        )
    if head["genre"] != GENRE:
        raise NotationError(
            f"this is a puzzle of the genre {head['genre']!r}; Galaxies is {GENRE!r}",
            1,
            head.start("genre") + 1,
        )
    size = _SIZE.match(line, head.end())
    if size is None:
        raise NotationError(
            f"expected the size of the board, like {GENRE}/7/7/", 1, head.end() + 1
        )
    with located(1, size.start() + 1):
        width, height = read_size(size["width"], size["height"])
    body = line[size.end() :].removesuffix("/")
    return Position(_read_body(body, width, height, size.end() + 1))


def _read_body(body: str, width: int, height: int, column: int) -> Puzzle:
    dots, end = _read_dots(body, point_count(width, height), column)
    holes = list(_read_holes(body[end:], width, height, column + end))
    with located(1, column):
        return puzzle_with_dots(width, height, dots, holes)


def _read_dots(body: str, count: int, column: int) -> tuple[list[Dot], int]:
    """Return the dots, and where in the body the missing cells start."""
    dots: list[Dot] = []
    index = 0
    for offset, character in enumerate(body):
        if index >= count:
            return dots, offset
        digit = _digit(character, len(_DIGITS), column + offset)
        if digit < _GAPS:
            dots.append((index, digit % 2 == 1))
            index += digit // 2 + 1
        else:
            index += digit - _GAPS + 1
    if body and index < count:
        raise NotationError(
            f"the address ends after {index} of {count} points; it seems to be cut off",
            1,
            column + len(body),
        )
    return dots, len(body)


def _read_holes(mask: str, width: int, height: int, column: int) -> Iterator[Point]:
    if not mask:
        return
    expected = _mask_length(width * height)
    if len(mask) != expected:
        raise NotationError(
            f"the missing cells start here and take {expected} characters, "
            f"but there are {len(mask)}",
            1,
            column,
        )
    for offset, character in enumerate(mask):
        bits = _digit(character, 1 << _CELLS_PER_DIGIT, column + offset)
        for place in range(_CELLS_PER_DIGIT):
            cell = offset * _CELLS_PER_DIGIT + place
            if bits & _bit(place) and cell < width * height:
                yield cell_at(cell % width, cell // width)


def _digit(character: str, base: int, column: int) -> int:
    digit = _DIGITS.find(character)
    if not 0 <= digit < base:
        raise NotationError(
            f"{character!r} stands for nothing here; expected 0 to 9 or a to "
            f"{_DIGITS[base - 1]}",
            1,
            column,
        )
    return digit


def _mask_length(cells: int) -> int:
    return -(-cells // _CELLS_PER_DIGIT)


def _bit(place: int) -> int:
    return 1 << (_CELLS_PER_DIGIT - 1 - place)


def write(position: Position) -> str:
    """Write the address of the puzzle; what is drawn on it is left out.

    Raises `NotationError` if the puzzle has given walls.
    """
    puzzle = position.puzzle
    reject(puzzle, "a puzz.link address", holes=False, walls=True)
    body = "".join(_write_dots(puzzle)) + _write_holes(puzzle)
    return f"https://puzz.link/p?{GENRE}/{puzzle.width}/{puzzle.height}/{body}"


def _write_dots(puzzle: Puzzle) -> Iterator[str]:
    written = 0
    dots = dots_in_order(puzzle)
    for (index, is_black), (end, _) in zip_longest(dots, dots[1:], fillvalue=_NO_DOT):
        yield from _write_gap(index - written)
        # Behind the last dot the full reach is written even where the board ends.
        reach = min(end - index, _REACH)
        yield _DIGITS[2 * (reach - 1) + is_black]
        written = index + reach
    yield from _write_gap(point_count(puzzle.width, puzzle.height) - written)


def _write_gap(points: int) -> Iterator[str]:
    while points > 0:
        gap = min(points, _LONGEST_GAP)
        yield _DIGITS[_GAPS + gap - 1]
        points -= gap


def _write_holes(puzzle: Puzzle) -> str:
    if not puzzle.holes:
        return ""
    digits = [0] * _mask_length(puzzle.width * puzzle.height)
    for hole in puzzle.holes:
        cell = hole.y // 2 * puzzle.width + hole.x // 2
        digit, place = divmod(cell, _CELLS_PER_DIGIT)
        digits[digit] |= _bit(place)
    return "".join(_DIGITS[digit] for digit in digits)
