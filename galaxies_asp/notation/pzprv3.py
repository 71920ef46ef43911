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
one, `X` for a missing cell, and `.` otherwise. An edge is `1` or `2` for a wall that is
drawn, `0` or `-1` for none; 2 and -1 have a help mark of the player as well. A file in
which no wall between two cells is drawn is just the puzzle.

The colors are decoration and follow from the walls, so they are not read, and are
written as 0. The same goes for everything behind them: the history and the notes that
the site may add. A `/` may stand for the end of a line, so that a file fits in one line
or in an address; several files may follow each other.

Given walls cannot be written, since all walls in such a file are drawn by the player.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import Point, is_cell, touched_cells
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.notation.points import point_at, puzzle_with_dots
from galaxies_asp.notation.puzzlink import GENRE
from galaxies_asp.notation.reading import located, read_size, reject

_FIRST_LINE = re.compile(r"(?:[^\s?]*\?)?pzprv3(?:\.[0-9]+)?")
_FILE = re.compile(rf"^[ \t]*{_FIRST_LINE.pattern}[ \t\r]*(?:/|$)", re.MULTILINE)
_APPENDIX = re.compile(r"history:|info:|__HISTORY__|TrialData|https?:")
_WALLS = {"0": False, "-1": False, "1": True, "2": True}
_DOTS = {"1": False, "2": True}


class _Part(str):
    """A line of the file, with its place in the text."""

    __slots__ = ("column", "line")
    line: int
    column: int

    def __new__(cls, content: str, line: int, column: int) -> "_Part":
        part = super().__new__(cls, content)
        part.line, part.column = line, column
        return part

    def error(self, message: str, offset: int = 0) -> NotationError:
        return NotationError(message, self.line, self.column + offset)


def recognizes(text: str) -> bool:
    """Tell whether some line is the first one of such a file."""
    return _FILE.search(text) is not None


def read(text: str) -> list[Position]:
    """Read all files in the text; errors name line and column."""
    parts = list(_parts(text))
    starts = [at for at, part in enumerate(parts) if _FIRST_LINE.fullmatch(part)]
    first = starts[0] if starts else len(parts)
    for part in parts[:first]:
        is_address = starts and part.line == parts[first].line
        if part and not part.startswith("#") and not is_address:
            raise part.error("expected a file, which starts with 'pzprv3'")
    bounds = pairwise([*starts, len(parts)])
    return [_read_file(parts[start:end]) for start, end in bounds]


def _parts(text: str) -> Iterator[_Part]:
    """Yield the lines of all files, where also `/` ends a line."""
    for number, line in enumerate(text.splitlines(), 1):
        start = 0
        for content in line.split("/"):
            stripped = content.strip()
            column = start + len(content) - len(content.lstrip()) + 1
            yield _Part(stripped, number, column)
            start += len(content) + 1


def _read_file(parts: Sequence[_Part]) -> Position:
    if len(parts) < 4:
        raise parts[-1].error("the file ends here, before the size of the board")
    genre, rows, columns = parts[1:4]
    if genre != GENRE:
        raise genre.error(
            f"this is a puzzle of the genre {genre!r}; Galaxies is {GENRE!r}"
        )
    for size in (rows, columns):
        if not re.fullmatch("[0-9]+", size):
            raise size.error(f"expected the height and then the width, not {size!r}")
    with located(rows.line, rows.column):
        width, height = read_size(columns, rows)
    answer = 4 + 2 * height - 1
    puzzle = _read_points(parts[4:answer], parts[-1], width, height)
    walls = frozenset(
        wall
        for wall in _read_walls(parts[answer:], width, height)
        if all(map(puzzle.has_cell, touched_cells(wall)))
    )
    return Position(puzzle, walls or None)


def _read_points(rows: Sequence[_Part], last: _Part, width: int, height: int) -> Puzzle:
    if len(rows) < 2 * height - 1:
        raise last.error(
            f"the file ends here, but a board of {height} rows of cells takes "
            f"{2 * height - 1} lines of points; there are {len(rows)}"
        )
    length = 2 * width - 1
    dots: list[tuple[int, bool]] = []
    holes: list[Point] = []
    for y, row in enumerate(rows):
        if len(row) != length:
            raise row.error(
                f"this line has {len(row)} points; a board of {width} columns of cells "
                f"takes {length}"
            )
        for x, character in enumerate(row):
            index = y * length + x
            if character in _DOTS:
                dots.append((index, _DOTS[character]))
            elif character == "X" and is_cell(point_at(index, width)):
                holes.append(point_at(index, width))
            elif character != ".":
                raise row.error(
                    f"{character!r} at the point {point_at(index, width)}; expected "
                    "'.', '1', '2', or in a cell 'X'",
                    x,
                )
    with located(rows[0].line, rows[0].column):
        return puzzle_with_dots(width, height, dots, holes)


def _read_walls(parts: Sequence[_Part], width: int, height: int) -> Iterator[Point]:
    """Yield the edges that are walls; a file may end early, then no more are drawn."""
    rows = [(Point(2, 2 * row + 1), width - 1) for row in range(height)]
    rows += [(Point(1, 2 * row + 2), width) for row in range(height - 1)]
    rest = iter(parts)
    part = next(rest, None)
    for first, expected in rows:
        if part is None or _APPENDIX.match(part):
            return
        if expected == 0 and part:
            continue  # an empty line that has been lost
        numbers = list(re.finditer(r"\S+", part))
        if numbers and len(numbers) != expected:
            raise part.error(
                f"this line has {len(numbers)} edges, but takes {expected}"
            )
        for place, number in enumerate(numbers):
            if number[0] not in _WALLS:
                raise part.error(
                    f"{number[0]!r} for an edge; expected 0, 1, 2 or -1", number.start()
                )
            if _WALLS[number[0]]:
                yield Point(first.x + 2 * place, first.y)
        part = next(rest, None)


def write(position: Position) -> str:
    """Write the puzzle, and the walls that are drawn on it.

    Raises `NotationError` if the puzzle has given walls.
    """
    puzzle = position.puzzle
    reject(puzzle, "a pzprv3 file", holes=False, walls=True)
    width, height = puzzle.width, puzzle.height
    walls = position.inner_walls() if position.is_attempt else frozenset()
    lines = ["pzprv3", GENRE, str(height), str(width), *_write_points(puzzle)]
    for xs, ys in (
        (range(2, 2 * width, 2), range(1, 2 * height, 2)),
        (range(1, 2 * width, 2), range(2, 2 * height, 2)),
    ):
        lines += ["".join(f"{(x, y) in walls:d} " for x in xs) for y in ys]
    lines += ["0 " * width] * height
    return "\n".join(lines) + "\n"


def _write_points(puzzle: Puzzle) -> Iterator[str]:
    rows = [["."] * (2 * puzzle.width - 1) for _ in range(2 * puzzle.height - 1)]
    for x, y in puzzle.centers:
        rows[y - 1][x - 1] = "1"
    for x, y in puzzle.black:
        rows[y - 1][x - 1] = "2"
    for x, y in puzzle.holes:
        rows[y - 1][x - 1] = "X"
    return ("".join(row) for row in rows)
