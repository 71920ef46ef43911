"""Small puzzles in every notation and form, for the page that lists them."""

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.notation import Notation
from galaxies_asp.notation import NOTATIONS, write

EXAMPLE = Puzzle(3, 2, [(3, 1), (5, 3)])
_READ_ONLY = {
    "sketch": ". o .\n. . o\n",
    "pencilbox": "2\n3\n..1..\n.....\n....1\n",
    "save": """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :8:Galaxies
PARAMS  :3:3x2
CPARAMS :3:3x2
DESC    :2:cl
""",
}
"""The example in notations that are not written."""

ON_LINES = Puzzle(4, 3, [(1, 1), (6, 1), (2, 4), (7, 4)])
"""Dots in a cell, on each kind of edge, and on a vertex."""
FORMS = {
    "sketch: in cells, on their right and lower sides, at their corners": (
        "o.>.\nx..v\n....\n"
    ),
    "sketch: the same, with capitals for black dots": "c.r.\nd..b\n....\n",
    "sketch: a character in each cell that a dot touches": "o.<>\n12.^\n34.v\n",
    "sketch: vertices": (". . . . .\n o    o\n. . . . .\n\n. o . .o.\n\n. . . . .\n"),
    "sketch: a frame": (
        "+---+---+---+---+\n| o         o   |\n+               +\n|               |\n"
        "+   o         o +\n|               |\n+---+---+---+---+\n"
    ),
    "pencilbox: XML": (
        '<puzzle type="tentaisho"><size row="3" col="4"/><board>\n'
        '<number r="1" c="1" n="1"/><number r="1" c="6" n="1"/>\n'
        '<number r="4" c="2" n="1"/><number r="4" c="7" n="1"/></board></puzzle>\n'
    ),
    "pencilbox: an address of kanpen": (
        "http://www.kanpen.net/tentaisho.html?problem="
        "3/4/1....1./......./......./.1....1/.......//\n"
    ),
    "coordinates: halves of rows and columns from the first cell": (
        "4x3\n(0, 0) (0, 2.5) (1.5, 0.5) (1.5, 3)\n"
    ),
    "coordinates: halves of x and y from the corner": (
        "4x3\n0.5,0.5 3.0,0.5 1.0,2.0 3.5,2.0\n"
    ),
    "json: rows of characters, as aspuzzle writes them": (
        '{"puzzle_type": "Galaxies", "grid": ["o.<>", "12.^", "34.v"]}\n'
    ),
    "penpa: a link of the first versions": (
        write(ON_LINES, "penpa").replace("#m=edit&", "?")
    ),
}
"""The same puzzle in other forms of notations."""


def sorted_notations() -> list[Notation]:
    """Return the notations; what newcomers type comes first."""
    return sorted(NOTATIONS, key=lambda one: one.name != "sketch")


def example_of(notation: Notation) -> str:
    """Return the example in a notation."""
    known = _READ_ONLY.get(notation.name)
    return write(EXAMPLE, notation.name) if known is None else known
