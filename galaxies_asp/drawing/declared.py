"""Shapes of atoms, as the declarations of an encoding say; and boards of such atoms."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from galaxies_asp.board.declarations import Declaration
from galaxies_asp.board.grid import Point, sides
from galaxies_asp.drawing import scene
from galaxies_asp.drawing.boxes import INKED, characters
from galaxies_asp.drawing.palette import DARK

Drawn = Mapping[Declaration, Iterable[tuple[Any, ...]]]
"""The arguments of the atoms of declared predicates."""

_GRID = "#bbbbbb"
_WALL = scene.Style(stroke=DARK, width=0.2, rounded=True)
_LINE = scene.Style(stroke="#008866", width=0.3, rounded=True)
_SHADE, _INK = scene.Style("#70747c"), scene.Style(DARK)
_MARGIN = 0.3


def shapes(drawn: Drawn) -> Iterator[scene.Shape]:
    """Yield the shapes of atoms; filled cells are the lowest, texts the highest."""
    points = {
        one: [(Point(*arguments[0]), str(arguments[-1])) for arguments in atoms]
        for one, atoms in drawn.items()
        if one.drawing
    }
    for kind in ("shade", "wall", "line", "dot", "number", "symbol"):
        for one, found in points.items():
            if one.drawing == kind and found:
                yield _shape(one, found)


def _shape(one: Declaration, found: list[tuple[Point, str]]) -> scene.Shape:
    points = [point for point, _ in found]
    match one.drawing:
        case "shade":
            return scene.Cells("cell", _SHADE, points)
        case "wall":
            return scene.Edges("wall", _WALL, points)
        case "line":
            return scene.Paths("path", _LINE, [sides(point) for point in points])
        case "dot":
            return scene.Circles("clue", _INK, points, 0.3)
        case "number":
            return scene.Texts("clue", _INK, found, 1.2)
    return scene.Texts("clue", _INK, [(point, one.symbol) for point in points], 1.2)


def board_scene(drawn: Drawn, width: int, height: int, title: str) -> scene.Scene:
    """Return a board of square cells with atoms."""
    lower = [one for one in shapes(drawn) if isinstance(one, scene.Cells)]
    upper = [one for one in shapes(drawn) if not isinstance(one, scene.Cells)]
    grid = scene.Edges(
        "grid", scene.Style(stroke=_GRID, width=0.05), _grid(width, height)
    )
    return scene.Scene(
        (*lower, grid, *upper),
        scene.Box(
            -_MARGIN, -_MARGIN, 2 * width + 2 * _MARGIN, 2 * height + 2 * _MARGIN
        ),
        title,
        background="#ffffff",
    )


def board_text(drawn: Drawn, width: int, height: int) -> str:
    """Return a board of square cells with atoms as characters."""
    inked = map(_characters, shapes(drawn))
    grid = scene.Edges("grid", INKED, _grid(width, height))
    lines = characters([grid, *inked], width, height, pitch=4, border=1)
    return "\n".join(lines) + "\n"


def _characters(shape: scene.Shape) -> scene.Shape:
    """Return a shape as texts, unless it is one of characters."""
    match shape:
        case scene.Cells():
            return scene.Texts(
                "cell", INKED, [(point, "███") for point in shape.points]
            )
        case scene.Circles():
            return scene.Texts("clue", INKED, [(place, "●") for place in shape.places])
        case scene.Paths():
            strokes = [list(path) for path in shape.paths]
            return scene.Texts("path", INKED, [*map(_stroke, strokes)])
    return shape


def _stroke(path: list[Any]) -> tuple[tuple[float, float], str]:
    """Return the character of a line between two cells, at its middle."""
    (x, y), (to_x, to_y) = path
    return ((x + to_x) / 2, (y + to_y) / 2), "───" if y == to_y else "│"


def _grid(width: int, height: int) -> list[Point]:
    return [
        Point(x, y)
        for y in range(2 * height + 1)
        for x in range(1 - y % 2, 2 * width + 1, 2)
    ]
