"""Addresses and files of puzz.link for families, as their encodings describe them.

The header of an encoding names the genre, and what an address holds, in its order, each
with the predicate of its facts or of the output. What is drawn is in files only:

    Address: starbattle, count(stars), regions(region), shaded(star).

`KINDS` has the kinds that are known.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from galaxies_asp.core.asp.atoms import size_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import EncodingError, NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order, reachable
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.codes import CELLS, DIGITS, Run, Runs
from galaxies_asp.core.notation.puzzlink import (
    BLANKS,
    address_of,
    body_of,
    genre_of,
)
from galaxies_asp.core.notation.reading import Piece, read_lines
from galaxies_asp.notation import pzprv3
from galaxies_asp.notation.rows import Rows

_UNKNOWN, _SHADED = '"?"', "#"
_HERE = Point(0, 0)
"""The place of a number for the whole board."""
_DECLARED = re.compile(r"\bAddress:\s+(\w+)((?:,\s+\w+(?:\([\w,]+\))?)*)\.(?:\s|$)")
_FIELD = re.compile(r"(\w+)(?:\(([\w,]+)\))?")

Values = Mapping[Point, Any]
Found = tuple[dict[Point, Any], Any]
"""Values, and the rest of the lines, or the offset of the rest."""


class _Form(Protocol):
    """Values in the body of an address, or in the lines of a file."""

    def read(self, text: Any, width: int, height: int) -> Found:
        """Return the values, and what is behind them."""

    def write(self, values: Values, width: int, height: int) -> Any:
        """Return the text, or the lines."""


class _Count:
    """A number for the board, with a slash behind it."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the number, and the offset behind it."""
        number = re.match(r"([0-9]{1,9})(?:/|$)", text)
        if number is None:
            raise text.error("expected a number")
        return {_HERE: int(number[1])}, number.end()

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the number and a slash."""
        return f"{values[_HERE]}/"


class _Regions:
    """Regions of connected cells, numbered in reading order: the borders of them."""

    _borders = codes.Masks(codes.EDGES, "borders")

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the regions, and the offset behind them."""
        walls, end = self._borders.read(text, width, height)
        left = {CELLS.at(n, width) for n in range(CELLS.size(width, height))}
        regions: dict[Point, int] = {}  # the number of the first cell

        def beside(cell: Point) -> list[Point]:
            ways = zip(SQUARE.adjacent_cells(cell), SQUARE.edges(cell), strict=True)
            return [
                other for other, edge in ways if other in left and edge not in walls
            ]

        for cell in in_reading_order(left):
            if cell not in regions:
                found = reachable([cell], beside)
                regions |= dict.fromkeys(found, cell.y * width + cell.x)
        return _numbered(regions), end

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the borders."""
        sides = {
            edge: True
            for edge in SQUARE.inner_edges(width, height)
            if len({values.get(cell) for cell in SQUARE.touched_cells(edge)}) > 1
        }
        return self._borders.write(sides, width, height)


@dataclass(frozen=True)
class _Headed:
    """Lines of a file of which the first one has a number, and others behind it."""

    rows: Rows[Any] | None = None

    def read(self, lines: Sequence[Piece], width: int, height: int) -> Found:
        """Return the number, or the values behind it, and the lines behind them."""
        found, _ = _Count().read([*lines, Piece("")][0], width, height)
        if self.rows is None:
            return found, lines[1:]
        return self.rows.read(lines[1:], width, height)

    def write(self, values: Values, width: int, height: int) -> list[str]:
        """Return the lines; numbers begin at 0."""
        if self.rows is None:
            return [str(values[_HERE])]
        lower = {cell: number - 1 for cell, number in values.items()}
        lines = self.rows.write(lower, width, height)
        return [str(len({*values.values()})), *lines]


def _numbers(meaning: str, **words: Any) -> Rows[Any]:
    known = {".": None, "-": _UNKNOWN, **words}
    return Rows((CELLS,), known, "cells", meaning, has_numbers=True)


_SHADES = {".": None, "#": True, "+": None}
_OPEN = {".": Run[Any](0, _UNKNOWN)} | BLANKS
_EXPECTED = "expected a digit, or a letter from g on for empty cells"
_HEXADECIMAL = Runs(
    CELLS,
    {digit: Run(0, n) for n, digit in enumerate(DIGITS[:16])} | _OPEN,
    _EXPECTED,
    {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)},
)
_BASE_36 = Runs[Any](
    CELLS,
    {digit: Run(0, n) for n, digit in enumerate(DIGITS)}
    | {"%": Run(0, _UNKNOWN), ".": Run(1)},
    "expected a digit for each cell",
    {"-": (2, 0)},
    base=36,
)
_FEW = Runs[Any](
    CELLS,
    {digit: Run(0, n % 5, n // 5) for n, digit in enumerate(DIGITS[:15])} | _OPEN,
    _EXPECTED,
)
_MARKED = Runs[Any](
    CELLS,
    {digit: Run(n, True) for n, digit in enumerate(DIGITS)} | {".": Run(36)},
    "expected 0 to 9 or a to z",
    may_end=True,
)
_PLAIN = _numbers("a number, '-' or '.'")
KINDS: Mapping[str, tuple[_Form | None, _Form]] = {
    "numbers": (_HEXADECIMAL, _PLAIN),
    "few": (_FEW, _PLAIN),
    "digits": (_BASE_36, _PLAIN),
    "shadable": (
        _HEXADECIMAL,
        _numbers("a number or '#'", **{"#": _SHADED, "+": None}),
    ),
    "cells": (_MARKED, Rows((CELLS,), {"0": None, "1": True}, "cells", "0 or 1")),
    "count": (_Count(), _Headed()),
    "regions": (_Regions(), _Headed(_PLAIN)),
    "shaded": (None, Rows((CELLS,), _SHADES, "cells", "'#', '+' or '.'")),
    "sides": (None, Rows(codes.SIDES, pzprv3.MARKED, "sides", "0 or 1")),
    "edges": (None, pzprv3.WALLS),
    "marks": (None, pzprv3.MARKS),
}
"""How each kind is written in addresses, None if it is not, and in files."""


@dataclass(frozen=True)
class AddressForm:
    """What addresses and files of a genre hold: kinds, with the predicates of each."""

    genre: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]

    def read(self, text: str) -> Iterator[Sequence[Atom] | NotationError] | None:
        """Return the facts of each address or file; None if the text has none."""
        if pzprv3.recognizes(text):
            return map(self._of_file, pzprv3.files_in(text))
        lines = (line for line in text.splitlines() if not line.startswith("#"))
        is_address = genre_of(next(filter(str.strip, lines), ""))
        return read_lines(text, self._of_address) if is_address else None

    def _of_address(self, line: Piece) -> list[Atom]:
        width, height, body = body_of(line, self.genre)
        known = [(names, KINDS[kind][0]) for kind, names in self.fields]
        given = [(names, code) for names, code in known if code]
        found = codes.read_codes(body, [code for _, code in given], width, height)
        fields = (names for names, _ in given)
        return _atoms(width, height, zip(fields, found, strict=True))

    def _of_file(self, lines: Sequence[Piece]) -> list[Atom]:
        width, height = pzprv3.head_of(lines, self.genre)
        rest, found = lines[4:], []
        for kind, names in self.fields:
            if kind == "marks" and not lines[0].endswith(".1"):
                continue  # only newer versions have them
            values, rest = KINDS[kind][1].read(rest, width, height)
            found.append((names, _numbered(values) if kind == "regions" else values))
        return _atoms(width, height, found)

    def write(self, facts: Collection[Atom], notation: str) -> str:
        """Return an address (`puzzlink`), or a file with what is drawn (`pzprv3`).

        Raises
        ------
        NotationError
            If it cannot hold the facts.
        """
        size = size_of(facts)
        is_file = notation == "pzprv3"
        wanted = [
            (kind, _values(names, facts, kind))
            for kind, names in self.fields
            if is_file or KINDS[kind][0]
        ]
        try:
            parts = [KINDS[kind][is_file].write(v, *size) for kind, v in wanted]  # type: ignore[union-attr]
            if is_file:
                has_marks = ("marks", ()) in self.fields
                first = "pzprv3.1" if has_marks else "pzprv3"
                lines = [first, self.genre, str(size[1]), str(size[0])]
                text = "\n".join(chain(lines, *parts)) + "\n"
            else:
                text = address_of(self.genre, *size, "".join(parts)) + "\n"
            (back,) = self.read(text) or [()]
        except (ValueError, KeyError):
            back = ()
        if isinstance(back, NotationError) or wanted != [
            (kind, _values(names, back, kind))
            for kind, names in self.fields
            if is_file or KINDS[kind][0]
        ]:
            raise NotationError(f"the notation {notation} cannot hold this puzzle")
        return text


def _atoms(
    width: int, height: int, found: Iterable[tuple[tuple[str, ...], Values]]
) -> list[Atom]:
    """Return the atoms of the values of each field."""
    atoms = [Atom("width", (width,)), Atom("height", (height,))]
    for names, values in found:
        for point, value in values.items() if names else ():
            name = names[-1] if value == _SHADED else names[0]
            place = () if point == _HERE else (point,)
            is_marked = value is True or value == _SHADED
            atoms.append(Atom(name, place if is_marked else (*place, value)))
    return atoms


def _values(
    names: tuple[str, ...], atoms: Iterable[Atom], kind: str
) -> dict[Point, Any]:
    """Return the values of a field; a number that is missing is 1."""
    values: dict[Point, Any] = {_HERE: 1} if kind == "count" else {}
    for name, arguments in atoms:
        if name in names:
            place = arguments[0] if isinstance(arguments[0], Point) else _HERE
            is_marked = len(arguments) == 1 and place != _HERE
            shaded = _SHADED if name != names[0] else True
            values[place] = shaded if is_marked else arguments[-1]
    return _numbered(values) if kind == "regions" else values


def _numbered(regions: Values) -> dict[Point, int]:
    """Return regions with numbers from 1, in reading order."""
    numbers: dict[Any, int] = {}
    return {
        cell: numbers.setdefault(regions[cell], len(numbers) + 1)
        for cell in in_reading_order([*regions])
    }


def form_in(text: str) -> AddressForm | None:
    """Return what the text of an encoding declares; None if it declares nothing.

    Raises
    ------
    EncodingError
        If a kind is not known.
    """
    declared = _DECLARED.search(text)
    if declared is None:
        return None
    fields = [(kind, names) for kind, names in _FIELD.findall(declared[2])]
    for kind, _ in fields:
        if kind not in KINDS:
            known = ", ".join(KINDS)
            raise EncodingError(f"Address: {kind!r} is none of {known}")
    return AddressForm(
        declared[1],
        tuple((kind, tuple(filter(None, names.split(",")))) for kind, names in fields),
    )
