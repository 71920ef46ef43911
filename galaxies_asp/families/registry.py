"""The families by name: Galaxies, shipped folders, and those of users."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.galaxies import GALAXIES

_HEAD = 10_000
"""The characters of a text by which it is recognized."""

_HEADERS = ("#", "name:", "source:", "goal:")
"""How lines begin that may stand above drawings."""

_BUILT_IN = {GALAXIES.name: GALAXIES}


@cache
def family_named(name: str) -> AnyFamily:
    """Return a family: built-in, a folder, or a Python file.

    A Python file is executed. It is executed only if it is named as the family.

    Raises `OptionError` if there is none with this name, or it is faulty.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if not is_shipped(name) and not Path(name).exists():
        known = ", ".join(all_names())
        raise OptionError(
            f"no family {name!r}: neither a folder nor a Python file nor a shipped one "
            f"({known})"
        )
    own = import_module(".own", __package__)  # which knows the names, too
    found: AnyFamily = own.family(name)
    return found


def all_names() -> list[str]:
    """Return the names of Galaxies, which is the default, and of shipped folders."""
    return [*_BUILT_IN, *folders()]


def is_shipped(name: str) -> bool:
    """Tell whether a text may name a family: it is shipped, and not Galaxies."""
    return name in names()


def folders() -> dict[str, Path]:
    """Return the shipped folders of families by name."""
    found = sorted(families().glob("*/encoding.lp"))  # pip adds `__pycache__`
    return {path.parent.name: path.parent for path in found}


def families() -> Path:
    """Return the place of the shipped folders."""
    return data_folder("encodings") / "families"


@cache
def names() -> dict[str, tuple[Path, str]]:
    """Return the folder and the usual facts of each name of a shipped folder.

    `Alias: NAME, stars(2).` in the header of an encoding gives the folder another name,
    under which puzzles without such a fact have it.
    """
    found = {name: (path, "") for name, path in folders().items()}
    for name, (alias, facts) in declared(r"Alias: ([\w-]+)(?:, (.*))?"):
        found[alias] = found[name][0], f"{facts}." if facts else ""
    return found


def declared(pattern: str) -> list[tuple[str, Any]]:
    """Return the names of shipped folders with what their headers declare in a line."""
    return [
        (name, said)
        for name, path in folders().items()
        for said in re.findall(
            rf"(?m)^{pattern}\.$", (path / "encoding.lp").read_text(encoding="utf-8")
        )
    ]


def recognized(text: str) -> str | None:
    """Return the name of a family in whose notation a text is; None if in none.

    A text that begins with the name, maybe in a comment, is in one of that family.
    """
    lines = (line.strip() for line in text[:_HEAD].splitlines())
    said = (line for line in lines if line and not line.startswith(_HEADERS))
    first = next(said, "")
    cells = first.lstrip("%").split()
    if cells and cells[0] in names():
        return cells[0]
    return None


@cache
def readers() -> dict[str, str]:
    """Return the shipped folder that reads a form of texts, by the form.

    `Reads: side, visit.` in the header of an encoding says that the family reads
    objects of JSON with the field `side`, and rows below a line `goal: visit`.
    """
    return {
        form: name
        for name, forms in declared("Reads: (.*)")
        for form in forms.split(", ")
    }
