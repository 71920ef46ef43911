"""All notations: those of `core.notation`, and here those that few texts are in.

The functions work with all of them; see `Notations` for what they do.
"""

from galaxies_asp.core.notation import CORE, DRAWN, Content, Notation
from galaxies_asp.notation.pasted import PastedNotations

_IN = f"{__name__}."
_GRID, _SAVE = (
    "printed grid of Unicode boxes",
    "saved game of Simon Tatham's collection",
)
_SKETCH = "board drawn by hand: rows of cells, vertices, frames, underscores"
_WALLED = Content.HOLES, Content.WALLS
_MODEL = Content.ORDER, Content.COLORS, Content.WALLS, Content.LABELS
_FILE = Content.COLORS, *_WALLED
_LINK = Content.LATTICE, *DRAWN
_DRAWING, _FACTS, _JSON, _PUZZLINK, _TATHAM = CORE

NOTATIONS = PastedNotations(
    (
        _DRAWING,
        Notation("grid", _GRID, _IN + "printed_grid", _WALLED, "┏"),
        Notation("save", _SAVE, _IN + "tatham_save", (), "SAVEFILE"),
        Notation(
            "idp", "model output of the IDP system", _IN + "idp_model", _MODEL, "="
        ),
        _FACTS,
        _JSON,
        Notation("penpa", "Penpa+ link", _IN + "penpa", _LINK, "p=", True),
        _PUZZLINK,
        Notation(
            "pzprv3", "pzprv3 file with its answer", _IN + "pzprv3", _FILE, "pzprv3"
        ),
        Notation("pencilbox", "PencilBox file or kanpen address", _IN + "pencilbox"),
        Notation("sketch", _SKETCH, _IN + "sketch"),
        _TATHAM,
        Notation(
            "coordinates", "list of coordinates (x,y)", _IN + "coordinates", _MODEL[:1]
        ),
    )
)
"""All notations, in the order in which they are tried."""

by_name, detect, omitted = NOTATIONS.by_name, NOTATIONS.detect, NOTATIONS.omitted
one_line_notation, write = NOTATIONS.one_line_notation, NOTATIONS.write
parse, parse_all = NOTATIONS.parse, NOTATIONS.parse_all
parse_each = NOTATIONS.parse_each

__all__ = [
    "NOTATIONS",
    "by_name",
    "detect",
    "omitted",
    "one_line_notation",
    "parse",
    "parse_all",
    "parse_each",
    "write",
]
