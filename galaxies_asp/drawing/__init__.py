"""Positions as text, SVG, TikZ, PNG and PDF, one module per format."""

from importlib import import_module
from typing import Any, Literal, get_args

from galaxies_asp.board.puzzle import Position, Puzzle, Solution

Format = Literal["text", "svg", "tikz", "png", "pdf"]


def render(
    board: Puzzle | Position | Solution, style: Format = "text", **options: Any
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
    if isinstance(board, Solution):
        board = board.position()
    position = Position(board) if isinstance(board, Puzzle) else board
    module = "raster" if style in ("png", "pdf") else style
    if style not in get_args(Format):
        raise ValueError(f"no style {style!r}; there are {', '.join(get_args(Format))}")
    # Imported here to load only the format in use.
    draw = getattr(import_module(f"{__name__}.{module}"), style)
    drawn: str | bytes = draw(position, **options)
    return drawn
