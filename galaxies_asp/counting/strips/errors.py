"""Errors of requests about strips."""

from galaxies_asp.board.errors import GalaxiesError, LimitError


class StripError(GalaxiesError):
    """The strip does not exist: for instance, more stars than rows."""


class TooLargeError(StripError, LimitError):
    """The strip needs too much memory or time; the message names the limit."""
