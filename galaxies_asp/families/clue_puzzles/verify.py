"""The rules of the relatives in plain Python; the judge of every solution."""

from collections import Counter
from collections.abc import Iterator

from galaxies_asp.board.grid import Point
from galaxies_asp.counting.strips.lines import (
    DOWN,
    LEFT,
    OPPOSITE,
    RIGHT,
    STEPS,
    UP,
    lines_of,
)
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, Board

_CORNERS = (RIGHT | DOWN, LEFT | DOWN, RIGHT | UP, LEFT | UP)
_STRANDS = (*_CORNERS, LEFT | RIGHT, UP | DOWN, LEFT | RIGHT | UP | DOWN)


def verify(board: Board) -> list[str]:
    """Return what is wrong with the attempt, in words; nothing if it is right.

    Rows and columns are counted from 1. A puzzle without an attempt has one fault.
    """
    if board.attempt is None:
        return ["there is no attempt"]
    if board.kind == "two-not-touch":
        return list(_stars(board))
    lines = _lines(board)
    kind = _rings if board.kind == "ring-ring" else _tree
    return list(_loose_ends(lines)) or list(kind(board, lines))


def _at(cell: Point) -> str:
    return f"row {cell.y // 2 + 1}, column {cell.x // 2 + 1}"


def _lines(board: Board) -> dict[Point, int]:
    return {cell: lines_of(mark) for cell, mark in board.marks.items()}


def _next(cell: Point, line: int) -> Point:
    dx, dy = STEPS[line]
    return Point(cell.x + 2 * dx, cell.y + 2 * dy)


def _loose_ends(lines: dict[Point, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        for line in STEPS:
            if sum_ & line and not lines.get(_next(cell, line), 0) & OPPOSITE[line]:
                yield f"{_at(cell)}: a line ends at the side of the cell"


def _are_strands(lines: dict[Point, int]) -> bool:
    return all(not sum_ or sum_ in _STRANDS for sum_ in lines.values())


def _rings(board: Board, lines: dict[Point, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        is_black = board.clue_of[cell] == BLACK
        if is_black and sum_:
            yield f"{_at(cell)}: a ring visits a black cell"
        elif not is_black and not sum_:
            yield f"{_at(cell)}: no ring visits the cell"
        elif sum_ and sum_ not in _STRANDS:
            yield f"{_at(cell)}: rings meet"
    for corners in _corners(lines) if _are_strands(lines) else ():
        if len(corners) != 4:
            yield f"{_at(corners[0])}: the ring has {len(corners)} corners"


def rings(board: Board) -> list[tuple[Point, Point]]:
    """Return the upper left and the lower right corner of each ring.

    Raises
    ------
    ValueError
        If the lines are no rings.
    """
    lines = _lines(board)
    if any(_loose_ends(lines)) or not _are_strands(lines):
        raise ValueError("the lines are no rings")
    found = list(_corners(lines))
    if any(len(corners) != 4 for corners in found):
        raise ValueError("a ring has other than 4 corners")
    return [(min(corners), max(corners)) for corners in found]


def _corners(lines: dict[Point, int]) -> Iterator[list[Point]]:
    """Yield the corners of each ring, from the least one."""
    corners = {cell for cell, sum_ in lines.items() if sum_ in _CORNERS}
    while corners:
        ring = _ring(lines, min(corners))
        corners -= set(ring)
        yield ring


def _ring(lines: dict[Point, int], start: Point) -> list[Point]:
    """Return the corners of a ring; where rings cross, it goes straight on."""
    heading = next(line for line in STEPS if lines[start] & line)
    corners = [start]
    while True:
        cell = _next(corners[-1], heading)
        while lines[cell] not in _CORNERS:
            cell = _next(cell, heading)
        if cell == start:
            return corners
        corners.append(cell)
        heading = lines[cell] - OPPOSITE[heading]


def _tree(board: Board, lines: dict[Point, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        if lines_of(board.clue_of[cell]) & ~sum_:
            yield f"{_at(cell)}: a given edge is missing"
        if sum_.bit_count() not in (1, 3):
            yield f"{_at(cell)}: the dot has {sum_.bit_count()} edges, not 1 or 3"
    ahead = [Point(1, 1)]
    reached = set(ahead)
    while ahead:
        cell = ahead.pop()
        new = {_next(cell, line) for line in STEPS if lines[cell] & line} - reached
        reached |= new
        ahead += new
    for cell in lines:
        if cell not in reached:
            yield f"{_at(cell)}: the dot is not connected to the first one"
            return
    edges = sum(sum_.bit_count() for sum_ in lines.values()) // 2
    if edges >= len(lines):
        yield "the edges form a loop"


def _stars(board: Board) -> Iterator[str]:
    stars = [cell for cell, mark in board.marks.items() if mark == STAR]
    units = [f"row {y + 1}" for y in range(board.height)]
    units += [f"column {x + 1}" for x in range(board.width)]
    units += [f"region {name}" for name in sorted({*"".join(board.clues)})]
    counts = Counter(
        unit
        for cell in stars
        for unit in (*_at(cell).split(", "), f"region {board.clue_of[cell]}")
    )
    for unit in units:
        if counts[unit] != board.stars and unit[-1].isalnum():
            yield f"{unit}: the number of stars is {counts[unit]}, not {board.stars}"
    for x, y in stars:
        for way in ((2, 0), (-2, 2), (0, 2), (2, 2)):
            other = Point(x + way[0], y + way[1])
            if other in stars:
                yield f"{_at(Point(x, y))}: the star touches that in {_at(other)}"
