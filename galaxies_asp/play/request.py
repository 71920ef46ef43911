"""A request of the page: a JSON object, read field by field."""

import base64
import binascii
import json
from collections.abc import Collection
from typing import Any

from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import SQUARE, Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.notation import parse_all

MAX_CELLS = 10_000
"""Larger boards are not shown."""


class Request:
    """The fields of a request; a faulty field raises OptionError."""

    def __init__(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise OptionError("a request is a JSON object")
        self._fields = fields

    def text(self, name: str, default: str | None = None) -> str:
        """Return a field that is a string."""
        value = self._fields.get(name, default)
        if not isinstance(value, str):
            raise OptionError(f"the field {name!r} is not a text")
        return value

    def number(
        self, name: str, least: float, most: float, default: float | None = None
    ) -> float:
        """Return a field that is a number from `least` to `most`."""
        value = self._fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"the field {name!r} is not a number")
        if not least <= value <= most:
            raise OptionError(f"{name} is {value}: {least} to {most} are possible")
        return value

    def integer(
        self, name: str, least: int, most: int, default: int | None = None
    ) -> int:
        """Return a field that is a whole number from `least` to `most`."""
        value = self.number(name, least, most, default)
        if value != int(value):
            raise OptionError(f"the field {name!r} is not a whole number")
        return int(value)

    def flag(self, name: str) -> bool:
        """Return a field that is true or false; false if it is missing."""
        return self._fields.get(name) is True

    def has(self, name: str) -> bool:
        """Tell whether a field is there."""
        return self._fields.get(name) is not None

    def choice(self, name: str, values: Collection[str], default: str) -> str:
        """Return a field that is one of some texts."""
        value = self.text(name, default)
        if value not in values:
            raise OptionError(f"{name} is {value!r}: one of {', '.join(values)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a field that is a list of strings."""
        values = self._fields.get(name, [])
        if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
            raise OptionError(f"the field {name!r} is not a list of texts")
        return tuple(values)

    def points(self, name: str) -> tuple[Point, ...]:
        """Return a field that is a list of points [x, y]."""
        values = self._fields.get(name, [])
        if not isinstance(values, list):
            raise OptionError(f"the field {name!r} is not a list")
        return tuple(map(_point, values))

    def point(self, name: str) -> Point:
        """Return a field that is a point [x, y]."""
        return _point(self._fields.get(name))

    def data(self, name: str) -> bytes:
        """Return a field that holds bytes in base64."""
        try:
            return base64.b64decode(self.text(name), validate=True)
        except binascii.Error:
            raise OptionError(f"the field {name!r} is not base64") from None

    def position(self, name: str = "board") -> Position:
        """Return a field that is a puzzle with what is drawn on it.

        It is an object as in the notation `json`.
        """
        value = self._fields.get(name)
        if not isinstance(value, dict):
            raise OptionError(f"the field {name!r} is not a board")
        return bounded(parse_all(json.dumps(value), "json"))[0]


def bounded(positions: list[Position]) -> list[Position]:
    """Return the positions if the page can show each board.

    Raises
    ------
    OptionError
        If it cannot: the board is too large, or its cells are no squares.
    """
    for position in positions:
        puzzle = position.puzzle
        if puzzle.lattice != SQUARE:
            raise OptionError(
                f"the page shows boards of square cells, not {puzzle.lattice.name} ones"
            )
        if puzzle.width * puzzle.height > MAX_CELLS:
            raise OptionError(
                f"a board of {puzzle.width}x{puzzle.height} cells is too large for "
                f"the page: at most {MAX_CELLS} cells"
            )
    return positions


def _point(value: Any) -> Point:
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int:
            return Point(x, y)
    raise OptionError(f"{value!r} is not a point [x, y]")
