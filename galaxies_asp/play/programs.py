"""Encodings that the page offers, mixes of them, and programs that the user edits.

A program of the user is bound like any other encoding: it runs no script and reads no
file but the parts that are shipped.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from galaxies_asp.asp import encodings as known
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.board.variants import MEANING
from galaxies_asp.play.board import Answer
from galaxies_asp.play.request import Request

FILE = "program.lp"
"""The name of the file with a program of the user."""


def encodings(request: Request) -> Answer:
    """Return the encodings, the parts of each mix, and the variants of the rules.

    Of another family than Galaxies: the encodings alone.
    """
    if request.has("family"):
        names = [*request.family().encodings]
        return {"encodings": names, "mixes": {}, "parts": [], "variants": []}
    folders = {
        name: path.partition("/")[0] for name, path in known.part_names().items()
    }
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


def program(request: Request) -> Answer:
    """Return the program of an encoding or a mix."""
    name = name_of(request)
    source = request.family().text(name) if request.has("family") else known.text(name)
    return {"name": name, "program": source.text}


def name_of(request: Request) -> str:
    """Return the name of the encoding that is asked for, never a path."""
    if request.has("family"):
        family = request.family()
        return request.choice("encoding", family.encodings, family.chosen())
    base = request.choice("encoding", (*known.BUILT_IN, *known.MIXES), known.GROW)
    changes, without = request.texts("with"), request.texts("without")
    changes += request.texts("variants")
    for part in (*changes, *without):
        if part not in known.part_names():
            raise EncodingError(f"there is no part {part!r}")
    return known.mixed(base, changes, without)


@contextmanager
def asked(request: Request) -> Iterator[str]:
    """Give the encoding that is asked for: its name, or a file with the user's text."""
    name = name_of(request)
    if not request.has("program"):
        yield name
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        path.write_text(request.text("program"), encoding="utf-8")
        yield "+".join([str(path), *request.texts("variants")])
