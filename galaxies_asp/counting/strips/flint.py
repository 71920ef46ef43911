"""The library python-flint, which is imported only where polynomials are needed."""

from typing import Any

from galaxies_asp.board.errors import MissingLibraryError


def import_flint() -> Any:
    """Return the module flint.

    Raises `MissingLibraryError` if it is not installed.
    """
    try:
        import flint
    except ImportError:
        raise MissingLibraryError(
            "generating functions need python-flint: pip install python-flint"
        ) from None
    return flint
