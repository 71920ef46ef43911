"""Pictures of forced and open cells, after a search or before it."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot, log2

from galaxies_asp.core.board.grid import Place, Point
from galaxies_asp.core.drawing.boxes import draw
from galaxies_asp.core.drawing.palette import BLUE, RED
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.scene import Cells, Edges, Paint, Paths, Scene, Shape
from galaxies_asp.core.possibilities import CellPossibilities, Possibilities

_LAST_DIGIT = 9
_POINTER = 0.75

_MOST_BITS = 4.0
"""The number of bits of choice at which a cell has the darkest shade."""


def map_of(possible: Possibilities[object]) -> Scene:
    """Draw what all solutions have, and of Galaxies the candidates of open cells."""
    if isinstance(possible, CellPossibilities):
        return possible_scene(possible)
    return possible.sheet.drawn(possible.position()).scene()


def possible_scene(possible: CellPossibilities) -> Scene:
    """Draw forced regions and walls, more dots darker, open edges dashed."""
    dashes = Paint(stroke=RED, width=0.12, dashes="0.3 0.2")
    open_edges = Edges("mark", dashes, possible.open_edges)
    overlay = (*_shades(possible, 0.1, 0.5), open_edges)
    return scene_of(possible.position(), overlay=overlay)


def candidates_scene(possible: CellPossibilities) -> Scene:
    """Draw candidates before a search: lines in an open cell point at its dots."""
    look = Paint(stroke=BLUE, width=0.09, rounded=True)
    pointers = Paths("mark", look, list(_pointers(possible)))
    return scene_of(
        possible.position(), overlay=(*_shades(possible, 0.0, 0.25), pointers)
    )


def possible_text(possible: CellPossibilities, *, rulers: bool) -> str:
    """Draw forced regions and walls; an open cell shows its number of possible dots."""
    numbers = [
        (cell, str(len(dots)) if len(dots) <= _LAST_DIGIT else "+")
        for cell, dots in possible.dots.items()
        if len(dots) != 1 and cell not in possible.puzzle.centers
    ]
    lines = draw(possible.position(), rulers=rulers, notes=numbers)
    return "\n".join(lines) + "\n"


def of_dot(possible: CellPossibilities, dot: int) -> CellPossibilities:
    """Return the cells that a dot may have, as forced cells."""
    cells: dict[Point, tuple[int, ...]] = {
        cell: (dot,) if dot in dots else () for cell, dots in possible.dots.items()
    }
    none: frozenset[Point] = frozenset()
    return replace(possible, dots=cells, walls=none, passages=none, open_edges=none)


def _shades(possible: CellPossibilities, least: float, more: float) -> Iterator[Shape]:
    """Yield a shade for the open cells with the same number of dots."""
    shades: dict[int, list[Point]] = {}
    for cell, dots in possible.dots.items():
        if len(dots) > 1:
            shades.setdefault(len(dots), []).append(cell)
    for number, cells in shades.items():
        opacity = least + more * min(1.0, log2(number) / _MOST_BITS)
        yield Cells("mark", Paint("#000", opacity=opacity), cells)


def _pointers(possible: CellPossibilities) -> Iterator[list[Place]]:
    """Yield short lines from the centers of open cells towards their dots."""
    for (x, y), dots in possible.dots.items():
        for dot in dots if len(dots) > 1 else ():
            center = possible.puzzle.centers[dot]
            across, down = center.x - x, center.y - y
            factor = _POINTER / (hypot(across, down) or 1)
            yield [(x, y), (round(x + across * factor, 2), round(y + down * factor, 2))]
