"""Atoms in words, as the comments of an encoding declare them; many are told together.

    Words: {P} has a star | {P} has no star.

says that an atom holds, and that it does not. Atoms that differ in the first of these
names are told in one sentence. Where no words are declared, the documentation of the
predicate is read, or else the atom.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, takewhile, zip_longest
from typing import NamedTuple

from galaxies_asp.core.board.atoms import Atom, Value, unquoted
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.words.clauses import joined

MOST = 6
"""The greatest number of names in a sentence; of more, some are counted."""

WHOLE = sys.maxsize
"""The same in what follows from a step: all of it is named."""

_PLACE = r"\{(\w+)\}"

_NAME = r"\(-?\d+,-?\d+\)|\bc\d+r\d+\b|\b(?:north|south)?(?:east|west|north|south)\b"
"""A place or a direction."""
_PLURALS = (
    (r"^ is (?:a|an) (.*)", r" are \1s"),
    (r"^ is no (.*)", r" are no \1s"),
    (r"^ is\b", " are"),
    (r"^there is (?:a|an) (\w+)", r"there are \1s"),
    (r"^ has (?:a|an) (.*)", r" have \1s"),
    (r"^ has no (.*)", r" have no \1s"),
    (r"^ has\b", " have"),
    (r"^ does\b", " do"),
    (r"^ (\w+[^su\W])s\b", r" \1"),
)
"""How the words after several names differ from those after one."""

_CONTRARIES = (
    (r"^there is an? ", "there is no "),
    (r"^(the \w+) (\w+[^su\W])s\b", r"\1 does not \2"),
    (r"(\}|^\w+) is\b", r"\1 is not"),
    (r"(\}|^\w+) has\b", r"\1 does not have"),
    (r"\} (\w+(?:sh|ch|ss|x|z))es\b", r"} does not \1"),
    (r"\} (\w+[^su\W])s\b", r"} does not \1"),
)
"""How words that say that an atom holds become those that it does not."""


class _Part(NamedTuple):
    """A sentence about an atom: texts, and the names between them."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    order: tuple[tuple[int, int], ...]
    """The rows and columns of the places, for the order of names in a list."""


class Phrases(NamedTuple):
    """The words of the atoms of an encoding."""

    declared: Mapping[str, Declaration]
    """What the comments of the encoding declare."""
    named: Callable[[Value, str], str]
    """Returns the name of a value on the board, given the variable that it is for."""
    usual: Callable[[Atom], str]
    """Returns an atom of the output in words, where none are declared; else nothing."""

    def said(self, atoms: Iterable[tuple[Atom, bool]], most: int = MOST) -> str:
        """Return which atoms hold and which do not, in words; many are counted.

        `most`: the greatest number of names in a sentence.
        """
        parts = list(dict.fromkeys(self._parts(*one) for one in atoms))
        groups, left = _grouped(parts), 0
        if len(parts) > most and len(groups) > 2:
            groups, left = _grouped(parts[: most - 1]), len(parts) - most + 1
        said: list[str] = []
        last = ""
        for subject, rest in (_told(group, most) for group in groups):
            if subject and subject == last:
                said[-1] += f" and{rest}"
            else:
                said.append(subject + rest)
            last = subject
        return "; ".join([*said, *([f"{left} more"] if left else [])])

    def _parts(self, atom: Atom, holds: bool) -> _Part:
        """Return the words around the names in a sentence about an atom."""
        text, values = self._template(atom, holds)
        split = re.split(_PLACE, text)
        names = tuple(values.get(name, name) for name in split[1::2])
        order = tuple((p.y, p.x) for p in atom.arguments if isinstance(p, Point))
        return _Part(tuple(split[::2]), names or ("",), order)

    def _template(self, atom: Atom, holds: bool) -> tuple[str, dict[str, str]]:
        known = self.declared.get(atom.signature)
        text = self.usual(atom)
        words = () if known is None else known.words
        if known is not None and not words and text in ("", str(atom)):
            words = _documented(known)
        if known is None or not words:
            text = text or str(atom)
            if text.partition(" ")[0] in ("a", "an"):
                text = f"there is {text}"
            if re.fullmatch(r"\w+ at \S+", text):
                text = f"there is a {text}"
            places = re.findall(_NAME, text)
            names = {f"P{number}": place for number, place in enumerate(places)}
            for name, place in names.items():
                text = text.replace(place, f"{{{name}}}", 1)
                if place.startswith("("):
                    point = Point(*map(int, place[1:-1].split(",")))
                    names[name] = self.named(point, name)
            return text if holds else _contrary(text), names
        yes, *no = words
        pairs = zip(known.arguments, atom.arguments, strict=False)
        values = {name: self.named(value, name) for name, value in pairs}
        return yes if holds else "".join(no[:1]) or _contrary(yes), values


def _contrary(words: str) -> str:
    """Return that something does not hold."""
    for one, other in _CONTRARIES:
        changed, count = re.subn(one, other, words, count=1)
        if count:
            return changed
    return f"it is false that {words}"


def _documented(known: Declaration) -> tuple[str, ...]:
    """Return the words of the documentation of a predicate."""
    said = re.sub(r"^(Input|Output)\. ", "", " ".join(known.text.split()))
    said = re.split(r"\.(?: |$)", said)[0]
    for name in known.arguments:
        kind = r"(?:\b[Tt]he (?:cell|side|edge|corner|point) )?"
        said = re.sub(rf"{kind}\b{re.escape(name)}\b", f"{{{name}}}", said)
    return (said[0].lower() + said[1:],) if said else ()


def _grouped(parts: Sequence[_Part]) -> list[list[_Part]]:
    """Return sentences that differ in their first name alone, or in their last one.

    Or in their last two, as in `from c1r1 to c2r3`; whichever gives fewest groups.
    """
    ways = []
    for some, varying in ((parts, 0), (parts, -1), (list(map(_paired, parts)), -1)):
        groups: dict[object, list[_Part]] = {}
        for part in some:
            fixed = list(part.names)
            fixed[varying] = ""
            groups.setdefault((part.texts, *fixed), []).append(part)
        ways.append(list(groups.values()))
    return min(ways, key=len)


def _paired(part: _Part) -> _Part:
    """Return a sentence whose last two names are one: `c1r1 to c2r3`."""
    if len(part.names) < 2 or part.texts[-2] not in (" to ", " and "):
        return part
    *texts, between, end = part.texts
    *names, one, other = part.names
    pair = f"{one}{between}{other}"
    return part._replace(texts=(*texts, end), names=(*names, pair))


def _told(group: Sequence[_Part], most: int) -> tuple[str, str]:
    """Return sentences that differ in one name as one sentence, in reading order.

    Its subject comes first, or nothing if it begins with other words.
    """
    parts = sorted(group, key=lambda part: part.order)
    texts, names = list(parts[0].texts), list(parts[0].names)
    firsts = list(dict.fromkeys(part.names[0] for part in parts))
    is_negative = re.search(r"\b(no|not)\b", " ".join(texts)) is not None
    if len(firsts) > 1:
        word = "or" if texts[0] and is_negative else "and"
        names[0] = listed(firsts, most, word)
        is_subject = not re.search(r"\b(by|to|from|at) $", texts[0])
        texts[1:2] = map(_plural, texts[1:2]) if is_subject else texts[1:2]
    elif len(parts) > 1:
        lasts = [part.names[-1] for part in parts]
        names[-1] = listed(lasts, most, "or" if is_negative else "and")
    if len(parts) > 1:
        texts[0] = _plural(texts[0])
    if texts[0]:
        names, texts = ["", *names], ["", *texts]
    rest = "".join(map("".join, zip_longest(texts[1:], names[1:], fillvalue="")))
    return names[0], rest


def listed(names: Sequence[str], most: int = MOST, word: str = "and") -> str:
    """Return names in a list; of many, the first ones and the number of the others."""
    names = _in_runs(names) if len(names) > MOST else names
    if any(re.search(r"\d to c\d", name) for name in names):
        most = most // 2 + 1  # each is two names
    if len(names) > most:
        few = min(most, MOST) - 1
        names = [*names[:few], f"{len(names) - few} more"]
    if len(names) > 1 and all(re.fullmatch(r"dot [A-Z]+|\d+ more", n) for n in names):
        return f"dots {joined((name.removeprefix('dot ') for name in names), word)}"
    return joined(names, word)


def _in_runs(names: Sequence[str]) -> list[str]:
    """Return names of cells, those of three or more in a line as `c1r2 to c1r6`."""
    found = [re.fullmatch(r"c(\d+)r(\d+)", name) for name in names]
    left = {(int(one[2]), int(one[1])) for one in found if one is not None}
    if len(left) < len(names):
        return list(names)
    said: list[str] = []
    while left:
        row, column = min(left)
        across = ((row, column + n) for n in count())
        down = ((row + n, column) for n in count())
        run, other = (list(takewhile(left.__contains__, way)) for way in (across, down))
        run = other if len(other) > len(run) else run
        run = run if len(run) > 2 else run[:1]
        left -= {*run}
        ends = dict.fromkeys((run[0], run[-1]))
        said.append(" to ".join(f"c{x}r{y}" for y, x in ends))
    return said


def _plural(words: str) -> str:
    for one, many in _PLURALS:
        changed, count = re.subn(one, many, words)
        if count:
            return changed
    return words


def value_name(value: Value, named: Callable[[Point], str]) -> str:
    """Return the name of a point, or another value without quotation marks."""
    if isinstance(value, Point):
        return named(value)
    return unquoted(value).replace("_", " ")
