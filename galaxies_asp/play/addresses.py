"""Addresses of the page that hold a board, for what opens the page with one.

The page itself reads and writes them: see `static/addresses.js`, whose addresses of
drawings are shorter.
"""

import base64
import json
import zlib

from galaxies_asp.core.asp.encodings import GROW
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.sheet import AnySheet


def address(drawn: AnySheet) -> str:
    """Return the fragment of an address of the page, without the `#`."""
    if "drawing" in drawn.family.notations and not (drawn.is_attempt or drawn.excluded):
        for notation in ("tatham", "puzzlink"):
            try:
                return f"p={drawn.written(notation).strip()}"
            except NotationError:
                continue
    return f"z={_written(zlib.compress(json.dumps(drawn.plain()).encode(), 9))}"


def program_address(program: str) -> str:
    """Return the field of an address that opens the page with a program."""
    choice = {"encoding": GROW, "checked": []}
    kept = {"text": program, "original": "", "choice": choice}
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(json.dumps(kept).encode()) + deflate.flush()
    return f"r={_written(packed)}"


def _written(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
