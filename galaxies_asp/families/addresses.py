"""Addresses and files of puzz.link for families, as their encodings describe them.

The header of an encoding names the genre, and what an address holds, in its order, each
with the predicate of its facts or of the output. What is drawn is in files only:

    Address: starbattle, count(stars), regions(region), shaded(star).

`KINDS` has the kinds that are known.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from galaxies_asp.core.asp.atoms import size_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import EncodingError, NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order, reachable
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.codes import CELLS, DIGITS, Run
from galaxies_asp.core.notation.puzzlink import BLANKS, address_of, body_of, genre_of
from galaxies_asp.core.notation.reading import Piece, read_lines
from galaxies_asp.notation import pzprv3
from galaxies_asp.notation.rows import Rows

_UNKNOWN, _SHADED = '"?"', "#"
_HERE = Point(0, 0)
"""The place of a number for the whole board."""
_DECLARED = re.compile(
    r"^[ \t%*]*Address:\s+(\w+)((?:,\s+\w+(?:\([\w,]+\))?)+)\.\s*$", re.MULTILINE
)
_FIELD = re.compile(r"(\w+)(?:\(([\w,]+)\))?")

Values = Mapping[Point, Any]
Found = tuple[dict[Point, Any], int]
"""Values, and the offset behind them."""
Field = tuple[str, tuple[str, ...]]
"""A kind, and the predicates of its atoms."""


class _Count:
    """A number for the board, with a slash behind it."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        number = re.match(r"([0-9]{1,9})(?:/|$)", text)
        if number is None:
            raise text.error("expected a number")
        return {_HERE: int(number[1])}, number.end()

    def write(self, values: Values, width: int, height: int) -> str:
        return f"{values[_HERE]}/"


class _Regions(codes.Masks):
    """Regions of connected cells, numbered in reading order: their borders."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        walls, end = super().read(text, width, height)
        left = {CELLS.at(n, width) for n in range(CELLS.size(width, height))}
        regions: dict[Point, Point] = {}  # the first cell of each

        def beside(cell: Point) -> list[Point]:
            ways = zip(SQUARE.adjacent_cells(cell), SQUARE.edges(cell), strict=True)
            return [o for o, edge in ways if o in left and edge not in walls]

        for cell in in_reading_order(left):
            if cell not in regions:
                regions |= dict.fromkeys(reachable([cell], beside), cell)
        return _numbered(regions), end

    def write(self, values: Values, width: int, height: int) -> str:
        edges, sides = SQUARE.inner_edges(width, height), SQUARE.touched_cells
        borders = (e for e in edges if len({*map(values.get, sides(e))}) > 1)
        return super().write(dict.fromkeys(borders, True), width, height)


def _cells(words: Mapping[str, Any], *, has_numbers: bool = False) -> Rows[Any]:
    known = " or ".join(words)
    meaning = f"a number, {known}" if has_numbers else known
    return Rows((CELLS,), words, "cells", meaning, has_numbers=has_numbers)


def _numbers(base: int, others: dict[str, Run[Any]], reach: int = 0) -> codes.Runs[Any]:
    """Return codes of numbers below a base, each with up to `reach` empty cells."""
    number = range(base * (reach + 1))
    runs = {DIGITS[n]: Run[Any](0, n % base, n // base) for n in number}
    longer = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
    longer = {prefix: way for prefix, way in longer.items() if prefix not in others}
    meaning = "expected a digit, or a character for empty cells"
    return codes.Runs(CELLS, runs | others, meaning, longer if base > 5 else {}, base)


_OPEN = {".": Run[Any](0, _UNKNOWN)} | BLANKS
_FULL = {"%": Run[Any](0, _UNKNOWN), ".": Run[Any](1)}
_GAPS = {digit: Run[Any](n, True) for n, digit in enumerate(DIGITS)}
_WORDS = {".": None, "-": _UNKNOWN}
_PLAIN = _cells(_WORDS, has_numbers=True)
KINDS: Mapping[str, tuple[Any, Any]] = {
    "numbers": (_numbers(16, _OPEN), _PLAIN),
    "few": (_numbers(5, _OPEN, reach=2), _PLAIN),
    "digits": (_numbers(36, _FULL), _PLAIN),
    "shadable": (
        _numbers(16, _OPEN),
        _cells(_WORDS | {"#": _SHADED, "+": None}, has_numbers=True),
    ),
    "cells": (
        codes.Runs(
            CELLS, _GAPS | {".": Run(36)}, "expected 0 to 9, a to z", may_end=True
        ),
        _cells({"0": None, "1": True}),
    ),
    "count": (_Count(), None),
    "regions": (_Regions(codes.EDGES, "borders"), _PLAIN),
    "shaded": (None, _cells({".": None, "#": True, "+": None})),
    "sides": (None, Rows(codes.SIDES, pzprv3.MARKED, "sides", "0 or 1")),
    "edges": (None, pzprv3.WALLS),
    "marks": (None, pzprv3.MARKS),
}
"""How each kind is written in addresses, None if it is not, and in files."""


@dataclass(frozen=True)
class AddressForm:
    """What addresses and files of a genre hold: kinds, with the predicates of each."""

    genre: str
    fields: tuple[Field, ...]

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
        width, height, body = body_of(line, self.genre)
        given = [field for field in self.fields if KINDS[field[0]][0]]
        kinds = (KINDS[kind][0] for kind, _ in given)
        return _atoms(
            given, codes.read_codes(body, kinds, width, height), width, height
        )

    def _of_file(self, lines: Sequence[Piece]) -> list[Atom]:
        width, height = pzprv3.head_of(lines, self.genre)
        fields = [f for f in self.fields if f[0] != "marks" or lines[0].endswith(".1")]
        rest, found = lines[4:], []
        for kind, _ in fields:
            values, rows = dict[Point, Any](), KINDS[kind][1]
            if kind in ("count", "regions"):  # regions are counted before
                values, _ = _Count().read([*rest, Piece("")][0], width, height)
                rest = rest[1:]
            if rows:
                values, rest = rows.read(rest, width, height)
            found.append(_numbered(values) if kind == "regions" else values)
        return _atoms(fields, found, width, height)

    def write(self, facts: Collection[Atom], notation: str) -> str:
        """Return an address (`puzzlink`), or a file with what is drawn (`pzprv3`).

        Raises `NotationError` if it cannot hold the facts.
        """
        size = size_of(facts)
        is_file = notation == "pzprv3"
        fields = [field for field in self.fields if is_file or KINDS[field[0]][0]]
        wanted = [_values(field, facts) for field in fields]
        body, version = "", ".1" if ("marks", ()) in fields else ""
        lines = [f"pzprv3{version}", self.genre, f"{size[1]}", f"{size[0]}"]
        try:
            for (kind, _), values in zip(fields, wanted, strict=True):
                code, rows = KINDS[kind]
                if not is_file:
                    body += code.write(values, *size)
                elif kind == "count":
                    lines.append(f"{values[_HERE]}")
                elif kind == "regions":
                    lines.append(f"{len({*values.values()})}")
                    lines += rows.write({c: n - 1 for c, n in values.items()}, *size)
                else:
                    lines += rows.write(values, *size)
            text = "\n".join(lines) if is_file else address_of(self.genre, *size, body)
            (back,) = self.read(text) or [()]
        except (ValueError, KeyError):
            back = ()
        if isinstance(back, NotationError) or wanted != [
            _values(field, back) for field in fields
        ]:
            raise NotationError(f"the notation {notation} cannot hold this puzzle")
        return f"{text}\n"


def _atoms(
    fields: Iterable[Field], found: Iterable[Values], width: int, height: int
) -> list[Atom]:
    """Return the atoms of the values of each field."""
    atoms = [Atom("width", (width,)), Atom("height", (height,))]
    for (_, names), values in zip(fields, found, strict=True):
        for point, value in values.items() if names else ():
            place = () if point == _HERE else (point,)
            is_marked = value is True or value == _SHADED
            name = names[-1] if value == _SHADED else names[0]
            atoms.append(Atom(name, place if is_marked else (*place, value)))
    return atoms


def _values(field: Field, atoms: Iterable[Atom]) -> dict[Point, Any]:
    """Return the values of a field; a number that is missing is 1."""
    kind, names = field
    values: dict[Point, Any] = {_HERE: 1} if kind == "count" else {}
    for name, arguments in (atom for atom in atoms if atom.name in names):
        if kind == "count":
            values[_HERE] = arguments[0]
        elif len(arguments) == 1:
            values[arguments[0]] = True if name == names[0] else _SHADED
        else:
            values[arguments[0]] = arguments[1]
    return _numbered(values) if kind == "regions" else values


def _numbered(regions: Values) -> dict[Point, int]:
    """Return regions with numbers from 1, in reading order."""
    names: dict[object, int] = {}
    cells = in_reading_order([*regions])
    return {cell: names.setdefault(regions[cell], len(names) + 1) for cell in cells}


def form_in(text: str) -> AddressForm | None:
    """Return what the text of an encoding declares; None if it declares nothing.

    Raises `EncodingError` if a kind is not known.
    """
    declared = _DECLARED.search(text)
    if declared is None:
        return None
    found = _FIELD.findall(declared[2])
    fields = tuple((kind, tuple(filter(None, n.split(",")))) for kind, n in found)
    for kind, _ in fields:
        if kind not in KINDS:
            raise EncodingError(f"Address: {kind!r} is none of {', '.join(KINDS)}")
    return AddressForm(declared[1], fields)
