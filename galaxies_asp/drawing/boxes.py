"""The printed grid: box drawing characters, and letters for the dots.

                1
      01234567890
     0┏━┯━┯━┯━┳━┓
     1┃a┆aAa┆a┃c┃
     2┣━┿━┿━╈━╃┄┨

Walls and the border are heavy, gridlines without a wall are light. A light line meets
a junction even where its middle is left blank, so that the cells stay countable in a
large board without inner lines. The rulers give the doubled coordinates.

Every dot has a character of its own, at its point; the cells of its region show the
lower case of it. The characters are A-Z, 0-9, ASCII punctuation, then the capitals of
other alphabets. Dots beyond these are `○` or `●`, and the cells of their regions `·`.
Digits and punctuation have no lower case: there the region shows the dot's character.
Only `○` and `●` tell white dots from black ones; a letter has no color.

Missing cells are shaded and have heavy rims. They must not look like a cell without a
letter that is walled in on four sides, which a wrong attempt may contain.
"""

import string
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING

from galaxies_asp.board.grid import SQUARE, Place
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.position import grid_and_walls, inner_holes
from galaxies_asp.drawing.scene import Cells, Edges, Shape, Style, Texts

if TYPE_CHECKING:
    from galaxies_asp.drawing.honeycomb import Honeycomb

Weights = list[list[int]]
"""The weights of edges: none (0), light (1) or heavy (2)."""

INKED = Style()
"""Characters have no style."""

HEAVY_LEVEL, HEAVY_UPRIGHT = "━┃"
LIGHT_LEVEL, LIGHT_UPRIGHT = "┄┆"
SHADE = "░"
WHITE_DOT, BLACK_DOT, BEYOND_REGION = "○●·"

JUNCTIONS = (
    " ╷╻╶┌┎╺┍┏╴┐┒─┬┰╼┮┲╸┑┓╾┭┱━┯┳╵│╽└├┟┕┝┢┘┤┧┴┼╁┶┾╆┙┥┪┵┽╅┷┿╈╹╿┃┖┞┠┗┡┣┚┦┨┸╀╂┺╄╊┛┩┫┹╃╉┻╇╋"
)
"""The junction whose arms up, left, right, down are none (0), light (1) or heavy (2),
at the index that these four make as digits to base 3."""

_ALPHABETS = (
    (0x0391, 0x03AB),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x0531, 0x0556),  # Armenian
    (0x00C0, 0x024F),  # Latin with diacritics
    (0x1E00, 0x1EFF),
)


def _capitals() -> Iterator[str]:
    """Yield capitals that have a lower case, both one character in one column."""
    for first, last in _ALPHABETS:
        for character in map(chr, range(first, last + 1)):
            lower = character.lower()
            if (
                character.isupper()
                and lower != character
                and lower.upper() == character
                and len(lower) == 1
                and len(unicodedata.normalize("NFKC", character)) == 1
            ):
                yield character


DOT_GLYPHS = "".join(
    (string.ascii_uppercase, string.digits, string.punctuation, *_capitals())
)
"""The characters of the dots, in their order."""


def dot_glyph(index: int, *, black: bool = False) -> str:
    """Return the character of the dot with this number (from 0).

    `black` matters only beyond the end of `DOT_GLYPHS`.
    """
    if index < len(DOT_GLYPHS):
        return DOT_GLYPHS[index]
    return BLACK_DOT if black else WHITE_DOT


def region_glyph(index: int) -> str:
    """Return the character for the cells of the dot with this number (from 0)."""
    return DOT_GLYPHS[index].lower() if index < len(DOT_GLYPHS) else BEYOND_REGION


def draw(
    position: Position,
    *,
    letters: bool = True,
    inner_lines: bool = True,
    rulers: bool = True,
    notes: Iterable[tuple[Place, str]] = (),
) -> list[str]:
    """Draw the puzzle and what is drawn on it; one string a line.

    Parameters
    ----------
    position
        Its walls, or else those that its labels imply, are heavy lines.
    letters
        Whether the cells show the region that they are labeled with.
    inner_lines
        Whether gridlines without a wall are drawn; their junctions always are.
    rulers
        Whether coordinates stand above and to the left of a board of squares.
    notes
        Texts at points, which hide what is there.
    """
    puzzle = position.puzzle
    shapes = [*lines_of(position)]
    rows = position.rows()
    if letters and rows is not None:
        glyphs = [*map(region_glyph, range(len(puzzle.centers))), " "]
        cells = [
            (cell, glyphs[rows[cell.y // 2][cell.x // 2]]) for cell in puzzle.cells()
        ]
        shapes.append(Texts("label", INKED, cells))
    dots = [
        (center, dot_glyph(index, black=center in puzzle.black))
        for index, center in enumerate(puzzle.centers)
    ]
    taken = set(puzzle.centers)
    clues = [
        (at, clue.text(puzzle.declarations))
        for clue in puzzle.clues
        if (at := clue.point()) is not None and at not in taken
    ]
    shapes += (
        Texts("clue", INKED, clues),
        Texts("dot", INKED, dots),
        Texts("mark", INKED, notes),
    )
    if puzzle.lattice != SQUARE:
        return honeycomb_of(puzzle).draw(shapes, inner_lines=inner_lines)
    lines = characters(shapes, puzzle.width, puzzle.height, inner_lines=inner_lines)
    return with_rulers(lines, len(lines[0])) if rulers else lines


def honeycomb_of(puzzle: Puzzle, letters: int = 3) -> "Honeycomb":
    """Return where the points of hexagonal cells stand."""
    from galaxies_asp.drawing.honeycomb import Honeycomb  # few boards need it

    return Honeycomb(puzzle.outline(), letters)


def lines_of(position: Position) -> Iterator[Shape]:
    """Yield the missing cells, the gridlines and the walls of a board."""
    grid, walls = grid_and_walls(position)
    yield Cells("hole", INKED, inner_holes(position.puzzle))
    yield Edges("grid", INKED, grid)
    yield Edges("wall", INKED, walls)


def characters(
    shapes: Iterable[Shape],
    width: int,
    height: int,
    *,
    pitch: int = 2,
    inner_lines: bool = True,
    border: int = 2,
) -> list[str]:
    """Draw edges, texts and missing cells of a board as characters, line by line.

    Parameters
    ----------
    width, height
        The numbers of columns and rows of cells.
    pitch
        The number of columns of a cell with one of its upright edges.
    inner_lines
        Whether gridlines without a wall are drawn; their junctions always are.
    border
        The weight of the border of the board: light (1) or heavy (2).
    """
    level = [[0] * width for _ in range(height + 1)]
    upright = [[0] * (width + 1) for _ in range(height)]
    level[0], level[height] = [border] * width, [border] * width
    for row in upright:
        row[0] = row[width] = border
    shapes = list(shapes)
    for shape in shapes:
        if isinstance(shape, Edges):
            weight = 2 if shape.role == "wall" else 1
            for x, y in shape.points:
                edges = (level if x % 2 else upright)[y // 2]
                edges[x // 2] = max(edges[x // 2], weight)
    board = _lines(level, upright, inner_lines, pitch - 1)
    for shape in shapes:
        if isinstance(shape, Cells) and shape.role == "hole":
            for x, y in shape.points:
                _write(board, (x, y), SHADE * (pitch - 1), pitch)
        elif isinstance(shape, Texts):
            for place, text in shape.texts:
                _write(board, place, text, pitch)
    return ["".join(line) for line in board]


def _write(board: list[list[str]], place: Place, text: str, pitch: int) -> None:
    """Write a text with its middle at a point."""
    x, y = map(int, place)
    column = x * pitch // 2 - (len(text) - 1) // 2
    if pitch % 2 and len(text) % 2:
        column += x % 2
    line = board[y]
    for index, character in enumerate(text, column):
        if 0 <= index < len(line):
            line[index] = character


def _lines(
    level: Weights, upright: Weights, inner_lines: bool, room: int
) -> list[list[str]]:
    """Return the characters of the lines of a board whose cells are `room` wide."""
    lights = (LIGHT_LEVEL, LIGHT_UPRIGHT) if inner_lines else "  "
    of_level = [kind * room for kind in (SHADE, lights[0], HEAVY_LEVEL)]
    of_upright = (SHADE, lights[1], HEAVY_UPRIGHT)
    junctions = SHADE + JUNCTIONS[1:]
    nothing = [0] * len(upright[0])
    board = []
    for row, (above, below) in zip(
        level, pairwise([nothing, *upright, nothing]), strict=True
    ):
        crossings = (
            junctions[27 * up + 9 * left + 3 * right + down]
            for up, (left, right), down in zip(
                above, pairwise([0, *row, 0]), below, strict=True
            )
        )
        edges = (*(of_level[weight] for weight in row), "")
        board.append(list("".join(map(add, crossings, edges))))
        board.append(list((" " * room).join(of_upright[weight] for weight in below)))
    return board[:-1]


def with_rulers(lines: list[str], columns: int) -> list[str]:
    """Put row numbers to the left, and on top a line for each power of ten."""
    margin = len(str(len(lines) - 1))
    rulers = []
    for digits in range(len(str(columns - 1)), 0, -1):
        power = 10 ** (digits - 1)
        ruler = (
            str(x // power % 10) if x >= power or power == 1 else " "
            for x in range(columns)
        )
        rulers.append(" " * margin + "".join(ruler))
    return rulers + [f"{y:>{margin}}{line}" for y, line in enumerate(lines)]
