"""Types of options that are numbers."""

from math import isfinite
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A number in a range; neither infinite nor `nan`, which every range contains."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; refuse a text that is none in the range."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number
