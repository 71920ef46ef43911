"""Puzzles with clues, and attempts at them, as text.

The first line names the kind; then comes a grid of clues, one character a cell, and,
after an empty line, a grid with an attempt:

    ring-ring           circuit-board       two-not-touch 1
    ....                ·╶·                 aabb
    .#..                ···                 aabb
    ....                                    ccdd
                        ╶┬╴                 ccdd
    ┌──┐                ╶┴╴
    │·┌┼...                                 ·★··
                                            ...

In Ring-Ring `#` is a black cell; in Circuit Board the clues are edges, each drawn from
both ends or from one; in 2-Not-Touch the clues are the regions, where `.` is in none,
and the number in the first line is that of the stars. `*` is a star too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import Point, cell_at, touched_cells
from galaxies_asp.counting.strips.lines import BLANK, CHARACTERS, STEPS, lines_of

BLACK = "#"
STAR = "★"

_KNOWN = {
    "ring-ring": (BLANK + BLACK, CHARACTERS + BLACK),
    "two-not-touch": (None, BLANK + STAR),
    "circuit-board": (CHARACTERS, CHARACTERS),
}
"""The characters of clues and attempts; None: any."""

KINDS = tuple(_KNOWN)

MAX_CELLS = 10_000

Grid = tuple[str, ...]

_EMPTY = str.maketrans(". *", BLANK + BLANK + STAR)


@dataclass(frozen=True)
class Board:
    """A puzzle, and perhaps an attempt at it.

    Parameters
    ----------
    clues
        Rows of equal length, one character a cell; `BLANK` where nothing is given.
    attempt
        Rows of the same size: box-drawing characters or stars, `BLANK` elsewhere.
    stars
        The number in each row, column and region; for two-not-touch.
    """

    kind: str
    clues: Grid
    attempt: Grid | None = None
    stars: int = 2

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.clues[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.clues)

    @cached_property
    def clue_of(self) -> dict[Point, str]:
        """The clue in each cell, in reading order."""
        return _by_cell(self.clues)

    @cached_property
    def marks(self) -> dict[Point, str]:
        """The character that is drawn in each cell; empty without an attempt."""
        return _by_cell(self.attempt or ())


def _by_cell(grid: Grid) -> dict[Point, str]:
    return {
        cell_at(x, y): character
        for y, row in enumerate(grid)
        for x, character in enumerate(row)
    }


def edges_of(cell: Point, character: str) -> Iterator[Point]:
    """Yield the edges through which the lines of a character leave a cell."""
    for line, (dx, dy) in STEPS.items():
        if lines_of(character) & line:
            yield Point(cell.x + dx, cell.y + dy)


def grid_of(
    width: int, height: int, edges: Iterable[Point], others: Mapping[Point, str]
) -> Grid:
    """Draw lines through edges with box characters, and other characters in cells.

    Raises
    ------
    ValueError
        If a cell is not on the board.
    """
    drawn = set(edges)
    used = {*others, *(cell for edge in drawn for cell in touched_cells(edge))}
    cells = [[cell_at(x, y) for x in range(width)] for y in range(height)]
    if outside := used.difference(*cells):
        raise ValueError(f"{min(outside)} is not on the board")
    lines = {
        (x, y): sum(way for way, (dx, dy) in STEPS.items() if (x + dx, y + dy) in drawn)
        for x, y in used
    }
    return tuple(
        "".join(others.get(cell, CHARACTERS[lines.get(cell, 0)]) for cell in row)
        for row in cells
    )


def parse(text: str) -> Board:
    """Read a puzzle; raise `NotationError` with the line, and the column if known."""
    lines = [line.rstrip() for line in text.splitlines()]
    if not lines or not lines[0]:
        raise NotationError(f"the first line names the puzzle: {', '.join(KINDS)}", 1)
    kind, _, number = lines[0].partition(" ")
    if kind not in KINDS:
        raise NotationError(f"{kind!r} is none of {', '.join(KINDS)}", 1)
    if number and (kind != "two-not-touch" or not number.isdigit()):
        raise NotationError(f"{number!r}: only two-not-touch has a number of stars", 1)
    blocks = groupby(enumerate(lines[1:], start=2), key=lambda place: bool(place[1]))
    grids = [list(block) for is_filled, block in blocks if is_filled]
    if not 1 <= len(grids) <= 2:
        raise NotationError(f"{len(grids)} grids: there are clues, and then an attempt")
    height, width = len(grids[0]), len(grids[0][0][1])
    if height * width > MAX_CELLS:
        raise NotationError(f"over {MAX_CELLS} cells")
    known = _KNOWN[kind]
    clues = _grid(grids[0], height, width, known[0])
    attempt = _grid(grids[1], height, width, known[1]) if grids[1:] else None
    return Board(kind, clues, attempt, int(number or 2))


def _grid(
    lines: list[tuple[int, str]], height: int, width: int, known: str | None
) -> Grid:
    if len(lines) != height:
        message = f"{len(lines)} rows, but the clues have {height}"
        raise NotationError(message, lines[-1][0])
    rows = []
    for place, line in lines:
        if len(line) != width:
            message = f"{len(line)} cells, but the first row has {width}"
            raise NotationError(message, place)
        rows.append(line.translate(_EMPTY))
        for column, character in enumerate(rows[-1], start=1):
            if known is not None and character not in known:
                raise NotationError(f"{character!r} means nothing here", place, column)
    return tuple(rows)


def write(board: Board) -> str:
    """Write a puzzle, and the attempt if there is one, so that `parse` reads them."""
    number = f" {board.stars}" if board.kind == "two-not-touch" else ""
    attempt = () if board.attempt is None else ("", *board.attempt)
    return "\n".join([board.kind + number, *board.clues, *attempt]) + "\n"
