"""The puzzle in the file of its picture, as a line of JSON.

SVG has it in `<metadata>`, PDF in the keywords of its XMP packet, and PNG in a chunk
`tEXt`. Programs that show pictures ignore it, many that convert them keep it.
"""

import re
from zlib import crc32

_XML = re.compile(rb"<(metadata|pdf:Keywords)>\s*(\{[^<]*\})\s*</\1>")
_CHUNK = b"tEXtPuzzle\0"
_HEADER = 33
"""The length of the signature of PNG and of its first chunk."""


def in_svg(puzzle: str) -> str:
    """Return the element of SVG that holds a puzzle."""
    from html import escape  # for pictures only

    return f"<metadata>{escape(puzzle, quote=False)}</metadata>"


def in_png(picture: bytes, puzzle: str) -> bytes:
    """Return a PNG file that holds a puzzle, given one that does not."""
    chunk = _CHUNK + puzzle.encode("ascii")
    size, check = len(chunk) - 4, crc32(chunk)
    added = size.to_bytes(4, "big") + chunk + check.to_bytes(4, "big")
    return picture[:_HEADER] + added + picture[_HEADER:]


def puzzles_in(picture: bytes) -> str:
    """Return the puzzles in a file, one a line; empty if there are none.

    Nothing is decompressed, and nothing but these lines is read: they are to be parsed
    like any text of others.
    """
    from html import unescape  # for pictures only

    at = picture.find(_CHUNK)
    if at >= 4:
        end = at + 4 + int.from_bytes(picture[at - 4 : at], "big")
        return picture[at + len(_CHUNK) : end].decode("ascii", "replace")
    lines = (found[2].decode("utf-8", "replace") for found in _XML.finditer(picture))
    return "\n".join(unescape(line).replace("\n", " ") for line in lines)
