"""Positions as text, SVG, TikZ, PNG and PDF, one module per format."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args

from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.puzzle import Position, Puzzle, position_of

if TYPE_CHECKING:
    from galaxies_asp.core.drawing.scene import Scene

Format = Literal["text", "svg", "tikz", "png", "pdf"]
_PAINTERS = {
    "svg": ("svg", "paint"),
    "tikz": ("tikz", "tikz_of"),
    "png": ("raster", "png_of"),
    "pdf": ("raster", "pdf_of"),
}
"""The module and the function that paint a scene in each format."""


__all__ = ["MOST_ON_A_SHEET", "Format", "painted", "render"]

MOST_ON_A_SHEET = 400
"""At most this many boards are drawn in one picture."""


@checked
def render(
    board: Puzzle | Position, style: Format = "text", **options: Any
) -> str | bytes:
    """Draw a board; bytes for PNG and PDF, a string otherwise.

    `style`: `text`, `svg`, `tikz`, `png` or `pdf`. `options`: those of the function
    that draws: `text.text`, `svg.svg`, `tikz.tikz`, `raster.png` or `raster.pdf`.

    Raises `MissingLibraryError` if PNG or PDF is asked for, and the library for it is
    not installed.
    """
    module = "raster" if style in ("png", "pdf") else style
    if style not in get_args(Format):
        raise ValueError(f"no style {style!r}; there are {', '.join(get_args(Format))}")
    # Imported here to load only the format in use.
    draw = getattr(import_module(f"{__name__}.{module}"), style)
    drawn: str | bytes = draw(position_of(board), **options)
    return drawn


def painted(scene: "Scene", style: str, width: int | None = None) -> str | bytes:
    """Paint a scene in a format but text; `width` is that of a PNG in pixels."""
    module, paint = _PAINTERS[style]
    more = {"width": width} if style == "png" else {}
    painter = getattr(import_module(f"{__name__}.{module}"), paint)
    data: str | bytes = painter(scene, **more)
    return data
