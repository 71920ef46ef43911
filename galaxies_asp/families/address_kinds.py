"""What addresses and files of puzz.link hold, kind by kind; see `addresses`.

Values of a kind are told by points. A value is a number, `UNKNOWN`, True for an atom
without one, `SECOND` for one of the second predicate, or what the kind itself defines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order, reachable
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.codes import CELLS, DIGITS, Part, Run
from galaxies_asp.core.notation.puzzlink import BLANKS
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.notation import pzprv3
from galaxies_asp.notation.rows import Rows

UNKNOWN, SECOND = '"?"', "#"
HERE = Point(0, 0)
"""The place of a number for the whole board."""

Values = Mapping[Point, Any]
Found = tuple[dict[Point, Any], int]
"""Values, and the offset behind them."""


class Count:
    """A number for the board, with a slash behind it."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the number, and the offset behind it."""
        number = re.match(r"([0-9]{1,9})(?:/|$)", text)
        if number is None:
            raise text.error("expected a number")
        return {HERE: int(number[1])}, number.end()

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of the number."""
        return f"{values[HERE]}/"


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
        return numbered(regions), end

    def write(self, values: Values, width: int, height: int) -> str:
        edges, sides = SQUARE.inner_edges(width, height), SQUARE.touched_cells
        borders = (e for e in edges if len({*map(values.get, sides(e))}) > 1)
        return super().write(dict.fromkeys(borders, True), width, height)


class Rooms(NamedTuple):
    """A cell of each region: the leftmost one, and of those the highest.

    The regions come in the order of their numbers.
    """

    cells: tuple[Point, ...]

    @classmethod
    def of(cls, regions: Values) -> "Rooms":
        """Return the cells of numbered regions."""
        first = {regions[cell]: cell for cell in sorted(regions, reverse=True)}
        return cls(tuple(first[number] for number in sorted(first)))

    def size(self, width: int, height: int) -> int:
        """Return how many regions there are."""
        return len(self.cells)

    def at(self, number: int, width: int) -> Point:
        """Return the cell of a region, from 0."""
        return self.cells[number]

    def number(self, point: Point, width: int) -> int:
        """Return the number of the region with this cell; `ValueError` without one."""
        return self.cells.index(point)


class _Beside(NamedTuple):
    """The places above the columns and before the rows of a board."""

    def size(self, width: int, height: int) -> int:
        return width + height

    def at(self, number: int, width: int) -> Point:
        row = 2 * (number - width) + 1
        return Point(2 * number + 1, -1) if number < width else Point(-1, row)

    def number(self, point: Point, width: int) -> int:
        return point.x // 2 if point.y < 0 else width + point.y // 2


class _Framed(Part):
    """The cells, with the places above the columns and before the rows."""

    def columns(self, width: int) -> int:
        return width + 1


class _Pearls:
    """Cells of two kinds, three in a digit of base 27."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        size, found = CELLS.size(width, height), dict[Point, Any]()
        end = -(-size // 3) if text else 0
        if len(text) < end:
            fault = f"the cells take {end} characters, but there are {len(text)}"
            raise text.error(fault)
        for at, character in enumerate(text[:end]):
            digit = DIGITS[:27].find(character)
            if digit < 0:
                fault = f"{character!r} stands for nothing; expected 0 to 9, a to q"
                raise text.error(fault, at)
            kinds = digit // 9, digit // 3 % 3, digit % 3
            for number, kind in enumerate(kinds, 3 * at):
                if kind and number < size:
                    found[CELLS.at(number, width)] = kind
        return found, end

    def write(self, values: Values, width: int, height: int) -> str:
        size = CELLS.size(width, height)
        kinds = [values.get(CELLS.at(n, width), 0) for n in range(size)] + [0, 0]
        triples = (kinds[n : n + 3] for n in range(0, size, 3))
        return "".join(DIGITS[9 * one + 3 * two + three] for one, two, three in triples)


_BESIDE = _Beside()
_SUMS = DIGITS[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Digits of sums up to 45."""


class _Sums:
    """Cells with the sums to their right and below, 0 without one; then those beside.

    Beside the board are the sums of the columns and rows whose first cell is none of
    these. A value is such a pair.
    """

    def read(self, text: Piece, width: int, height: int) -> Found:
        found, number, at = dict[Point, Any](), 0, 0
        while text and number < width * height:
            if text[at : at + 1] in {*DIGITS[20:]}:
                number += DIGITS.index(text[at]) - 19
                at += 1
                continue
            is_empty = text[at : at + 1] == "."
            below = 0 if is_empty else self._digit(text, at)
            right = 0 if is_empty else self._digit(text, at + 1)
            found[CELLS.at(number, width)] = right, below
            at, number = at + 2 - is_empty, number + 1
        for place in self._beside(found, width, height) if text else ():
            sum_ = self._digit(text, at)
            if sum_:
                found[place] = (0, sum_) if place.y < 0 else (sum_, 0)
            at += 1
        return found, at

    def _digit(self, text: Piece, at: int) -> int:
        if at >= len(text):
            raise text.error("the address ends here; it seems to be cut off", at)
        if text[at] not in _SUMS:
            fault = f"{text[at]!r} stands for nothing here; expected a sum"
            raise text.error(fault, at)
        return _SUMS.index(text[at])

    def _beside(self, values: Values, width: int, height: int) -> Iterator[Point]:
        """Yield the places beside the board that may have a sum."""
        for number in range(width + height):
            place = _BESIDE.at(number, width)
            if Point(max(place.x, 1), max(place.y, 1)) not in values:
                yield place

    def write(self, values: Values, width: int, height: int) -> str:
        text, empty = "", 0
        for number in range(width * height):
            sums = values.get(CELLS.at(number, width))
            empty += sums is None
            if empty and (sums is not None or empty == 16):
                text, empty = text + DIGITS[19 + empty], 0
            if sums is not None:
                text += _SUMS[sums[1]] + _SUMS[sums[0]] if any(sums) else "."
        text += DIGITS[19 + empty] if empty else ""
        beside = self._beside(values, width, height)
        return text + "".join(_SUMS[max(values.get(at, (0, 0)))] for at in beside)


class _SumRows:
    """Sums in the lines of a file: one beside the board, two in a cell."""

    _words = Rows[Any]((_Framed(-1, -1),), {}, "places", "a sum")

    def read(
        self, lines: Sequence[Piece], width: int, height: int
    ) -> tuple[dict[Point, Any], Sequence[Piece]]:
        """Return the pairs of sums, and the lines behind them."""
        pattern = re.compile(r"(\d{1,9}),(\d{1,9})")
        found = dict[Point, Any]()
        for line, row in zip(lines, self._words.lines(width, height), strict=False):
            for point, word in zip(row, line.split(), strict=False):
                pair = pattern.fullmatch(word)
                if pair and min(point) > 0:
                    found[point] = int(pair[1]), int(pair[2])
                elif word.isdecimal() and min(point) < 0:
                    if sum_ := int(word):
                        found[point] = (0, sum_) if point.y < 0 else (sum_, 0)
                elif word != ".":
                    fault = f"{word!r} at the point {point}; expected sums, or '.'"
                    raise line.error(fault)
        return found, lines[height + 1 :]

    def write(self, values: Values, width: int, height: int) -> list[str]:
        """Return the lines of pairs of sums."""

        def word(point: Point) -> str:
            right, below = values.get(point, (0, 0))
            if min(point) < 0:
                return f"{max(right, below)} "
            return f"{right},{below} " if point in values else ". "

        rows = self._words.lines(width, height)
        return ["".join(map(word, row)) for row in rows]


def _cells(words: Mapping[str, Any], *, has_numbers: bool = False) -> Rows[Any]:
    known = " or ".join(words)
    meaning = f"a number, {known}" if has_numbers else known
    return Rows((CELLS,), words, "cells", meaning, has_numbers=has_numbers)


def _numbers(
    base: int, others: dict[str, Run[Any]], reach: int = 0, part: codes.Places = CELLS
) -> codes.Runs[Any]:
    """Return codes of numbers below a base, each with up to `reach` empty cells."""
    number = range(base * (reach + 1))
    runs = {DIGITS[n]: Run[Any](0, n % base, n // base) for n in number}
    longer = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
    longer = {prefix: way for prefix, way in longer.items() if prefix not in others}
    meaning = "expected a digit, or a character for empty cells"
    return codes.Runs(part, runs | others, meaning, longer if base > 5 else {}, base)


_OPEN = {".": Run[Any](0, UNKNOWN)} | BLANKS
_FULL = {"%": Run[Any](0, UNKNOWN), "@": Run[Any](0, UNKNOWN), ".": Run[Any](1)}
_GAPS = {digit: Run[Any](n, True) for n, digit in enumerate(DIGITS)}
_WORDS = {".": None, "-": UNKNOWN}
_PLAIN = _cells(_WORDS, has_numbers=True)
_NUMBERS = _cells(_WORDS | {"#": SECOND, "+": None}, has_numbers=True)


class Kind(NamedTuple):
    """How a kind is written: in addresses, and in files; None if it is not."""

    code: Any = None
    rows: Any = None


KINDS: Mapping[str, Kind] = {
    "numbers": Kind(_numbers(16, _OPEN), _NUMBERS),
    "few": Kind(_numbers(5, _OPEN, reach=2), _NUMBERS),
    "digits": Kind(_numbers(36, _FULL), _PLAIN),
    "cells": Kind(
        codes.Runs(
            CELLS, _GAPS | {".": Run(36)}, "expected 0 to 9, a to z", may_end=True
        ),
        _cells({"0": None, "1": True}),
    ),
    "pearls": Kind(_Pearls(), _cells({".": None, "1": 1, "2": 2})),
    "sums": Kind(_Sums(), _SumRows()),
    "beside": Kind(_numbers(16, _OPEN, part=_BESIDE)),
    "count": Kind(Count()),
    "regions": Kind(_Regions(codes.EDGES, "borders"), _PLAIN),
    "rooms": Kind(_numbers(16, _OPEN), _PLAIN),
    "answers": Kind(None, _cells({".": None, "0": None}, has_numbers=True)),
    "shaded": Kind(None, _cells({".": None, "#": True, "+": None})),
    "sides": Kind(None, Rows(codes.SIDES, pzprv3.MARKED, "sides", "0 or 1")),
    "edges": Kind(None, pzprv3.WALLS),
    "marks": Kind(None, pzprv3.MARKS),
}


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
                is_marked = value is True or value == SECOND
                yield Atom(name, place if is_marked else (*place, value))

    def values(self, atoms: Iterable[Atom]) -> dict[Point, Any]:
        """Return the values of atoms; a number that is missing is 1."""
        values: dict[Point, Any] = {HERE: 1} if self.kind == "count" else {}
        for name, arguments in (atom for atom in atoms if atom.name in self.names):
            point, number = arguments[0], self.names.index(name)
            if self.kind == "count":
                values[HERE] = point
            elif self.kind == "pearls":
                values[point] = number + 1
            elif self.kind == "sums":
                sums = [*values.get(point, (0, 0)), 0]
                sums[number] = arguments[-1]
                values[point] = (*sums[:2],)
            elif len(arguments) == 1:
                values[point] = SECOND if number else True
            else:
                values[point] = arguments[1]
        return numbered(values) if self.kind == "regions" else values


def numbered(regions: Values) -> dict[Point, int]:
    """Return regions with numbers from 1, in reading order."""
    names: dict[object, int] = {}
    cells = in_reading_order([*regions])
    return {cell: names.setdefault(regions[cell], len(names) + 1) for cell in cells}
