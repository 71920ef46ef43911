"""The families whose encodings are compared, by name."""

from functools import cache
from pathlib import Path

from galaxies_asp.core.asp.encodings import variants
from galaxies_asp.core.galaxies import NAME
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.galaxies import ComparedGalaxies, galaxies_named, galaxies_with


@cache
def compared_family(name: str) -> AnyFamily:
    """Return a family whose encodings are compared: built-in, a folder, or a file.

    That of Galaxies may end with variants of its rules, as in `galaxies+thin`.

    Raises `OptionError` if there is none with this name.
    """
    if name.partition("+")[0] == NAME:
        return galaxies_named(name)
    return family_named(name)


def under_rules_of(family: AnyFamily, *encodings: str) -> AnyFamily:
    """Return a family with the variants of the rules that encodings share, if any.

    A file without variants in its name is judged by those of the others.
    """
    named = [variants(e) for e in encodings if variants(e) or not Path(e).is_file()]
    shared = named[0].intersection(*named[1:]) if named else frozenset()
    if not shared or not isinstance(family, ComparedGalaxies):
        return family
    return galaxies_with(shared)
