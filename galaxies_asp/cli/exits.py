"""Exit codes."""

import errno
from collections.abc import Collection

from galaxies_asp.core.board import errors
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.processes.errors import SolverCrashedError, WorkerDiedError

ANSWERED = 0
NEGATIVE = 1
USAGE_ERROR = 2
LIMIT_REACHED = 3
DATA_ERROR = 65
MISSING_LIBRARY = 69
INTERNAL_ERROR = 70
OUTPUT_ERROR = 74
INTERRUPTED = 130

LIMITS = (LimitReachedError, WorkerDiedError)
"""The errors of a worker process that was stopped."""

_OF_ERRORS: dict[type[Exception] | tuple[type[Exception], ...], int] = {
    (*LIMITS, errors.LimitError, MemoryError): LIMIT_REACHED,
    (errors.OutputError, OSError): OUTPUT_ERROR,
    (errors.DisagreementError, SolverCrashedError): INTERNAL_ERROR,
    errors.MissingLibraryError: MISSING_LIBRARY,
    errors.OptionError: USAGE_ERROR,
}
"""The first that fits counts; any other is about data."""


_EXTRAS = {"flint": "exact", **dict.fromkeys(("starlette", "uvicorn", "h11"), "play")}
"""The extra that a library belongs to, where modules import it at once."""


def missing_library(error: ModuleNotFoundError) -> str:
    """Return how to install the library of an extra that a module lacks, or nothing."""
    library = (error.name or "").partition(".")[0]
    if library not in _EXTRAS:
        return ""
    extra = _EXTRAS[library]
    return f"this needs the library {library}: pip install 'galaxies-asp[{extra}]'"


def worst(codes: Collection[int]) -> int:
    """Return the code for several answers: a fault, bad data, a limit, a negative."""
    order = (INTERNAL_ERROR, DATA_ERROR, LIMIT_REACHED, NEGATIVE)
    return next((code for code in order if code in codes), ANSWERED)


def code_of(error: Exception) -> int:
    """Return the exit code for an error."""
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return USAGE_ERROR
    found = (code for kind, code in _OF_ERRORS.items() if isinstance(error, kind))
    return next(found, DATA_ERROR)
