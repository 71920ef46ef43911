"""The rules of the relatives in plain Python; the judge of every solution."""

from collections import Counter
from collections.abc import Iterator

from galaxies_asp.core.board.grid import Point, reachable
from galaxies_asp.counting.strips.lines import STEPS, lines_of
from galaxies_asp.families.clue_puzzles.board import BLACK, STAR, STRANDS, Board, beside


def verify(board: Board) -> list[str]:
    """Return what is wrong with the attempt, in words; nothing if it is right.

    Rows and columns are counted from 1. A puzzle without an attempt has one fault.
    """
    if board.attempt is None:
        return ["there is no attempt"]
    if board.kind == "two-not-touch":
        return list(_stars(board))
    kind = _rings if board.kind == "ring-ring" else _tree
    ends = board.loose_ends()
    loose = [f"{_at(cell)}: a line ends at the side of the cell" for cell in ends]
    return loose or list(kind(board))


def _at(cell: Point) -> str:
    return f"row {cell.y // 2 + 1}, column {cell.x // 2 + 1}"


def _rings(board: Board) -> Iterator[str]:
    for cell, sum_ in board.lines.items():
        is_black = board.clue_of[cell] == BLACK
        if is_black and sum_:
            yield f"{_at(cell)}: a ring visits a black cell"
        elif not is_black and not sum_:
            yield f"{_at(cell)}: no ring visits the cell"
        elif sum_ not in STRANDS:
            yield f"{_at(cell)}: rings meet"
    for corners in board.rings() or ():
        if len(corners) != 4:
            yield f"{_at(corners[0])}: the ring has {len(corners)} corners"


def _tree(board: Board) -> Iterator[str]:
    lines = board.lines
    for cell, sum_ in lines.items():
        if lines_of(board.clue_of[cell]) & ~sum_:
            yield f"{_at(cell)}: a given edge is missing"
        if sum_.bit_count() not in (1, 3):
            yield f"{_at(cell)}: the dot has {sum_.bit_count()} edges, not 1 or 3"
    reached = reachable(
        [Point(1, 1)],
        lambda cell: (beside(cell, line) for line in STEPS if lines[cell] & line),
    )
    if apart := [cell for cell in lines if cell not in reached]:
        yield f"{_at(apart[0])}: the dot is not connected to the first one"
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
