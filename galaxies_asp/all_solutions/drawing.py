"""Pictures of forced and open cells, after a search or before it."""

from dataclasses import replace
from math import hypot, log2

from galaxies_asp.board.grid import Point
from galaxies_asp.drawing.palette import BLUE
from galaxies_asp.drawing.svg import svg
from galaxies_asp.notation.boxes import draw, with_rulers
from galaxies_asp.solving.result import Possibilities

_LAST_DIGIT = 9
_POINTER = 0.75

_MOST_BITS = 4.0
"""The number of bits of choice at which a cell has the darkest shade."""


def possible_svg(found: Possibilities) -> str:
    """Draw forced regions and walls; cells with more possible dots are darker.

    Open edges are dashed.
    """
    dashes = "".join(
        f"M{x - 1} {y}h2" if x % 2 else f"M{x} {y - 1}v2" for x, y in found.open_edges
    )
    dashed = (
        f'<path d="{dashes}" fill="none" stroke="#b00020" stroke-width=".12" '
        'stroke-dasharray=".3 .2"/>'
    )
    return svg(found.position(), overlay=_shades(found, 0.1, 0.5) + dashed)


def candidates_svg(found: Possibilities) -> str:
    """Draw candidates before a search: lines in an open cell point at its dots."""
    return svg(found.position(), overlay=_shades(found, 0.0, 0.25) + _pointers(found))


def possible_text(
    found: Possibilities, *, inner_lines: bool = True, rulers: bool = True
) -> str:
    """Draw forced regions and walls; an open cell shows its number of possible dots."""
    drawn = draw(found.position(), letters=True, inner_lines=inner_lines, rulers=False)
    rows = [list(line) for line in drawn]
    for (x, y), dots in found.dots.items():
        if len(dots) != 1 and (x, y) not in found.puzzle.centers:
            rows[y][x] = str(len(dots)) if len(dots) <= _LAST_DIGIT else "+"
    lines = ["".join(row) for row in rows]
    if rulers:
        lines = with_rulers(lines, len(lines[0]))
    return "\n".join(lines) + "\n"


def of_dot(found: Possibilities, dot: int) -> Possibilities:
    """Return the cells that a dot may have, as forced cells."""
    cells: dict[Point, tuple[int, ...]] = {
        cell: (dot,) if dot in dots else () for cell, dots in found.dots.items()
    }
    none: frozenset[Point] = frozenset()
    return replace(found, dots=cells, walls=none, passages=none, open_edges=none)


def _shades(found: Possibilities, least: float, more: float) -> str:
    """Return a shade for each open cell."""
    return "".join(
        f'<rect x="{x - 1}" y="{y - 1}" width="2" height="2" '
        f'fill-opacity="{least + more * min(1.0, log2(len(dots)) / _MOST_BITS):.2f}"/>'
        for (x, y), dots in found.dots.items()
        if len(dots) > 1
    )


def _pointers(found: Possibilities) -> str:
    """Return short lines from the centers of open cells towards their dots."""
    path = ""
    for (x, y), dots in found.dots.items():
        for dot in dots if len(dots) > 1 else ():
            across, down = (
                there - here
                for here, there in zip((x, y), found.puzzle.centers[dot], strict=True)
            )
            factor = _POINTER / (hypot(across, down) or 1)
            path += f"M{x} {y}l{across * factor:.2f} {down * factor:.2f}"
    return (
        f'<path d="{path}" stroke="{BLUE}" stroke-width=".09" fill="none" '
        'stroke-linecap="round"/>'
    )
