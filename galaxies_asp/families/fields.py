"""Fields of addresses, files and game IDs: kinds, and the predicates of their atoms."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import DeclarationError, NotationError, did_you_mean
from galaxies_asp.core.notation.codes import Values
from galaxies_asp.families.address_kinds import HERE, numbered
from galaxies_asp.families.framed import SECOND

_FIELD = re.compile(r"(\w+)(?:\(([\w,]+)\))?")
FLAG = "flag"
_PREDICATES = {
    **dict.fromkeys(("numbers", "few", "blocks"), (1, 2)),
    "pearls": (2,),
    **dict.fromkeys(("sums", "frame"), (3,)),
    "marks": (0,),
    FLAG: (3,),
}
"""How many predicates a kind can have, if others than none and one."""


@dataclass(frozen=True)
class Field:
    """A kind, and the predicates of its atoms."""

    kind: str
    names: tuple[str, ...]

    def atoms(self, values: Values) -> Iterator[Atom]:
        """Yield the atoms of values."""
        names = self.names
        for point, value in values.items() if names else ():
            place = () if point == HERE else (point,)
            if self.kind == "pearls":
                yield Atom(names[value - 1], place)
            elif self.kind == "sums":
                sums = zip(names, value, strict=False)
                yield from (Atom(name, (point, n)) for name, n in sums if n)
                if min(point) > 0:
                    yield Atom(names[2], place)
            else:
                name = names[-1] if value == SECOND else names[0]
                name = names[1] if self.kind == "frame" and value is True else name
                is_marked = value is True or value == SECOND
                yield Atom(name, place if is_marked else (*place, value))

    def values(self, atoms: Iterable[Atom]) -> Values:
        """Return the values of atoms; a number that is missing is 1.

        Raises `ValueError` if a place has two.
        """
        values: Values = {HERE: 1} if self.kind == "count" else {}
        for name, arguments in (atom for atom in atoms if atom.name in self.names):
            point, number = arguments[0], self.names.index(name)
            if self.kind == "count":
                values[HERE] = point
            elif self.kind == "sums":
                sums = [*values.get(point, (0, 0)), 0]
                sums[number] = arguments[-1]
                values[point] = (*sums[:2],)
            elif point in values:
                raise ValueError(f"two atoms at {point}")
            elif self.kind == "pearls":
                values[point] = number + 1
            elif len(arguments) == 1:
                values[point] = SECOND if number and name == self.names[-1] else True
            else:
                values[point] = arguments[1]
        return numbered(values) if self.kind == "regions" else values


class Fields(tuple[Field, ...]):
    """Fields in their order."""

    __slots__ = ()

    def atoms(self, found: Iterable[Values], width: int, height: int) -> list[Atom]:
        """Return the atoms of a board with the values of each field."""
        atoms = [Atom("width", (width,)), Atom("height", (height,))]
        for field, values in zip(self, found, strict=True):
            atoms += field.atoms(values)
        return atoms

    def values(self, atoms: Collection[Atom]) -> list[Values]:
        """Return the values of each field."""
        return [field.values(atoms) for field in self]

    def others(self, facts: Iterable[Atom]) -> list[str]:
        """Return the predicates of facts that no field holds."""
        held = {"width", "height", *(name for field in self for name in field.names)}
        return sorted({fact.name for fact in facts if fact.name not in held})


def check_held(others: Sequence[str], notation: str) -> None:
    """Raise `NotationError` if a notation cannot hold some predicates."""
    if others:
        fault = f"the notation {notation} cannot hold {', '.join(others)}"
        raise NotationError(fault)


def line_in(text: str, word: str, form: str) -> re.Match[str] | None:
    """Return the line that begins with a word in the header of an encoding.

    `form`: a pattern of what follows. Raises `DeclarationError` if it is another one.
    """
    start = rf"(?m)^[ \t%*]*{word}:\s+"
    found, line = re.search(rf"{start}{form}\.\s*$", text), re.search(start, text)
    if line and not found:
        fault = f"{word}: names and kinds, divided by commas, end with a full stop"
        raise DeclarationError(fault, text.count("\n", 0, line.end()) + 1)
    return found


def fields_in(
    text: str, word: str, line: int, known: Collection[str], names: Collection[str] = ()
) -> Fields:
    """Return the fields that a line declares behind a word.

    `names`: the predicates that are declared, if that is asked. Raises
    `DeclarationError` if a kind or a predicate is not known, or a kind is not where it
    can be.
    """
    found = _FIELD.findall(text)
    fields = Fields(Field(kind, tuple(filter(None, n.split(",")))) for kind, n in found)
    before = ""
    for field in fields:
        if fault := _fault(field, before, known):
            raise DeclarationError(f"{word}: {fault}", line)
        before = field.kind
        predicates = field.names[1:2] if field.kind == FLAG else field.names
        for name in predicates if names else ():
            if name not in names:
                fault = f"{word}: no comment declares {name!r}"
                raise DeclarationError(f"{fault}{did_you_mean(name, names)}", line)
    return fields


def _fault(field: Field, before: str, known: Collection[str]) -> str:
    """Return what is wrong with a field behind one of another kind."""
    if field.kind not in known:
        meant = did_you_mean(field.kind, known) or f"; known: {', '.join(known)}"
        return f"there is no kind {field.kind!r}{meant}"
    if field.kind == "rooms" and before != "regions":
        return "rooms stand behind regions"
    numbers = _PREDICATES.get(field.kind, (0, 1))
    if len(field.names) not in numbers:
        said = " or ".join(map(str, numbers))
        return f"{field.kind} has {said} predicates, not {len(field.names)}"
    return ""
