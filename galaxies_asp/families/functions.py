"""The functions of the Python file of a folder; faults in them are told by line."""

import runpy
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.atoms import joined
from galaxies_asp.core.board.errors import EncodingError, GalaxiesError, OptionError

T = TypeVar("T")

Functions = Mapping[str, Any]
"""The names of a Python file."""


_GONE = {
    "OUTPUTS": 'declare an "Output." in the encoding, or #show it',
    "INSTANCES": "write files into the folder instances/",
    "smaller": "boards are made smaller by their declarations",
}
"""What Python files had in version 2, and what there is instead."""


def executed(path: Path) -> Functions:
    """Return the names of a Python file, which is executed.

    Raises `OptionError` if it is faulty.
    """
    try:
        found = runpy.run_path(str(path))
    except Exception as error:
        raise OptionError(f"{path}: {type(error).__name__}: {error}") from None
    for name, instead in _GONE.items():
        if name in found:
            raise OptionError(f"{path}: {name} is not read any more; {instead}")
    return found


def called(
    functions: Functions,
    name: str,
    read: Callable[[Any], T],
    *given: object,
    **more: object,
) -> T:
    """Return what a function of a Python file returns, as `read` reads it.

    Raises `OptionError` with the line of a fault. Errors that say how work ended, or
    what is wrong with a board, are none.
    """
    function = functions[name]
    try:
        return read(function(*given, **more))
    except Exception as error:
        is_fault = not isinstance(error, GalaxiesError | MemoryError | TimeoutError)
        if not is_fault and not isinstance(error, EncodingError):
            raise
        file = functions["__file__"]
        frames = extract_tb(error.__traceback__)
        lines = [one.lineno for one in frames if one.filename == file]
        code = getattr(function, "__code__", None)
        line = lines[-1] if lines else getattr(code, "co_firstlineno", 1)
        fault = f"{type(error).__name__}: {error}"
        raise OptionError(f"{file}:{line}: {name}: {fault}") from None


def texts(found: Any) -> list[str]:
    """Return what a function returns as texts; a single text is one."""
    return [found] if isinstance(found, str) else [*map(str, found or ())]


def facts_in(found: object) -> str:
    """Return what a function returns as facts, or raise `EncodingError`."""
    return joined(facts_of(str(found)))
