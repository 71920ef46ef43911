"""How the making of a puzzle of another family than Galaxies may end without one."""

from galaxies_asp.core.board.errors import GalaxiesError


class GenerationError(GalaxiesError):
    """No puzzle was found."""


class StoppedError(Exception):
    """Work stopped while clues were left out; its argument: the puzzle, solved."""
