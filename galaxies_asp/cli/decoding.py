"""Bytes of inputs as text; files of other kinds are named in the error."""

import codecs

from galaxies_asp.board.errors import NotationError
from galaxies_asp.notation import MAX_CHARACTERS

_BINARY = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"BM": "a BMP image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"RIFF": "a WebP image or a sound",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x1f\x8b": "a compressed file",
    b"<svg": "an SVG drawing",
    b"<?xml": "an XML document",
    b"<!DOCTYPE": "an HTML page",
}
"""How files of other kinds start."""
_BINARY_HINT = (
    "copy the game ID or the address of the puzzle from its source, or type its rows, "
    "as in 'o . .'; `galaxies picture` makes a puzzle of an image"
)


def decoded(data: bytes) -> str:
    """Return the text of bytes in UTF-8, or in UTF-16 with a mark of the byte order.

    Raises
    ------
    NotationError
        If they are no such text.
    """
    if len(data) > MAX_CHARACTERS:
        raise NotationError(f"longer than {MAX_CHARACTERS} bytes")
    for start, kind in _BINARY.items():
        if data.startswith(start):
            raise NotationError(f"this is {kind}; {_BINARY_HINT}")
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise NotationError("not UTF-8 text", line, column) from None
