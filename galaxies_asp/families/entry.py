"""A board of any family, as commands and the page take it."""

from typing import TYPE_CHECKING, Union

from galaxies_asp.families.galaxies.sheet import GalaxiesSheet

if TYPE_CHECKING:  # not loaded for puzzles of Galaxies
    from galaxies_asp.families.sheet import Sheet

Entry = Union[GalaxiesSheet, "Sheet"]
"""Both have the methods that commands need, so that no command asks for the family."""
