"""Exit codes."""

import errno

from galaxies_asp.board.errors import (
    DisagreementError,
    LimitError,
    MissingLibraryError,
    OptionError,
    OutputError,
)
from galaxies_asp.processes.progress import ClusterLostError, SolverCrashedError

ANSWERED = 0
NEGATIVE = 1
USAGE_ERROR = 2
LIMIT_REACHED = 3
DATA_ERROR = 65
MISSING_LIBRARY = 69
INTERNAL_ERROR = 70
OUTPUT_ERROR = 74
TRY_AGAIN = 75
INTERRUPTED = 130


def worst(codes: list[int]) -> int:
    """Return the code for several answers: a fault, bad data, a limit, a negative."""
    for code in (INTERNAL_ERROR, DATA_ERROR, LIMIT_REACHED, NEGATIVE):
        if code in codes:
            return code
    return ANSWERED


def code_of(error: Exception) -> int:
    """Return the exit code for an error."""
    if isinstance(error, (LimitError, MemoryError)):
        return LIMIT_REACHED
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return USAGE_ERROR
    if isinstance(error, (OutputError, OSError)):
        return OUTPUT_ERROR
    if isinstance(error, (DisagreementError, SolverCrashedError)):
        return INTERNAL_ERROR
    if isinstance(error, MissingLibraryError):
        return MISSING_LIBRARY
    if isinstance(error, ClusterLostError):
        return TRY_AGAIN
    return USAGE_ERROR if isinstance(error, OptionError) else DATA_ERROR
