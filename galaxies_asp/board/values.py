"""Frozen dataclasses that are made in a third of the time.

Python's own decorator compiles six methods for each class, which takes a millisecond,
and short commands load forty classes. Here `__init__` is compiled, others are shared.
"""

import dataclasses
from dataclasses import field, fields, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **options):
        """Make a dataclass; the options are those of Python's own decorator."""
        if cls is None:
            return partial(dataclass, **options)
        if not options.get("frozen") or options.keys() & {"slots", "order"}:
            return dataclasses.dataclass(**options)(cls)
        is_derived = hasattr(cls, "__dataclass_fields__")
        without = {"eq": False, "repr": False, "frozen": is_derived}
        cls = dataclasses.dataclass(**options | without)(cls)
        if not is_derived:
            cls.__setattr__, cls.__delattr__ = _set_once, _keep
            cls.__dataclass_params__.frozen = True  # for derived classes
        if options.get("eq", True):
            names = [one.name for one in fields(cls) if one.compare]
            cls._compared = attrgetter("__class__", *names)
            cls.__eq__, cls.__hash__ = _is_equal, _hash
        if options.get("repr", True):
            cls.__repr__ = _shown
        return cls


def _set_once(self: Any, name: str, value: object) -> None:
    values = self.__dict__
    if name in values or name not in self.__dataclass_fields__:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    values[name] = value


def _keep(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _is_equal(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return self._compared(self) == self._compared(other)


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _shown(self: Any) -> str:
    shown = (one.name for one in fields(self) if one.repr)
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({values})"
