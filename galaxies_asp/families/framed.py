"""What addresses and files hold in the cells of a board and beside it.

Beside a board are the places above its columns and before its rows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation.codes import (
    CELLS,
    DIGITS,
    AnyRun,
    Code,
    Part,
    Run,
    Runs,
    Values,
)
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.notation.rows import Rows

SECOND = "#"
"""A value: an atom of the second predicate without a number."""
Found = tuple[Values, int]
"""Values, and the offset behind them."""
Pairs = dict[Point, tuple[int, int]]
"""Sums to the right and below."""


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


BESIDE = _Beside()
_SUMS = DIGITS[:20] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Digits of sums up to 45."""


class Sums:
    """Cells with the sums to their right and below, 0 without one; then those beside.

    Beside the board are the sums of the columns and rows whose first cell is none of
    these. A value is such a pair.
    """

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the pairs of sums, and the offset behind them."""
        found, number, at = Pairs(), 0, 0
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
            place = BESIDE.at(number, width)
            if Point(max(place.x, 1), max(place.y, 1)) not in values:
                yield place

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of pairs of sums."""
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


class SumRows:
    """Sums in the lines of a file: one beside the board, two in a cell."""

    _words = Rows[object]((_Framed(-1, -1),), {}, "places", "a sum")

    def read(
        self, lines: Sequence[Piece], width: int, height: int
    ) -> tuple[Pairs, Sequence[Piece]]:
        """Return the pairs of sums, and the lines behind them."""
        pattern = re.compile(r"(\d{1,9}),(\d{1,9})")
        found = Pairs()
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


@dataclass(frozen=True)
class Frame:
    """Numbers beside a board, and marked cells: two codes, one behind the other."""

    beside: Code
    cells: Code
    has_cells_first: bool = False

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the values of both, and the offset behind them."""
        found, end = Values(), 0
        for code in self._codes:
            values, length = code.read(text.behind(end), width, height)
            found, end = found | values, end + length
        return found, end

    @property
    def _codes(self) -> list[Code]:
        return [self.beside, self.cells][:: -1 if self.has_cells_first else 1]

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of both."""
        beside = {at: number for at, number in values.items() if min(at) < 0}
        cells = dict.fromkeys(
            (at for at, value in values.items() if value is True), True
        )
        pairs = (
            (code, cells if code is self.cells else beside) for code in self._codes
        )
        return "".join(code.write(given, width, height) for code, given in pairs)


class FrameRows(Rows[int | str]):
    """Lines of numbers beside a board and of cells: `1` and, for what is drawn, `A`."""

    def read(
        self, lines: Sequence[Piece], width: int, height: int
    ) -> tuple[Values, Sequence[Piece]]:
        """Return the values, and the lines behind them; `c` marks a number as done."""
        plain = [Piece(re.sub(r"\bc(?=\d)", "", o), *o.place(0)) for o in lines]
        found, rest = super().read(plain, width, height)
        return {
            p: n if min(p) < 0 or n == SECOND else True for p, n in found.items()
        }, rest

    def write(
        self, values: Mapping[Point, int | str], width: int, height: int
    ) -> list[str]:
        """Return the lines of values."""
        plain = {at: 1 if value is True else value for at, value in values.items()}
        return super().write(plain, width, height)


def _is_framed(at: Point, value: object) -> bool:
    """Tell whether a place may have a value in the lines of a file."""
    return max(at) > 0 and ((value in (1, SECOND)) if min(at) > 0 else value != SECOND)


FRAME_ROWS = FrameRows(
    (_Framed(-1, -1),),
    {".": None, "-": None, "A": SECOND},
    "places",
    "a number beside the board, or 1 or A in a cell",
    has_numbers=True,
    accepts=_is_framed,
)


class _WithEnd(NamedTuple):
    """The cells, and a place behind the last one."""

    cells: Part = CELLS

    def size(self, width: int, height: int) -> int:
        return width * height + 1

    def at(self, number: int, width: int) -> Point:
        return self.cells.at(number, width)

    def number(self, point: Point, width: int) -> int:
        return self.cells.number(point, width)


_GAPS = f"_{ascii_lowercase}"
"""Signs for 0 to 26 empty cells."""


class Trees:
    """Marked cells with the numbers of cells between them; one more ends them."""

    _gaps = Runs(
        _WithEnd(),
        {letter: Run(gap, True) for gap, letter in enumerate(_GAPS[:26])}
        | {"z": AnyRun(25)},
        "expected a to z or _",
    )

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the marked cells, and the offset behind them."""
        found, end = self._gaps.read(text, width, height)
        return {at: True for at in found if at.y < 2 * height}, end

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of marked cells."""
        ended = {**values, Point(1, 2 * height + 1): True}
        return self._gaps.write(ended, width, height)


class Tallies:
    """A number beside each column and each row, each behind a comma."""

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the numbers, and the offset behind them."""
        found = re.match(rf"(?:,[0-9]{{1,9}}){{{width + height}}}", text)
        if found is None:
            raise text.error(f"expected {width + height} numbers, each behind a comma")
        numbers = enumerate(found[0].split(",")[1:])
        return {BESIDE.at(n, width): int(number) for n, number in numbers}, found.end()

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of numbers; `ValueError` if one is missing."""
        places = [BESIDE.at(number, width) for number in range(width + height)]
        if not set(places) <= values.keys():
            raise ValueError("a row or column has no number")
        return "".join(f",{values[place]}" for place in places)


class Decimals:
    """Numbers in cells, with letters for empty cells and `_` between two numbers."""

    _word = re.compile("[_a-z]|[0-9]{1,9}")

    def read(self, text: Piece, width: int, height: int) -> Found:
        """Return the numbers, and the offset behind them."""
        found, number, end = Values(), 0, 0
        while number < width * height:
            word = self._word.match(text, end)
            if word is None:
                fault = "expected a number, or a letter for empty cells"
                raise text.error(fault, end)
            if word[0].isdigit():
                found[CELLS.at(number, width)] = int(word[0])
            number += 1 if word[0].isdigit() else _GAPS.index(word[0])
            end = word.end()
        return found, end

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of numbers; `ValueError` if one is not known."""
        text, gap = "", 0
        for number in range(width * height):
            value = values.get(CELLS.at(number, width))
            gap += value is None
            if value is not None:
                if not isinstance(value, int):
                    raise ValueError("a number is unknown")
                text += self._empty(gap) or "_" * text[-1:].isdigit()
                text, gap = f"{text}{value}", 0
        return text + self._empty(gap)

    def _empty(self, gap: int) -> str:
        return "z" * (gap // 26) + _GAPS[gap % 26] * (gap % 26 > 0)
