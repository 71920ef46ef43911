"""Packages that import the modules of their names when the names are first used."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_OFFER = re.compile(r"^    from (\S+) import (?:\(\s+)?(\w+) as \2\b", re.MULTILINE)


def offered(
    package: str, file: str
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` of a package.

    It offers what its file imports for annotations, as in `from a.b import c as c`. No
    module of the package may have the name of something that it offers.
    """
    text = Path(file).with_suffix(".py").read_text("utf-8")
    places = {name: module for module, name in _OFFER.findall(text)}

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(places[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return [*places], get, names
