"""Atoms as values: facts of puzzles, and what is drawn on them."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

Value: TypeAlias = int | str | tuple["Value", ...]
"""A number, a point, another tuple of values, or the text of another term."""


Arguments: TypeAlias = tuple[Any, ...]
"""The arguments of an atom: values of which each predicate knows the kind."""


class Atom(NamedTuple):
    """An atom; `str` returns it as clingo prints it."""

    name: str
    """The predicate, after `-` if the atom is strongly negated."""
    arguments: Arguments = ()
    """Values; see `Value`."""

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}({','.join(map(printed, self.arguments))})"

    def __lt__(self, other: object) -> bool:
        """Tell whether the atom comes first as a text."""
        return str(self) < str(other)

    @property
    def signature(self) -> str:
        """The signature, such as `galaxy/2`."""
        return f"{self.name}/{len(self.arguments)}"


Atoms = frozenset[Atom]


def texts_of(atoms: Iterable[Atom]) -> list[str]:
    """Return atoms as texts, sorted."""
    return sorted(map(str, atoms))


def joined(facts: Iterable[object]) -> str:
    """Return facts as a text, one per line."""
    return "".join(f"{fact}.\n" for fact in facts)


def unquoted(value: Value) -> str:
    """Return a value as text, a string without its quotation marks."""
    text = printed(value)
    if not text.startswith('"'):
        return text
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text[1:-1])


def printed(value: Value) -> str:
    """Return a value as clingo prints it."""
    if not isinstance(value, tuple):
        return str(value)
    end = "," if len(value) == 1 else ""
    return f"({','.join(map(printed, value))}{end})"
