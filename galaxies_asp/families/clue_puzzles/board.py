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

from dataclasses import dataclass
from itertools import groupby

from galaxies_asp.board.errors import NotationError
from galaxies_asp.counting.strips.lines import BLANK, CHARACTERS

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

_EMPTY = {".": BLANK, " ": BLANK}


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
    size = (len(grids[0]), len(grids[0][0][1]))
    if size[0] * size[1] > MAX_CELLS:
        raise NotationError(f"over {MAX_CELLS} cells")
    clues, marks = _KNOWN[kind]
    attempt = _grid(grids[1], size, marks) if len(grids) == 2 else None
    return Board(kind, _grid(grids[0], size, clues), attempt, int(number or 2))


def _grid(
    lines: list[tuple[int, str]], size: tuple[int, int], known: str | None
) -> Grid:
    height, width = size
    if len(lines) != height:
        message = f"{len(lines)} rows, but the clues have {height}"
        raise NotationError(message, lines[-1][0])
    rows = []
    for place, line in lines:
        if len(line) != width:
            message = f"{len(line)} cells, but the first row has {width}"
            raise NotationError(message, place)
        row = "".join(_EMPTY.get(character, character) for character in line)
        row = row.replace("*", STAR)
        for column, character in enumerate(row, start=1):
            if known is not None and character not in known:
                raise NotationError(f"{character!r} means nothing here", place, column)
        rows.append(row)
    return tuple(rows)


def write(board: Board) -> str:
    """Write a puzzle, and the attempt if there is one, so that `parse` reads them."""
    number = f" {board.stars}" if board.kind == "two-not-touch" else ""
    text = f"{board.kind}{number}\n" + "\n".join(board.clues) + "\n"
    if board.attempt is not None:
        text += "\n" + "\n".join(board.attempt) + "\n"
    return text
