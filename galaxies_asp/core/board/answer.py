"""Answers: typed objects, from which their JSON and its schema are derived.

The type of a field is `Annotated` with what it means, which becomes the description in
the schema:

    @dataclass(frozen=True)
    class CountAnswer(PuzzleAnswer):
        \"\"\"Answer of galaxies count --json.\"\"\"

        count: Annotated[Natural, "Number of solutions."]
        note: Annotated[str, "A remark."] = ""

A field with a default is missing in the JSON where it has this value; `ABSENT` is the
default of a field whose value may be null. A record that is its own answer says by
`PRIVATE` what the JSON lacks, and by `Shown` which properties it has.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

from galaxies_asp.core.board.fields import Range

Fields = dict[str, Any]
"""The fields of a JSON object by their names."""


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT

PRIVATE: Mapping[str, bool] = MappingProxyType({"is_private": True})
"""The metadata of a field that the JSON object lacks."""
MERGED: Mapping[str, bool] = MappingProxyType({"is_merged": True})
"""The metadata of a field whose value is a part or None: the object has its fields."""


class Shown(property):
    """A property that the JSON object has, with its docstring as the description."""


Natural = Annotated[int, Range(0)]
Positive = Annotated[int, Range(1)]
Seconds = Annotated[float, Range(0), "CPU seconds."]
Name = Annotated[str, "Name of the puzzle."]
Width = Annotated[Positive, "Columns of cells."]
Height = Annotated[Positive, "Rows of cells."]
Encoding = Annotated[str, "Encoding that gave the answer."]
DecidedBy = Annotated[str, "What decided: propagation or search."]
StoppedBy = Annotated[
    str | None,
    "Why the search ended early: models, time, memory, interrupt; null if it was "
    "exhausted.",
]
LabelRows = Annotated[
    Sequence[Sequence[Natural | None]],
    "The dot of each cell, row by row, counted from 0; null: the cell is missing or "
    "has no dot.",
]


MOST_EXACT = 2**53
"""Larger numbers are rounded by programs that read JSON numbers as floats, such as jq;
beside them, the field with `_exact` behind its name has the digits as a text."""


class Part:
    """An object within an answer, or an answer without a version: a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    has_defaults: ClassVar[bool] = False
    """Whether the JSON object has fields with their defaults, too."""

    @classmethod
    def of(cls, source: object, **more: object) -> Self:
        """Return the object with the attributes of a source, and others by name."""
        names = [field.name for field in fields(cls) if hasattr(source, field.name)]
        return cls(**{name: getattr(source, name) for name in names} | more)

    def fields(self) -> Fields:
        """Return the fields of the JSON object; their values may be parts, too."""
        values: Fields = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if "is_merged" in one.metadata:
                values |= {} if value is None else value.fields()
            elif "is_private" not in one.metadata and (
                self.is_required(one) or value != one.default
            ):
                values[one.name] = value
        values |= {name: getattr(self, name) for name in self.shown()}
        large = {name: exact for name in values if (exact := _exact(values[name]))}
        return values | {f"{name}_exact": exact for name, exact in large.items()}

    @classmethod
    def is_required(cls, field: Field[object]) -> bool:
        """Tell whether the JSON object always has a field."""
        return cls.has_defaults or field.default is MISSING

    @classmethod
    @cache
    def shown(cls) -> list[str]:
        """Return the names of the properties that the JSON object has."""
        return [name for name in dir(cls) if isinstance(getattr(cls, name), Shown)]

    def json(self, *, is_compact: bool = False) -> str:
        """Return the object as JSON on one line; compact JSON contains no blanks."""
        separators = (",", ":") if is_compact else None
        return json.dumps(self, default=_encoded, separators=separators)

    def plain(self) -> Fields:
        """Return the object as dictionaries, lists and values."""
        values: Fields = plain(self)
        return values


def _exact(value: object) -> object:
    """Return a number above `MOST_EXACT` as a text, lists of such as lists of texts.

    None for other values.
    """
    match value:
        case int():
            return str(value) if abs(value) > MOST_EXACT else None
        case list() | tuple() if any(map(_exact, value)):
            return [_exact(one) or one for one in value]
        case dict() if any(map(_exact, value.values())):
            return {key: _exact(one) or one for key, one in value.items()}
    return None


def plain(value: object) -> Any:
    """Return a value with parts in it as JSON has it: objects, lists and scalars."""
    return json.loads(json.dumps(value, default=_encoded))


def _encoded(value: object) -> object:
    if isinstance(value, Part):
        return value.fields()
    raise TypeError(f"no JSON for {type(value).__name__}")


class Answer(Part):
    """An answer: one object with the version of its format; a dataclass."""

    schema: ClassVar[int] = 1

    def fields(self) -> Fields:
        """Return the fields of the JSON object, the version first."""
        return {"schema": self.schema} | super().fields()


@dataclass(frozen=True)
class PuzzleAnswer(Answer):
    """An answer about a puzzle."""

    id: Name
    family: Annotated[str, "Name of the family."] = field(
        default="galaxies", kw_only=True
    )
