"""Annotations of fields: what a field means, and which values it may have.

    wiggliness: Annotated[float, Range(0, 1), "Shape of the regions."] = 0.7

A text is the meaning. Schemas of JSON, options of commands and forms of the page derive
from these annotations, and `check` refuses other values.
"""

from collections.abc import Callable
from functools import cache
from inspect import signature
from math import inf
from types import NoneType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

from galaxies_asp.core.board.arguments import of_kind
from galaxies_asp.core.board.errors import OptionError, check_collection

Note = TypeVar("Note")


class Range(NamedTuple):
    """The finite numbers from the least to the greatest one."""

    least: float = -inf
    most: float = inf

    def check(self, name: str, number: float) -> None:
        """Raise `OptionError` if a number is not in the range."""
        if not (self.least <= number <= self.most and abs(number) < inf):
            possible = f"at least {self.least}"
            if self.most < inf:
                possible = f"{self.least} to {self.most} are possible"
            raise OptionError(f"{name} is {number}: {possible}")


class Field(NamedTuple):
    """A field of a record, or a parameter of a function."""

    name: str
    kind: Any
    """The type of its values, without None."""
    takes_none: bool
    """Whether None is a value."""
    notes: tuple[object, ...]
    """The annotations."""
    default: Any
    """`Parameter.empty` if there is none."""

    def note(self, kind: type[Note]) -> Note | None:
        """Return the annotation of a type. Raises `TypeError` if there are several."""
        found = [note for note in self.notes if isinstance(note, kind)]
        if len(found) > 1:
            raise TypeError(f"{self.name} has several annotations: {found}")
        return found[0] if found else None

    @property
    def choices(self) -> tuple[str, ...]:
        """The possible values of a `Literal`; empty for other types."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()


@cache
def fields_of(record: Callable[..., object]) -> tuple[Field, ...]:
    """Return the fields of a class, or the parameters of a function."""
    fields = []
    for name, parameter in signature(record).parameters.items():
        annotation = parameter.annotation
        notes = getattr(annotation, "__metadata__", ())
        kind = get_args(annotation)[0] if notes else annotation
        others = [one for one in get_args(kind) if one is not NoneType]
        takes_none = NoneType in get_args(kind)
        if takes_none and len(others) == 1:
            (kind,) = others
        fields.append(Field(name, kind, takes_none, notes, parameter.default))
    return tuple(fields)


def field_of(record: Callable[..., object], name: str) -> Field:
    """Return the field with a name."""
    return next(field for field in fields_of(record) if field.name == name)


def check(record: object) -> None:
    """Check the values of a frozen record; lists in it become tuples.

    Raises `OptionError` if a number is out of its range, or no choice, or a tuple has
    another length. Raises `TypeError` if a value is missing, or is no collection.
    """
    kind: Callable[..., object] = type(record)
    for field in fields_of(kind):
        value, range_ = getattr(record, field.name), field.note(Range)
        if value is None:
            if not field.takes_none:
                raise TypeError(f"{field.name} is None; leave it out for the default")
            continue
        if field.kind in (int, float, str):
            of_kind(field.name, field.kind, value)
        if range_ is not None:
            range_.check(field.name, value)
        if field.choices and value not in field.choices:
            names = ", ".join(field.choices)
            raise OptionError(f"{field.name} is {value!r}: one of {names}")
        if get_origin(field.kind) is tuple:
            values = _tuple(field.name, value)
            object.__setattr__(record, field.name, values)
            parts = get_args(field.kind)
            if Ellipsis not in parts and len(values) != len(parts):
                raise OptionError(f"{field.name} is {value!r}, not {len(parts)} values")


def _tuple(name: str, value: Any) -> tuple[object, ...]:
    """Return a tuple of a list, an array, or another collection, and so in it."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    values = check_collection(name, value)
    return tuple(_tuple(name, v) if isinstance(v, list | tuple) else v for v in values)
