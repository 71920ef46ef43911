"""Printed grids for terminals: colored, and puzzle and solution side by side."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import Any

from galaxies_asp.board.grid import SQUARE, Point, cell_at
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.drawing.boxes import draw, honeycomb_of, with_rulers
from galaxies_asp.drawing.coloring import region_colors, regions
from galaxies_asp.drawing.palette import Tint, tint
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
    notes = [(point, MARK) for point in marks]
    lines = draw(
        position, letters=letters, inner_lines=inner_lines, rulers=False, notes=notes
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
    lines: Sequence[str], position: Position, colors: Sequence[int], pitch: int = 2
) -> list[str]:
    """Return the lines with colors; a line inside a region has the region's.

    Parameters
    ----------
    colors
        The color of each dot's region.
    pitch
        The number of columns of a cell with one of its upright edges; of hexagons at
        least four.
    """
    dots = {
        cell_at(column, row): dot
        for row, line in enumerate(regions(position) or ())
        for column, dot in enumerate(line)
        if dot != NO_DOT
    }

    lattice = position.puzzle.lattice
    honeycomb = None if lattice == SQUARE else honeycomb_of(position.puzzle, pitch - 1)

    def tint_of(pair: tuple[int, str], y: int) -> Tint | None:
        points = [Point(2 * (pair[0] // pitch) + (pair[0] % pitch > 0), y)]
        if honeycomb is not None:
            points = honeycomb.points_near(pair[0], y)
        cells = {cell for point in points for cell in lattice.touched_cells(point)}
        around = {dots.get(cell) for cell in cells}
        dot = around.pop()
        return None if around or dot is None else tint(colors[dot])

    result = []
    for y, line in enumerate(lines):
        text = ""
        for color, run in groupby(enumerate(line), partial(tint_of, y=y)):
            characters = "".join(character for _, character in run)
            text += paint(characters, color) if color else characters
        result.append(text)
    return result


def paint(characters: str, color: Tint) -> str:
    """Return black characters on a color."""
    return _BLACK_ON.format(color.xterm) + characters + _PLAIN


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
    position: Position,
    *,
    width: int | None = None,
    **options: Any,
) -> str:
    """Return the puzzle as it is given and, if anything is drawn on it, that as well.

    The options are those of `text`; the width is that of `side_by_side`.
    """
    given = text(Position(position.puzzle), **options)
    if not position.is_attempt:
        return given
    return side_by_side(given, text(position, **options), width)
