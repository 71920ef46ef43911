"""Scenes as TikZ, in the coordinates of the scene."""

from collections.abc import Iterator
from itertools import islice

from galaxies_asp.core.drawing import scene

_CELL = 0.7  # centimeters
_LONGEST = 400.0  # TeX's lengths end at 575 centimeters
_AT_ONCE = 100  # in one path, which TeX holds in memory
_POINTS = 28.45  # in a centimeter
_HEAD = "\\documentclass[tikz,border=1pt]{standalone}\n\\begin{document}"
_TAIL = "\\end{document}"
_SPECIAL = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def tikz(picture: scene.Scene, standalone: bool = True, *, cell: float = _CELL) -> str:
    r"""Return a scene as TikZ, with the look of SVG.

    `standalone`: whether to return a whole document; otherwise it is for \input in a
    document that loads the package tikz. `cell`: the size of a cell in centimeters;
    less where TeX could not hold the picture.
    """
    unit = min(cell / 2, _LONGEST / max(picture.box.width, picture.box.height))
    comments = "".join(
        f"% {_one_line(text)}\n" for text in (picture.title, picture.summary) if text
    )
    text = paint(picture, unit)
    return comments + (f"{_HEAD}\n{text}{_TAIL}\n" if standalone else text)


def paint(picture: scene.Scene, unit: float) -> str:
    """Return a scene as a picture; `unit` is the length of a unit in centimeters."""
    styles = [shape.style for shape in picture.shapes]
    colors = dict.fromkeys(color for style in styles for color in style[:2] if color)
    names = {color: f"galaxies{number}" for number, color in enumerate(colors)}
    lines = [f"\\begin{{tikzpicture}}[x={unit:.4g}cm,y=-{unit:.4g}cm]"]
    for color, name in names.items():
        digits = color.removeprefix("#").upper()
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        lines.append(f"\\definecolor{{{name}}}{{HTML}}{{{digits}}}")
    for shape in picture.shapes:
        lines += _commands(shape, names, unit)
    return "\n".join((*lines, "\\end{tikzpicture}\n"))


def _commands(shape: scene.Shape, names: dict[str, str], unit: float) -> Iterator[str]:
    if isinstance(shape, scene.Texts):
        size = shape.size * unit * _POINTS
        font = f"\\fontsize{{{size:.4g}}}{{{size:.4g}}}\\selectfont\\sffamily"
        font += "\\bfseries" if shape.bold else ""
        anchor = "west" if shape.anchor == "start" else "center"
        look = f"anchor={anchor},inner sep=0,text={names[shape.style.fill]},font={font}"
        for place, text in shape.texts:
            yield f"\\node[{look}] at {_at(place)} {{{escaped(text)}}};"
        return
    rest = iter(_parts(shape))
    while some := list(islice(rest, _AT_ONCE)):
        yield f"\\path[{_look(shape.style, names, unit)}]"
        yield from (f"  {part}" for part in some[:-1])
        yield f"  {some[-1]};"


def _look(style: scene.Paint, names: dict[str, str], unit: float) -> str:
    look = []
    if style.fill:
        look.append(f"fill={names[style.fill]}")
    if style.stroke:
        width = f"line width={style.width * unit:.4g}cm"
        look += [f"draw={names[style.stroke]}", width]
    if style.rounded:
        look += ["line cap=round", "line join=round"]
    if style.dashes:
        lengths = [f"{float(length) * unit:.4g}cm" for length in style.dashes.split()]
        look.append(f"dash pattern=on {lengths[0]} off {lengths[-1]}")
    if style.opacity < 1:
        look.append(f"opacity={style.opacity:g}")
    return ",".join(look)


def _parts(shape: scene.Shape) -> Iterator[str]:
    """Yield the parts of a path."""
    if isinstance(shape, scene.Cells | scene.Edges):
        for x, y, width, height in shape.spans:
            line = "rectangle" if width and height else "--"
            yield f"({x},{y}) {line} ({x + width},{y + height})"
    elif isinstance(shape, scene.Circles):
        for place in shape.places:
            yield f"{_at(place)} circle[radius={shape.radius}]"
    elif isinstance(shape, scene.Paths):
        end = " -- cycle" if shape.closed else ""
        for path in shape.paths:
            yield " -- ".join(map(_at, path)) + end


def _at(place: scene.Place) -> str:
    return f"({place[0]:.6g},{place[1]:.6g})"


def _one_line(text: str) -> str:
    """Return the text without line breaks and other control characters."""
    return "".join(c if c.isprintable() else " " for c in text)


def escaped(text: str) -> str:
    """Return the text so that TeX prints it as it is, on one line."""
    return _one_line(text).translate(_SPECIAL)
