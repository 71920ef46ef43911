"""Shapes of atoms, as the declarations of an encoding say; and boards of such atoms."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from galaxies_asp.core.board.atoms import unquoted
from galaxies_asp.core.board.declarations import DRAWINGS, Declaration
from galaxies_asp.core.board.grid import SQUARE, Place, Point, sides
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.boxes import INKED, CharacterGrid, with_names
from galaxies_asp.core.drawing.palette import DARK

Drawn = Mapping[Declaration, Iterable[tuple[Any, ...]]]
"""The arguments of the atoms of declared predicates."""

_GRID = "#bbbbbb"
_WALL = scene.Paint(stroke=DARK, width=0.2, rounded=True)
_LINE = scene.Paint(stroke="#008866", width=0.3, rounded=True)
_SHADE, _INK = scene.Paint("#70747c"), scene.Paint(DARK)
_MARGIN = 0.3


def shapes(drawn: Drawn) -> Iterator[scene.Shape]:
    """Yield the shapes of atoms; filled cells are the lowest, texts the highest."""
    for kind in DRAWINGS:
        for one, atoms in drawn.items():
            if one.drawing != kind or not atoms:
                continue
            found = [(Point(*of[0]), unquoted(of[-1])) for of in atoms]
            points = [point for point, _ in found]
            match kind:
                case "shade":
                    yield scene.Cells("cell", _SHADE, points)
                case "region":
                    yield scene.Edges("wall", _WALL, borders_of(dict(found)))
                case "wall":
                    yield scene.Edges("wall", _WALL, points)
                case "line":
                    yield scene.Paths("path", _LINE, [*map(sides, points)])
                case "dot":
                    yield scene.Circles("clue", _INK, points, 0.3)
                case "number":
                    yield scene.Texts("clue", _INK, found, 1.2)
                case _:
                    texts = [(point, one.symbol) for point in points]
                    yield scene.Texts("clue", _INK, texts, 1.2)


def borders_of(regions: Mapping[Point, str]) -> list[Point]:
    """Return the sides of cells at which a region ends."""
    return [
        side
        for cell, name in regions.items()
        for side in SQUARE.edges(cell)
        if any(regions.get(o) != name for o in SQUARE.touched_cells(side))
    ]


def board_scene(drawn: Drawn, width: int, height: int, title: str) -> scene.Scene:
    """Return a board of square cells with atoms."""
    found = list(shapes(drawn))
    lower = [one for one in found if isinstance(one, scene.Cells)]
    look = scene.Paint(stroke=_GRID, width=0.05)
    return scene.Scene(
        (
            *lower,
            scene.Edges("grid", look, grid_edges(width, height)),
            *found[len(lower) :],
        ),
        scene.Box(0, 0, 2 * width, 2 * height).widened(_MARGIN),
        title,
        background="#ffffff",
    )


def board_text(drawn: Drawn, width: int, height: int, *, rulers: bool) -> str:
    """Return a board of square cells with atoms as characters.

    `rulers`: whether columns and rows have their names.
    """
    grid = scene.Edges("grid", INKED, grid_edges(width, height))
    inked = map(_characters, shapes(drawn))
    lines = CharacterGrid(width, height, 3, border=1).draw([grid, *inked])
    text = "".join(f"{line}\n" for line in lines)
    columns, rows = range(1, 4 * width, 4), range(1, 2 * height, 2)
    return with_names(text, columns, rows) if rulers else text


def _characters(shape: scene.Shape) -> scene.Shape:
    """Return a shape as texts, unless it is one of characters."""
    texts: list[tuple[Place, str]] = []
    match shape:
        case scene.Cells():
            texts += ((point, "███") for point in shape.points)
        case scene.Circles():
            texts += ((place, "●") for place in shape.places)
        case scene.Paths():
            for (x, y), (to_x, to_y) in map(tuple, shape.paths):
                stroke = "───" if y == to_y else "│"
                texts.append((((x + to_x) / 2, (y + to_y) / 2), stroke))
        case _:
            return shape
    return scene.Texts(shape.role, INKED, texts)


def grid_edges(width: int, height: int) -> list[Point]:
    """Return all sides of the cells of a board."""
    return [
        Point(x, y)
        for y in range(2 * height + 1)
        for x in range(1 - y % 2, 2 * width + 1, 2)
    ]
