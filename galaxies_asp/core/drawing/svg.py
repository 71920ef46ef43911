"""Scenes as SVG, in the coordinates of the scene."""

from collections.abc import Iterable
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from galaxies_asp.core.drawing import embedded, scene

CELL = 40.0
"""The default size of a cell in pixels."""

_FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
"""Programs that make pictures of SVG know no generic families."""
_BASELINE = 0.36
"""From the middle of a letter to its baseline, as a share of its size."""
_LAYERS = ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
_SHEET_GAP, _SHEET_WIDTH = 16.0, 1600.0
_NOT_XML = dict.fromkeys(
    (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF),
    "\ufffd",
)


def paint(picture: scene.Scene, *, cell: float = CELL, in_layers: bool = False) -> str:
    """Return a scene as SVG; `cell` is the size of a cell in pixels.

    In layers, what stands for the same is a group with the name of its role, which
    layout programs show as a layer.
    """
    left, top, width, height = (f"{number:.6g}" for number in picture.box)
    across, down = picture.box.width * cell / 2, picture.box.height * cell / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} '
        f'{height}" width="{across:g}" height="{down:g}" role="img"'
        f"{_LAYERS * in_layers}>"
    ]
    for name, text in (("title", picture.title), ("desc", picture.summary)):
        if text:
            parts.append(f"<{name}>{escape(clean(text), quote=False)}</{name}>")
    if picture.puzzle:
        parts.append(embedded.in_svg(picture.puzzle))
    if picture.background:
        box = f'x="{left}" y="{top}" width="{width}" height="{height}"'
        parts.append(f'<rect {box} fill="{picture.background}"/>')
    drawn = ((shape.role, part) for shape in picture.shapes if (part := element(shape)))
    for number, (role, group) in enumerate(groupby(drawn, key=itemgetter(0))):
        label = (
            f'id="{role}-{number}" inkscape:groupmode="layer" inkscape:label="{role}"'
        )
        parts += [f"<g {label}>"] * in_layers
        parts += (_written(part) for _, part in group)
        parts += ["</g>"] * in_layers
    return "\n".join((*parts, "</svg>\n"))


class Element(NamedTuple):
    """An element of SVG: its name, its attributes, and elements or a text in it."""

    name: str
    attributes: dict[str, str]
    children: "tuple[Element, ...] | str" = ()


def element(shape: scene.Shape) -> Element | None:
    """Return the element of a shape; None if it draws nothing."""
    look, parts = _attributes(shape.style), []
    if isinstance(shape, scene.Circles):
        for x, y in shape.places:
            place = {"cx": f"{x:.6g}", "cy": f"{y:.6g}", "r": str(shape.radius)}
            parts.append(Element("circle", place))
        return Element("g", look, tuple(parts))
    if isinstance(shape, scene.Texts):
        look |= {"font-family": _FONTS, "font-size": f"{shape.size:g}"}
        look |= {"font-weight": "bold"} if shape.bold else {}
        look["text-anchor"] = shape.anchor
        for (x, y), text in shape.texts:
            place = {"x": f"{x:.6g}", "y": f"{y + _BASELINE * shape.size:.6g}"}
            parts.append(Element("text", place, clean(text)))
        return Element("g", look, tuple(parts))
    path = ""
    if isinstance(shape, scene.Paths):
        for places in shape.paths:
            path += "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in places)
            path += "z" if shape.closed else ""
        look |= {"stroke-linejoin": "round"} if shape.style.rounded else {}
    elif isinstance(shape, scene.Cells | scene.Edges):
        for x, y, w, h in shape.spans:
            path += f"M{x} {y}"
            path += f"h{w}v{h}h{-w}z" if w and h else f"h{w}" if w else f"v{h}"
    return Element("path", look | {"d": path}) if path else None


def _written(part: Element) -> str:
    name, attributes, children = part
    pairs = (f' {key}="{value}"' for key, value in attributes.items())
    start = f"<{name}{''.join(pairs)}"
    if isinstance(children, str):
        return f"{start}>{escape(children, quote=False)}</{name}>"
    if name != "g":
        return f"{start}/>"
    return "\n".join((f"{start}>", *map(_written, children), "</g>"))


def _attributes(style: scene.Paint) -> dict[str, str]:
    """Return the attributes of a style."""
    opacity = f"{style.opacity:.2g}".removeprefix("0") if style.opacity < 1 else ""
    attributes = {}
    if style.stroke:
        attributes = {
            "stroke": style.stroke,
            "stroke-opacity": opacity,
            "stroke-width": f"{style.width:g}",
            "stroke-linecap": "round" if style.rounded else "",
            "stroke-dasharray": style.dashes,
        }
    attributes["fill"] = style.fill or "none"
    attributes["fill-opacity"] = opacity if style.fill else ""
    return {name: value for name, value in attributes.items() if value}


def clean(text: str) -> str:
    """Replace the characters that are invalid in XML even if escaped."""
    return text.translate(_NOT_XML)


def sheet_svg(pictures: Iterable[scene.Scene], *, cell: float = 14.0) -> str:
    """Draw many boards in one SVG, in reading order."""
    placed = []
    x = y = _SHEET_GAP
    row_height = right = 0.0
    for picture in pictures:
        width, height = picture.box.width * cell / 2, picture.box.height * cell / 2
        if x > _SHEET_GAP and x + width + _SHEET_GAP > _SHEET_WIDTH:
            x, y, row_height = _SHEET_GAP, y + row_height + _SHEET_GAP, 0.0
        start = f'<svg x="{x:g}" y="{y:g}" '
        placed.append(paint(picture, cell=cell).replace("<svg ", start, 1))
        x += width + _SHEET_GAP
        right, row_height = max(right, x), max(row_height, height)
    bottom = y + row_height + _SHEET_GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" '
        f'height="{bottom:g}" viewBox="0 0 {right:g} {bottom:g}">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{"".join(placed)}</svg>\n'
    )
