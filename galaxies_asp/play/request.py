"""A request of the page: a JSON object, read field by field."""

import base64
import json
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from galaxies_asp.core.asp import encodings
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.atoms import Atoms, joined
from galaxies_asp.core.board.errors import EncodingError, NotationError, OptionError
from galaxies_asp.core.board.fields import Range, field_of
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import AnyFamily, AnySheet
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.reading import Read, sheets
from galaxies_asp.families.registry import family_named, is_shipped
from galaxies_asp.play.messages import PROGRAM

if TYPE_CHECKING:  # loads more modules than a board
    from galaxies_asp.explaining.words.marks import Mark

T = TypeVar("T")

MAX_CELLS = 10_000
"""Larger boards are not shown."""


class Request:
    """The fields of a request; a faulty field raises OptionError.

    `folder` is that of a family that the user has named; the page reads no other one.
    """

    rules: Rules = STANDARD
    """The rules by which the board is judged, solved and explained."""

    def __init__(self, fields: object, folder: str | None = None) -> None:
        if not isinstance(fields, dict):
            raise OptionError("a request is a JSON object")
        self._fields = fields
        self.folder = folder

    def _typed(
        self, name: str, kind: type[T], meant: str, default: T | None = None
    ) -> T:
        value = self._fields.get(name)
        value = default if value is None else value
        if not isinstance(value, kind):
            raise OptionError(f"the field {name!r} is not a {meant}")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a field that is a string."""
        value = self._typed(name, str, "text", default)
        if re.search("[\0\ud800-\udfff]", value):
            raise OptionError(f"the field {name!r} has a character that is none")
        return value

    def number(
        self, name: str, least: float, most: float, default: float | None = None
    ) -> float:
        """Return a field that is a number from `least` to `most`."""
        value = self._fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"the field {name!r} is not a number")
        Range(least, most).check(name, value)
        return value

    def integer(
        self, name: str, least: float, most: float, default: int | None = None
    ) -> int:
        """Return a field that is a whole number from `least` to `most`."""
        value = self.number(name, least, most, default)
        if value != int(value):
            raise OptionError(f"the field {name!r} is not a whole number")
        return int(value)

    def declared(self, record: Callable[..., object], name: str, called: str) -> Any:
        """Return a field whose values and default a class declares by annotations."""
        field = field_of(record, name)
        if field.choices:
            return self.choice(called, field.choices, field.default)
        read = self.integer if field.kind is int else self.number
        return read(called, *field.note(Range) or Range(), field.default)

    def size(self, most: int) -> tuple[int, int]:
        """Return the width and the height."""
        return self.integer("width", 1, most), self.integer("height", 1, most)

    def seed(self) -> int:
        """Return the seed that is asked for, or a random one."""
        if self.has("seed"):
            return self.integer("seed", 0, 2**31)
        import random  # loads more libraries than a move

        return random.SystemRandom().randrange(2**31)

    def fields(self, name: str) -> "Request":
        """Return a field that is an object; an empty one if it is missing."""
        return Request(self._fields.get(name) or {}, self.folder)

    def family(self) -> AnyFamily:
        """Return the family that is named, or Galaxies; no Python file is run."""
        if not self.has("family"):
            return GALAXIES
        name = self.text("family")
        if not is_shipped(name) and name != self.folder:
            raise OptionError(
                "the page plays built-in types, and that of the folder that `galaxies "
                f"play --family` names, not {name!r}"
            )
        return family_named(name)

    def flag(self, name: str) -> bool:
        """Return a field that is true or false; false if it is missing."""
        return self._fields.get(name) is True

    def has(self, name: str) -> bool:
        """Tell whether a field is there."""
        return self._fields.get(name) is not None

    def choice(
        self, name: str, values: Collection[str], default: str | None = None
    ) -> str:
        """Return a field that is one of some texts."""
        value = self.text(name, default)
        if value not in values:
            raise OptionError(f"{name} is {value!r}: one of {', '.join(values)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a field that is a list of strings."""
        values = self._typed(name, list, "list of texts", [])
        if not all(isinstance(value, str) for value in values):
            raise OptionError(f"the field {name!r} is not a list of texts")
        return tuple(values)

    def atoms(self, name: str) -> Atoms:
        """Return a field that is a list of atoms, written as clingo writes them."""
        return frozenset(facts_of(joined(self.texts(name))))

    def point(self, name: str) -> Point:
        """Return a field that is a point [x, y]."""
        value = self._fields.get(name)
        if (
            isinstance(value, list)
            and len(value) == 2
            and set(map(type, value)) == {int}
        ):
            return Point(*value)
        raise OptionError(f"{value!r} is not a point [x, y]")

    def marks(self) -> list["Mark"]:
        """Return the marks of an explanation that are to be drawn."""
        from galaxies_asp.explaining.words.marks import Mark, Role

        listed = self._typed("marks", list, "list", [])
        return [
            Mark(
                one.point("at"), Role(one.choice("role", [*Role])), one.text("text", "")
            )
            for one in (Request(mark, self.folder) for mark in listed)
        ]

    def data(self, name: str) -> bytes:
        """Return a field that holds bytes in base64."""
        try:
            return base64.b64decode(self.text(name), validate=True)
        except ValueError:
            raise OptionError(f"the field {name!r} is not base64") from None

    def boards(self) -> list[AnySheet]:
        """Return the list of boards."""
        values = self._typed("boards", list, "list")
        return [Request({"board": value}, self.folder).board() for value in values]

    def board(self) -> AnySheet:
        """Return the puzzle with what is drawn on it; see `boards`."""
        value = self._typed("board", dict, "board")
        if "family" not in value:
            (board,) = bounded(sheets(json.dumps(value), notation="json"))
            return board
        family = Request(value, self.folder).family()
        (board,) = bounded(sheets(json.dumps(value), family=family))
        return board

    def encoding_name(self) -> str:
        """Return the name of the encoding that is asked for, never a path."""
        if self.has("family"):
            family = self.family()
            usual = next(iter(family.encodings), "")
            return self.choice("encoding", family.encodings, usual)
        known = (*encodings.BUILT_IN, *encodings.MIXES)
        base = self.choice("encoding", known, encodings.GROW)
        changes, without = self.texts("with"), self.texts("without")
        changes += self.texts("variants")
        for part in (*changes, *without):
            if part not in encodings.part_names():
                raise EncodingError(f"there is no part {part!r}")
        return encodings.mixed(base, [*changes, *(f"no-{name}" for name in without)])

    @contextmanager
    def encoding(self) -> Iterator[str]:
        """Give the encoding that is asked for: its name, or a file with a program.

        A program of the user is bound like any other encoding: it runs no script and
        reads no file but the parts that are shipped.
        """
        name = self.encoding_name()
        if not self.has("program"):
            yield name
            return
        import tempfile  # loads more libraries than a move

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / PROGRAM
            path.write_text(self.text("program"), encoding="utf-8")
            yield "+".join([str(path), *self.texts("variants")])

    @contextmanager
    def under(self) -> Iterator[Rules]:
        """Give the rules that the field `under` names: an encoding, or a program.

        They count for boards of the same family.
        """
        under = self.fields("under")
        family = under.text("family", "")
        if not self.has("under") or self.fields("board").text("family", "") != family:
            yield STANDARD
            return
        with under.encoding() as encoding:
            yield Rules(encoding)


def bounded(read: Read) -> list[AnySheet]:
    """Return boards if the page can show each one.

    Raises `NotationError` if one of them could not be read. Raises `OptionError` if a
    board is too large.
    """
    boards = []
    for board in read:
        if isinstance(board, NotationError):
            raise board
        cells, height, width = board.size
        if cells > MAX_CELLS:
            size = f"{width}x{height}" if width else f"{cells}"
            raise OptionError(
                f"a board of {size} cells is too large for the page: at most "
                f"{MAX_CELLS} cells"
            )
        boards.append(board)
    return boards
