"""Addresses of puzz.link and its relatives, where the puzzle is called Tentaisho.

    https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000

After the genre stand the width and the height of the board in cells, and the body. The
body has first the dots, in reading order over all points inside the board: cells,
edges and vertices, (2W-1) x (2H-1) points (see `reading`).

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

from galaxies_asp.core.board.grid import Point, cell_at
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import reading
from galaxies_asp.core.notation.reading import Dots, Piece, end_of

GENRE = "tentaisho"

# Files of this family travel in addresses of the same form; they are not for us.
_ADDRESS = re.compile(
    r"\s*(?:(?:https?://)?(?:[\w.:-]+/)*p(?:\.html)?\?(?:\w+=\w+&)*(?!\w+=|pzprv3)"
    rf"|(?=(?:m\+)?{GENRE}(?:_[a-z]+)?/))"
)
_HEAD = re.compile(
    r"(?:m\+)?(?P<genre>\w[\w-]*?)(?:_edit|_test|_play)?(?:/|$)(?:(?:[^/0-9][^/]*)?/)?"
)
_SIZE = re.compile(r"(?P<width>[0-9]+)/(?P<height>[0-9]+)(?:/|$)")
_BODY = re.compile("[^&#]*")  # behind it are marks of where the address was found
_OTHER_GENRES = {
    "heyawake": "Heyawake",
    "hitori": "Hitori",
    "lits": "LITS",
    "masyu": "Masyu",
    "nurikabe": "Nurikabe",
    "shikaku": "Shikaku",
    "slither": "Slitherlink",
    "starbattle": "Star Battle",
    "sudoku": "Sudoku",
}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_GAPS = 16
"""From this digit on, a digit is a gap and no dot."""
_LONGEST_GAP = 20
_REACH = 8
"""A dot stands for itself and the empty points behind it, at most so many points."""
_CELLS_PER_DIGIT = 5


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such an address, also of another genre."""
    return _ADDRESS.match(text) is not None


def read_line(line: Piece) -> Position:
    """Read an address."""
    address = _ADDRESS.match(line)
    start = address.end() if address else len(line) - len(line.lstrip())
    head = _HEAD.match(line, start)
    if head is None:
        message = f"expected {GENRE}/width/height/... behind the question mark"
        raise line.error(message, start)
    check_genre(head["genre"], line.behind(head.start("genre")))
    size = _SIZE.match(line, head.end())
    if size is None:
        message = f"expected the size of the board, like {GENRE}/7/7/"
        raise line.error(message, head.end())
    with line.behind(size.start()).located():
        width, height = reading.read_size(size["width"], size["height"])
    end = end_of(_BODY, line, size.end())
    body = line.behind(size.end(), end - line.endswith("/", size.end(), end))
    dots, end = _read_dots(body, width, height)
    holes = _read_holes(body.behind(end), width, height)
    with body.located():
        black = reading.black_dots(dots)
        return Position(Puzzle(width, height, tuple(dots), black, holes))


def check_genre(genre: str, place: Piece) -> None:
    """Raise NotationError at a place if this is a puzzle of another genre."""
    if genre != GENRE:
        name = _OTHER_GENRES.get(genre, f"a puzzle of the genre {genre!r}")
        raise place.error(f"this is {name}; Galaxies is {GENRE!r}")


def _read_dots(body: Piece, width: int, height: int) -> tuple[Dots, int]:
    """Return the dots, and where in the body the missing cells start."""
    count = reading.point_count(width, height)
    dots: Dots = {}
    number = 0
    for offset in range(len(body)):
        if number >= count:
            return dots, offset
        digit = _digit(body, offset, len(_DIGITS))
        if digit < _GAPS:
            dots[reading.numbered_point(number, width)] = digit % 2 == 1
            number += digit // 2 + 1
        else:
            number += digit - _GAPS + 1
    if body and number < count:
        raise body.error(
            f"the address ends after {number} of {count} points; it seems to be cut "
            "off",
            len(body),
        )
    return dots, len(body)


def _read_holes(mask: Piece, width: int, height: int) -> frozenset[Point]:
    expected = -(-width * height // _CELLS_PER_DIGIT)
    digits = [_digit(mask, at, 1 << _CELLS_PER_DIGIT) for at in range(len(mask))]
    if mask and len(mask) != expected:
        raise mask.error(
            f"the missing cells start here and take {expected} characters, "
            f"but there are {len(mask)}"
        )
    bits = "".join(f"{digit:0{_CELLS_PER_DIGIT}b}" for digit in digits)
    numbers = (number for number, bit in enumerate(bits) if bit == "1")
    places = (divmod(number, width) for number in numbers)
    return frozenset(cell_at(column, row) for row, column in places if row < height)


def _digit(body: Piece, offset: int, base: int) -> int:
    digit = _DIGITS.find(body[offset])
    if not 0 <= digit < base:
        raise body.error(
            f"{body[offset]!r} stands for nothing here; expected 0 to 9 or a to "
            f"{_DIGITS[base - 1]}",
            offset,
        )
    return digit


def write(position: Position) -> str:
    """Write the address of the puzzle; what is drawn on it is left out."""
    puzzle = position.puzzle
    body = "".join([*_write_dots(puzzle), *_write_holes(puzzle)])
    return f"https://puzz.link/p?{GENRE}/{puzzle.width}/{puzzle.height}/{body}"


def _write_dots(puzzle: Puzzle) -> Iterator[str]:
    written = 0
    dots = reading.numbered_dots(puzzle)
    # Behind the last dot the full reach is written even where the board ends.
    ends = [number for number, _ in dots[1:]] + [sys.maxsize]
    for (number, is_black), end in zip(dots, ends, strict=False):
        yield _gap(number - written)
        reach = min(end - number, _REACH)
        yield _DIGITS[2 * (reach - 1) + is_black]
        written = number + reach
    yield _gap(reading.point_count(puzzle.width, puzzle.height) - written)


def _gap(points: int) -> str:
    long, rest = divmod(max(points, 0), _LONGEST_GAP)
    return _DIGITS[-1] * long + (_DIGITS[_GAPS + rest - 1] if rest else "")


def _write_holes(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.holes:
        rows, columns = range(puzzle.height), range(puzzle.width)
        cells = (cell_at(column, row) for row in rows for column in columns)
        bits = "".join(f"{cell in puzzle.holes:d}" for cell in cells)
        for first in range(0, len(bits), _CELLS_PER_DIGIT):
            digit = bits[first : first + _CELLS_PER_DIGIT]
            yield _DIGITS[int(digit.ljust(_CELLS_PER_DIGIT, "0"), 2)]
