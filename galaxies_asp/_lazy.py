"""Packages that import the modules of their names when the names are first used."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


def import_on_use(package: str, modules: Mapping[str, Sequence[str]]) -> None:
    """Let a package offer names of its modules without importing these.

    Parameters
    ----------
    package
        The name of the package.
    modules
        The names that each module defines.
    """
    places = {name: module for module, names in modules.items() for name in names}

    class Package(ModuleType):
        """A package; its functions hide its subpackages of the same names."""

        def __getattr__(self, name: str) -> Any:
            if name not in places:
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            value = getattr(import_module(f"{package}.{places[name]}"), name)
            setattr(self, name, value)
            return value

        def __setattr__(self, name: str, value: Any) -> None:
            # An import of the package `solve` would replace the function `solve`.
            if not (name in places and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted({*super().__dir__(), *places})

    sys.modules[package].__class__ = Package
