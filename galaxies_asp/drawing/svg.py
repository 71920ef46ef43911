"""Scenes as SVG, in the coordinates of the scene."""

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.position import scene_of
from galaxies_asp.drawing.scene import (
    Cells,
    Circles,
    Edges,
    Paths,
    Scene,
    Shape,
    Style,
    Texts,
)

CELL = 40.0
"""The default size of a cell in pixels."""

_FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
"""Programs that make pictures of SVG know no generic families."""
_BASELINE = 0.36
"""From the middle of a letter to its baseline, as a share of its size."""
_SHEET_GAP, _SHEET_WIDTH = 16.0, 1600.0
_NOT_XML = dict.fromkeys(
    (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF),
    "\ufffd",
)


def svg(position: Position, *, cell: float = CELL, **options: Any) -> str:
    """Draw a position; the options are those of `position.scene_of`."""
    return paint(scene_of(position, **options), cell / 2)


def paint(scene: Scene, unit: float = CELL / 2) -> str:
    """Return a scene as SVG; `unit` is the number of pixels per unit."""
    left, top, width, height = (f"{number:.6g}" for number in scene.box)
    pixels = f'width="{scene.box.width * unit:g}" height="{scene.box.height * unit:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} '
        f'{height}" {pixels} role="img">'
    ]
    for name, text in (("title", scene.title), ("desc", scene.summary)):
        if text:
            parts.append(f"<{name}>{escape(clean(text), quote=False)}</{name}>")
    if scene.background:
        box = f'x="{left}" y="{top}" width="{width}" height="{height}"'
        parts.append(f'<rect {box} fill="{scene.background}"/>')
    parts += (_written(part) for shape in scene.shapes if (part := element(shape)))
    return "\n".join((*parts, "</svg>\n"))


class Element(NamedTuple):
    """An element of SVG: its name, its attributes, and elements or a text in it."""

    name: str
    attributes: dict[str, str]
    children: "tuple[Element, ...] | str" = ()


def element(shape: Shape) -> Element | None:
    """Return the element of a shape; None if it draws nothing."""
    look, parts = _attributes(shape.style), []
    if isinstance(shape, Circles):
        for x, y in shape.places:
            place = {"cx": f"{x:.6g}", "cy": f"{y:.6g}", "r": str(shape.radius)}
            parts.append(Element("circle", place))
        return Element("g", look, tuple(parts))
    if isinstance(shape, Texts):
        look |= {"font-family": _FONTS, "font-size": f"{shape.size:g}"}
        look |= {"font-weight": "bold"} if shape.bold else {}
        look["text-anchor"] = shape.anchor
        for (x, y), text in shape.texts:
            place = {"x": f"{x:.6g}", "y": f"{y + _BASELINE * shape.size:.6g}"}
            parts.append(Element("text", place, clean(text)))
        return Element("g", look, tuple(parts))
    if not (path := _path(shape)):
        return None
    if isinstance(shape, Paths) and shape.style.rounded:
        look["stroke-linejoin"] = "round"
    return Element("path", look | {"d": path})


def _written(part: Element) -> str:
    name, attributes, children = part
    pairs = (f' {key}="{value}"' for key, value in attributes.items())
    start = f"<{name}{''.join(pairs)}"
    if isinstance(children, str):
        return f"{start}>{escape(children, quote=False)}</{name}>"
    if name != "g":
        return f"{start}/>"
    return "\n".join((f"{start}>", *map(_written, children), "</g>"))


def _path(shape: Shape) -> str:
    if isinstance(shape, Paths):
        lines = ("L".join(f"{x:.6g} {y:.6g}" for x, y in path) for path in shape.paths)
        return "".join(f"M{line}{'z' if shape.closed else ''}" for line in lines)
    assert isinstance(shape, Cells | Edges)
    return "".join(
        f"M{x} {y}" + (f"h{w}v{h}h{-w}z" if w and h else f"h{w}" if w else f"v{h}")
        for x, y, w, h in shape.spans
    )


def _attributes(style: Style) -> dict[str, str]:
    """Return the attributes of a style."""
    fill, stroke, width, dashes, opacity, rounded = style
    attributes = {}
    if stroke:
        attributes["stroke"] = stroke
        if opacity < 1:
            attributes["stroke-opacity"] = f"{opacity:.2g}".removeprefix("0")
        attributes["stroke-width"] = f"{width:g}"
        if rounded:
            attributes["stroke-linecap"] = "round"
        if dashes:
            attributes["stroke-dasharray"] = dashes
    attributes["fill"] = fill or "none"
    if fill and opacity < 1:
        attributes["fill-opacity"] = f"{opacity:.2g}".removeprefix("0")
    return attributes


def clean(text: str) -> str:
    """Replace the characters that are invalid in XML even if escaped."""
    return text.translate(_NOT_XML)


def sheet_svg(positions: Sequence[Position], *, cell: float = 14.0) -> str:
    """Draw many positions in one SVG, in reading order."""
    placed = []
    x = y = _SHEET_GAP
    row_height = right = 0.0
    for position in positions:
        scene = scene_of(position)
        width, height = scene.box.width * cell / 2, scene.box.height * cell / 2
        if x > _SHEET_GAP and x + width + _SHEET_GAP > _SHEET_WIDTH:
            x, y, row_height = _SHEET_GAP, y + row_height + _SHEET_GAP, 0.0
        picture = paint(scene, cell / 2)
        placed.append(picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1))
        x += width + _SHEET_GAP
        right, row_height = max(right, x), max(row_height, height)
    bottom = y + row_height + _SHEET_GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" '
        f'height="{bottom:g}" viewBox="0 0 {right:g} {bottom:g}">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{"".join(placed)}</svg>\n'
    )
