"""Printed grids for terminals: colored, and puzzle and solution side by side."""

import re
from collections.abc import Iterable
from itertools import groupby

from galaxies_asp.grid import Point
from galaxies_asp.notation.boxes import draw, with_rulers
from galaxies_asp.puzzle import NO_DOT, Labels, Position

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
        What to show; see `notation.boxes.draw`.
    color
        Whether regions get ANSI background colors (out of 256).
    marks
        Points to mark with a cross, which hides their characters.
    """
    lines = draw(position, letters=letters, inner_lines=inner_lines, rulers=False)
    for x, y in marks:
        lines[y] = lines[y][:x] + MARK + lines[y][x + 1 :]
    columns = len(lines[0])
    if color:
        lines = _painted(lines, position)
    if rulers:
        lines = with_rulers(lines, columns)
    return "\n".join(lines) + "\n"


def _painted(lines: list[str], position: Position) -> list[str]:
    from galaxies_asp.render.coloring import colors, regions  # loads numpy

    areas, given = regions(position), colors(position)
    if areas is None or given is None:
        return lines
    points = _spread(areas, given).tolist()
    return [
        "".join(
            _paint("".join(character for character, _ in run), color)
            for color, run in groupby(zip(line, row, strict=True), lambda pair: pair[1])
        )
        for line, row in zip(lines, points, strict=True)
    ]


def _spread(areas: Labels, given: Labels) -> Labels:
    """Return the color of every point: a line inside a region has the region's."""
    import numpy as np

    height, width = areas.shape
    points = np.full((2 * height + 1, 2 * width + 1), NO_DOT, dtype=np.int32)
    points[1::2, 1::2] = given
    beside, below = areas[:, :-1] == areas[:, 1:], areas[:-1] == areas[1:]
    points[1::2, 2:-1:2] = np.where(beside, given[:, :-1], NO_DOT)
    points[2:-1:2, 1::2] = np.where(below, given[:-1], NO_DOT)
    around = beside[:-1] & beside[1:] & below[:, :-1]
    points[2:-1:2, 2:-1:2] = np.where(around, given[:-1, :-1], NO_DOT)
    return points


def _paint(characters: str, color: int) -> str:
    from galaxies_asp.render.coloring import tint

    if color == NO_DOT:
        return characters
    return _BLACK_ON.format(tint(color).xterm) + characters + _PLAIN


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
    blocks = [
        [title, *block.splitlines()]
        for title, block in zip(titles, (left, right), strict=True)
    ]
    widths = [max(map(_length, block)) for block in blocks]
    if width is not None and sum(widths) + _GAP > width:
        return "\n".join([*blocks[0], "", *blocks[1]]) + "\n"
    height = max(map(len, blocks))
    first, second = (block + [""] * (height - len(block)) for block in blocks)
    room = widths[0] + _GAP
    rows = (
        (a + " " * (room - _length(a)) + b).rstrip()
        for a, b in zip(first, second, strict=True)
    )
    return "\n".join(rows) + "\n"


def _length(line: str) -> int:
    return len(_ESCAPE.sub("", line))


def puzzle_and_solution(
    position: Position,
    *,
    width: int | None = None,
    color: bool = False,
    letters: bool = True,
    inner_lines: bool = True,
    rulers: bool = True,
) -> str:
    """Return the puzzle as it is given and, if anything is drawn on it, that as well.

    The arguments are those of `text` and `side_by_side`.
    """

    def drawn(what: Position) -> str:
        return text(
            what, letters=letters, inner_lines=inner_lines, rulers=rulers, color=color
        )

    given = drawn(Position(position.puzzle))
    if not position.is_attempt:
        return given
    return side_by_side(given, drawn(position), width)
