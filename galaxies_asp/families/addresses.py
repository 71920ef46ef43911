"""Addresses and files of puzz.link for families, as their encodings describe them.

The header of an encoding names the genre, and what an address holds, in its order, each
with the predicate of its facts or of the output. What is drawn is in files only:

    Address: GENRE, count(stars), regions(region), shaded(star).

`KINDS` has the kinds that are known. `flag(f,visits,all)` says that the flag `f` of an
address stands for the fact `visits(all)`, which files cannot hold. A genre may have
several names, such as `ONE|OTHER`: the first one is written in addresses, the last
one in files.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.asp.atoms import size_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.puzzlink import address_of, body_of, flag_of, genre_of
from galaxies_asp.core.notation.reading import Piece, read_lines
from galaxies_asp.families.address_kinds import HERE, KINDS, Count, Rooms, numbered
from galaxies_asp.families.fields import (
    FLAG,
    Field,
    Fields,
    check_held,
    fields_in,
    line_in,
)
from galaxies_asp.notation import pzprv3

_DECLARED = r"([\w|]+)((?:,\s+\w+(?:\([\w,]+\))?)+)"


@dataclass(frozen=True)
class AddressForm:
    """What addresses and files of a genre hold: its names, and fields in order."""

    genres: tuple[str, ...]
    fields: Fields
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
        given = Fields(field for field in self.fields if KINDS[field.kind].code)
        found: list[codes.Values] = []
        kinds = _codes(given, found)
        for values in codes.read_codes(body, kinds, width, height):
            found.append(values)
        facts = [self.flags[flag] for flag in (flag_of(line),) if flag in self.flags]
        return given.atoms(found, width, height) + facts

    def _of_file(self, lines: Sequence[Piece]) -> list[Atom]:
        width, height = pzprv3.head_of(lines, *self.genres)
        has_marks = lines[0].endswith(".1")
        fields = Fields(o for o in self.fields if o.kind != "marks" or has_marks)
        rest, found = lines[4:], []
        for field in fields:
            values, rows = codes.Values(), KINDS[field.kind].rows
            if field.kind in ("count", "regions"):  # regions are counted before
                values, _ = Count().read([*rest, Piece("")][0], width, height)
                rest = rest[1:]
            if rows:
                values, rest = rows.read(rest, width, height)
            found.append(numbered(values) if field.kind == "regions" else values)
        return fields.atoms(found, width, height)

    def write(self, facts: Collection[Atom], notation: str) -> str:
        """Return an address (`puzzlink`), or a file with what is drawn (`pzprv3`).

        Raises `NotationError` if it cannot hold the facts.
        """
        is_file = notation == "pzprv3"
        flags = () if is_file else self.flags.values()
        others = self.fields.others(fact for fact in facts if fact not in flags)
        check_held(others, notation)
        fields = Fields(o for o in self.fields if is_file or KINDS[o.kind].code)
        fault = NotationError(f"the notation {notation} cannot hold this puzzle")
        try:
            wanted = fields.values(facts)
            if is_file:
                text = self._file(fields, wanted, size_of(facts))
            else:
                flag = next((f for f, one in self.flags.items() if one in facts), "")
                text = self._address(fields, wanted, size_of(facts), flag)
            (back,) = self.read(text) or [()]
        except (ValueError, LookupError):
            raise fault from None
        if isinstance(back, NotationError) or wanted != fields.values(back):
            raise fault
        return f"{text}\n"

    def _address(
        self,
        fields: Sequence[Field],
        wanted: list[codes.Values],
        size: tuple[int, int],
        flag: str,
    ) -> str:
        ways = zip(_codes(fields, wanted), wanted, strict=True)
        body = "".join(code.write(values, *size) for code, values in ways)
        return address_of(self.genres[0], *size, body, flag)

    def _file(
        self, fields: Sequence[Field], wanted: list[codes.Values], size: tuple[int, int]
    ) -> str:
        version = ".1" if Field("marks", ()) in fields else ""
        lines = [f"pzprv3{version}", self.genres[-1], f"{size[1]}", f"{size[0]}"]
        for field, values in zip(fields, wanted, strict=True):
            rows = KINDS[field.kind].rows
            if field.kind == "count":
                lines.append(f"{values[HERE]}")
            elif field.kind == "regions":
                if len(values) < size[0] * size[1]:
                    raise ValueError("a cell lies in no region")
                lines.append(f"{len({*values.values()})}")
                lines += rows.write({c: n - 1 for c, n in values.items()}, *size)
            else:
                lines += rows.write(values, *size)
        return "\n".join(lines)


def _codes(
    fields: Iterable[Field], found: Sequence[codes.Values]
) -> Iterator[codes.Code]:
    """Yield the codes of fields; those of rooms stand behind the values of regions."""
    for number, field in enumerate(fields):
        code = KINDS[field.kind].code
        is_of_rooms = field.kind == "rooms"
        yield replace(code, part=Rooms.of(found[number - 1])) if is_of_rooms else code


def form_in(text: str, names: Collection[str] = ()) -> AddressForm | None:
    """Return what the text of an encoding declares; None if it declares nothing.

    `names`: see `fields_in`. Raises `DeclarationError` if it cannot be meant.
    """
    if (declared := line_in(text, "Address", _DECLARED)) is None:
        return None
    line = text.count("\n", 0, declared.start(1)) + 1
    every = fields_in(declared[2], "Address", line, [*KINDS, FLAG], names)
    fields = Fields(field for field in every if field.kind != FLAG)
    flags = (field.names for field in every if field.kind == FLAG)
    facts = {flag: Atom(name, (value,)) for flag, name, value in flags}
    return AddressForm(tuple(declared[1].split("|")), fields, facts)
