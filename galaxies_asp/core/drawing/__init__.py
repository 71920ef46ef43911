"""Positions as text, SVG, PNG and PDF, one module per format."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack, get_args

from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle, position_of

if TYPE_CHECKING:
    from galaxies_asp.core.drawing.palette import Shading
    from galaxies_asp.core.drawing.scene import Scene, Shape

Format = Literal["text", "svg", "png", "pdf"]
_PAINTERS = {
    "svg": ("svg", "paint", {"cell"}),
    "png": ("raster", "png", {"width", "scale"}),
    "pdf": ("raster", "pdf", set[str]()),
}
"""The module and the function that paint a scene in each format, and its options."""


__all__ = ["MOST_ON_A_SHEET", "Format", "painted", "render"]

MOST_ON_A_SHEET = 400
"""At most this many boards are drawn in one picture."""


class TextOptions(TypedDict, total=False):
    """Options of drawings of characters; see `boxes.draw`."""

    letters: bool
    inner_lines: bool
    rulers: bool
    color: bool
    circles: bool | None


class SceneOptions(TypedDict, total=False):
    """Options of pictures; see `position.scene_of`."""

    title: str | None
    marks: Iterable[Point]
    hints: Iterable[Point]
    overlay: Iterable["Shape"]
    shading: "Shading"
    colors: Sequence[int] | None


class RenderOptions(SceneOptions, TextOptions, total=False):
    """Options of `render`; the last ones are of SVG and of PNG."""

    cell: float
    width: int | None
    scale: float | None


@checked
def render(
    board: Puzzle | Position, style: Format = "text", **options: Unpack[RenderOptions]
) -> str | bytes:
    """Draw a board; bytes for PNG and PDF, a string otherwise.

    `style`: `text`, `svg`, `png` or `pdf`. `options`: those of `text.text`, or of
    `position.scene_of` and of the function that paints: `svg.paint`, `raster.png` or
    `raster.pdf`.

    Raises `MissingLibraryError` if PNG or PDF is asked for, and the library for it is
    not installed.
    """
    if style not in get_args(Format):
        raise ValueError(f"no style {style!r}; there are {', '.join(get_args(Format))}")
    # Imported here to load only the format in use.
    name, draw = ("text", "text") if style == "text" else ("position", "scene_of")
    names = _PAINTERS[style][2] if style in _PAINTERS else set()
    kinds = SceneOptions if style in _PAINTERS else TextOptions
    known = sorted({*kinds.__annotations__, "marks", *names})
    for option in options:
        if option not in known:
            there = f"there are {', '.join(known)}"
            raise TypeError(f"the style {style!r} has no {option!r}; {there}")
    rest = {option: value for option, value in options.items() if option not in names}
    drawn = getattr(import_module(f"{__name__}.{name}"), draw)
    made: str | Scene = drawn(position_of(board), **rest)
    return made if isinstance(made, str) else painted(made, style, **options)


def painted(scene: "Scene", style: str, **options: object) -> str | bytes:
    """Paint a scene in a format but text; see `render` for the options."""
    module, paint, names = _PAINTERS[style]
    painter = getattr(import_module(f"{__name__}.{module}"), paint)
    own = {name: value for name, value in options.items() if name in names}
    data: str | bytes = painter(scene, **own)
    return data
