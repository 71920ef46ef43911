"""Printed grids for terminals: colored, and puzzle and solution side by side."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position
from galaxies_asp.drawing.caption import caption
from galaxies_asp.notation.boxes import draw, with_rulers

if TYPE_CHECKING:
    from galaxies_asp.drawing.palette import Tint

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
    if position.puzzle.variants:
        lines.append(caption(position.puzzle))
    return "\n".join(lines) + "\n"


def _painted(lines: list[str], position: Position) -> list[str]:
    from galaxies_asp.drawing.coloring import colors, regions  # loads numpy
    from galaxies_asp.drawing.palette import tint

    areas, given = regions(position), colors(position)
    if areas is None or given is None:
        return lines
    points = _spread(areas, given).tolist()
    return [
        "".join(
            characters if color == NO_DOT else paint(characters, tint(color))
            for color, characters in _runs(line, row)
        )
        for line, row in zip(lines, points, strict=True)
    ]


def _runs(line: str, colors: list[int]) -> Iterator[tuple[int, str]]:
    for color, run in groupby(zip(line, colors, strict=True), lambda pair: pair[1]):
        yield color, "".join(character for character, _ in run)


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


def paint(characters: str, color: "Tint") -> str:
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
