"""Addresses and files of puzz.link for families, as their encodings describe them.

The header of an encoding names the genre, and what an address holds, in its order, each
with the predicate of its facts or of the output. What is drawn is in files only:

    Address: starbattle, count(stars), regions(region), shaded(star).

`KINDS` has the kinds that are known. `flag(f,visits,all)` says that the flag `f` of an
address stands for the fact `visits(all)`, which files cannot hold. A genre may have
several names, such as `akari|lightup`: the first one is written in addresses, the last
one in files.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from galaxies_asp.core.asp.atoms import size_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import DeclarationError, NotationError, did_you_mean
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.puzzlink import address_of, body_of, flag_of, genre_of
from galaxies_asp.core.notation.reading import Piece, read_lines
from galaxies_asp.families.address_kinds import (
    HERE,
    KINDS,
    Count,
    Field,
    Rooms,
    Values,
    numbered,
)
from galaxies_asp.notation import pzprv3

_DECLARED = re.compile(
    r"^[ \t%*]*Address:\s+([\w|]+)((?:,\s+\w+(?:\([\w,]+\))?)+)\.\s*$", re.MULTILINE
)
_FLAG = "flag"
_FIELD = re.compile(r"(\w+)(?:\(([\w,]+)\))?")
_PREDICATES = {
    **dict.fromkeys(("numbers", "few"), (1, 2)),
    "pearls": (2,),
    "sums": (3,),
    "marks": (0,),
}
"""How many predicates a kind can have, if others than none and one."""


@dataclass(frozen=True)
class AddressForm:
    """What addresses and files of a genre hold: its names, and fields in order."""

    genres: tuple[str, ...]
    fields: tuple[Field, ...]
    flags: Mapping[str, Atom]
    """The fact of each flag."""

    def read(self, text: str) -> Iterator[Sequence[Atom] | NotationError] | None:
        """Return the facts of each address or file; None if the text has none."""
        if pzprv3.recognizes(text):
            return map(self._of_file, pzprv3.files_in(text))
        lines = (line for line in text.splitlines() if not line.startswith("#"))
        is_address = genre_of(next(filter(str.strip, lines), ""))
        return read_lines(text, self.read_line) if is_address else None

    def read_line(self, line: Piece) -> list[Atom]:
        """Return the facts of an address, or of a file in one."""
        if pzprv3.recognizes(line):
            return self._of_file(pzprv3.files_in(line)[0])
        width, height, body = body_of(line, *self.genres, flags=self.flags)
        given = [field for field in self.fields if KINDS[field.kind].code]
        found: list[Values] = []
        kinds = _codes(given, found)
        for values in codes.read_codes(body, kinds, width, height):
            found.append(values)
        facts = [self.flags[flag] for flag in (flag_of(line),) if flag in self.flags]
        return _atoms(given, found, width, height) + facts

    def _of_file(self, lines: Sequence[Piece]) -> list[Atom]:
        width, height = pzprv3.head_of(lines, *self.genres)
        if not self.has_files:
            fault = "files of this genre are not read; its addresses are"
            raise lines[1].error(fault)
        has_marks = lines[0].endswith(".1")
        fields = [one for one in self.fields if one.kind != "marks" or has_marks]
        rest, found = lines[4:], []
        for field in fields:
            values, rows = dict[Any, Any](), KINDS[field.kind].rows
            if field.kind in ("count", "regions"):  # regions are counted before
                values, _ = Count().read([*rest, Piece("")][0], width, height)
                rest = rest[1:]
            if rows:
                values, rest = rows.read(rest, width, height)
            found.append(numbered(values) if field.kind == "regions" else values)
        return _atoms(fields, found, width, height)

    @property
    def has_files(self) -> bool:
        """Whether files hold all that addresses do."""
        return all(KINDS[one.kind].rows or one.kind == "count" for one in self.fields)

    def others(self, facts: Iterable[Atom], notation: str) -> list[str]:
        """Return the predicates of facts that a notation cannot hold."""
        held = {name for field in self.fields for name in field.names}
        held |= {"width", "height"}
        flags = self.flags.values() if notation == "puzzlink" else ()
        return sorted({o.name for o in facts if o.name not in held and o not in flags})

    def write(self, facts: Collection[Atom], notation: str) -> str:
        """Return an address (`puzzlink`), or a file with what is drawn (`pzprv3`).

        Raises `NotationError` if it cannot hold the facts.
        """
        is_file = notation == "pzprv3"
        fields = [one for one in self.fields if is_file or KINDS[one.kind].code]
        wanted = _values(fields, facts)
        try:
            if is_file and not self.has_files:
                raise ValueError(notation)
            if is_file:
                text = self._file(fields, wanted, size_of(facts))
            else:
                flag = next((f for f, one in self.flags.items() if one in facts), "")
                text = self._address(fields, wanted, size_of(facts), flag)
            (back,) = self.read(text) or [()]
        except (ValueError, LookupError):
            back = ()
        if isinstance(back, NotationError) or wanted != _values(fields, back):
            raise NotationError(f"the notation {notation} cannot hold this puzzle")
        return f"{text}\n"

    def _address(
        self,
        fields: Sequence[Field],
        wanted: list[Values],
        size: tuple[int, int],
        flag: str,
    ) -> str:
        ways = zip(_codes(fields, wanted), wanted, strict=True)
        body = "".join(code.write(values, *size) for code, values in ways)
        return address_of(self.genres[0], *size, body, flag)

    def _file(
        self, fields: Sequence[Field], wanted: list[Values], size: tuple[int, int]
    ) -> str:
        version = ".1" if Field("marks", ()) in fields else ""
        lines = [f"pzprv3{version}", self.genres[-1], f"{size[1]}", f"{size[0]}"]
        for field, values in zip(fields, wanted, strict=True):
            rows = KINDS[field.kind].rows
            if field.kind == "count":
                lines.append(f"{values[HERE]}")
            elif field.kind == "regions":
                lines.append(f"{len({*values.values()})}")
                lines += rows.write({c: n - 1 for c, n in values.items()}, *size)
            else:
                lines += rows.write(values, *size)
        return "\n".join(lines)


def _codes(fields: Iterable[Field], found: Sequence[Values]) -> Iterator[Any]:
    """Yield the codes of fields; those of rooms stand behind the values of regions."""
    for number, field in enumerate(fields):
        code = KINDS[field.kind].code
        is_of_rooms = field.kind == "rooms"
        yield replace(code, part=Rooms.of(found[number - 1])) if is_of_rooms else code


def _atoms(
    fields: Iterable[Field], found: Iterable[Values], width: int, height: int
) -> list[Atom]:
    """Return the atoms of the values of each field."""
    atoms = [Atom("width", (width,)), Atom("height", (height,))]
    for field, values in zip(fields, found, strict=True):
        atoms += field.atoms(values)
    return atoms


def _values(fields: Iterable[Field], atoms: Collection[Atom]) -> list[Values]:
    """Return the values of each field."""
    return [field.values(atoms) for field in fields]


def form_in(text: str) -> AddressForm | None:
    """Return what the text of an encoding declares; None if it declares nothing.

    Raises `DeclarationError` if a kind is not known, or is not where it can be.
    """
    declared = _DECLARED.search(text)
    if declared is None:
        return None
    found = _FIELD.findall(declared[2])
    every = [Field(kind, tuple(filter(None, n.split(",")))) for kind, n in found]
    fields = [field for field in every if field.kind != _FLAG]
    flags = [field.names for field in every if field.kind == _FLAG]
    before = ""
    for field in fields:
        if fault := _fault(field, before):
            line = text.count("\n", 0, declared.start(1)) + 1
            raise DeclarationError(f"Address: {fault}", line)
        before = field.kind
    facts = {flag: Atom(name, (value,)) for flag, name, value in flags}
    return AddressForm(tuple(declared[1].split("|")), tuple(fields), facts)


def _fault(field: Field, before: str) -> str:
    """Return what is wrong with a field behind one of another kind."""
    if field.kind not in KINDS:
        known = did_you_mean(field.kind, KINDS) or f"; known: {', '.join(KINDS)}"
        return f"there is no kind {field.kind!r}{known}"
    if field.kind == "rooms" and before != "regions":
        return "rooms stand behind regions"
    numbers = _PREDICATES.get(field.kind, (0, 1))
    if len(field.names) not in numbers:
        said = " or ".join(map(str, numbers))
        return f"{field.kind} has {said} predicates, not {len(field.names)}"
    return ""
