"""Fences on square cells: a verifier in Python, notations, a maker of puzzles."""

from pathlib import Path
from runpy import run_path

from galaxies_asp.counting.loops.lattice import SQUARE as LATTICE


def _shared(name):
    return run_path(str(Path(__file__).parents[1] / name))


_FENCES = _shared("fences.py")["Fences"](LATTICE)
verify, obstacle, remark = _FENCES.verify, _FENCES.obstacle, _FENCES.remark
random_instance = _FENCES.random_instance


def generator(rng, size, report):
    """Return the facts of a puzzle with exactly one solution."""
    return _shared("fences_making.py")["made"](_FENCES, rng, size, report)


def read(text):
    """Return the boards of rows of cells."""
    return _shared("fences_reading.py")["read"](text)


def of_fields(fields):
    """Return the board of an object of JSON."""
    return _shared("fences_reading.py")["of_fields"](fields)
