"""A book as PDF, typeset by typst; `book.typ` says what it looks like."""

import json
import unicodedata
from dataclasses import replace
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galaxies_asp.book.booklet import Booklet, Design
from galaxies_asp.book.contents import Picture, contents
from galaxies_asp.book.paging import RIM
from galaxies_asp.book.press import for_press
from galaxies_asp.core.board.errors import (
    GalaxiesError,
    MissingLibraryError,
    OptionError,
)
from galaxies_asp.core.drawing.position import MARGIN
from galaxies_asp.core.drawing.svg import clean, paint

_FONTS_SHOWN = 8
_DARKEST = 0x30
"""Darker colors are printed with black ink alone."""
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "HEBREW")


def pdf(book: Booklet) -> bytes:
    """Typeset a book.

    The same book gives the same bytes, unless it asks for a font of the system.

    Raises `MissingLibraryError` if typst is not installed. Raises `OptionError` if the
    font is not known.
    """
    check_ready(book.design.font)
    import typst  # optional

    place = files("galaxies_asp.book")
    template = place.joinpath("book.typ").read_bytes()
    options: Any = {"ignore_system_fonts": not book.design.font}
    drawn = partial(_drawn, in_color=book.design.in_color)
    inputs = {"book": json.dumps(contents(book), default=drawn)}
    try:
        document: bytes = typst.compile(
            template, None, format="pdf", sys_inputs=inputs, **options
        )
        if book.design.is_two_up:
            said = typst.query(template, "<pages>", sys_inputs=inputs, **options)
            document = _on_sheets(document, json.loads(said)[0]["value"], book.design)
    except typst.TypstError as error:
        raise GalaxiesError(f"typst cannot set this book: {error.message}") from None
    return for_press(document, book.design.bleed) if book.design.bleed else document


def _on_sheets(document: bytes, pages: int, design: Design) -> bytes:
    """Return the document with two pages on each sheet."""
    import typst  # optional

    sheet = {
        "pages": pages,
        "width": design.paper.height,
        "height": design.paper.width,
        "title": clean(design.title),
        "author": clean(design.author),
    }
    with TemporaryDirectory() as folder:
        Path(folder, "book.pdf").write_bytes(document)
        template = files("galaxies_asp.book").joinpath("sheets.typ").read_bytes()
        Path(folder, "sheets.typ").write_bytes(template)
        sheets: bytes = typst.compile(
            Path(folder, "sheets.typ"),
            format="pdf",
            sys_inputs={"sheet": json.dumps(sheet)},
        )
    return sheets


def check_ready(font: str) -> None:
    """Check that books can be typeset with a font.

    An empty name stands for the font that comes with typst. Raises
    `MissingLibraryError` or `OptionError` as `pdf` does.
    """
    for name in ("typst", "pypdf"):
        if find_spec(name) is None:
            said = f"a book needs the library {name}: pip install 'galaxies-asp[pdf]'"
            raise MissingLibraryError(said)
    import typst  # optional

    families = {family.lower(): family for family in typst.Fonts().families()}
    if font and font.lower() not in families:
        first = font.lower()[:3]
        like = [name for key, name in families.items() if key.startswith(first)]
        some = ", ".join((like or sorted(families.values()))[:_FONTS_SHOWN])
        raise OptionError(f"there is no font {font!r}; there are {some}, ...")


def unusual_letters(text: str) -> str:
    """Return the letters for which the font that comes with typst has no shapes."""
    letters = (c for c in text if c.isalpha())
    return "".join(
        c for c in letters if unicodedata.name(c, "").split(" ")[0] not in _SCRIPTS
    )


def _drawn(picture: object, in_color: bool = True) -> dict[str, object]:
    """Return a picture for JSON, trimmed to the border of the board."""

    def ink(color: str) -> str:
        """Return black for the darkest colors, and else gray unless in color."""
        if len(color) < len("#rrggbb"):
            return color
        red, green, blue = bytes.fromhex(color[1:])
        light = round(0.3 * red + 0.59 * green + 0.11 * blue)
        if light < _DARKEST:
            return "#000000"
        return color if in_color else f"#{light:02x}{light:02x}{light:02x}"

    assert isinstance(picture, Picture)
    scene, cell = picture.scene, picture.cell
    shapes = tuple(
        replace(one, style=one.style._replace(fill=fill, stroke=stroke))
        for one in scene.shapes
        for fill, stroke in [(ink(one.style.fill), ink(one.style.stroke))]
    )
    return {
        "svg": paint(replace(scene, shapes=shapes)),
        "alt": clean(scene.title),
        "width": scene.box.width * cell / 2,
        "trim": (MARGIN - RIM) * cell / 2,
    }
