"""Addresses of puzz.link and its relatives, where the puzzle is called Tentaisho.

    https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000

After the genre stand the width and the height of the board in cells. Then come the
dots, in reading order over all points inside the board, (2W-1) x (2H-1) points:

* A character `0` to `f`, read as a hexadecimal number, is a dot right here: a white one
  if the number is even, a black one if it is odd. Half the number, rounded down, is how
  many empty points follow, 0 to 7.
* `g` to `z` are 1 to 20 empty points.

So `6fl9...` has a white dot at (1, 1), three empty points, a black dot at (5, 1), seven
empty points, six more, and a black dot in the next row but one, at (1, 3). Then come
missing cells, if there are any, as digits of the base 32 (`0` to `v`) for five cells
each, the highest bit first: `10000` makes the fifth cell of the first row a hole.

Read are also other hosts (`pzv.jp/p.html?`, ...), the genre with `_edit`, `_play` or
`_test` behind it, and bare ones such as `tentaisho/5/5/...`. A flag between genre and
size changes the rules and is refused unless a type knows it, but for `v:`, which names
no variant. Given walls cannot be written.
"""

import re
from collections.abc import Collection

from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.codes import DIGITS, Run
from galaxies_asp.core.notation.reading import (
    Piece,
    black_dots,
    colors_of,
    end_of,
    read_size,
)

GENRE = "tentaisho"
BLANKS = {character: codes.AnyRun(n) for n, character in enumerate(DIGITS[16:], 1)}
"""Empty points, in the addresses of most genres."""
DOTS = codes.Runs(
    codes.INNER,
    {DIGITS[n]: Run(0, n % 2 == 1, n // 2) for n in range(16)} | BLANKS,
    "expected 0 to 9 or a to z",
)
HOLES = codes.Masks((codes.CELLS,), "missing cells")

# Files of this family travel in addresses of the same form; they are not for us.
_ADDRESS = re.compile(
    r"\s*(?:(?i:https?://)?(?:[\w.:-]+/)*p(?:\.html)?\?(?:\w+=\w+&)*(?!\w+=|pzprv3)"
    rf"|(?=(?:m\+)?{GENRE}(?:_[a-z]+)?/)"
    r"|(?=(?:m\+)?[a-z]+(?:_[a-z]+)?/(?:[^/0-9][^/]*/)?[0-9]+/[0-9]+(?:/\S*)?\s*(?:$|\n)))"
)
_HEAD = re.compile(
    r"(?:m\+)?(?P<genre>\w[\w-]*?)(?:_edit|_test|_play)?(?:/|$)(?:(?P<flags>[^/0-9][^/]*)?/)?"
)
_NO_FLAGS = (None, "v:")
"""What may stand before the size of a puzzle under the usual rules."""
_SIZE = re.compile(r"(?P<width>[0-9]+)/(?P<height>[0-9]+)(?:/|$)")
_BODY = re.compile("[^&#]*")  # behind it are marks of where the address was found


def recognizes(text: str) -> bool:
    """Tell whether the text starts with such an address, also of another genre."""
    return _ADDRESS.match(text) is not None


def genre_of(text: str) -> str:
    """Return the genre of an address; empty if the text does not start with one."""
    address = _ADDRESS.match(text)
    head = _HEAD.match(text, address.end()) if address else None
    return head["genre"] if head else ""


def flag_of(text: str) -> str:
    """Return the flag of an address; empty without one."""
    address = _ADDRESS.match(text)
    head = _HEAD.match(text, address.end() if address else 0)
    return (head["flags"] or "") if head else ""


def body_of(
    line: Piece, *genres: str, flags: Collection[str] = ()
) -> tuple[int, int, Piece]:
    """Return the width, the height and the body of an address of a genre.

    `genres`: its names; of Galaxies if there are none. `flags`: those that are known.
    Raises `NotationError` if it is
    of another genre, or no address.
    """
    genre, *_ = genres or (GENRE,)
    address = _ADDRESS.match(line)
    start = address.end() if address else len(line) - len(line.lstrip())
    head = _HEAD.match(line, start)
    if head is None:
        message = f"expected {genre}/width/height/... behind the question mark"
        raise line.error(message, start)
    check_genre(line.behind(head.start("genre")), head["genre"], *genres)
    if head["flags"] not in (*_NO_FLAGS, *flags):
        message = f"the flag {head['flags']!r} changes the rules, and is not known here"
        raise line.error(message, head.start("flags"))
    size = _SIZE.match(line, head.end())
    if size is None:
        message = f"expected the size of the board, like {genre}/7/7/"
        raise line.error(message, head.end())
    with line.behind(size.start()).located():
        width, height = read_size(size["width"], size["height"])
    end = end_of(_BODY, line, size.end())
    body = line.behind(size.end(), end - line.endswith("/", size.end(), end))
    return width, height, body


def check_genre(place: Piece, genre: str, *genres: str) -> None:
    """Raise NotationError at a place if this is a puzzle of another genre."""
    expected, *_ = known = genres or (GENRE,)
    if genre not in known:
        wanted = "Galaxies" if expected == GENRE else "the puzzle"
        fault = f"this is a puzzle of the genre {genre!r}; {wanted} is {expected!r}"
        raise place.error(fault)


def address_of(genre: str, width: int, height: int, body: str, flag: str = "") -> str:
    """Return the address with a body."""
    head = f"{genre}/{flag}" if flag else genre
    return f"https://puzz.link/p?{head}/{width}/{height}/{body}"


def read_line(line: Piece) -> Position:
    """Read an address."""
    width, height, body = body_of(line)
    dots, holes = codes.read_codes(body, (DOTS, HOLES), width, height)
    with body.located():
        return Position(
            Puzzle(width, height, tuple(dots), black_dots(dots), frozenset(holes))
        )


def caveat(position: Position) -> str:
    """Return that a version of pzpr does not read missing cells."""
    return "pzpr 0.10.1 drops the missing cells" if position.puzzle.holes else ""


def write(position: Position) -> str:
    """Write the address of the puzzle; what is drawn on it is left out."""
    puzzle = position.puzzle
    size = puzzle.width, puzzle.height
    body = DOTS.write(colors_of(puzzle), *size)
    if puzzle.holes:
        body += HOLES.write(dict.fromkeys(puzzle.holes, True), *size)
    return address_of(GENRE, *size, body)
