"""Game IDs of Simon Tatham's collection, where the puzzle is called Galaxies.

    7x7:cghsppedzzaccdtce

Before the colon stand the width and the height of the board in cells; a single number
is a square board. Difficulty letters may follow, as in `15x15dn`; they concern the
generator alone. After the colon the dots are listed in reading order, over all points
inside the board: cells, edges and vertices, (2W-1) x (2H-1) points (see `reading`).

* `a` is a dot right here, `b` a dot after one empty point, ... `y` after 24; the next
  letter starts counting just behind that dot.
* A capital letter is a black dot, a small one a white dot.
* `z` is 25 empty points and no dot.

So `7x7:cgh...` has its first dot behind two empty points, at (3, 1), the next behind
six more, at (10, 1), and the third, after the row of 13 points is full, at (5, 2).

The ID may come with the name of the game in front (`galaxies:7x7:...`) or as the end of
an address (`.../galaxies.html#7x7:...`). Dots that claim the same cell are read, though
the collection refuses them. Holes and given walls cannot be written.
"""

import re

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.notation import reading

_PARAMETERS = r"(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?[a-z]*"
_ID = re.compile(rf"{_PARAMETERS}(?P<kind>[:#])")
_ADDRESS = r"[\w.:/~%?&=+,@-]*[./][\w:~%?&=+,@-]*\Z"
_PREFIXES = ("sgtpuzzles:", "galaxies:")
_LONG_GAP = 25


def recognizes(text: str) -> bool:
    """Tell whether the text starts with a game ID."""
    return _ID.match(text, _start(text)) is not None


def _start(line: str) -> int:
    """Return where the ID starts, behind an address or a prefix."""
    start = len(line) - len(line.lstrip())
    end = line.find("#")
    if end > start and re.match(_ADDRESS, line[start:end]):
        start = end + 1
    for prefix in _PREFIXES:
        if line.startswith(prefix, start):
            start += len(prefix)
    return start


def read_line(line: reading.Piece) -> Position:
    """Read a game ID."""
    start = _start(line)
    match = _ID.match(line, start)
    if match is None:
        raise line.error(
            "this is no game ID; one starts with the size and a colon, like '7x7:'",
            start,
        )
    if match["kind"] == "#":
        raise line.error(
            "this is a random seed, which only the generator of the collection can "
            "expand; there, copy the game ID with a ':' instead (by its description)",
            match.start("kind"),
        )
    width, height = read_parameters(line.behind(start))
    return Position(read_description(line.behind(match.end()), width, height))


def read_parameters(parameters: reading.Piece) -> tuple[int, int]:
    """Return width and height of the board."""
    match = re.match(_PARAMETERS, parameters)
    if match is None:
        raise parameters.error(
            f"{parameters!r} is no size; expected width x height, like '7x7'"
        )
    with parameters.located():
        return reading.read_size(match["width"], match["height"] or match["width"])


def read_description(description: reading.Piece, width: int, height: int) -> Puzzle:
    """Return the puzzle that the letters behind the colon describe."""
    count = reading.point_count(width, height)
    dots: list[reading.Dot] = []
    index = 0
    for offset, letter in enumerate(description):
        if letter == "z":
            index += _LONG_GAP
            continue
        is_black = "A" <= letter <= "Y"
        if not is_black and not "a" <= letter <= "y":
            raise description.error(
                f"{letter!r} stands for nothing here; a dot is a letter a to y, "
                "or A to Y if it is black, and z is a long gap",
                offset,
            )
        index += ord(letter) - ord("A" if is_black else "a")
        if index >= count:
            raise description.error(
                f"this dot is on point {index + 1}, but a board of {width}x{height} "
                f"cells has {count} points inside",
                offset,
            )
        dots.append((index, is_black))
        index += 1
    with description.located():
        return reading.puzzle_with_dots(width, height, dots)


def write(position: Position) -> str:
    """Write the game ID of the puzzle; what is drawn on it is left out.

    Raises `NotationError` if the puzzle has holes or given walls.
    """
    puzzle = position.puzzle
    reading.reject(puzzle, "a game ID of Tatham's collection")
    letters = []
    start = 0
    for index, is_black in reading.dots_in_order(puzzle):
        long_gaps, gap = divmod(index - start, _LONG_GAP)
        letters += ["z" * long_gaps, chr(ord("A" if is_black else "a") + gap)]
        start = index + 1
    return f"{puzzle.width}x{puzzle.height}:" + "".join(letters)
