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
or in an address, where `%20` is a blank; several files may follow each other.

Given walls cannot be written, since all walls in such a file are drawn by the player.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from urllib.parse import unquote

from galaxies_asp.core.board.grid import Point, is_cell
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.puzzlink import GENRE, check_genre
from galaxies_asp.core.notation.reading import Dots, Piece, black_dots, read_size

_FIRST_LINE = re.compile(r"(?:[^\s?]*\?(?:\w+=\w+&)*)?pzprv3(?:\.[0-9]+)?")
_APPENDIX = re.compile(r"history:|info:|__HISTORY__|TrialData|https?:")
_WALLS = {"0": False, "-1": False, "1": True, "2": True}
_DOTS = {"1": False, "2": True}

recognizes = re.compile(
    rf"^[ \t]*{_FIRST_LINE.pattern}[ \t\r]*(?:/|$)", re.MULTILINE
).search
"""Find the first line of such a file."""


def read(text: str) -> list[Position]:
    """Read all files in the text; errors name line and column."""
    parts = list(parts_of(text))
    starts = [at for at, part in enumerate(parts) if _FIRST_LINE.fullmatch(part)]
    first = starts[0] if starts else len(parts)
    for part in parts[:first]:
        is_address = starts and part.line == parts[first].line
        if part and not part.startswith("#") and not is_address:
            raise part.error("expected a file, which starts with 'pzprv3'")
    bounds = pairwise([*starts, len(parts)])
    return [_read_file(parts[start:end]) for start, end in bounds]


def parts_of(text: str) -> Iterator[Piece]:
    """Yield the lines of all files, where also `/` ends a line."""
    for number, line in enumerate(text.splitlines(), 1):
        start = 1
        for content in line.split("/"):
            blanks = len(content) - len(content.lstrip())
            yield Piece(unquote(content).strip(), number, start + blanks)
            start += len(content) + 1


def _read_file(parts: Sequence[Piece]) -> Position:
    if len(parts) < 4:
        raise parts[-1].error("the file ends here, before the size of the board")
    check_genre(parts[1], parts[1])
    puzzle, edges = read_puzzle(parts[2:])
    walls = frozenset(_read_walls(edges, puzzle)) - puzzle.edges_of_holes()
    return Position(puzzle, walls or None)


def read_puzzle(parts: Sequence[Piece]) -> tuple[Puzzle, Sequence[Piece]]:
    """Return the puzzle of lines from the height on, and the lines behind it."""
    if len(parts) < 2:
        raise parts[-1].error("the file ends here, before the size of the board")
    rows, columns = parts[:2]
    for size in (rows, columns):
        if not re.fullmatch("[0-9]+", size):
            raise size.error(f"expected the height and then the width, not {size!r}")
    with rows.located():
        width, height = read_size(columns, rows)
    points, rest = parts[2 : 2 * height + 1], parts[2 * height + 1 :]
    if len(points) < 2 * height - 1:
        raise parts[-1].error(
            f"the file ends here, but a board of {height} rows of cells takes "
            f"{2 * height - 1} lines of points; there are {len(points)}"
        )
    return _read_points(points, width, height), rest


def _read_points(rows: Sequence[Piece], width: int, height: int) -> Puzzle:
    dots: Dots = {}
    holes: list[Point] = []
    for y, row in enumerate(rows, 1):
        if len(row) != 2 * width - 1:
            raise row.error(
                f"this line has {len(row)} points; a board of {width} columns of cells "
                f"takes {2 * width - 1}"
            )
        for x, character in enumerate(row, 1):
            if character == ".":
                continue
            point = Point(x, y)
            if character in _DOTS:
                dots[point] = _DOTS[character]
            elif character == "X" and is_cell(point):
                holes.append(point)
            else:
                raise row.error(
                    f"{character!r} at the point {point}; expected '.', '1', '2', or "
                    "in a cell 'X'",
                    x - 1,
                )
    with rows[0].located():
        return Puzzle(width, height, tuple(dots), black_dots(dots), frozenset(holes))


def _read_walls(parts: Sequence[Piece], puzzle: Puzzle) -> Iterator[Point]:
    """Yield the edges that are walls; a file may end early, then no more are drawn."""
    rest = iter(parts)
    part = next(rest, None)
    for xs, y in _edges(puzzle):
        if part is None or _APPENDIX.match(part):
            return
        if not xs and part:
            continue  # an empty line that has been lost
        numbers = list(re.finditer(r"\S+", part))
        if numbers and len(numbers) != len(xs):
            raise part.error(f"this line has {len(numbers)} edges, but takes {len(xs)}")
        for x, number in zip(xs, numbers, strict=False):
            if number[0] not in _WALLS:
                message = f"{number[0]!r} for an edge; expected 0, 1, 2 or -1"
                raise part.error(message, number.start())
            if _WALLS[number[0]]:
                yield Point(x, y)
        part = next(rest, None)


def _edges(puzzle: Puzzle) -> Iterator[tuple[range, int]]:
    """Yield x and y of the edges of lines, first those between cells side by side."""
    for first_x, first_y in ((2, 1), (1, 2)):
        for y in range(first_y, 2 * puzzle.height, 2):
            yield range(first_x, 2 * puzzle.width, 2), y


def write(position: Position) -> str:
    """Write the puzzle, and the walls that are drawn on it."""
    puzzle = position.puzzle
    walls = position.inner_walls() if position.is_attempt else frozenset()
    rows = [["."] * (2 * puzzle.width - 1) for _ in range(2 * puzzle.height - 1)]
    kinds = ((puzzle.centers, "1"), (puzzle.black, "2"), (puzzle.holes, "X"))
    for points, character in kinds:
        for x, y in points:
            rows[y - 1][x - 1] = character
    lines = ["pzprv3", GENRE, str(puzzle.height), str(puzzle.width)]
    lines += map("".join, rows)
    lines += ("".join(f"{(x, y) in walls:d} " for x in xs) for xs, y in _edges(puzzle))
    lines += ["0 " * puzzle.width] * puzzle.height
    return "\n".join(lines) + "\n"
