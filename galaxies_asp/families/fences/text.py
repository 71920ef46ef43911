"""Boards of fences and a loop as Unicode drawings.

A step to the east is four columns, a row of cells two lines; so there is room between
cells for the line that joins them.
"""

from itertools import pairwise

from galaxies_asp.board.grid import reading_order
from galaxies_asp.families.fences.notation import Position, puzzle_of
from galaxies_asp.families.fences.puzzle import Attempt

EMPTY, FENCED, VISITED, FENCE_END = "·", "+", "●", "o"

# By the columns and rows between the ends of a line.
_LOOP = {(4, 0): "━━━", (2, 2): "╲", (-2, 2): "╱", (0, 2): "┃"}
_FENCE = {(4, 0): "---", (2, 2): "\\", (-2, 2): "/", (0, 2): "|"}
_BACKGROUNDS = (183, 153, 229, 223, 217, 151)
"""Out of the 256 of a terminal: light tones, one for each color of the board."""
_PAINT, _PLAIN = "\x1b[38;5;16;48;5;{}m", "\x1b[0m"


def text(board: Position, *, color: bool = False) -> str:
    """Draw a board: posts as numbers, fences as thin lines, the loop as thick ones.

    Parameters
    ----------
    color
        Whether cells get ANSI background colors (out of 256).
    """
    puzzle = puzzle_of(board)
    lattice = puzzle.lattice
    canvas = {lattice.place(cell): EMPTY for cell in lattice.cells(puzzle.side)}
    if isinstance(board, Attempt):
        _draw(board, canvas)
    for cell, number in puzzle.posts:
        column, row = lattice.place(cell)
        for offset, digit in enumerate(str(number)):
            canvas[column + offset, row] = digit
    paints: dict[tuple[int, int], int] = {}
    for cell in lattice.cells(puzzle.side) if color else ():
        shade = lattice.color(cell)
        if shade is not None:
            column, row = lattice.place(cell)
            for offset in (-1, 0, 1):
                paints[column + offset, row] = _BACKGROUNDS[shade]
    return _printed(canvas, paints)


def _draw(attempt: Attempt, canvas: dict[tuple[int, int], str]) -> None:
    place = attempt.puzzle.lattice.place
    for fence in attempt.fences:
        places = list(map(place, (fence.post, *attempt.fence_cells(fence))))
        for first, other in pairwise(places):
            _join(first, other, canvas, _FENCE)
        canvas |= dict.fromkeys(places[1:], FENCED)
        canvas[places[-1]] = FENCE_END
    for first, other in attempt.lines():
        _join(place(first), place(other), canvas, _LOOP)
    canvas |= dict.fromkeys(map(place, attempt.loop), VISITED)


def _join(
    first: tuple[int, int],
    other: tuple[int, int],
    canvas: dict[tuple[int, int], str],
    lines: dict[tuple[int, int], str],
) -> None:
    """Draw a line between two places if they are neighbors."""
    (x, y), (to_x, to_y) = sorted((first, other), key=reading_order)
    line = lines.get((to_x - x, to_y - y), "")
    left = (x + to_x) // 2 - len(line) // 2
    for offset, glyph in enumerate(line):
        canvas[left + offset, (y + to_y) // 2] = glyph


def _printed(
    canvas: dict[tuple[int, int], str], paints: dict[tuple[int, int], int]
) -> str:
    places = canvas.keys() | paints.keys()
    left = min(column for column, _ in places)
    lines = []
    for row in range(min(y for _, y in places), max(y for _, y in places) + 1):
        columns = [column for column, y in places if y == row]
        line, shade = "", None
        for column in range(left, max(columns, default=left - 1) + 1):
            wanted = paints.get((column, row))
            if wanted != shade:
                line += _PLAIN if wanted is None else _PAINT.format(wanted)
                shade = wanted
            line += canvas.get((column, row), " ")
        lines.append((line + (_PLAIN if shade is not None else "")).rstrip())
    return "\n".join(lines) + "\n"
