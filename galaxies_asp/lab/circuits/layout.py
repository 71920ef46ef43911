"""Relations between literals as a puzzle: gadgets, and wires between them.

A wire is a corridor of free cells and of dots between them. A dot has room on two
opposite sides only, so its region contains the free cells on both sides or neither:
every dot is an edge of a graph of free cells, and a solution is a perfect matching.
From one end of a wire to the other, every second dot is in the matching; so a wire
carries one bit. In a crossing of two wires, one dot serves both. All other cells have
dots of their own.

The idea of dots as edges of a matching is that of Anderson et al., "Rectangular Spiral
Galaxies are Still Hard" (arXiv 2110.00058). The gadgets below are our own: a cell at
which wires end, one of which must cover it; a graph of four cells with three wires, an
even number of which cover them; and two dots that share a cell with a dead end, from
which the value of a variable leaves on four wires.

Gadgets stand side by side above the wires. A wire leaves its gadget downwards, turns
into a row (track) of its own, and rises to its other gadget.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import NamedTuple

from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab.circuits.formula import Relation

_BASE = 3
"""The row of the middle of all gadgets."""

_TRACKS = 12
"""The rows from there to the first track: enough for both numbers of dots."""

_PITCH = 4
"""The distance of tracks, and the least distance of vertical wires."""

MOST_CELLS = 1_000_000


class _Cell(NamedTuple):
    """A cell by column and row, counted from 0."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Port:
    """An end of a wire: a free cell of a gadget.

    Attributes
    ----------
    cell
        The free cell.
    column
        The column in which the wire leaves the gadgets.
    inverted
        Whether the wire covers the cell if its variable is false.
    """

    cell: _Cell
    column: int
    inverted: bool


@dataclass
class _Board:
    """The free cells, and the dots, of which each has one or two cells.

    `column` is the next free column.
    """

    free: set[_Cell] = field(default_factory=set)
    dots: set[tuple[int, int]] = field(default_factory=set)
    covered: set[_Cell] = field(default_factory=set)
    column: int = 1

    def dot(self, *cells: _Cell) -> None:
        """Place a dot in the middle of one or two neighboring cells."""
        x, y = (sum(coordinates) for coordinates in zip(*(cells * 2)[:2], strict=True))
        self.dots.add((x + 1, y + 1))
        self.covered.update(cells)

    def line(self, start: _Cell, end: _Cell, dots: Sequence[int]) -> None:
        """Draw a wire between two free cells, with dots of one or two cells."""
        dx, dy = _direction(start, end)
        x, y = start
        self.free.add(start)
        for size in dots:
            cells = [_Cell(x + dx * k, y + dy * k) for k in range(1, size + 1)]
            self.dot(*cells)
            x, y = x + dx * (size + 1), y + dy * (size + 1)
            self.free.add(_Cell(x, y))
        assert (x, y) == end


def _direction(start: _Cell, end: _Cell) -> tuple[int, int]:
    return (
        (end.x > start.x) - (end.x < start.x),
        (end.y > start.y) - (end.y < start.y),
    )


def puzzle_of(relations: Sequence[Relation], *, holes: bool = False) -> Puzzle:
    """Return a puzzle with as many solutions as the relations.

    Every variable occurs an even number of times.

    Parameters
    ----------
    holes
        The cells off the wires are missing, and have no dots of their own.

    Raises
    ------
    PuzzleError
        If the board is too large.
    """
    board = _Board()
    ports: defaultdict[int, list[_Port]] = defaultdict(list)
    for relation in relations:
        draw = _even if relation.even else _exactly_one
        ends = draw(board, len(relation.literals))
        for literal, (cell, column) in zip(relation.literals, ends, strict=True):
            ports[abs(literal)].append(_Port(cell, column, literal < 0))
    routed = _tracks([wire for ends in ports.values() for wire in _shared(board, ends)])
    width = board.column - _PITCH + 2
    height = max(wire.row for wire in routed) + 2
    if width * height > MOST_CELLS:
        raise PuzzleError(
            f"a board of {width}x{height} cells is too large; {MOST_CELLS:,} cells are "
            "possible"
        )
    reach = {end.column: wire.row for wire in routed for end in (wire.left, wire.right)}
    for wire in routed:
        pieces = list(_pieces(wire, routed, reach))
        sizes = _sizes(pieces, wire.left.inverted == wire.right.inverted)
        for (start, end), dots in zip(pieces, sizes, strict=True):
            board.line(start, end, dots)
    inside = board.free | board.covered
    others = {
        (2 * x + 1, 2 * y + 1)
        for x, y in product(range(width), range(height))
        if (x, y) not in inside
    }
    missing = frozenset(Point(*cell) for cell in others) if holes else frozenset()
    placed = board.dots if holes else board.dots | others
    ordered = in_reading_order(Point(*dot) for dot in placed)
    return Puzzle(width, height, tuple(ordered), holes=missing)


_End = tuple[_Cell, int]
"""A free cell of a gadget, and the column in which its wire leaves."""


def _exactly_one(board: _Board, wires: int) -> list[_End]:
    """Draw a free cell that one of up to three wires covers."""
    x = board.column if wires == 1 else board.column + _PITCH
    cell = _Cell(x, _BASE)
    board.free.add(cell)
    columns = [x, x - _PITCH, x + _PITCH][:wires]
    board.column = max(columns) + _PITCH
    return [(cell, end) for end in columns]


def _even(board: _Board, wires: int) -> list[_End]:
    """Draw a star of four free cells with an edge between two of its three leaves."""
    assert wires == 3
    x = board.column + 7
    board.column = x + 7 + _PITCH
    middle, left, right = (_Cell(x + dx, _BASE) for dx in (0, -3, 3))
    below = _Cell(x, _BASE + 2)
    board.line(middle, left, [2])
    board.line(middle, right, [2])
    board.line(middle, below, [1])
    corners = [left, _Cell(x - 3, _BASE - 2), _Cell(x + 3, _BASE - 2), right]
    for (start, end), dots in zip(pairwise(corners), (1, 3, 1), strict=True):
        board.line(start, end, [1] * dots)
    return [(left, x - 7), (right, x + 7), (below, x)]


def _shared(board: _Board, ends: list[_Port]) -> Iterator[tuple[_Port, _Port]]:
    """Yield wires that join all ends with one variable.

    Two ends need one wire. For more, gadgets with four ports each are drawn in a row:
    two dots share a cell with a dead end. The dot that covers the shared cell also
    covers the dead end, and so two further cells on its other side; the other dot
    covers none of its own.
    """
    while len(ends) > 2:
        x = board.column + 6
        board.column = x + 6 + _PITCH
        board.dot(_Cell(x - 1, _BASE))
        board.dot(_Cell(x + 1, _BASE))
        board.free |= {_Cell(x, _BASE), _Cell(x, _BASE - 1)}
        for side, down in product((x - 2, x + 2), (0, 1)):
            board.free.add(_Cell(side, _BASE + down))
        new = [
            _Port(_Cell(x - 2, _BASE), x - 6, True),
            _Port(_Cell(x - 2, _BASE + 1), x - 2, True),
            _Port(_Cell(x + 2, _BASE + 1), x + 2, False),
            _Port(_Cell(x + 2, _BASE), x + 6, False),
        ]
        yield from zip(ends[:3], new, strict=False)
        ends = [new[3], *ends[3:]]
    yield ends[0], ends[1]


@dataclass(frozen=True, slots=True)
class _Wire:
    """A wire between two ports, the left one first, and the row of its track."""

    left: _Port
    right: _Port
    row: int


def _tracks(wires: Iterable[tuple[_Port, _Port]]) -> list[_Wire]:
    """Give each wire a row, in which it is apart from others."""
    ends: list[int] = []
    tracks = []
    sorted_ends = (sorted(wire, key=lambda end: end.column) for wire in wires)
    for left, right in sorted(sorted_ends, key=lambda wire: wire[0].column):
        fitting = (n for n, end in enumerate(ends) if end + _PITCH <= left.column)
        track = next(fitting, len(ends))
        ends[track : track + 1] = [right.column]
        tracks.append(_Wire(left, right, _BASE + _TRACKS + _PITCH * track))
    return tracks


def _pieces(
    wire: _Wire, wires: Sequence[_Wire], reach: dict[int, int]
) -> Iterator[tuple[_Cell, _Cell]]:
    """Yield the pieces of a wire, each between two free cells.

    Parameters
    ----------
    reach
        The lowest row of the wire in each column.
    """
    left, right = wire.left, wire.right
    corners = [left.cell, _Cell(left.column, left.cell.y), _Cell(left.column, wire.row)]
    corners += [_Cell(right.column, wire.row), _Cell(right.column, right.cell.y)]
    corners += [right.cell]
    for start, end in pairwise(corners):
        if start == end:
            continue
        low, high = min(start, end), max(start, end)
        if low.x == high.x:
            crossed = [
                _Cell(low.x, other.row)
                for other in wires
                if other.left.column < low.x < other.right.column
                and low.y < other.row < high.y
            ]
        else:
            crossed = [
                _Cell(column, low.y)
                for column, row in reach.items()
                if low.x < column < high.x and row > low.y
            ]
        dx, dy = _direction(start, end)
        crossed = [cell for cell in crossed if low.y > _BASE or dx == 0]
        free = [start]
        for x, y in sorted(crossed, reverse=start > end):
            free += [_Cell(x - dx, y - dy), _Cell(x + dx, y + dy)]
        yield from (piece for piece in pairwise([*free, end]) if piece[0] != piece[1])


def _sizes(pieces: Sequence[tuple[_Cell, _Cell]], odd: bool) -> list[list[int]]:
    """Return the sizes of the dots of each piece, in all an odd or even number."""
    lengths = [abs(a.x - b.x) + abs(a.y - b.y) for a, b in pieces]
    counts = [-(-length // 3) for length in lengths]
    if sum(counts) % 2 != odd:
        flexible = (n for n, k in enumerate(counts) if 2 * (k + 1) <= lengths[n])
        counts[next(flexible)] += 1
    return [
        [2] * (length - 2 * number) + [1] * (3 * number - length)
        for length, number in zip(lengths, counts, strict=True)
    ]
