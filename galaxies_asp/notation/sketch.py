r"""Boards drawn by hand: one of five forms, recognized by its characters.

Rows of cells, with or without blanks; the dots are in the middle of cells:

    o . .       o..
    . . o       ..o

Vertices, with one character between them; a dot may lie at any point:

    . . . .
     o   o
    . . . .

A frame of `+`, `-` and `|`, or of box characters, with cells of any size; a dot beside
the lines is in the middle of its cell:

    +---+---+   ┌─┬─┐
    | o     |   │o│ │
    +---+---+   └─┴─┘

Underscores, which are the lower sides of cells, and `|`:

     _ _ _
    |o _ _|
    |_ _|o|

Rows of cells with letters: a dot in the cell, on its right side, on its lower side, or
at its lower right corner, as `o > v x`, as `c r b d` with capitals for black dots, or,
if the notation is named, as `0 1 2 3`. Or each cell that a dot touches has a character,
`o`, `<>`, `^` above `v`, or `12` above `34`:

    o.>.    c.r.    o.<>
    ...v    ...b    ...^
    ....    ....    ...v

There, `-` and `_` are empty cells, too, and the numbers of rows and columns may stand
above.

In the other forms, a dot is one of `o O ○`, or black, as one of `* @ ● •`. Where all
lines between cells are drawn, they are the grid; else they are given walls.
"""

import re
from collections.abc import Iterator
from math import gcd
from textwrap import dedent

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import MAX_CELLS, Position, Puzzle
from galaxies_asp.core.notation.reading import black_dots, located

_WHITE, _BLACK = "oO○", "*@●•"
_EMPTY = ".·"
_NO_DOTS = "-_"
"""Empty cells in rows of cells, too."""
_LINES = "+-|_"
_BOXES = str.maketrans("─━┄╌═│┃┆╎║", "-----|||||") | dict.fromkeys(
    map(ord, "┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛╔╦╗╠╬╣╚╩╝╭╮╰╯"), "+"
)
_PLACES = ((1, 1), (2, 1), (1, 2), (2, 2)) * 2
_LETTERS = [
    dict(zip(form, _PLACES, strict=False)) for form in ("o>vx", "crbdCRBD", "0123")
]
"""For each form with letters, where in a cell of 2x2 points they place a dot."""
_BLOCKS = {"o": ("o",), "<": ("<>",), "^": ("^", "v"), "1": ("12", "34")}
_SIZE = re.compile(r"\d+ ?[xX×] ?\d+[ \t]*$", re.MULTILINE)
_TEXT = re.compile(rf"[ +|_\-{_EMPTY}{re.escape(_WHITE + _BLACK)}]*")

Points = dict[tuple[int, int], str]
"""Characters at the points of the doubled grid."""


def recognizes(text: str) -> bool:
    """Tell whether the text has only characters of such boards, a dot among them."""
    lines = _lines(text)
    characters = set("".join(lines))
    if len(lines) < 2 or characters.isdisjoint(_WHITE + _BLACK + "<^>vcrbdCRBD"):
        return False
    return all(map(_TEXT.fullmatch, lines)) or bool(_lettered(lines))


def read(text: str) -> list[Position]:
    """Read one board; errors say what is wrong with its form."""
    lines = _lines(text)
    joined = "".join(lines)
    if "|" not in joined and "+" not in joined:
        points = _vertices(lines) or _lettered(lines)
        if not points:
            _refuse_others(text, lines, _EMPTY + _NO_DOTS)
            points = _cells(lines)
    else:
        _refuse_others(text, lines, _EMPTY + _LINES)
        points = dict(_underlined(lines) if "_" in joined else _framed(lines))
        _check_frame(points)
    return [Position(_puzzle(points))]


def _lines(text: str) -> list[str]:
    lines = [line.rstrip().translate(_BOXES) for line in text.splitlines()]
    size = f"{len(lines) - 1} {len(lines[-1].split())}" if lines else ""
    if lines and (_SIZE.fullmatch(lines[0]) or lines[0] == size):
        del lines[0]  # the size
    return dedent("\n".join(lines)).strip("\n").split("\n")


def _refuse_others(text: str, lines: list[str], known: str) -> None:
    """Raise `NotationError` at the first character that stands for nothing."""
    others = {*"".join(lines)} - {*known, *_WHITE, *_BLACK, " ", "\t"}
    has_size = _SIZE.match(text) is not None
    for number, line in enumerate(text.splitlines(), 1):
        for column, character in enumerate(line, 1):
            if character in others and not (has_size and number == 1):
                fault = f"{character!r} stands for nothing here"
                raise NotationError(f"{fault}; write o for a dot", number, column)


def _vertices(lines: list[str]) -> Points | None:
    """Return the points of vertices drawn as dots of the text; None in other forms."""
    is_other = any(line.strip(" ." + _WHITE + _BLACK) for line in lines)
    is_other = is_other or any("." in line for line in lines[1::2])
    sides = [lines[0], lines[-1], *(line[:1] + line[-1:] for line in lines[::2])]
    if len(lines) % 2 == 0 or is_other or any(set(side) - {".", " "} for side in sides):
        return None
    right, bottom = len(lines[0]) - 1, len(lines) - 1
    points = {(right, bottom): " "}
    for y, line in enumerate(lines):
        if y % 2 == 0 and "." in line[1::2]:
            raise _shifted(line)
        points |= {(x, y): c for x, c in enumerate(line) if c in _WHITE + _BLACK}
    return points


def _lettered(lines: list[str]) -> Points | None:
    """Return the points of rows with letters; None in other forms."""
    rows = _rows(lines)
    right, bottom = 2 * len(rows[0]), 2 * len(rows)
    places = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    empty = _EMPTY + _NO_DOTS
    cells = {place: cell for place, cell in places.items() if cell not in empty}
    letters = {*cells.values()}
    if letters <= {*_WHITE, *_BLACK} or len({*map(len, rows)}) != 1:
        return None
    readings = [_of_blocks(cells)]
    readings += (
        {
            (2 * x + form[cell][0], 2 * y + form[cell][1]): "o*"[cell.isupper()]
            for (x, y), cell in cells.items()
        }
        for form in _LETTERS
        if letters <= form.keys()
    )
    valid = [
        {(right, bottom): " ", **points}
        for points in readings
        if points and all(x < right and y < bottom for x, y in points)
    ]
    if len(valid) > 1 and valid[0] != valid[1]:
        fault = "these letters can be read in two ways: v and > as sides of a cell, or "
        raise NotationError(f"{fault}as halves of dots; draw vertices, too")
    if not valid and any(readings):
        raise NotationError("these letters place a dot on the border of the board")
    return valid[0] if valid else None


def _of_blocks(cells: Points) -> Points:
    """Return the dots of rows in which all cells at a dot have a character."""
    points: Points = {}
    used: Points = {}
    for (x, y), cell in cells.items():
        if block := _BLOCKS.get(cell):
            for j, row in enumerate(block):
                used |= {(x + i, y + j): character for i, character in enumerate(row)}
            points[2 * x + len(block[0]), 2 * y + len(block)] = "o"
    return points if used == cells else {}


def _rows(lines: list[str]) -> list[list[str]]:
    """Return the characters of cells, with or without blanks between them."""
    lines = [*filter(None, lines)]
    return [line.split() if " " in line.strip() else [*line.strip()] for line in lines]


def _cells(lines: list[str]) -> Points:
    """Return the points of rows of cells."""
    rows = _rows(lines)
    widths = sorted({len(row) for row in rows})
    wrong = [repr(cell) for row in rows for cell in row if len(cell) != 1]
    if wrong or len(widths) != 1:
        fault = f"the rows of this board have {', '.join(map(str, widths))} cells"
        fault = f"{wrong[0]} is no cell of this board" if wrong else fault
        raise NotationError(f"{fault}; write each row as in 'o . .'")
    blanks = [re.sub(r"\S", ".", line) for line in lines]
    for line, at in zip(lines, blanks, strict=True):
        if at != blanks[0]:
            raise _shifted(line)
    points = {(2 * len(rows[0]), 2 * len(rows)): " "}
    for y, row in enumerate(rows):
        points |= {(2 * x + 1, 2 * y + 1): cell for x, cell in enumerate(row)}
    return points


def _shifted(row: str) -> NotationError:
    fault = f"the row {row!r} of this board is shifted"
    return NotationError(f"{fault}; hexagons begin with 'lattice: hexagonal'")


def _underlined(lines: list[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the points of a board whose cells have their lower sides underlined."""
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            if character == "_" and x % 2:
                yield (x, 2 * y), "-"
            elif character != " ":
                yield (x, 2 * y - 1), character
                if character in _WHITE + _BLACK:
                    yield (x, 2 * y), "?"  # the dot hides whether there is a line


def _framed(lines: list[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the points of a board with a frame, whatever the size of its cells."""
    crossed = [y for y, line in enumerate(lines) if set("+-") & set(line)]
    across = gcd(*(x for line in lines for x, c in enumerate(line) if c in "+|"))
    down = gcd(*crossed)
    if across < 2 or down < 2:
        cells = "'+-+-+', '|o| |', '+-+-+'"
        fault = "the lines of this board are not evenly spaced"
        raise NotationError(f"{fault}; draw cells as in {cells}")
    found = [
        ((_doubled(x, across), _doubled(y, down)), character)
        for y, line in enumerate(lines)
        for x, character in enumerate(line)
        if character not in _EMPTY + " "
    ]
    # Dots may stand beside the characters of a line.
    yield from sorted(found, key=lambda one: one[1] in _WHITE + _BLACK)


def _check_frame(points: Points) -> None:
    """Raise `NotationError` if a line of the border is missing, as in a shifted row."""
    right, bottom = (max(side) // 2 * 2 for side in zip(*points, strict=True))
    border = {
        (x, y): f"row {y // 2 + 1}" for x in (0, right) for y in range(1, bottom, 2)
    }
    for x in range(1, right, 2):
        border |= {(x, y): f"column {x // 2 + 1}" for y in (0, bottom)}
    for place, name in border.items():
        if points.get(place, " ") not in "-|?":
            raise NotationError(f"the frame of this board has a gap beside {name}")


def _doubled(place: int, pitch: int) -> int:
    """Return the coordinate of a line, or of the middle between two lines."""
    return 2 * (place // pitch) + (place % pitch != 0)


def _puzzle(points: Points) -> Puzzle:
    """Return the puzzle of the dots, and the walls unless all lines are drawn."""
    right, bottom = (max(side) // 2 * 2 for side in zip(*points, strict=True))
    if right < 2 or bottom < 2 or right * bottom > 4 * MAX_CELLS:
        raise NotationError("this board has no cells, or too many")
    inner = [Point(x, y) for y in range(1, bottom) for x in range(1, right)]
    found = {point: points.get(point, " ") for point in inner}
    dots = {point: c in _BLACK for point, c in found.items() if c in _WHITE + _BLACK}
    edges = [p for p in inner if sum(p) % 2 and p not in dots and found[p] != "?"]
    walls = frozenset(edge for edge in edges if found[edge] in "|-")
    if len(walls) == len(edges):  # they are the grid
        walls = frozenset()
    with located(1):
        size = right // 2, bottom // 2
        return Puzzle(*size, tuple(dots), black=black_dots(dots), walls=walls)
