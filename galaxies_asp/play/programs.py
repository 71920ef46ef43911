"""List and show encodings."""

from galaxies_asp.core.asp import encodings as known
from galaxies_asp.core.board.variants import MEANING
from galaxies_asp.play.board import Reply
from galaxies_asp.play.request import Request


def encodings(request: Request) -> Reply:
    """Return the encodings, the parts of each mix, and the variants of the rules.

    Of another family than Galaxies: the encodings alone.
    """
    if request.has("family"):
        names = [*request.family().encodings]
        return {"encodings": names, "mixes": {}, "parts": [], "variants": []}
    parts = known.part_names().items()
    folders = {name: path.partition("/")[0] for name, path in parts}
    return {
        "encodings": [*known.BUILT_IN, *known.MIXES],
        "mixes": {mix: list(known.removable(mix)) for mix in known.MIXES},
        "parts": [
            {"name": name, "folder": folder, "one": folder in known.CHOSEN}
            for name, folder in folders.items()
            if folder != known.VARIED
        ],
        "variants": [{"name": name, "meaning": said} for name, said in MEANING.items()],
    }


def program(request: Request) -> Reply:
    """Return the program of an encoding or a mix."""
    name = request.encoding_name()
    return {"name": name, "program": request.family().source(name).text}
