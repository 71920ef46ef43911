"""Printed grids for terminals: colored, and puzzle and solution side by side."""

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Unpack

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing import TextOptions
from galaxies_asp.core.drawing.boxes import draw
from galaxies_asp.core.drawing.position import lines_below

TITLES = ("Input", "Output")

MARK = "×"

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_GAP = 4


def text(
    position: Position, *, marks: Iterable[Point] = (), **options: Unpack[TextOptions]
) -> str:
    """Return the position as a printed grid, which `notation.printed_grid` can read.

    `marks`: points to mark with a cross, which hides their characters. `options`: those
    of `boxes.draw`.
    """
    lines = draw(position, notes=[(point, MARK) for point in marks], **options)
    return "\n".join([*lines, *lines_below(position.puzzle)]) + "\n"


def side_by_side(
    left: str, right: str, width: int | None, titles: tuple[str, str] = TITLES
) -> str:
    """Return two texts beside each other, or one above the other if that is too wide.

    `left`, `right`: the texts; ANSI escapes take no room. `width`: the number of
    columns available; None for no limit. `titles`: the headings.
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
