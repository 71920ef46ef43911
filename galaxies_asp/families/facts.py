"""Families whose positions say themselves which facts and atoms they are."""

from typing import Protocol, TypeVar

from galaxies_asp.core.asp.atoms import Atoms
from galaxies_asp.core.family import Family


class Described(Protocol):
    """A position with its facts, and its atoms if anything is drawn."""

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""

    @property
    def atoms(self) -> Atoms | None:
        """What is drawn; None if nothing is."""


D = TypeVar("D", bound=Described)


class FactFamily(Family[D]):
    """A family of such positions."""

    def facts(self, position: D) -> str:
        """Return the facts of a puzzle."""
        return position.facts

    def atoms(self, position: D) -> Atoms | None:
        """Return what is drawn as atoms of the output; None if nothing is."""
        return position.atoms
