"""A drawing on a board as few bytes, which need the puzzle to be read again.

After a byte that tells whether walls are drawn there are three bit maps and a list. The
first two tell for each cell whether it has the dot of its left neighbor, or else of the
upper one; the list has the dots of the other cells, two bytes each, 0 for none. The
third tells for each edge whether it is a wall but not a border of labels, or reversely.
"""

from collections.abc import Sequence

from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows, walls_between


def pack(position: Position) -> bytes:
    """Return what is drawn as bytes."""
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


def unpack(puzzle: Puzzle, data: bytes) -> Position:
    """Return what was packed, on its puzzle; raise IndexError if bytes are missing."""
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
