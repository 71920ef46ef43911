"""Addresses of the page that hold a board: in a notation, or compressed.

A compressed address is base64 of a compressed text: the board as JSON, or a notation of
a puzzle of Galaxies and, after a NUL, what is drawn on it; see `packed`.
"""

import base64
import binascii
import json
import re
import zlib
from urllib.parse import unquote

from galaxies_asp.core.asp.encodings import GROW
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.notation import parse_all, write
from galaxies_asp.play.packed import pack, unpack

PLAIN, COMPRESSED = "p", "z"
"""The fields of the fragment of an address."""

_MOST = 8_000_000
"""The largest decompressed text, in bytes."""
_ADDRESS = re.compile(rf"#({PLAIN}|{COMPRESSED})=([^\s\"'<>&]+)")
_CUT_OFF = "the address is damaged or cut off: copy the whole of it"


def address(drawn: AnySheet) -> str:
    """Return the fragment of an address of the page: short, and without the `#`."""
    if not is_galaxies(drawn):
        return _compressed(json.dumps(drawn.plain()).encode())
    puzzle = _puzzle(drawn.position.puzzle)
    if drawn.is_attempt:
        return _compressed(puzzle.encode() + b"\0" + pack(drawn.position))
    return f"{PLAIN}={puzzle}" if ":" in puzzle[:9] else _compressed(puzzle.encode())


def program_address(program: str) -> str:
    """Return the field of an address that opens the page with a program."""
    choice = {"encoding": GROW, "checked": []}
    kept = {"text": program, "original": "", "choice": choice}
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(json.dumps(kept).encode()) + deflate.flush()
    return f"r={_written(packed)}"


def shared(text: str) -> str:
    """Return the puzzle in a text: of an address, or percent-encoded, or as it is.

    Raises
    ------
    NotationError
        If it is an address that is cut off.
    """
    match = _ADDRESS.search(text)
    if match is None:
        bare = text.strip().strip("<>")
        is_encoded = "%" in bare and not re.search(r"[\s{]", bare)
        return unquote(bare) if is_encoded else text
    kind, value = match.groups()
    if kind == PLAIN:
        return unquote(value)
    return _opened(value.rstrip(".,;)"))


def _puzzle(puzzle: Puzzle) -> str:
    for notation in ("tatham", "puzzlink"):
        try:
            return write(Position(puzzle), notation).strip()
        except NotationError:
            continue
    return write(Position(puzzle), "json").strip()


def _compressed(data: bytes) -> str:
    return f"{COMPRESSED}={_written(zlib.compress(data, 9))}"


def _written(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _opened(value: str) -> str:
    try:
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
        inflate = zlib.decompressobj()
        opened = inflate.decompress(data, _MOST)
        if not inflate.eof:
            raise NotationError(_CUT_OFF)
        head, _, rest = opened.partition(b"\0")
        puzzle = head.decode()
        if not rest:
            return puzzle
        (position,) = parse_all(puzzle)
        return write(unpack(position.puzzle, rest), "json")
    except (binascii.Error, zlib.error, ValueError, IndexError) as error:
        raise NotationError(_CUT_OFF) from error
