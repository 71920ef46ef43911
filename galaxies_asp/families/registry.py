"""The families by name; no family is imported before it is used.

A new built-in family is a module with a function `family(name)`, and a line here.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.errors import OptionError

if TYPE_CHECKING:  # it loads clingo, which not all commands need
    from galaxies_asp.families.family import Family

_FENCES = re.compile(
    r"""\s*+(?:\#[^\n]*+\s*+|(?:name|source|goal):[^\n]*+\s*+)*+
    (?: \{(?=[^\n]*"side") | (?:\.|\d++)(?:[ ]++(?:\.|\d++))++[ ]*+(?:\n|$) )""",
    re.VERBOSE,
)


class _Listed(NamedTuple):
    """A built-in family: its module, and how every text in its notations begins."""

    module: str
    mark: re.Pattern[str] | None = None


_LISTED = {
    "galaxies": _Listed("galaxies"),
    "hexagonal-fences": _Listed("fences", _FENCES),
    "square-fences": _Listed("fences"),
    **{
        name: _Listed("clue_puzzles", re.compile(rf"\s*{name}\b"))
        for name in ("ring-ring", "two-not-touch", "circuit-board")
    },
}

BUILT_IN = tuple(_LISTED)
"""The names of the built-in families; the first is the default."""


@cache
def family_named(name: str) -> "Family":
    """Return a family: built-in, a folder, or a Python file.

    A Python file is executed. It is executed only if it is named as the family.

    Raises
    ------
    OptionError
        If there is none with this name, or it is faulty.
    """
    listed = _LISTED.get(name.partition("+")[0])
    if listed is None and not Path(name).exists():
        raise OptionError(
            f"no family {name!r}: neither a folder nor a Python file nor a built-in "
            f"one ({', '.join(BUILT_IN)})"
        )
    module = "own" if listed is None else f"{listed.module}.family"
    family: Family = import_module(f"galaxies_asp.families.{module}").family(name)
    return family


def recognized(text: str) -> str | None:
    """Return the name of a family in whose notation a text is; None if in none."""
    for name, listed in _LISTED.items():
        if listed.mark is not None and listed.mark.match(text):
            return name
    return None
