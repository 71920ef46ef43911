"""Positions of a family as pictures, in its notations, and as JSON."""

from importlib import import_module
from typing import Any

from galaxies_asp.asp.encodings import header_of
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.drawing.scene import Scene, of_text
from galaxies_asp.families.family import Family


def fields(family: Family, position: Any) -> Any:
    """Return a solution as JSON."""
    if family.fields is not None:
        return family.fields(position)
    return sorted(family.atoms(position) or ())


def scene_of(family: Family, position: Any) -> Scene:
    """Return a position as a scene, if need be of the characters of its text.

    Raises
    ------
    GalaxiesError
        If the family draws none.
    """
    if family.scene is not None:
        return family.scene(position)
    if family.drawing is None:
        raise GalaxiesError(f"{family.name} draws no boards, only facts")
    return of_text(family.drawing(position, False))


def rules_of(family: Family) -> str:
    """Return the rules in words: the header of the first encoding; maybe empty."""
    paths = next(iter(family.encodings.values()), ())
    return header_of(paths[-1]) if paths else ""


PICTURES = {
    "svg": ("svg", "paint"),
    "tikz": ("tikz", "tikz_of"),
    "png": ("raster", "png_of"),
    "pdf": ("raster", "pdf_of"),
}
"""The module and the function that paint a scene in each format."""


def picture(family: Family, position: Any, format_: str) -> str | bytes:
    """Return a position as a picture in one of the formats.

    Raises
    ------
    GalaxiesError
        If the family draws none.
    MissingLibraryError
        If the format needs a library that is not installed.
    """
    module, paint = PICTURES[format_]
    painter = getattr(import_module(f"galaxies_asp.drawing.{module}"), paint)
    painted: str | bytes = painter(scene_of(family, position))
    return painted


def written(family: Family, position: Any, notation: str) -> str:
    """Return a position in a notation of its family, as text or as facts.

    Raises
    ------
    GalaxiesError
        If the family has no such notation.
    """
    if notation == "text":
        return family.written(position)
    if notation == "facts":
        atoms = sorted(family.atoms(position) or ())
        return family.facts(position) + "".join(f"{atom}.\n" for atom in atoms)
    if notation not in family.notations:
        known = ", ".join(("text", *family.notations, "facts"))
        raise GalaxiesError(f"{family.name} has no format {notation!r}; known: {known}")
    return family.notations[notation](position)
