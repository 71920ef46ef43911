"""Exit codes, and the error of output."""

ANSWERED = 0
NEGATIVE = 1
USAGE_ERROR = 2
LIMIT_REACHED = 3
DATA_ERROR = 65
MISSING_LIBRARY = 69
OUTPUT_ERROR = 74
INTERRUPTED = 130


class OutputError(Exception):
    """A result cannot be written."""


def worst(codes: list[int]) -> int:
    """Return the code for several answers: bad data, a limit, a negative answer."""
    for code in (DATA_ERROR, LIMIT_REACHED, NEGATIVE):
        if code in codes:
            return code
    return ANSWERED
