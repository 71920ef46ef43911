"""Printed grids for terminals: colored, and puzzle and solution side by side."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import Any

from galaxies_asp.board.grid import SQUARE, Point
from galaxies_asp.board.labels import known
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.boxes import draw, sheet_of, with_rulers
from galaxies_asp.drawing.coloring import region_colors, regions
from galaxies_asp.drawing.palette import tint
from galaxies_asp.drawing.position import caption

TITLES = ("Input", "Output")

MARK = "×"

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_BLACK_ON = "\x1b[38;5;16;48;5;{}m"
_PLAIN = "\x1b[0m"
_GAP = 4


def text(
    position: Position,
    *,
    letters: bool = True,
    inner_lines: bool = True,
    rulers: bool = True,
    color: bool = False,
    marks: Iterable[Point] = (),
) -> str:
    """Return the position as a printed grid, which `notation.printed_grid` can read.

    Parameters
    ----------
    position
        What to draw.
    letters, inner_lines, rulers
        What to show; see `boxes.draw`.
    color
        Whether regions get ANSI background colors (out of 256).
    marks
        Points to mark with a cross, which hides their characters.
    """
    lines = draw(
        position,
        letters=letters,
        inner_lines=inner_lines,
        rulers=False,
        notes=[(point, MARK) for point in marks],
    )
    columns = len(lines[0])
    if color:
        lines = painted(lines, position, region_colors(position.puzzle))
    if rulers and position.puzzle.lattice == SQUARE:
        lines = with_rulers(lines, columns)
    lines += filter(None, [caption(position.puzzle)])
    if placed := [one for one in position.puzzle.clues if one.point() is not None]:
        lines.append(" ".join(placed))
    return "\n".join(lines) + "\n"


def painted(
    lines: Sequence[str],
    position: Position,
    colors: Sequence[int],
    letters: int | None = None,
) -> list[str]:
    """Return the lines with colors; a line inside a region has the region's.

    Parameters
    ----------
    colors
        The color of each dot's region.
    letters
        The number of characters in a cell.
    """
    puzzle, dots = position.puzzle, dict(known(regions(position)))
    sheet, touched_cells = sheet_of(puzzle, letters), puzzle.lattice.touched_cells

    def paint(column: int, y: int) -> int | None:
        """Return the code of a color; None if a place is not inside one region."""
        points = sheet.points_near(column, y)
        around = {dots.get(cell) for at in points for cell in touched_cells(at)}
        dot = around.pop()
        return None if around or dot is None else tint(colors[dot]).xterm

    result = []
    for y, line in enumerate(lines):
        text = ""
        for color, run in groupby(range(len(line)), partial(paint, y=y)):
            places = [*run]
            part = line[places[0] : places[-1] + 1]
            text += part if color is None else _BLACK_ON.format(color) + part + _PLAIN
        result.append(text)
    return result


def side_by_side(
    left: str, right: str, width: int | None, titles: tuple[str, str] = TITLES
) -> str:
    """Return two texts beside each other, or one above the other if that is too wide.

    Parameters
    ----------
    left, right
        The texts; ANSI escapes take no room.
    width
        The number of columns available; None for no limit.
    titles
        The headings.
    """
    blocks = [titles[0], *left.splitlines()], [titles[1], *right.splitlines()]
    widths = [max(map(_length, block)) for block in blocks]
    if width is not None and sum(widths) + _GAP > width:
        return "\n".join([*blocks[0], "", *blocks[1]]) + "\n"
    room = widths[0] + _GAP
    rows = (
        (a + " " * (room - _length(a)) + b).rstrip()
        for a, b in zip_longest(*blocks, fillvalue="")
    )
    return "\n".join(rows) + "\n"


def _length(line: str) -> int:
    return len(_ESCAPE.sub("", line))


def puzzle_and_solution(
    position: Position, *, width: int | None = None, **options: Any
) -> str:
    """Return the puzzle as it is given and, if anything is drawn on it, that as well.

    The options are those of `text`; the width is that of `side_by_side`.
    """
    given = text(Position(position.puzzle), **options)
    if not position.is_attempt:
        return given
    return side_by_side(given, text(position, **options), width)
