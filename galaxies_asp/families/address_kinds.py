"""What addresses and files of puzz.link hold, kind by kind; see `addresses`.

Values of a kind are told by points. A value is a number, `UNKNOWN`, True for an atom
without one, `SECOND` for one of the second predicate, or what the kind itself defines.
"""

import re
from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.codes import CELLS, DIGITS, AnyRun, Run, Values
from galaxies_asp.core.notation.puzzlink import BLANKS
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.families.framed import (
    BESIDE,
    FRAME_ROWS,
    SECOND,
    Decimals,
    Found,
    Frame,
    SumRows,
    Sums,
    Tallies,
    Trees,
)
from galaxies_asp.families.outlines import enclosed
from galaxies_asp.notation import pzprv3
from galaxies_asp.notation.rows import Rows

UNKNOWN = '"?"'
HERE = Point(0, 0)
"""The place of a number for the whole board."""


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
        cells = (CELLS.at(n, width) for n in range(CELLS.size(width, height)))
        return dict(enclosed(cells, walls)), end

    def write(self, values: Mapping[Point, object], width: int, height: int) -> str:
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


def _cells(words: Mapping[str, object], *, has_numbers: bool = False) -> Rows[object]:
    known = " or ".join(words)
    meaning = f"a number, {known}" if has_numbers else known
    return Rows((CELLS,), words, "cells", meaning, has_numbers=has_numbers)


def _numbers(
    base: int, others: dict[str, AnyRun], reach: int = 0, part: codes.Places = CELLS
) -> codes.Runs[object]:
    """Return codes of numbers below a base, each with up to `reach` empty cells."""
    number = range(base * (reach + 1))
    runs = others | {DIGITS[n]: Run(0, n % base, n // base) for n in number}
    longer = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
    longer = {prefix: way for prefix, way in longer.items() if prefix not in others}
    meaning = "expected a digit, or a character for empty cells"
    return codes.Runs(part, runs, meaning, longer if base > 5 else {}, base)


def _letters(values: Mapping[str, object]) -> codes.Runs[object]:
    """Return codes of values in cells, with letters for 1 to 26 empty cells."""
    runs: dict[str, AnyRun] = {sign: Run(0, value) for sign, value in values.items()}
    runs |= {letter: Run(n) for n, letter in enumerate(ascii_lowercase, 1)}
    return codes.Runs(CELLS, runs, f"expected a to z, or {', '.join(values)}")


class _Filled(codes.Runs[object]):
    """Numbers in all cells, none of which is above the larger side of the board."""

    def write(self, values: Mapping[Point, object], width: int, height: int) -> str:
        most = range(1, max(width, height) + 1)
        if len(values) < width * height or not {*values.values()} <= {*most}:
            raise ValueError(f"the game has a number from 1 to {most[-1]} in each cell")
        return super().write(values, width, height)


_FEW = {digit: int(digit) for digit in "01234"}
_GAME_DIGITS = f"{DIGITS}{ascii_uppercase}"
_OPEN = {".": AnyRun(0, UNKNOWN)} | BLANKS
_FULL = {"%": AnyRun(0, UNKNOWN), "@": AnyRun(0, UNKNOWN), ".": AnyRun(1)}
_GAPS = {digit: AnyRun(n, True) for n, digit in enumerate(DIGITS)}
_MARKED = codes.Runs(
    CELLS, _GAPS | {".": Run(36)}, "expected 0 to 9, a to z", may_end=True
)
_WORDS = {".": None, "-": UNKNOWN}
_PLAIN = _cells(_WORDS, has_numbers=True)
_NUMBERS = _cells(_WORDS | {"#": SECOND, "+": None}, has_numbers=True)


class Kind(NamedTuple):
    """How a kind is written: in addresses, in files, in game IDs; None if it is not."""

    code: Any = None
    rows: Any = None
    game: Any = None


KINDS: Mapping[str, Kind] = {
    "numbers": Kind(_numbers(16, _OPEN), _NUMBERS, Decimals()),
    "few": Kind(_numbers(5, _OPEN, reach=2), _NUMBERS, _letters(_FEW)),
    "blocks": Kind(
        _numbers(5, _OPEN, reach=2), _NUMBERS, _letters(_FEW | {"B": UNKNOWN})
    ),
    "digits": Kind(
        _numbers(36, _FULL),
        _PLAIN,
        _Filled(
            CELLS,
            {digit: AnyRun(0, n) for n, digit in enumerate(_GAME_DIGITS) if n},
            "expected a digit or a letter",
        ),
    ),
    "cells": Kind(_MARKED, _cells({"0": None, "1": True})),
    "pearls": Kind(
        codes.Masks((CELLS,), "cells", kinds=3, count=3),
        _cells({".": None, "1": 1, "2": 2}),
        _letters({"W": 1, "B": 2}),
    ),
    "sums": Kind(Sums(), SumRows()),
    "frame": Kind(
        Frame(_numbers(16, _OPEN, part=BESIDE), _MARKED),
        FRAME_ROWS,
        Frame(Tallies(), Trees(), has_cells_first=True),
    ),
    "count": Kind(Count()),
    "regions": Kind(_Regions(codes.EDGES, "borders"), _PLAIN),
    "rooms": Kind(_numbers(16, _OPEN), _PLAIN),
    "answers": Kind(None, _cells({".": None, "0": None}, has_numbers=True)),
    "shaded": Kind(None, _cells({".": None, "#": True, "+": None})),
    "sides": Kind(None, Rows(codes.SIDES, pzprv3.MARKED, "sides", "0 or 1")),
    "edges": Kind(None, pzprv3.WALLS),
    "marks": Kind(None, pzprv3.MARKS),
}


def numbered(regions: Values) -> dict[Point, int]:
    """Return regions with numbers from 1, in reading order."""
    names: dict[object, int] = {}
    cells = in_reading_order([*regions])
    return {cell: names.setdefault(regions[cell], len(names) + 1) for cell in cells}
