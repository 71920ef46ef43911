"""Marks of single test cases."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX is needed")
"""Tests of pipes, terminals, and signals to processes."""


def slow_if(
    is_slow: Callable[[Any], bool], cases: Iterable[object]
) -> list[ParameterSet]:
    """Mark the cases of a parameter that no default test has."""
    return [
        pytest.param(case, marks=[pytest.mark.slow] if is_slow(case) else [])
        for case in cases
    ]
