"""Small puzzles in every notation and form, for the page that lists them."""

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.notation import Notation
from galaxies_asp.notation import NOTATIONS, write

EXAMPLE = Puzzle(3, 2, [(3, 1), (5, 3)])
_READ_ONLY = {
    "sketch": ". o .\n. . o\n",
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
    "sketch: vertices": (". . . . .\n o    o\n. . . . .\n\n. o . .o.\n\n. . . . .\n"),
    "sketch: a frame": (
        "+---+---+---+---+\n| o         o   |\n+               +\n|               |\n"
        "+   o         o +\n|               |\n+---+---+---+---+\n"
    ),
    "coordinates: halves of rows and columns from the first cell": (
        "4x3\n(0, 0) (0, 2.5) (1.5, 0.5) (1.5, 3)\n"
    ),
    "coordinates: halves of x and y from the corner": (
        "4x3\n0.5,0.5 3.0,0.5 1.0,2.0 3.5,2.0\n"
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
