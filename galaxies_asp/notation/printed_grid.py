"""The printed grid: the boxes and letters of `boxes`, read and written.

Anything around a grid is skipped: rulers, titles, prose. A text may hold several grids,
below and beside each other. Where a puzzle is followed by a grid with the same dots and
something drawn on it, the two are one position; a puzzle beside itself counts once.

Read are the middles of cells and edges; junctions say nothing new. A light line may
have any dashes or be left out. A dot on an edge means that there is no wall. Heavy
lines inside are drawn walls, never given ones.

If a cell shows the letter of a region, the grid has labels, and every dot needs a
character of its own. A digit or a symbol then stands for a dot and for its region: it
is the dot if it is on an edge or a vertex, or else in the middle of all cells with it.
The cells marked `·` belong to some dot without a letter; where there are any, the
labels are left to the walls. If no cell shows a letter, every character is a dot.

The dots are numbered in the order of `DOT_GLYPHS`, or, if one has another character, in
reading order. Letters do not tell black dots from white ones: these are all white.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from galaxies_asp.errors import NotationError
from galaxies_asp.grid import cell_at, describe
from galaxies_asp.notation.boxes import draw
from galaxies_asp.notation.grid_letters import Grid, position_of
from galaxies_asp.notation.reading import located, reject
from galaxies_asp.puzzle import Position, Puzzle, check_size

_TOP = re.compile("┏(?:━[━┯┳])*━┓")
_BOTTOM = re.compile("┗(?:━[━┷┻])*━┛")
_TOP_BEGINS = "┏━"


def recognizes(text: str) -> bool:
    """Tell whether some line holds the top border of a grid."""
    return _TOP.search(text) is not None


def write(position: Position) -> str:
    """Draw the position with letters, inner lines and rulers.

    Raises `NotationError` if the position does not follow from what the grid would
    show.
    """
    reject(position.puzzle, "a printed grid", holes=False, walls=True)
    text = "\n".join(draw(position)) + "\n"
    try:
        (shown,) = read(text)
    except NotationError as error:
        message = f"a printed grid cannot express this position: {error.message}"
        raise NotationError(message) from None
    _check_shown(position, shown)
    return text


def _check_shown(position: Position, shown: Position) -> None:
    """Raise NotationError unless `shown`, read from the grid, is the position.

    The labels may be missing: then no cell has a letter, or not all dots do.
    """
    fault = ""
    if _unordered(position.puzzle) != _unordered(shown.puzzle):
        fault = "which characters are dots"
    elif position.inner_walls() != shown.inner_walls():
        wall = min(position.inner_walls() ^ shown.inner_walls())
        fault = f"that a wall is drawn across the dot on {describe(wall)}"
    elif position.labels is not None and shown.labels is not None:
        wrong = np.argwhere(position.labels != shown.labels)
        if len(wrong):
            row, column = wrong[0].tolist()
            cell = describe(cell_at(column, row))
            fault = f"that {cell} does not belong to the dot in it"
    if fault:
        raise NotationError(f"a printed grid cannot show {fault}")


def _unordered(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without what the letters of its dots tell."""
    return replace(puzzle, centers=tuple(sorted(puzzle.centers)), black=frozenset())


def read(text: str) -> list[Position]:
    """Read all grids in the text; errors name line and column."""
    grids = _find(text.splitlines())
    if not grids:
        raise NotationError("the text has no top border of a grid ('┏━┯━┓')")
    positions: list[Position] = []
    waiting: Grid | None = None  # a puzzle that the next grid may be an attempt at
    for grid in grids:
        position = position_of(grid)
        if waiting and _continues(positions[-1], position, waiting.line == grid.line):
            positions[-1] = position
            waiting = None
        else:
            positions.append(position)
            waiting = None if position.is_attempt else grid
    return positions


def _continues(first: Position, second: Position, beside: bool) -> bool:
    """Tell whether `second` shows the puzzle `first` again."""
    if not (second.is_attempt or beside):
        return False
    return _unordered(first.puzzle) == _unordered(second.puzzle)


def _find(lines: Sequence[str]) -> list[Grid]:
    """Return the grids in reading order of their upper left corners."""
    grids: list[Grid] = []
    reaching: list[Grid] = []  # those that reach the line, from left to right
    for number, line in enumerate(lines):
        reaching = [grid for grid in reaching if number < grid.line + len(grid.codes)]
        column = line.find(_TOP_BEGINS)
        while column >= 0:
            at = bisect_right(reaching, column, key=lambda grid: grid.column)
            if at == 0 or reaching[at - 1].end <= column:
                grids.append(_cut(lines, number, column))
                reaching.insert(at, grids[-1])
                at += 1
            column = line.find(_TOP_BEGINS, reaching[at - 1].end)
    return grids


def _cut(lines: Sequence[str], first: int, column: int) -> Grid:
    """Return the grid whose upper left corner is here; check its border."""
    top = _TOP.match(lines[first], column)
    if top is None:
        message = "the top border of a grid goes on with '━', '┯' and '┳' up to '┓'"
        raise NotationError(message, first + 1, column + 1)
    length = len(top[0])
    rows = [top[0], *_rows(lines, first + 1, column, length)]
    with located(first + 1, column + 1):
        check_size(length // 2, len(rows) // 2)
    codes = np.frombuffer("".join(rows).encode("utf-32-le", "surrogatepass"), "<u4")
    return Grid(first, column, codes.reshape(len(rows), length))


def _rows(lines: Sequence[str], first: int, column: int, length: int) -> Iterator[str]:
    """Yield the rows below the top border, up to the bottom border."""
    for number in range(first, len(lines)):
        row = lines[number][column : column + length]
        odd = (number - first) % 2 == 0
        left, right = ("┃", "┃") if odd else ("┠┣┃┗", "┨┫┃┛")
        if row[:1] not in tuple(left):
            message = f"the grid's left border goes on here with one of '{left}'"
            raise NotationError(message, number + 1, column + 1)
        if len(row) < length or row[-1] not in right:
            message = f"the row ends at the grid's right border with one of '{right}'"
            raise NotationError(message, number + 1, column + length)
        yield row
        if row[0] == "┗":
            if not _BOTTOM.fullmatch(row):
                message = "the bottom border of a grid is '┗', then '━', '┷' and '┻'"
                raise NotationError(message, number + 1, column + 1)
            return
    raise NotationError("the grid has no bottom border", len(lines), column + 1)
