"""Positions as text, SVG, TikZ, PNG and PDF, one module per format."""

from typing import Any, Literal

from galaxies_asp.board.puzzle import Position, Puzzle, Solution

Style = Literal["text", "svg", "tikz", "png", "pdf"]


def render(
    board: Puzzle | Position | Solution, style: Style = "text", **options: Any
) -> str | bytes:
    """Draw a board; bytes for PNG and PDF, a string otherwise.

    Parameters
    ----------
    style
        `text`, `svg`, `tikz`, `png` or `pdf`.
    options
        Those of the function that draws: `text.text`, `svg.svg`, `tikz.tikz`,
        `raster.png` or `raster.pdf`.

    Raises `MissingLibraryError` if PNG or PDF is asked for, and the library for it is
    not installed.
    """
    position = _position(board)
    # Imported here to load only the format in use.
    if style == "text":
        from galaxies_asp.drawing.text import text

        return text(position, **options)
    if style == "svg":
        from galaxies_asp.drawing.svg import svg

        return svg(position, **options)
    if style == "tikz":
        from galaxies_asp.drawing.tikz import tikz

        return tikz(position, **options)
    if style in ("png", "pdf"):
        from galaxies_asp.drawing import raster

        draw = raster.png if style == "png" else raster.pdf
        return draw(position, **options)
    raise ValueError(f"no style {style!r}; there are text, svg, tikz, png and pdf")


def _position(board: Puzzle | Position | Solution) -> Position:
    if isinstance(board, Puzzle):
        return Position(board)
    if isinstance(board, Solution):
        return board.position()
    return board
