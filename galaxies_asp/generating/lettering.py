"""Letters and digits as pictures, five pixels wide and seven high."""

from galaxies_asp.board.errors import NotationError

_HEIGHT = 7

_GLYPHS = """
A     B     C     D     E     F     G     H     I     J     K     L
.###. ####. .###. ####. ##### ##### .###. #...# ###   ..### #...# #....
#...# #...# #...# #...# #.... #.... #...# #...# .#.   ...#. #..#. #....
#...# #...# #.... #...# #.... #.... #.... #...# .#.   ...#. #.#.. #....
##### ####. #.... #...# ####. ####. #.### ##### .#.   ...#. ##... #....
#...# #...# #.... #...# #.... #.... #...# #...# .#.   ...#. #.#.. #....
#...# #...# #...# #...# #.... #.... #...# #...# .#.   #..#. #..#. #....
#...# ####. .###. ####. ##### #.... .###. #...# ###   .##.. #...# #####

M     N     O     P     Q     R     S     T     U     V     W     X
#...# #...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...#
##.## ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...#
#.#.# ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#.
#...# #.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#..
#...# #..## #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#.
#...# #..## #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...#
#...# #...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...#

Y     Z     0     1     2     3     4     5     6     7     8     9
#...# ##### .###. .#.   .###. ##### ...#. ##### .###. ##### .###. .###.
#...# ....# #...# ##.   #...# ....# ..##. #.... #.... ....# #...# #...#
.#.#. ...#. #..## .#.   ....# ...#. .#.#. ####. #.... ...#. #...# #...#
..#.. ..#.. #.#.# .#.   ..##. ..##. #..#. ....# ####. ..#.. .###. .####
..#.. .#... ##..# .#.   .#... ....# ##### ....# #...# ..#.. #...# ....#
..#.. #.... #...# .#.   #.... #...# ...#. #...# #...# ..#.. #...# ....#
..#.. ##### .###. ###   ##### .###. ...#. .###. .###. ..#.. .###. .###.
"""


def lettered(text: str) -> str:
    """Return the picture of a text in one row: # for black, . for white.

    There is a blank pixel between the letters, and around the picture. A blank in the
    text is three pixels wide. Small letters are drawn as capitals.

    Raises
    ------
    NotationError
        If there is a character that is not drawn, or nothing to draw.
    """
    rows = [""] * _HEIGHT
    for character in text.upper():
        if character not in _LETTERS:
            raise NotationError(
                f"{character!r} cannot be drawn: letters A to Z and digits can"
            )
        rows = [
            f"{row}.{pixels}"
            for row, pixels in zip(rows, _LETTERS[character], strict=True)
        ]
    if not text.strip():
        raise NotationError("there is no letter to draw")
    rows = [f"{row}." for row in rows]
    blank = "." * len(rows[0])
    return "\n".join([blank, *rows, blank])


def _letters() -> dict[str, list[str]]:
    letters = {" ": ["..."] * _HEIGHT}
    for block in _GLYPHS.strip().split("\n\n"):
        names, *rows = block.split("\n")
        for first in range(0, len(names), 6):
            pixels = [row[first : first + 6].strip() for row in rows]
            letters[names[first]] = pixels
    return letters


_LETTERS = _letters()
