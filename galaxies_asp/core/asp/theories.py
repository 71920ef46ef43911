"""Theories of theory atoms: libraries with clingo's interface."""

from typing import TYPE_CHECKING

from galaxies_asp.core.board.errors import MissingLibraryError

if TYPE_CHECKING:
    from galaxies_asp.core.asp.clingo import Theory

THEORIES = ("dl",)

PREFIX = "__diff_"
"""How the atoms that clingo-dl reads begin."""


def theory_named(name: str) -> "Theory | None":
    """Return a new theory: `dl`, difference constraints; None for an empty name.

    Raises `MissingLibraryError` if its library is not installed.
    """
    if not name:
        return None
    try:
        from clingodl import ClingoDLTheory
    except ImportError:
        message = "--theory dl needs clingo-dl: pip install 'galaxies-asp[dl]'"
        raise MissingLibraryError(message) from None
    theory: Theory = ClingoDLTheory()  # type: ignore[no-untyped-call]
    return theory
