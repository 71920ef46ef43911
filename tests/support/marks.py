"""Marks of single test cases."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def slow_if(
    is_slow: Callable[[Any], bool], cases: Iterable[object]
) -> list[ParameterSet]:
    """Mark the cases of a parameter that only `-m slow` runs."""
    return [
        pytest.param(case, marks=[pytest.mark.slow] if is_slow(case) else [])
        for case in cases
    ]
