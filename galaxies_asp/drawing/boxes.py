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
from collections.abc import Iterator
from itertools import pairwise

from galaxies_asp.board.grid import adjacent_cells
from galaxies_asp.board.puzzle import Position

Arms = list[list[int]]

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
        Whether coordinates stand above and to the left.
    """
    level, upright = arms(position)
    board = _lines(level, upright, inner_lines)
    rows = position.rows()
    if letters and rows is not None:
        glyphs = [*map(region_glyph, range(len(position.puzzle.centers))), " "]
        for line, row in zip(board[1::2], rows, strict=True):
            line[1::2] = [glyphs[label] for label in row]
    for x, y in position.puzzle.holes:
        board[y][x] = SHADE
    for index, center in enumerate(position.puzzle.centers):
        black = center in position.puzzle.black
        board[center.y][center.x] = dot_glyph(index, black=black)
    lines = ["".join(line) for line in board]
    return with_rulers(lines, len(lines[0])) if rulers else lines


def arms(position: Position) -> tuple[Arms, Arms]:
    """Return the weights of the level and of the upright edges: 0, 1 or 2.

    Between a cell and a hole is always a wall, between two holes nothing.
    """
    puzzle = position.puzzle
    width, height = puzzle.width, puzzle.height
    level = [[1] * width for _ in range(height + 1)]
    level[0], level[height] = [2] * width, [2] * width
    upright = [[2, *[1] * (width - 1), 2] for _ in range(height)]
    for x, y in position.inner_walls() | puzzle.walls:
        (level if x % 2 else upright)[y // 2][x // 2] = 2
    for hole in puzzle.holes:
        for cell in adjacent_cells(hole):
            x, y = (hole.x + cell.x) // 2, (hole.y + cell.y) // 2
            if 0 < x < 2 * width and 0 < y < 2 * height:
                weight = 0 if cell in puzzle.holes else 2
                (level if x % 2 else upright)[y // 2][x // 2] = weight
    return level, upright


def _lines(level: Arms, upright: Arms, inner_lines: bool) -> list[list[str]]:
    """Return the characters of the board, without letters."""
    lights = (LIGHT_LEVEL, LIGHT_UPRIGHT) if inner_lines else "  "
    of_level = (SHADE, lights[0], HEAVY_LEVEL)
    of_upright = (SHADE, lights[1], HEAVY_UPRIGHT)
    junctions = SHADE + JUNCTIONS[1:]
    nothing = [0] * len(upright[0])
    board = []
    for row, (above, below) in zip(
        level, pairwise([nothing, *upright, nothing]), strict=True
    ):
        line = [" "] * (2 * len(row) + 1)
        line[1::2] = [of_level[weight] for weight in row]
        line[0::2] = [
            junctions[27 * up + 9 * left + 3 * right + down]
            for up, (left, right), down in zip(
                above, pairwise([0, *row, 0]), below, strict=True
            )
        ]
        board.append(line)
        line = [" "] * (2 * len(row) + 1)
        line[0::2] = [of_upright[weight] for weight in below]
        board.append(line)
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
