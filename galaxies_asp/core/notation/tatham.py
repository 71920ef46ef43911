"""Game IDs of Simon Tatham's collection, where the puzzle is called Galaxies.

    7x7:cghsppedzzaccdtce

Before the colon stand the width and the height of the board in cells (one number is a
square board), and maybe the difficulty, as in `15x15dn`. After the colon are the dots
in reading order, over all points inside the board, (2W-1) x (2H-1) points:

* `a` is a dot right here, `b` a dot after one empty point, ... `y` after 24; the next
  letter starts counting just behind that dot. A capital letter is a black dot.
* `z` is 25 empty points and no dot.

So `7x7:cgh...` has its first dot behind two empty points, at (3, 1), the next behind
six more, at (10, 1), and the third, after the row of 13 points is full, at (5, 2).

The ID may come with the name of the game in front (`galaxies:7x7:...`) or as the end of
an address (`.../galaxies.html#7x7:...`). Holes and given walls cannot be written.
"""

import re

from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.codes import DIGITS, INNER, Run, Runs
from galaxies_asp.core.notation.reading import Piece, colors_of, puzzle_of, read_size

GAME = "galaxies"
_SIZE = r"(?P<width>[0-9]+)(?: ?[xX×] ?(?P<height>[0-9]+))?[a-z]*"
_ADDRESS = r"[\w.:/~%?&=+,@-]*[./][\w:~%?&=+,@-]*#"
_ID = re.compile(
    rf"\s*(?:{_ADDRESS})?(?:sgtpuzzles:)?(?:{GAME}: *)?"
    rf"{_SIZE}(?P<kind>[:#])[ \t]*"
)
is_list = re.compile(r"(?:[0-9]++x[0-9]++:[a-z]*+(?:\n|\Z)){2,}+").fullmatch
"""Find that each line of a text is the ID of a board with white dots."""
DOTS = Runs(
    INNER,
    {
        **{letter: Run(gap, False) for gap, letter in enumerate(DIGITS[10:35])},
        **{letter: Run(gap, True) for gap, letter in enumerate(DIGITS[10:35].upper())},
        "z": Run(25),
    },
    "a dot is a letter a to y, or A to Y if it is black, and z is a long gap",
    may_end=True,
    drops_end=True,
)


recognizes = _ID.match
"""Find a game ID at the start of a text."""


def read_line(line: Piece) -> Position:
    """Read a game ID."""
    match = _ID.match(line)
    if match is None:
        fault = "this is no game ID; one starts with the size and a colon, like '7x7:'"
        raise line.error(fault, len(line) - len(line.lstrip()))
    if match["kind"] == "#":
        fault = "this is a random seed, which only the generator of the collection can "
        fault += "expand; there, copy the game ID with a ':' (by its description)"
        raise line.error(fault, match.start("kind"))
    return Position(_read(line, match, line.behind(match.end())))


def read_game(parameters: Piece, description: Piece) -> Puzzle:
    """Return the puzzle of the parts before and behind the colon."""
    match = re.match(_SIZE, parameters)
    if match is None:
        raise parameters.error(f"{parameters!r} is no size, like '7x7'")
    return _read(parameters, match, description)


def _read(parameters: Piece, match: re.Match[str], description: Piece) -> Puzzle:
    with parameters.located(match.start("width")):
        width, height = read_size(match["width"], match["height"] or match["width"])
    dots, _ = DOTS.read(description, width, height)
    return puzzle_of(width, height, dots)


def caveat(position: Position) -> str:
    """Return that the program in which these IDs are typed refuses small boards."""
    is_small = min(position.puzzle.width, position.puzzle.height) < 3
    return "Simon Tatham's program refuses boards under 3x3" if is_small else ""


def write(position: Position) -> str:
    """Write the game ID of the puzzle; what is drawn on it is left out."""
    puzzle = position.puzzle
    size = puzzle.width, puzzle.height
    return f"{size[0]}x{size[1]}:{DOTS.write(colors_of(puzzle), *size)}"
