"""All notations: those of `core.notation`, and here those that few texts are in.

The functions work with all of them; see `Notations` for what they do.
"""

from galaxies_asp.core import notation as core
from galaxies_asp.core.notation import DRAWN, Content, Notation
from galaxies_asp.notation.pasted import PastedNotations

COLORS, HOLES, WALLS = Content.COLORS, Content.HOLES, Content.WALLS

_IN = f"{__name__}."
GRID = Notation(
    "grid", "printed grid of Unicode boxes", _IN + "printed_grid", (HOLES, WALLS), "┏"
)
SAVE = Notation(
    "save",
    "saved game of Simon Tatham's collection",
    _IN + "tatham_save",
    (),
    "SAVEFILE",
)
IDP = Notation(
    "idp",
    "model output of the IDP system",
    _IN + "idp_model",
    (Content.ORDER, COLORS, WALLS, Content.LABELS),
    "=",
)
PENPA = Notation(
    "penpa",
    "Penpa+ link",
    _IN + "penpa",
    (Content.LATTICE, *DRAWN),
    "p=",
    one_line=True,
)
PZPRV3 = Notation(
    "pzprv3",
    "pzprv3 file with its answer",
    _IN + "pzprv3",
    (COLORS, HOLES, WALLS),
    "pzprv3",
)
PENCILBOX = Notation("pencilbox", "PencilBox file or kanpen address", _IN + "pencilbox")
SKETCH = Notation(
    "sketch",
    "board drawn by hand: rows of cells, vertices, frames, underscores",
    _IN + "sketch",
)
COORDINATES = Notation(
    "coordinates",
    "list of coordinates (x,y)",
    _IN + "coordinates",
    (Content.ORDER,),
)

NOTATIONS = PastedNotations(
    (
        core.DRAWING,
        GRID,
        SAVE,
        IDP,
        core.FACTS,
        core.JSON,
        PENPA,
        core.PUZZLINK,
        PZPRV3,
        PENCILBOX,
        SKETCH,
        core.TATHAM,
        COORDINATES,
    )
)
"""All notations, in the order in which they are tried."""

by_name = NOTATIONS.by_name
detect = NOTATIONS.detect
omitted = NOTATIONS.omitted
one_line_notation = NOTATIONS.one_line_notation
parse = NOTATIONS.parse
parse_all = NOTATIONS.parse_all
parse_each = NOTATIONS.parse_each
write = NOTATIONS.write
