"""Marks of single test cases."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from galaxies_asp.compiled.library import library

POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX is needed")
"""Tests of pipes, terminals, and signals to processes."""

NEEDS_LIBRARY = pytest.mark.skipif(library() is None, reason="there is no library")
"""Tests of what only the compiled library has, or does in time."""


def _marked_if(
    mark: pytest.MarkDecorator,
    is_marked: Callable[[Any], bool],
    cases: Iterable[object],
) -> list[ParameterSet]:
    """Mark some of the cases of a parameter."""
    return [
        pytest.param(case, marks=[mark] if is_marked(case) else []) for case in cases
    ]


slow_if = partial(_marked_if, pytest.mark.slow)
nightly_if = partial(_marked_if, pytest.mark.nightly)


def others_nightly(cases: Sequence[Any], why: str = "") -> list[ParameterSet]:
    """Leave the first case of a parameter in its tier; see `tests.harness.cost`."""
    mark = pytest.mark.nightly(why) if why else pytest.mark.nightly
    return [cases[0], *(pytest.param(case, marks=[mark]) for case in cases[1:])]
