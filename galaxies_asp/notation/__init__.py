"""All notations: those of `core.notation`, and here those that few texts are in.

The functions work with all of them; see `Notations` for what they do.
"""

from galaxies_asp.core import notation as core
from galaxies_asp.core.notation import DRAWN, Content, Notation
from galaxies_asp.notation.pasted import PastedNotations

GRID = Notation(
    name="grid",
    summary="printed grid of Unicode boxes",
    module=f"{__name__}.printed_grid",
    holds=(Content.HOLES, Content.WALLS),
    mark="┏",
)
SAVE = Notation(
    name="save",
    summary="saved game of Simon Tatham's collection",
    module=f"{__name__}.tatham_save",
    mark="SAVEFILE",
)
IDP = Notation(
    name="idp",
    summary="model output of the IDP system",
    module=f"{__name__}.idp_model",
    holds=(Content.ORDER, Content.COLORS, Content.WALLS, Content.LABELS),
    mark="=",
)
PENPA = Notation(
    name="penpa",
    summary="Penpa+ link",
    module=f"{__name__}.penpa",
    holds=(Content.LATTICE, *DRAWN),
    mark="p=",
    one_line=True,
)
PZPRV3 = Notation(
    name="pzprv3",
    summary="pzprv3 file with its answer",
    module=f"{__name__}.pzprv3",
    holds=(Content.COLORS, Content.HOLES, Content.WALLS),
    mark="pzprv3",
)
PENCILBOX = Notation(
    name="pencilbox",
    summary="PencilBox file or kanpen address",
    module=f"{__name__}.pencilbox",
)
SKETCH = Notation(
    name="sketch",
    summary="board drawn by hand: rows of cells, vertices, frames, underscores",
    module=f"{__name__}.sketch",
)
COORDINATES = Notation(
    name="coordinates",
    summary="list of coordinates (x,y)",
    module=f"{__name__}.coordinates",
    holds=(Content.ORDER,),
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
