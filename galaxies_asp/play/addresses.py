"""Addresses of the page that hold a board: in a notation, or compressed.

A compressed address is base64 of a compressed text: the board as JSON, or a notation of
a puzzle of Galaxies, and for what is drawn on it, after a NUL, three bit maps and a
list. The first two tell for each cell whether it has the dot of its left neighbor, or
else of the upper one; the list has the dots of the other cells, two bytes each, 0 for
none. The third tells for each edge whether it is a wall but not a border of labels, or
reversely.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Sequence
from urllib.parse import unquote

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle, Rows, walls_between
from galaxies_asp.notation import parse_all, write
from galaxies_asp.play.board import Board, board

PLAIN, COMPRESSED = "p", "z"
"""The fields of the fragment of an address."""

_MOST = 8_000_000
"""The largest decompressed text, in bytes."""
_ADDRESS = re.compile(rf"#({PLAIN}|{COMPRESSED})=([^\s\"'<>&]+)")
_CUT_OFF = "the address is damaged or cut off: copy the whole of it"


def address(drawn: Board) -> str:
    """Return the fragment of an address of the page: short, and without the `#`."""
    if not isinstance(drawn, Position):
        return _compressed(json.dumps(board(drawn)).encode())
    puzzle = _puzzle(drawn.puzzle)
    if not drawn.is_attempt:
        return (
            f"{PLAIN}={puzzle}" if ":" in puzzle[:9] else _compressed(puzzle.encode())
        )
    return _compressed(puzzle.encode() + b"\0" + _drawing(drawn))


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
    packed = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode()
    return f"{COMPRESSED}={packed.rstrip('=')}"


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
        return write(_drawn(position.puzzle, rest), "json")
    except (binascii.Error, zlib.error, ValueError, IndexError) as error:
        raise NotationError(_CUT_OFF) from error


def _drawing(position: Position) -> bytes:
    puzzle, rows = position.puzzle, position.rows() or position.puzzle.empty_rows()
    left, above, others = [], [], bytearray()
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            left.append(x > 0 and row[x - 1] == dot)
            if not left[-1]:
                above.append(y > 0 and rows[y - 1][x] == dot)
                if not above[-1]:
                    others += (dot + 1 if dot != NO_DOT else 0).to_bytes(2, "big")
    walls = (position.walls or frozenset()) ^ _borders(puzzle, rows)
    edges = [edge in walls for edge in puzzle.edges()]
    flags = bytes([position.walls is not None])
    return b"".join((flags, *map(_bytes, (left, above, edges)), bytes(others)))


def _drawn(puzzle: Puzzle, data: bytes) -> Position:
    cells, edges = puzzle.width * puzzle.height, list(puzzle.edges())
    has_walls, data = data[0], data[1:]
    left, data = _bits(data, cells)
    above, data = _bits(data, left.count(False))
    is_other, data = _bits(data, len(edges))
    rows: Rows = puzzle.empty_rows()
    uppers = iter(above)
    others = (data[i : i + 2] for i in range(0, len(data), 2))
    for index, is_left in enumerate(left):
        y, x = divmod(index, puzzle.width)
        if is_left:
            rows[y][x] = rows[y][x - 1]
        elif next(uppers):
            rows[y][x] = rows[y - 1][x]
        else:
            number = int.from_bytes(next(others, b""), "big")
            rows[y][x] = number - 1 if number else NO_DOT
    chosen = {edge for edge, is_in in zip(edges, is_other, strict=True) if is_in}
    walls = chosen ^ _borders(puzzle, rows) if has_walls else None
    return Position(puzzle, walls, rows)


def _borders(puzzle: Puzzle, rows: Rows) -> frozenset[tuple[int, int]]:
    return walls_between(rows, puzzle.holes, puzzle.lattice)


def _bytes(bits: Sequence[bool]) -> bytes:
    number = sum(1 << index for index, bit in enumerate(bits) if bit)
    return number.to_bytes(-(-len(bits) // 8), "little")


def _bits(data: bytes, size: int) -> tuple[list[bool], bytes]:
    """Return the first bits of bytes, and the bytes behind them."""
    length = -(-size // 8)
    if len(data) < length:
        raise IndexError("too few bits")
    number = int.from_bytes(data[:length], "little")
    return [bool(number >> index & 1) for index in range(size)], data[length:]
