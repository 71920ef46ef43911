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

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.puzzle import Position, Puzzle

Codes = NDArray[np.uint32]
Arms = NDArray[np.int8]

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
    cells = board[1::2, 1::2]
    if letters and position.labels is not None:
        cells[:] = _region_codes(len(position.puzzle.centers))[position.labels]
    cells[~position.puzzle.cell_mask()] = ord(SHADE)
    _put_dots(board, position.puzzle)
    lines = [row.tobytes().decode("utf-32-le") for row in board]
    return with_rulers(lines, board.shape[1]) if rulers else lines


def arms(position: Position) -> tuple[Arms, Arms]:
    """Return the weights of the level and of the upright edges: 0, 1 or 2.

    Between a cell and a hole is always a wall, between two holes nothing.
    """
    mask = position.puzzle.cell_mask().astype(np.int8)
    height, width = mask.shape
    level = np.full((height + 1, width), 2, dtype=np.int8)
    upright = np.full((height, width + 1), 2, dtype=np.int8)
    weights = np.array([0, 2, 1], dtype=np.int8)
    level[1:-1] = weights[mask[1:] + mask[:-1]]
    upright[:, 1:-1] = weights[mask[:, 1:] + mask[:, :-1]]
    for x, y in position.inner_walls() | position.puzzle.walls:
        edges = level if x % 2 else upright
        edges[y // 2, x // 2] = 2
    return level, upright


def _lines(level: Arms, upright: Arms, inner_lines: bool) -> Codes:
    """Return the board's characters as code points, without letters."""
    height, width = len(upright), level.shape[1]
    board = np.full((2 * height + 1, 2 * width + 1), ord(" "), dtype="<u4")
    lights = (LIGHT_LEVEL, LIGHT_UPRIGHT) if inner_lines else "  "
    board[0::2, 1::2] = _codes(SHADE + lights[0] + HEAVY_LEVEL)[level]
    board[1::2, 0::2] = _codes(SHADE + lights[1] + HEAVY_UPRIGHT)[upright]
    up, down = np.pad(upright, ((1, 0), (0, 0))), np.pad(upright, ((0, 1), (0, 0)))
    left, right = np.pad(level, ((0, 0), (1, 0))), np.pad(level, ((0, 0), (0, 1)))
    junctions = _codes(SHADE + JUNCTIONS[1:])
    board[0::2, 0::2] = junctions[27 * up + 9 * left + 3 * right + down]
    return board


def _codes(characters: str) -> Codes:
    return np.frombuffer(characters.encode("utf-32-le"), dtype="<u4")


def _region_codes(count: int) -> Codes:
    """Return the code point for each label; a blank for `NO_DOT`, which is -1."""
    return _codes("".join(map(region_glyph, range(count))) + " ")


def _put_dots(board: Codes, puzzle: Puzzle) -> None:
    for index, center in enumerate(puzzle.centers):
        board[center.y, center.x] = ord(dot_glyph(index, black=center in puzzle.black))


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
