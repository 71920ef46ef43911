"""What can be wrong with a strip that is asked about."""

from galaxies_asp.errors import GalaxiesError, LimitError


class StripError(GalaxiesError):
    """The strip cannot be: for instance, more stars than rows."""


class TooLargeError(StripError, LimitError):
    """The strip is beyond what memory or time allow; the message says by how much."""
