"""A book as PDF, typeset by typst; `book.typ` says what it looks like."""

import json
import unicodedata
from importlib.resources import files
from importlib.util import find_spec

from galaxies_asp.book.booklet import Booklet
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
    inputs = {"book": json.dumps(contents(book), default=_drawn)}
    try:
        document: bytes = typst.compile(
            template,
            None,
            format="pdf",
            sys_inputs=inputs,
            ignore_system_fonts=not book.design.font,
        )
    except typst.TypstError as error:
        raise GalaxiesError(f"typst cannot set this book: {error.message}") from None
    return document


def check_ready(font: str) -> None:
    """Check that books can be typeset with a font.

    An empty name stands for the font that comes with typst. Raises
    `MissingLibraryError` or `OptionError` as `pdf` does.
    """
    if find_spec("typst") is None:
        said = "a book needs the library typst: pip install 'galaxies-asp[pdf]'"
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
