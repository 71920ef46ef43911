"""The compiled functions of counts; see `compiled/counting.c`.

Arrays are checked: their types, and that they are contiguous.
"""

import ctypes
from functools import cache

import numpy as np
from numpy.ctypeslib import ndpointer

from galaxies_asp.compiled.library import library, missing
from galaxies_asp.core.board.errors import MissingLibraryError


@cache
def functions() -> ctypes.CDLL:
    """Return the functions; raise `MissingLibraryError` if there are none."""
    if (found := library()) is None:
        raise MissingLibraryError(f"this needs the compiled functions: {missing()}")
    words, ints, halves = map(_array, (np.uint64, np.int64, np.uint32))
    number, small, word = ctypes.c_int64, ctypes.c_int, ctypes.c_uint64
    for name, types in {
        "divisions_rehash": [words, number, words, number],
        "divisions_find": [words, number, word, words],
        "divisions_search": [
            *(words, words, small, small, words, number, number, number),
            *(words, words, ints),
        ],
        "blocks_add": [words, ints, number, halves, word, words],
        "classes_hash": [*(ints, number, halves, halves, words, words, number, number)],
        "classes_options": [
            *(ints, halves, halves, ints, ints, halves, ints, number, number, number),
            *(ints, ints, small, halves, halves),
        ],
        "classes_group": [words, ints, number, number, number, ints, small, ints],
        "residues_push": [words, number, ints, halves, words, small, words, words],
    }.items():
        getattr(found, name).argtypes = types
    return found


def _array(kind: type) -> object:
    return ndpointer(kind, flags="C_CONTIGUOUS")
