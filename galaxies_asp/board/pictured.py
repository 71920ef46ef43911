"""Boards as pictures in notebooks; the drawings are made by a later package."""

from collections.abc import Callable
from typing import Any, ClassVar


class Pictured:
    """A board that a notebook shows as a picture.

    Attributes
    ----------
    painter
        Returns the SVG of a board. The top-level package sets it when it is imported.
    """

    painter: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        return type(self).painter(self)
