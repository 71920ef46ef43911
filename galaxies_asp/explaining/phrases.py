"""Atoms in words, as the comments of an encoding declare them; many are told together.

    Words: {P} has a star | {P} has no star.

says that an atom holds, and that it does not. Atoms that differ in the first of these
names are told in one sentence. Where no words are declared, the documentation of the
predicate is read, or else the atom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from galaxies_asp.core.board.atoms import Atom, Value, unquoted
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.grid import Point, cell_name, is_cell, sides

MOST = 6
"""The greatest number of names in a sentence; of more, some are counted."""

_PLACE = r"\{(\w+)\}"

_PLURALS = (
    (r"^ is (?:a|an) (.*)", r" are \1s"),
    (r"^ is no (.*)", r" are no \1s"),
    (r"^ is\b", " are"),
    (r"^ has (?:a|an) (.*)", r" have \1s"),
    (r"^ has no (.*)", r" have no \1s"),
    (r"^ has\b", " have"),
    (r"^ does\b", " do"),
    (r"^ would be\b", " would be"),
    (r"^ (belong|visit|leave|lead|hold|contain)s\b", r" \1"),
)
"""How the words after several names differ from those after one."""


class Phrases(NamedTuple):
    """The words of the atoms of an encoding.

    Attributes
    ----------
    declared
        What the comments of the encoding declare.
    named
        Returns the name of a value on the board, given the variable that it is for.
    usual
        Returns an atom of the output in words, where none are declared; else nothing.
    """

    declared: Mapping[str, Declaration]
    named: Callable[[Value, str], str]
    usual: Callable[[Atom], str]

    def is_silent(self, signature: str) -> bool:
        """Tell whether reasons do not mention a predicate."""
        known = self.declared.get(signature)
        return known is not None and known.words == ("", "")

    def said(self, atoms: Iterable[tuple[Atom, bool]], most: int = MOST) -> str:
        """Return which atoms hold and which do not, in words; many are counted."""
        groups: dict[tuple[str, str], list[str]] = {}
        for atom, holds in atoms:
            start, name, end = self._parts(atom, holds)
            names = groups.setdefault((start, end), [])
            if name not in names:
                names.append(name)
        total = sum(map(len, groups.values()))
        room = most if total <= most else most - 1
        said: list[str] = []
        for (start, end), names in groups.items():
            shown = names[:room]
            room -= len(shown)
            if shown:
                words = _plural(end) if len(shown) > 1 else end
                said.append(f"{start}{listed(shown)}{words}")
        more = total - min(total, most - 1) if total > most else 0
        return "; ".join([*said, *([f"{more} more"] if more else [])])

    def _parts(self, atom: Atom, holds: bool) -> tuple[str, str, str]:
        """Return what is before the first name, the name, and what is after it."""
        text, values = self._template(atom, holds)
        match = re.search(_PLACE, text)
        if match is None or match[1] not in values:
            return "", text, ""
        end = re.sub(_PLACE, lambda m: values.get(m[1], m[0]), text[match.end() :])
        return text[: match.start()], values[match[1]], end

    def _template(self, atom: Atom, holds: bool) -> tuple[str, dict[str, str]]:
        known = self.declared.get(atom.signature)
        text = self.usual(atom)
        words = () if known is None else known.words
        if known is not None and not words and text in ("", str(atom)):
            words = _documented(known)
        if known is None or not words:
            text = text or str(atom)
            article, _, rest = text.partition(" ")
            if article in ("a", "an"):
                return f"there is {text if holds else f'no {rest}'}", {}
            return text if holds else f"not: {text}", {}
        yes, *no = words
        pairs = zip(known.arguments, atom.arguments, strict=False)
        values = {name: self.named(value, name) for name, value in pairs}
        return yes if holds else no[0] if no else f"not: {yes}", values


def _documented(known: Declaration) -> tuple[str, ...]:
    """Return the words of the documentation of a predicate."""
    said = re.sub(r"^(Input|Output)\. ", "", " ".join(known.text.split()))
    said = re.split(r"\.(?: |$)", said)[0]
    for name in known.arguments:
        said = re.sub(rf"\b{re.escape(name)}\b", f"{{{name}}}", said)
    return (said[0].lower() + said[1:],) if said else ()


def listed(names: Sequence[str], most: int = MOST) -> str:
    """Return names in a list; of many, the first ones and the number of the others."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def _plural(words: str) -> str:
    for one, many in _PLURALS:
        changed, count = re.subn(one, many, words)
        if count:
            return changed
    return words


def place_name(point: Point, width: int = 0, height: int = 0) -> str:
    """Return the name of a cell, a side or a corner of squares, for sentences."""
    x, y = point
    if is_cell(point):
        return cell_name(point)
    if x % 2 or y % 2:
        one, other = sides(point)
        if min(one) < 0 or min(other) < 0:
            inner = other if min(one) < 0 else one
            return f"the {'top' if y == 0 else 'left side'} of {cell_name(inner)}"
        if width and (other.x > 2 * width or other.y > 2 * height):
            return f"the {'bottom' if x % 2 else 'right side'} of {cell_name(one)}"
        return f"{cell_name(one)}-{cell_name(other)}"
    right, below = x > 0, y > 0
    cell = Point(x - 1 if right else 1, y - 1 if below else 1)
    side = f"{'lower' if below else 'upper'} {'right' if right else 'left'}"
    return f"the {side} corner of {cell_name(cell)}"


def value_name(value: Value, named: Callable[[Point], str]) -> str:
    """Return the name of a point, or another value without quotation marks."""
    if isinstance(value, Point):
        return named(value)
    return unquoted(value).replace("_", " ")
