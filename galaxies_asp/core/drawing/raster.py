"""A scene as PNG or PDF, made of its SVG by optional libraries."""

from dataclasses import replace
from importlib import import_module
from types import ModuleType

from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.core.drawing import embedded
from galaxies_asp.core.drawing.scene import Scene
from galaxies_asp.core.drawing.svg import CELL, clean, paint

MAX_SIDE = 16_384
"""No side of a PNG has more pixels; larger ones are scaled down."""

_USUAL_SIDE = 4_096  # of a PNG for which no size is asked
_USUAL_SCALE = 2.0
_PDF = """\
#set document(title: sys.inputs.title, keywords: sys.inputs.puzzle, date: none)
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#image(bytes(sys.inputs.svg), format: "svg", alt: sys.inputs.title)
"""


def png(scene: Scene, *, width: int | None = None, scale: float | None = None) -> bytes:
    """Draw a scene as PNG.

    `width`: the width in pixels. `scale`: pixels for each pixel of the SVG, if `width`
    is not given. Raises `MissingLibraryError` if resvg-py is not installed.
    """
    resvg_py = _library("resvg-py", "PNG")
    picture = paint(scene)
    extent = scene.box.width * CELL / 2, scene.box.height * CELL / 2
    drawn = resvg_py.svg_to_bytes(
        svg_string=picture,
        background="#ffffff",
        skip_system_fonts="<text" not in picture,  # loading fonts is slow
        **_size(extent, width, scale),
    )
    return embedded.in_png(bytes(drawn), scene.puzzle) if scene.puzzle else bytes(drawn)


def pdf(scene: Scene) -> bytes:
    """Draw a scene as PDF: one page of the size of the picture.

    Raises `MissingLibraryError` if typst is not installed.
    """
    typst = _library("typst", "PDF")
    inputs = {"title": clean(scene.title), "puzzle": scene.puzzle}
    inputs["svg"] = paint(replace(scene, puzzle=""))
    document: bytes = typst.compile(
        _PDF.encode(), format="pdf", sys_inputs=inputs, ignore_system_fonts=True
    )
    return document


def _size(
    picture: tuple[float, float], width: int | None, scale: float | None
) -> dict[str, int]:
    """Return the pixels of the side to ask for, which gives the other.

    That is the width if it is given, but the longer side if that would be too long.
    """
    longest = max(picture)
    if width is not None and width * longest <= MAX_SIDE * picture[0]:
        return {"width": max(1, width)}
    if width is not None:
        factor = width / picture[0]
    elif scale is not None:
        factor = scale
    else:
        factor = min(_USUAL_SCALE, _USUAL_SIDE / longest)
    pixels = max(1, min(MAX_SIDE, round(longest * factor)))
    return {"width" if picture[0] == longest else "height": pixels}


def _library(name: str, kind: str) -> ModuleType:
    """Return an optional library."""
    try:
        return import_module(name.replace("-", "_"))
    except ImportError:
        extra = f"pip install 'galaxies-asp[{kind.lower()}]'"
        message = f"{kind} needs the library {name}: {extra}"
        raise MissingLibraryError(message) from None
