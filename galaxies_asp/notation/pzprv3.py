"""Files of puzz.link and its relatives, with what is drawn on the puzzle.

    pzprv3
    tentaisho
    2               <- height
    3               <- width
    ..1..           <- 2H-1 lines of 2W-1 characters: the points inside the board
    X....
    ....2
    0 1             <- H lines of W-1 numbers: edges between cells side by side
    1 0
    0 0 1           <- H-1 lines of W numbers: edges between a cell and the one below
    0 1 1           <- H lines of W numbers: colors of the cells
    2 2 0

(The arrows are not part of the file.) A point is `1` for a white dot, `2` for a black
one, `X` for a missing cell, and `.` otherwise. An edge is `1` or `2` for a wall that
the player has drawn, `0` or `-1` for none; given walls cannot be written. A file holds
an attempt, even if nothing is drawn: that is the solution of some boards. The colors
follow from the walls: they are not read, like everything behind them, and are written
as 0. A `/` may stand for the end of a line, so that a file fits in an address, where
`%20` is a blank; several files may follow each other.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from urllib.parse import unquote

from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.codes import CELLS, EDGES, INNER
from galaxies_asp.core.notation.puzzlink import GENRE, check_genre
from galaxies_asp.core.notation.reading import Piece, black_dots, read_size
from galaxies_asp.notation.rows import Rows

_FIRST_LINE = re.compile(r"(?:[^\s?]*\?(?:\w+=\w+&)*)?pzprv3(?:\.[0-9]+)?")
_WHITE, _BLACK, _HOLE = "white", "black", "hole"
POINTS = Rows(
    (INNER,),
    {".": None, "1": _WHITE, "2": _BLACK, "X": _HOLE},
    "points",
    "'.', '1', '2', or in a cell 'X'",
    separator="",
    may_end=False,
    accepts=lambda point, value: value != _HOLE or is_cell(point),
)
MARKED = {"0": None, "-1": None, "1": True, "2": True}
"""Words for what is drawn on an edge, or is not."""
WALLS = Rows(EDGES, MARKED, "edges", "0, 1, 2 or -1")
MARKS = Rows[str]((CELLS,), {"0": None}, "cells", "the mark of a player")

recognizes = re.compile(
    rf"^[ \t]*{_FIRST_LINE.pattern}[ \t\r]*(?:/|$)", re.MULTILINE
).search
"""Find the first line of such a file."""


def read(text: str) -> list[Position]:
    """Read all files in the text; errors name line and column."""
    return [*map(_read_file, files_in(text))]


def files_in(text: str) -> list[Sequence[Piece]]:
    """Return the lines of each file in a text.

    Raises `NotationError` if something else stands before the first one.
    """
    parts = list(parts_of(text))
    starts = [at for at, part in enumerate(parts) if _FIRST_LINE.fullmatch(part)]
    first = starts[0] if starts else len(parts)
    for part in parts[:first]:
        is_address = starts and part.line == parts[first].line
        if part and not part.startswith("#") and not is_address:
            raise part.error("expected a file, which starts with 'pzprv3'")
    return [parts[start:end] for start, end in pairwise([*starts, len(parts)])]


def parts_of(text: str) -> Iterator[Piece]:
    """Yield the lines of all files, where also `/` ends a line."""
    for line in (text if isinstance(text, Piece) else Piece(text)).lines():
        start = line.column
        for content in line.split("/"):
            blanks = len(content) - len(content.lstrip())
            yield Piece(unquote(content).strip(), line.line, start + blanks)
            start += len(content) + 1


def _read_file(parts: Sequence[Piece]) -> Position:
    head_of(parts)
    puzzle, rest = read_puzzle(parts[2:])
    walls, _ = WALLS.read(rest, puzzle.width, puzzle.height)
    return Position(puzzle, frozenset(walls) - puzzle.edges_of_holes())


def head_of(parts: Sequence[Piece], *genres: str) -> tuple[int, int]:
    """Return the width and the height in the first four lines of a file of a genre.

    `genres`: its names; of Galaxies if there are none. Raises `NotationError` if it is
    of another genre, or ends before.
    """
    if len(parts) > 1:
        check_genre(parts[1], parts[1], *genres)
    return _size(parts[2:] or parts[-1:])


def _size(parts: Sequence[Piece]) -> tuple[int, int]:
    """Return the width and the height; the first of two lines says the height."""
    if len(parts) < 2:
        raise parts[-1].error("the file ends here, before the size of the board")
    for size in parts[:2]:
        if not re.fullmatch("[0-9]+", size):
            raise size.error(f"expected the height and then the width, not {size!r}")
    with parts[0].located():
        return read_size(parts[1], parts[0])


def read_puzzle(parts: Sequence[Piece]) -> tuple[Puzzle, Sequence[Piece]]:
    """Return the puzzle of lines from the height on, and the lines behind it."""
    width, height = _size(parts)
    found, rest = POINTS.read(parts[2:] or parts[-1:], width, height)
    dots = {point: kind == _BLACK for point, kind in found.items() if kind != _HOLE}
    holes = frozenset(point for point, kind in found.items() if kind == _HOLE)
    with parts[2].located():
        return Puzzle(width, height, tuple(dots), black_dots(dots), holes), rest


def caveat(position: Position) -> str:
    """Return that a version of pzpr reads nothing for a missing cell."""
    fault = "pzpr 0.10.1 drops the missing cells and moves the dots behind them"
    return fault if position.puzzle.holes else ""


def write(position: Position) -> str:
    """Write the puzzle, and the walls that are drawn on it."""
    puzzle = position.puzzle
    size = puzzle.width, puzzle.height
    kinds: dict[Point, str] = dict.fromkeys(puzzle.centers, _WHITE)
    kinds |= dict.fromkeys(puzzle.black, _BLACK) | dict.fromkeys(puzzle.holes, _HOLE)
    walls = position.inner_walls() if position.is_attempt else ()
    lines = ["pzprv3", GENRE, str(puzzle.height), str(puzzle.width)]
    lines += POINTS.write(kinds, *size)
    lines += WALLS.write(dict.fromkeys(walls, True), *size)
    return "\n".join([*lines, *MARKS.write({}, *size)]) + "\n"
