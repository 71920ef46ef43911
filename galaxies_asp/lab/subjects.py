"""The subjects of the lab: what it knows of each family beside the family itself."""

from functools import cache

from galaxies_asp.core.asp.theories import THEORIES
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.galaxies import galaxies_named
from galaxies_asp.lab.subject import OPTIMA, Subject


@cache
def subject_named(name: str) -> Subject:
    """Return a family for the lab: built-in, a folder, or a Python file.

    A name may begin with a theory, as in `dl:galaxies`.

    Raises `OptionError` if there is none with this name.
    """
    theory, colon, rest = name.partition(":")
    if colon and theory == OPTIMA:
        return subject_named(rest).optimal()
    if colon and theory in THEORIES:
        return subject_named(rest).under(theory)
    if name.partition("+")[0] == NAME:
        return galaxies_named(name)
    return Subject(family_named(name))
