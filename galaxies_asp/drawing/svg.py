"""A position as SVG; its coordinates are the points of the doubled grid."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.caption import caption_height, caption_svg
from galaxies_asp.drawing.palette import BLUE, DARK, MISSING, RED, Shading
from galaxies_asp.drawing.shapes import (
    DOT,
    MARK,
    MARK_LINE,
    RIM,
    THIN,
    WALL,
    Line,
    PictureParts,
    picture_parts,
    summary,
)

CELL = 40.0
"""The default size of a cell in pixels."""

_MARGIN = 0.25
_SHEET_GAP, _SHEET_WIDTH = 16.0, 1600.0
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(
    position: Position,
    *,
    title: str | None = None,
    cell: float = CELL,
    marks: Iterable[Point] = (),
    hints: Iterable[Point] = (),
    overlay: str = "",
    shading: Shading = "colors",
) -> str:
    """Draw the position: colored regions, thick walls, white and black dots.

    Parameters
    ----------
    position
        What to draw. Regions are colored if they are labeled, or if walls cut them
        out around one dot.
    title
        The name of the picture, which browsers show; by default the puzzle's.
    cell
        The size of a cell in pixels.
    marks
        Points that get a red ring.
    hints
        Points that get a blue ring.
    overlay
        SVG elements in doubled coordinates, drawn over the board and under the dots.
    shading
        How the regions are filled; see `coloring.Shading`.
    """
    width, height = size(position, cell)
    puzzle, parts = position.puzzle, picture_parts(position, shading)
    box = f"{-_MARGIN} {-_MARGIN} "
    bottom = 2 * (puzzle.height + _MARGIN) + caption_height(puzzle)
    box += f"{2 * (puzzle.width + _MARGIN)} {bottom:g}"
    name = title or puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
            f'width="{width:g}" height="{height:g}" role="img">',
            f"<title>{escape(clean(name))}</title>",
            f"<desc>{escape(summary(position))}</desc>",
            *board_shapes(parts),
            *([overlay] if overlay else []),
            *_rings(hints, BLUE),
            *_rings(marks, RED),
            *_dots(parts),
            *caption_svg(puzzle),
            "</svg>\n",
        )
    )


def size(position: Position, cell: float = CELL) -> tuple[float, float]:
    """Return the width and height of the picture in pixels."""
    puzzle = position.puzzle
    height = puzzle.height + _MARGIN + caption_height(puzzle) / 2
    return (puzzle.width + _MARGIN) * cell, height * cell


def board_shapes(parts: PictureParts) -> Iterator[str]:
    """Yield the cells and the lines of a board."""
    yield f'<path fill="#fff" d="{_boxes(parts.ground)}"/>'
    if parts.holes:
        yield f'<path fill="{MISSING}" d="{_boxes(parts.holes)}"/>'
    for fill, boxes in parts.fills.items():
        yield f'<path fill="{fill}" d="{_boxes(boxes)}"/>'
    yield (
        f'<path stroke="{DARK}" stroke-opacity=".3" stroke-width="{THIN}" fill="none" '
        f'd="{_strokes(parts.thin)}"/>'
    )
    yield (
        f'<path stroke="{DARK}" stroke-width="{WALL}" stroke-linecap="round" '
        f'fill="none" d="{_strokes(parts.walls)}"/>'
    )


def _dots(parts: PictureParts) -> Iterator[str]:
    for dots, fill in ((parts.white, "#fff"), (parts.black, DARK)):
        if dots:
            yield f'<g stroke="{DARK}" stroke-width="{RIM}" fill="{fill}">'
            yield from _circles(dots, DOT)
            yield "</g>"


def _rings(marks: Iterable[Point], color: str) -> Iterator[str]:
    """Yield rings with a white outline, visible on any color and on walls."""
    points = sorted(set(marks))
    if not points:
        return
    for stroke, line in (("#fff", 2 * MARK_LINE), (color, MARK_LINE)):
        yield f'<g stroke="{stroke}" stroke-width="{line}" fill="none">'
        yield from _circles(points, MARK)
        yield "</g>"


def _circles(points: Iterable[Point], radius: float) -> Iterator[str]:
    return (f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in points)


def _boxes(boxes: Iterable[Line]) -> str:
    return "".join(
        f"M{x} {y}h{across}v{down}h{-across}z" for x, y, across, down in boxes
    )


def _strokes(lines: Iterable[Line]) -> str:
    return "".join(
        f"M{x} {y}h{across}" if across else f"M{x} {y}v{down}"
        for x, y, across, down in lines
    )


def clean(text: str) -> str:
    """Replace the characters that are invalid in XML even if escaped."""
    return _NOT_XML.sub("\ufffd", text)


def sheet_svg(positions: Sequence[Position], *, cell: float = 14.0) -> str:
    """Draw many positions in one SVG, in reading order."""
    placed = []
    x = y = _SHEET_GAP
    row_height = right = 0.0
    for position in positions:
        width, height = size(position, cell)
        if x > _SHEET_GAP and x + width + _SHEET_GAP > _SHEET_WIDTH:
            x, y, row_height = _SHEET_GAP, y + row_height + _SHEET_GAP, 0.0
        picture = svg(position, cell=cell)
        placed.append(picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1))
        x += width + _SHEET_GAP
        right, row_height = max(right, x), max(row_height, height)
    bottom = y + row_height + _SHEET_GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" '
        f'height="{bottom:g}" viewBox="0 0 {right:g} {bottom:g}">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{"".join(placed)}</svg>\n'
    )
