"""The library that the build compiles of the C files in this folder, if it could.

Without a compiler, on another processor, or in a browser there is none. Puzzles are
solved without it; counts say that they need it.
"""

import ctypes
import os
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent

_NUMBERS, _BYTES, _POINTER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
"""Types of parameters: an array that is written, bytes that are read, an object."""
_INT, _LONG, _UNSIGNED = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64
_TYPES: dict[str, tuple[type | None, Sequence[type]]] = {
    "galaxies_board": (_POINTER, (_BYTES, _INT, _BYTES, _BYTES, _NUMBERS)),
    "galaxies_settle": (_INT, (_POINTER,)),
    "galaxies_undecided": (_INT, (_POINTER,)),
    "galaxies_uncovered": (_INT, (_POINTER,)),
    "galaxies_search": (_INT, (_POINTER, _INT, _LONG, _NUMBERS, _NUMBERS)),
    "galaxies_open": (_INT, (_POINTER,)),
    "galaxies_probe": (_INT, (_POINTER, _LONG)),
    "galaxies_components": (_INT, (_POINTER, _INT, _LONG, _NUMBERS, _NUMBERS)),
    "galaxies_list": (None, (_POINTER, _INT, *[_NUMBERS] * 7)),
    "galaxies_free": (None, (_POINTER,)),
    "galaxies_maker": (_POINTER, (_BYTES, _INT, _BYTES)),
    "galaxies_make": (
        _INT,
        (_POINTER, _UNSIGNED, _INT, _INT, _LONG, _POINTER, *[_NUMBERS] * 2),
    ),
    "galaxies_end": (None, (_POINTER,)),
    "galaxies_make_many": (
        _INT,
        (_POINTER, _BYTES, *[_INT] * 2, _LONG, *[_NUMBERS] * 4),
    ),
    "galaxies_solve_many": (_INT, (_NUMBERS, *[_INT] * 3, _LONG, *[_NUMBERS] * 5)),
    "galaxies_verify": (_INT, (_NUMBERS, _INT, *[_NUMBERS] * 3)),
    "galaxies_verify_all": (
        _INT,
        (_NUMBERS, _INT, _BYTES, _NUMBERS, _INT, _BYTES, _INT, _NUMBERS),
    ),
    "galaxies_covering": (_POINTER, (*[_INT] * 3, *[_BYTES] * 6, _INT)),
    "galaxies_cover": (_INT, (_POINTER, _LONG, _NUMBERS)),
    "galaxies_forget": (None, (_POINTER,)),
}
"""The results and the parameters of the functions; `counting.compiled` has others."""


def library() -> ctypes.CDLL | None:
    """Return the library, or None if there is none; see `missing`."""
    found = _opened()
    return None if isinstance(found, str) else found


def missing() -> str:
    """Return why there is no library; empty if there is one."""
    found = _opened()
    return found if isinstance(found, str) else ""


@cache
def _opened() -> ctypes.CDLL | str:
    path, reason = _FOLDER / "galaxies.so", _FOLDER / "reason.txt"
    if os.environ.get("GALAXIES_PURE"):
        return "GALAXIES_PURE is set; unset it"
    if not path.exists():
        why = (
            reason.read_text("utf-8").strip() if reason.exists() else "it is not built"
        )
        return f"{why}; install a C compiler, then the package again"
    try:
        found = ctypes.CDLL(str(path))
        version = found.galaxies_sources
    except (OSError, AttributeError) as error:  # of another processor, or damaged
        why = str(error).removeprefix(f"{path}: ")
        return f"{path} cannot be loaded ({why}); install the package again"
    version.restype = ctypes.c_uint32
    sources = sorted(_FOLDER.glob("*.[ch]"))
    if version() != zlib.crc32(b"".join(path.read_bytes() for path in sources)):
        return f"{path} is of another version; install the package again"
    for name, (result, parameters) in _TYPES.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, parameters
    return found
