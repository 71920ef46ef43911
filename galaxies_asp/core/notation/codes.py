"""Codes: how values at points are written in addresses; both ways from one description.

`Runs` are values with empty points between them, `Masks` marked points as bits, and
`read_codes` reads one after the other. `galaxies_asp.notation.rows` has the same for
the lines of files.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation.reading import Piece

V = TypeVar("V")

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Digits of bases up to 36."""
_FEW = 5000
"""The points of boards up to which they are made once."""


class Places(Hashable, Protocol):
    """Points of a board in an order."""

    def size(self, width: int, height: int) -> int:
        """Return how many points there are."""

    def at(self, number: int, width: int) -> Point:
        """Return the point with a number, from 0."""

    def number(self, point: Point, width: int) -> int:
        """Return the number of a point."""


Values = dict[Point, Any]
"""What points have: a number, a text or a pair, as a code says."""


class Code(Protocol):
    """A way to write values of points."""

    def read(self, text: Piece, width: int, height: int) -> tuple[Values, int]:
        """Return the values, and the offset behind them."""

    def write(self, values: Values, width: int, height: int) -> str:
        """Return the text of values; `ValueError` if it cannot hold them."""


class Part(NamedTuple):
    """Points of a board in reading order, from a first one up to its mirror image."""

    x: int
    y: int
    step: int = 2

    def columns(self, width: int) -> int:
        """Return how many points a row has."""
        return 2 * (width - self.x) // self.step + 1

    def size(self, width: int, height: int) -> int:
        """Return how many points there are."""
        return self.columns(width) * self.columns(height + self.x - self.y)

    def at(self, number: int, width: int) -> Point:
        """Return the point with a number, from 0."""
        x, y, step = self
        row, column = divmod(number, 2 * (width - x) // step + 1)
        return Point(x + step * column, y + step * row)

    def number(self, point: Point, width: int) -> int:
        """Return the number of a point."""
        row, column = (point.y - self.y) // self.step, (point.x - self.x) // self.step
        return row * self.columns(width) + column


INNER, CELLS = Part(1, 1, 1), Part(1, 1)
"""All points inside a board, and the cells."""
EDGES, SIDES = (Part(2, 1), Part(1, 2)), (Part(0, 1), Part(1, 0))
"""The sides of cells, upright and level ones: inside a board, and all."""


class Run(NamedTuple, Generic[V]):
    """What a character stands for: a value, and empty points before and behind it."""

    before: int = 0
    value: V | None = None
    behind: int = 0


AnyRun = Run[Any]


@lru_cache(maxsize=4)
def _points(part: Places, width: int, height: int) -> Sequence[Point]:
    """Return the points of small boards, which many of a text share."""
    return [part.at(number, width) for number in range(part.size(width, height))]


@dataclass(frozen=True)
class Runs(Generic[V]):
    """Values at some points, with the numbers of empty points between them.

    `meaning` says what is expected, for messages. For a prefix of a number, `longer`
    has its digits to the base, and what is added to it. Empty points at the end may be
    left out if `may_end`, and writers do so if `drops_end`.
    """

    part: Places
    characters: Mapping[str, Run[V]]
    meaning: str
    longer: Mapping[str, tuple[int, int]] | None = None
    base: int = 16
    may_end: bool = False
    drops_end: bool = False

    @cached_property
    def _written(self) -> dict[V | None, dict[tuple[int, int], str]]:
        """The character of each value for empty points before and behind it."""
        written: dict[V | None, dict[tuple[int, int], str]] = {}
        for character, (before, value, behind) in self.characters.items():
            written.setdefault(value, {})[before, behind] = character
        return written

    def read(self, text: Piece, width: int, height: int) -> tuple[dict[Point, V], int]:
        """Return the values, and the offset behind them.

        Raises `NotationError` if there are none.
        """
        found, size = dict[Point, V](), self.part.size(width, height)
        at = number = 0
        known = self.characters.get
        place: Callable[[int], Point] = partial(self.part.at, width=width)
        if size <= _FEW:
            place = _points(self.part, width, height).__getitem__
        while at < len(text) and (self.may_end or number < size):
            run, length = known(text[at]), 1
            if run is None:
                run, length = self._number(text, at)
            before, value, behind = run
            number += before
            if value is not None:
                if number >= size:
                    board = f"a board of {width}x{height} cells has {size} points"
                    raise text.error(f"this is on point {number + 1}; {board}", at)
                found[place(number)] = value
                number += 1 + behind
            at += length
        if text and number < size and not self.may_end:
            fault = f"the address ends after {number} of {size} points"
            raise text.error(f"{fault}; it seems to be cut off", at)
        return found, at

    def _number(self, text: Piece, at: int) -> "tuple[AnyRun, int]":
        """Return the number that is written at an offset, and its length."""
        length, added = (self.longer or {}).get(text[at], (0, 0))
        number = text[at + 1 : at + 1 + length]
        if not length or len(number) < length or {*number} - {*DIGITS[: self.base]}:
            message = f"{text[at]!r} stands for nothing here; {self.meaning}"
            raise text.error(message, at)
        return Run(0, added + int(number, self.base)), 1 + length

    def write(self, values: Mapping[Point, V], width: int, height: int) -> str:
        """Return the text of values."""
        size = self.part.size(width, height)
        found = sorted((self.part.number(p, width), v) for p, v in values.items())
        # Behind the last value, all of its empty points count, past the end, too.
        nexts = [number for number, _ in found[1:]] + [2 * size + len(DIGITS)]
        text, at = "", 0
        for (number, value), following in zip(found, nexts, strict=False):
            ways = self._written.get(value) or {(0, 0): self._long(value)}
            empty, left = self._empty(number - at, max(ways)[0])
            room = following - number - 1
            behind = max(b for before, b in ways if before == left and b <= room)
            text += empty + ways[left, behind]
            at = number + 1 + behind
        return text if self.drops_end else text + self._empty(size - at, 0)[0]

    def _empty(self, count: int, most: int) -> tuple[str, int]:
        """Return characters for empty points, and how many of these are left."""
        text, blanks = "", self._written.get(None, {})
        for (length, _), character in sorted(blanks.items(), reverse=True):
            if count > most:
                times, count = divmod(count, length)
                text += times * character
        return text, count

    def _long(self, value: object) -> str:
        """Return a number with a prefix."""
        for prefix, (length, added) in (self.longer or {}).items():
            number, digits = int(str(value)) - added, ""
            while len(digits) < length:
                number, digit = divmod(number, self.base)
                digits = DIGITS[digit] + digits
            if number == 0:
                return prefix + digits
        raise ValueError(f"{value} cannot be written in such an address")


@dataclass(frozen=True)
class Masks:
    """Points of some kinds: `count` in a digit, the first one in the highest place.

    There are `kinds`, of which 0 is that of other points; of two, a value is True. Each
    part begins with a digit of its own. `noun` says what points are, for messages.
    """

    parts: tuple[Part, ...]
    noun: str
    kinds: int = 2
    count: int = 5

    def read(
        self, text: Piece, width: int, height: int
    ) -> tuple[dict[Point, int], int]:
        """Return the values of points, and the offset behind them; see `Runs`."""
        found, at = dict[Point, int](), 0
        known = DIGITS[: self.kinds**self.count]
        for part in self.parts if text else ():
            size = part.size(width, height)
            length = -(-size // self.count)
            digits = text.behind(at, at + length)
            for place, digit in enumerate(digits):
                if digit not in known:
                    fault = f"{digit!r} stands for nothing here; expected 0 to 9, a to "
                    raise digits.error(fault + known[-1], place)
            if len(digits) < length:
                expected = f"take {length} characters, but there are {len(digits)}"
                raise digits.error(f"the {self.noun} start here and {expected}")
            for n, kind in enumerate(self._kinds(digits)):
                if kind and n < size:
                    found[part.at(n, width)] = kind if self.kinds > 2 else True
            at += length
        return found, at

    def _kinds(self, digits: str) -> Iterator[int]:
        """Yield the kinds of the points in some digits."""
        places = [self.kinds**place for place in reversed(range(self.count))]
        for digit in digits:
            number = DIGITS.index(digit)
            yield from (number // place % self.kinds for place in places)

    def write(self, values: Mapping[Point, int], width: int, height: int) -> str:
        """Return the text of the values of points."""
        text = ""
        for part in self.parts:
            numbers = range(part.size(width, height))
            kinds = [int(values.get(part.at(n, width), 0)) for n in numbers]
            kinds += [0] * (-len(kinds) % self.count)
            for first in range(0, len(kinds), self.count):
                digit = 0
                for kind in kinds[first : first + self.count]:
                    digit = digit * self.kinds + kind
                text += DIGITS[digit]
        return text


def read_codes(
    text: Piece, codes: Iterable[Code], width: int, height: int
) -> Iterator[Values]:
    """Yield the values of each code, one after the other.

    Raises `NotationError` if something is missing or left over.
    """
    for code in codes:
        values, end = code.read(text, width, height)
        yield values
        text = text.behind(end)
    if text:
        fault = f"{text[:20]!r} is more than a board of {width}x{height} cells takes"
        raise text.error(fault)
