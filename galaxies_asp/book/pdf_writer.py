"""A book as PDF, typeset by typst; `book.typ` says what it looks like."""

import json
import unicodedata
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galaxies_asp.book.booklet import Booklet, Design
from galaxies_asp.book.contents import Picture, contents
from galaxies_asp.book.paging import RIM
from galaxies_asp.core.board.errors import (
    GalaxiesError,
    MissingLibraryError,
    OptionError,
)
from galaxies_asp.core.drawing.position import MARGIN
from galaxies_asp.core.drawing.svg import clean, paint

_FONTS_SHOWN = 8
_POINTS = 72 / 25.4
"""Points per millimeter."""
_MARKS = 7.0
"""The width of the rim with crop marks, outside of the bleed, in millimeters."""
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
    inputs = {"book": json.dumps(contents(book), default=_drawn)}
    try:
        document: bytes = typst.compile(
            template, None, format="pdf", sys_inputs=inputs, **options
        )
        if book.design.is_two_up or book.design.bleed:
            said = typst.query(template, "<pages>", sys_inputs=inputs, **options)
            document = _on_sheets(document, json.loads(said)[0]["value"], book.design)
    except typst.TypstError as error:
        raise GalaxiesError(f"typst cannot set this book: {error.message}") from None
    return _for_press(document, book.design.bleed) if book.design.bleed else document


def _for_press(document: bytes, bleed: float) -> bytes:
    """Return sheets with TrimBox and BleedBox, and gray as black ink alone."""
    from pypdf import PdfReader, PdfWriter  # optional
    from pypdf.generic import RectangleObject

    writer = PdfWriter(clone_from=PdfReader(BytesIO(document)))
    for page in writer.pages:
        _in_gray(page["/Resources"])
        width, height = map(float, page.mediabox[2:])
        for name, rim in (("bleed", _MARKS), ("trim", _MARKS + bleed)):
            inside = rim * _POINTS
            sides = (inside, inside, width - inside, height - inside)
            setattr(page, f"{name}box", RectangleObject(sides))
        page.artbox = page.trimbox
    writer.pdf_header = "%PDF-1.7"
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def _in_gray(resources: Any) -> None:
    """Let colors of one component be DeviceGray, also in the forms on a page."""
    from pypdf.generic import NameObject  # optional

    for space in resources.get("/ColorSpace", {}).values():
        if len(kind := space.get_object()) == 2 and kind[1].get_object()["/N"] == 1:
            kind[:] = [NameObject("/DeviceGray")]
    for form in resources.get("/XObject", {}).values():
        _in_gray(form.get_object().get("/Resources", {}))


def _on_sheets(document: bytes, pages: int, design: Design) -> bytes:
    """Return the document with two pages on each sheet, or with crop marks."""
    import typst  # optional

    sizes = (design.paper.width, design.paper.height)
    width, height = sizes[::-1] if design.is_two_up else sizes
    sheet = {
        "pages": pages,
        "across": 1 + design.is_two_up,
        "width": width,
        "height": height,
        "bleed": design.bleed,
        "marks": _MARKS,
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


def _drawn(picture: object) -> dict[str, object]:
    """Return a picture for JSON, trimmed to the border of the board."""
    assert isinstance(picture, Picture)
    scene, cell = picture.scene, picture.cell
    return {
        "svg": paint(scene),
        "alt": clean(scene.title),
        "width": scene.box.width * cell / 2,
        "trim": (MARGIN - RIM) * cell / 2,
    }
