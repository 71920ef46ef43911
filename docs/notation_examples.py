"""One small puzzle in every notation, for the page that lists them."""

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


def sorted_notations() -> list[Notation]:
    """Return the notations; what newcomers type comes first."""
    return sorted(NOTATIONS, key=lambda one: one.name != "sketch")


def example_of(notation: Notation) -> str:
    """Return the example in a notation."""
    known = _READ_ONLY.get(notation.name)
    return write(EXAMPLE, notation.name) if known is None else known
