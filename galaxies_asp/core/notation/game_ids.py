"""Game IDs of Simon Tatham's collection: which game one is of."""

import re

ID = re.compile(
    r"\s*(?:\S*/(?P<page>[a-z]+)(?:\.html)?#"
    r"|(?:sgtpuzzles:)?(?:(?P<name>[A-Za-z]+): *)?)"
    r"(?P<size>(?P<width>[0-9]+)(?:x(?P<height>[0-9]+))?)"
    r"(?P<parameters>[a-z0-9.]*)(?P<kind>[:#])",
)

_OTHER = re.compile(r"(?=\w*(?:[\d_]|,\d))[\w,]+\s*|(?=[a-z]*[BW])[a-zBW]+\s*")
"""Descriptions with what those of Galaxies have not, or with pearls."""


def game_of(text: str) -> str:
    """Return the game that an ID or its address names; empty if none is named."""
    found = ID.match(text)
    return (found["page"] or found["name"] or "").lower() if found else ""


def is_of_other(text: str) -> bool:
    """Tell whether an ID without a name may be of another game than Galaxies."""
    found = ID.match(text)
    return found is not None and _OTHER.fullmatch(text, found.end()) is not None
