"""Rows: how values at points are written in the lines of a file; see `core.notation`.

Both ways are derived from one description, as in `codes` for addresses.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation.codes import Part, V
from galaxies_asp.core.notation.reading import Piece

_APPENDIX = re.compile(r"history:|info:|__HISTORY__|TrialData|https?:")
"""What may stand behind the lines of a file."""


@dataclass(frozen=True)
class Rows(Generic[V]):
    """Values of points in lines, a word for each point.

    `words` have the values, None where there is none; of words for one value, the first
    one is written. `noun` and `meaning` say what a line has, and what is expected, for
    messages. Without a separator, words have one character. Numbers may be values, too;
    lines may be missing or empty if `may_end`; `accepts` tells whether a point may have
    a value.
    """

    parts: tuple[Part, ...]
    words: Mapping[str, V | None]
    noun: str
    meaning: str
    separator: str = " "
    has_numbers: bool = False
    may_end: bool = True
    accepts: Callable[[Point, object], bool] = lambda point, value: True

    def lines(self, width: int, height: int) -> Iterator[list[Point]]:
        """Yield the points of each line."""
        for part in self.parts:
            columns = part.columns(width)
            for row in range(part.columns(height + part.x - part.y)):
                y = part.y + part.step * row
                yield [Point(part.x + part.step * x, y) for x in range(columns)]

    def read(
        self, lines: Sequence[Piece], width: int, height: int
    ) -> tuple[dict[Point, V], Sequence[Piece]]:
        """Return the values, and the lines behind them.

        Raises `NotationError` if there are none.
        """
        expected = sum(p.columns(height + p.x - p.y) for p in self.parts)
        if not self.may_end and len(lines) < expected:
            board = f"a board of {width}x{height} cells takes {expected}"
            fault = f"{board} lines of {self.noun}; there are {len(lines)}"
            raise lines[-1].error(f"the file ends here, but {fault}")
        found, used = dict[Point, V](), 0
        for row in self.lines(width, height):
            if used == len(lines) or (self.may_end and _APPENDIX.match(lines[used])):
                break
            if row or not lines[used]:  # else an empty line has been lost
                found.update(self._row(lines[used], row))
                used += 1
        return found, lines[used:]

    def _row(self, line: Piece, row: Sequence[Point]) -> Iterator[tuple[Point, V]]:
        words = [*re.finditer(r"\S+" if self.separator else r"\S", line)]
        if len(words) != len(row) and (words or not self.may_end):
            message = f"this line has {len(words)} {self.noun}, but takes {len(row)}"
            raise line.error(message)
        for point, word in zip(row, words, strict=False):
            value: Any = self.words.get(word[0])
            is_known = word[0] in self.words
            if self.has_numbers and re.fullmatch("[0-9]{1,9}", word[0]):
                value, is_known = int(word[0]), True
            if not is_known or (value is not None and not self.accepts(point, value)):
                message = f"{word[0]!r} at the point {point}; expected {self.meaning}"
                raise line.error(message, word.start())
            if value is not None:
                yield point, value

    def write(self, values: Mapping[Point, V], width: int, height: int) -> list[str]:
        """Return the lines of values."""
        words = {value: word for word, value in reversed([*self.words.items()])}
        written = {p: words.get(value, str(value)) for p, value in values.items()}
        return [
            "".join(written.get(point, words[None]) + self.separator for point in row)
            for row in self.lines(width, height)
        ]
