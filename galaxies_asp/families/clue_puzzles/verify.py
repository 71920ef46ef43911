"""The rules of the relatives in plain Python; the judge of every solution."""

from collections import Counter
from collections.abc import Iterator

from galaxies_asp.counting.strips.lines import (
    DOWN,
    LEFT,
    OPPOSITE,
    RIGHT,
    STEPS,
    UP,
    lines_of,
)
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, Board, Grid

Cell = tuple[int, int]

_CORNERS = (RIGHT | DOWN, LEFT | DOWN, RIGHT | UP, LEFT | UP)
_STRANDS = (*_CORNERS, LEFT | RIGHT, UP | DOWN, LEFT | RIGHT | UP | DOWN)


def verify(board: Board) -> list[str]:
    """Return what is wrong with the attempt, in words; nothing if it is right.

    Rows and columns are counted from 1. A puzzle without an attempt has one fault.
    """
    if board.attempt is None:
        return ["there is no attempt"]
    if board.kind == "two-not-touch":
        return list(_stars(board, board.attempt))
    lines = _lines(board.attempt)
    loose = list(_loose_ends(lines))
    if loose:
        return loose
    return list(
        _rings(board, lines) if board.kind == "ring-ring" else _tree(board, lines)
    )


def _at(cell: Cell) -> str:
    return f"row {cell[1] + 1}, column {cell[0] + 1}"


def _next(cell: Cell, line: int) -> Cell:
    return cell[0] + STEPS[line][0], cell[1] + STEPS[line][1]


def _loose_ends(lines: dict[Cell, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        for line in STEPS:
            if sum_ & line and not lines.get(_next(cell, line), 0) & OPPOSITE[line]:
                yield f"{_at(cell)}: a line ends at the side of the cell"


def _rings(board: Board, lines: dict[Cell, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        is_black = board.clues[cell[1]][cell[0]] == BLACK
        if is_black and sum_:
            yield f"{_at(cell)}: a ring visits a black cell"
        elif not is_black and not sum_:
            yield f"{_at(cell)}: no ring visits the cell"
        elif sum_ and sum_ not in _STRANDS:
            yield f"{_at(cell)}: rings meet"
    if any(sum_ and sum_ not in _STRANDS for sum_ in lines.values()):
        return
    for corners in _corners(lines):
        if len(corners) != 4:
            yield f"{_at(corners[0])}: the ring has {len(corners)} corners"


def rings(attempt: Grid) -> list[tuple[Cell, Cell]]:
    """Return the upper left and the lower right corner of each ring.

    Raises
    ------
    ValueError
        If the lines are no rings.
    """
    lines = _lines(attempt)
    is_loose = any(_loose_ends(lines))
    if is_loose or any(sum_ and sum_ not in _STRANDS for sum_ in lines.values()):
        raise ValueError("the lines are no rings")
    found = list(_corners(lines))
    if any(len(corners) != 4 for corners in found):
        raise ValueError("a ring has other than 4 corners")
    return [(min(corners), max(corners)) for corners in found]


def _lines(attempt: Grid) -> dict[Cell, int]:
    return {
        (x, y): lines_of(character)
        for y, row in enumerate(attempt)
        for x, character in enumerate(row)
    }


def _corners(lines: dict[Cell, int]) -> Iterator[list[Cell]]:
    """Yield the corners of each ring, from the least one."""
    corners = {cell for cell, sum_ in lines.items() if sum_ in _CORNERS}
    while corners:
        ring = _ring(lines, min(corners))
        corners -= set(ring)
        yield ring


def _ring(lines: dict[Cell, int], start: Cell) -> list[Cell]:
    """Return the corners of a ring; where rings cross, it goes straight on."""
    heading = next(line for line in STEPS if lines[start] & line)
    corners = [start]
    cell = _next(start, heading)
    while cell != start:
        if lines[cell] in _CORNERS:
            corners.append(cell)
            (heading,) = (
                line
                for line in STEPS
                if lines[cell] & line and line != OPPOSITE[heading]
            )
        cell = _next(cell, heading)
    return corners


def _tree(board: Board, lines: dict[Cell, int]) -> Iterator[str]:
    for cell, sum_ in lines.items():
        given = lines_of(board.clues[cell[1]][cell[0]])
        if given & ~sum_:
            yield f"{_at(cell)}: a given edge is missing"
        if sum_.bit_count() not in (1, 3):
            yield f"{_at(cell)}: the dot has {sum_.bit_count()} edges, not 1 or 3"
    reached = {(0, 0)}
    stack = [(0, 0)]
    while stack:
        cell = stack.pop()
        for line in STEPS:
            other = _next(cell, line)
            if lines[cell] & line and other not in reached:
                reached.add(other)
                stack.append(other)
    for cell in lines:
        if cell not in reached:
            yield f"{_at(cell)}: the dot is not connected to the first one"
            return
    edges = sum(sum_.bit_count() for sum_ in lines.values()) // 2
    if edges >= len(lines):
        yield "the edges form a loop"


def _stars(board: Board, attempt: tuple[str, ...]) -> Iterator[str]:
    stars = [
        (x, y)
        for y, row in enumerate(attempt)
        for x, character in enumerate(row)
        if character == STAR
    ]
    counts = Counter(f"row {y + 1}" for _, y in stars)
    counts.update(f"column {x + 1}" for x, _ in stars)
    counts.update(f"region {board.clues[y][x]}" for x, y in stars)
    regions = sorted({name for row in board.clues for name in row if name.isalnum()})
    units = [f"row {y + 1}" for y in range(board.height)]
    units += [f"column {x + 1}" for x in range(board.width)]
    units += [f"region {name}" for name in regions]
    for name in units:
        count = counts[name]
        if count != board.stars:
            yield f"{name}: the number of stars is {count}, not {board.stars}"
    for x, y in stars:
        for other in ((x + 1, y), (x - 1, y + 1), (x, y + 1), (x + 1, y + 1)):
            if other in stars:
                yield f"{_at((x, y))}: the star touches that in {_at(other)}"
