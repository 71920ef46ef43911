"""The families: the built-in ones by name, folders and Python files of the user."""

from functools import cache
from pathlib import Path

from galaxies_asp.errors import OptionError
from galaxies_asp.families.family import Family

BUILT_IN = (
    *("galaxies", "hexagonal-fences", "square-fences"),
    *("ring-ring", "two-not-touch", "circuit-board"),
)
"""The names of the built-in families; the first is the default."""


@cache
def family_named(name: str) -> Family:
    """Return a family: built-in, a folder, or a Python file.

    A Python file is executed. It is executed only if it is named as the family.

    Raises
    ------
    OptionError
        If there is none with this name, or it is faulty.
    """
    base, *variants = name.split("+")
    if base == "galaxies":
        from galaxies_asp.families.galaxies.family import galaxies

        return galaxies(frozenset(variants))
    if name.endswith("-fences") and name in BUILT_IN:
        from galaxies_asp.families.fences.family import fences

        return fences(name)
    if name in BUILT_IN:
        from galaxies_asp.families.clue_puzzles.family import clues

        return clues(name)
    from galaxies_asp.families.own import from_folder, from_python

    path = Path(name)
    if path.is_dir():
        return from_folder(path)
    if path.is_file() and path.suffix == ".py":
        return from_python(path)
    raise OptionError(
        f"no family {name!r}: neither a folder nor a Python file nor a built-in one "
        f"({', '.join(BUILT_IN)})"
    )
