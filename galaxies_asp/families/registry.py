"""The families by name; no family is imported before it is used.

A new built-in family is a module with a function `family(name)`, and a line here.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from galaxies_asp.asp.atoms import facts_of, joined, signature
from galaxies_asp.errors import EncodingError, NotationError, OptionError
from galaxies_asp.families.family import Family, Sheet

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
def family_named(name: str) -> Family:
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


def recognized(text: str) -> Family | None:
    """Return a family in whose notation a text is; None: a text of Galaxies."""
    for name, listed in _LISTED.items():
        if listed.mark is not None and listed.mark.match(text):
            return family_named(name)
    return None


def sheets(text: str, label: str, family: Family | None = None) -> Iterator[Sheet]:
    """Yield the puzzles of a text, in a notation of a family or as facts.

    Parameters
    ----------
    label
        The name of puzzles that have no name of their own; numbered if there are more.
    family
        The family; by default, the text is recognized.

    Raises
    ------
    NotationError
        If the text is malformed.
    """
    known = recognized(text)
    family = family or known or family_named(BUILT_IN[0])
    if family.read is not None and known is not None:
        positions = family.read(text)
    else:
        positions = [_from_facts(family, text)]
    for number, position in enumerate(positions, 1):
        numbered = label if len(positions) == 1 else f"{label}#{number}"
        name, of = family.labels(position)
        yield Sheet(family_named(of or family.name), name or numbered, position)


def _from_facts(family: Family, text: str) -> Any:
    """Return the position of facts; atoms of the output are drawn on it."""
    try:
        facts = facts_of(text)
        outputs = {atom for atom in facts if signature(atom) in family.outputs}
        puzzle = family.puzzle(joined(atom for atom in facts if atom not in outputs))
        return family.drawn(puzzle, frozenset(outputs)) if outputs else puzzle
    except (EncodingError, ValueError) as error:
        message = f"no puzzle of {family.name}, and no facts of one ({error})"
        raise NotationError(message) from None
