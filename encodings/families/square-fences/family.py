"""Fences on square cells: a verifier in Python, notations, a maker of puzzles."""

from pathlib import Path
from runpy import run_path

_SHARED = run_path(str(Path(__file__).parents[1] / "fences.py"))
_FENCES = _SHARED["Fences"](_SHARED["SQUARE"])
verify, obstacle, remark = _FENCES.verify, _FENCES.obstacle, _FENCES.remark
random_instance, generator = _FENCES.random_instance, _FENCES.generator
of_fields = _FENCES.of_fields
