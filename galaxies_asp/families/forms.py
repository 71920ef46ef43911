r"""How boards of a type are written in characters, as the declarations say.

Words of cells are numbers, signs, values, or the first letters of predicates: see
`words_of`. `.`, `-` and `_` are empty cells, `@` are missing ones; two numbers in the
corners of a cell are `16\23` or `16,23`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from galaxies_asp.core.board.atoms import Atom, Value
from galaxies_asp.core.board.declarations import CORNERS, Declaration
from galaxies_asp.core.board.grid import SQUARE, Lattice, Point, in_reading_order
from galaxies_asp.core.drawing.boxes import JUNCTIONS
from galaxies_asp.families.blocks import EMPTY, Word
from galaxies_asp.families.outlines import board_cells

MISSING, UNKNOWN = "@", "?"
SIZES = ("width", "height")
SIGNS = {"shade": "#█", "block": "#▓", "dot": "●*", "circle": "○o", "symbol": "*"}
_ALSO_EMPTY = "·~□"
_QUESTION = f'"{UNKNOWN}"'
_PAIR = re.compile(r"(\d{0,9})[\\/,](\d{0,9})")
_MARKS = ("shade", "block", "symbol")
ARMS = {(0, -1): 27, (-1, 0): 9, (1, 0): 3, (0, 1): 1}
"""What an arm of a junction adds to its index, by the side to which it leads."""

Known = Mapping[str, Declaration]
"""Declarations by signature."""


@dataclass(frozen=True)
class Form:
    """How boards of a type are written in rows.

    `beside`: the predicates of numbers beside the board. `has_side`: whether boards
    have a side instead of a width and a height. `settings`: the predicates of facts
    about the whole board that are no numbers, with their value. `is_strict`: whether
    words of other programs are refused: `x`, `o`, `b` and `w`, and letters for numbers.
    """

    known: Known
    beside: frozenset[str] = frozenset()
    lattice: Lattice = SQUARE
    has_side: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    is_strict: bool = False

    def named(self, drawing: str, role: str, style: str | None = None) -> str:
        """Return the first predicate with a drawing and a role; empty without one."""
        for one in self.known.values():
            if (one.drawing, one.role) == (drawing, role) and style in (
                None,
                one.style,
            ):
                return one.name
        return ""

    @cached_property
    def _inputs(self) -> list[Declaration]:
        return [one for one in self.known.values() if one.role == "Input"]

    @cached_property
    def shown(self) -> list[Declaration]:
        """What cells show: inputs, and then outputs."""
        outputs = (one for one in self.known.values() if one.role == "Output")
        return [*self._inputs, *outputs]

    @cached_property
    def counts(self) -> list[str]:
        """The predicates of numbers of the whole board, besides its size."""
        return [
            one.name
            for one in self._inputs
            if len(one.arguments) == 1
            and one.name not in (*SIZES, "side", "hole", *self.settings)
            and not one.drawing
        ]

    @cached_property
    def region(self) -> str:
        """The predicate of regions; empty if there is none."""
        return self.named("region", "Input")

    @cached_property
    def corners(self) -> dict[str, str]:
        """The predicates of numbers in corners of cells."""
        return {o.style: o.name for o in self._inputs if o.style in CORNERS}

    @cached_property
    def has_given_lines(self) -> bool:
        """Whether lines from cell to cell are clues."""
        return bool(self.named("line", "Input"))

    @cached_property
    def empty(self) -> frozenset[str]:
        """The signs of empty cells, and of what follows from the facts."""
        shown = (one for one in self.known.values() if one.role == "Board")
        constant = "".join(SIGNS.get(one.drawing, "") for one in shown)
        has_filled = any(one.drawing in ("shade", "block") for one in self.shown)
        has_white = has_filled and not self.is_strict
        white = set("wW") - self.words_of.keys() if has_white else set[str]()
        return frozenset({*EMPTY, *_ALSO_EMPTY, *constant} | white)

    def numbers(self, role: str) -> list[Declaration]:
        """Return the numbers in cells of a role, or else of the other one."""
        found = [
            one
            for one in self.shown
            if one.drawing in ("number", "block")
            and one.style in ("", "circled")
            and len(one.arguments) == 2
            and one.name not in self.beside
        ]
        return [one for one in found if one.role == role] or found

    @cached_property
    def words_of(self) -> dict[str, tuple[str, Value | None]]:
        """The words of cells without numbers: each with a predicate and a value.

        A word that two predicates have belongs to the first one, and inputs come first;
        its other words are the sign of its drawing and the first letter of its name.
        `x` and `b` may be the first clue or shaded cell, and `o` what is drawn beside.
        """
        words: dict[str, tuple[str, Value | None]] = {}
        marks = list[tuple[Declaration, tuple[str, Value | None]]]()
        for one in self.shown:
            meant: tuple[str, Value | None] = (one.name, None)
            signs = SIGNS.get(one.drawing, "")
            if one.drawing == "symbol" and len(one.arguments) == 2:
                for value, text in re.findall(r"(\w+)=([^\s,]+)", one.style):
                    words.setdefault(text, (one.name, value))
                    words.setdefault(value, (one.name, value))
            elif signs and len(one.arguments) == 1:
                first = one.name[0]
                own = one.style if one.drawing == "symbol" else ""
                signs = "●" if one.style == "black" else signs
                for text in filter(None, (own, *signs, first, first.upper())):
                    words.setdefault(text, meant)
                marks += [(one, meant)] if one.drawing in _MARKS else []
            elif one.drawing == "block" and _QUESTION in one.domain:
                for text in signs:
                    words.setdefault(text, (one.name, _QUESTION))
                marks.append((one, (one.name, _QUESTION)))
        filled = [meant for one, meant in marks if one.drawing != "symbol"]
        given = [meant for one, meant in marks if one.role == "Input"]
        drawn = [meant for one, meant in marks if one.role == "Output"]
        others = {"b": filled, "x": given or drawn, "o": drawn if given else []}
        for text, found in () if self.is_strict else others.items():
            for word in (text, text.upper()) if found else ():
                words.setdefault(word, found[0])
        return words

    def rows_of(self, width: int, height: int) -> list[list[Point]]:
        """Return the cells of a board by their rows."""
        if self.lattice == SQUARE:
            across = range(1, 2 * width, 2)
            return [[Point(x, y) for x in across] for y in range(1, 2 * height, 2)]
        cells = in_reading_order(board_cells(self.lattice, width, height))
        return [[*row] for _, row in groupby(cells, lambda cell: cell.y)]

    def beside_name(self, at: Point) -> str:
        """Return the predicate of a number beside the board."""
        columns, rows = map(self.corners.get, CORNERS)
        return (columns if at.y < 0 else rows) or min(self.beside)

    def region_at(
        self, word: Word, at: Point, size: tuple[int, int] = (0, 0)
    ) -> Iterator[Atom]:
        """Yield the region that a word names, if any, or that a cell is missing."""
        if word.text in self.empty:
            return
        if word.text == MISSING:
            yield Atom("hole", (at,))
        elif word.text.isalnum():
            name = int(word.text) if word.text.isdigit() else f'"{word.text}"'
            yield Atom(self.region, (at, name))
        else:
            raise word.fault(f"{word.text!r} names no region")

    def cell(
        self, word: Word, at: Point, size: tuple[int, int] = (0, 0), role: str = "Input"
    ) -> Iterator[Atom]:
        """Yield the atoms of a word in a cell, if it is not empty.

        `role`: whose numbers they are, if clues and drawn cells have some.
        """
        text, numbers = word.text, self.numbers(role)
        pair = _PAIR.fullmatch(text) if self.corners else None
        if text in self.empty:
            return
        if text == MISSING and "hole/1" in self.known:
            yield Atom("hole", (at,))
        elif pair:
            for name, number in zip(
                map(self.corners.get, CORNERS), pair.groups(), strict=True
            ):
                if number:
                    yield Atom(str(name), (at, int(number)))
            yield from (Atom(n, (at,)) for n in [self.named("block", "Input")] if n)
        elif text == UNKNOWN and (one := _first_of(_QUESTION, numbers)):
            yield Atom(one.name, (at, _QUESTION))
        elif text.isdigit() and len(text) < 10 and numbers:
            if int(text) or re.search(r"\b0\b", numbers[0].domain):
                yield Atom(numbers[0].name, (at, int(text)))
        elif text in self.words_of:
            name, value = self.words_of[text]
            yield Atom(name, (at,) if value is None else (at, value))
        elif text in JUNCTIONS[1:] and size != (0, 0):
            role = "Input" if self.has_given_lines and role == "Input" else "Output"
            yield from self.lines(word, at, role, *size)
        else:
            known = ", ".join((*("a number" for _ in numbers[:1]), *self.words_of))
            fault = f"{text!r} stands for nothing here; cells have {known} or ."
            raise word.fault(fault)

    def lines(
        self, word: Word, at: Point, role: str, width: int, height: int
    ) -> Iterator[Atom]:
        """Yield lines on the sides to which the arms of a character lead."""
        name = self.named("line", role)
        if not name:
            raise word.fault(f"{word.text!r} stands for nothing here")
        index = JUNCTIONS.index(word.text)
        for (dx, dy), value in ARMS.items():
            side = Point(at.x + dx, at.y + dy)
            if index // value % 3 == 0:
                continue
            if not (0 < side.x < 2 * width and 0 < side.y < 2 * height):
                raise word.fault(f"{word.text!r} leads off the board")
            yield Atom(name, (side,))


def _first_of(value: str, found: Iterable[Declaration]) -> Declaration | None:
    """Return the first declaration that has a value in its domain."""
    return next((one for one in found if value in one.domain), None)
