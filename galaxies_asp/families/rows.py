"""Boards as rows of words or characters, read and written by what a type declares.

    6 6 1          optional: the numbers of rows and columns, and what else is declared
    . 2 - _ 3 ?    a word for each cell, or one character without blanks
                   (an empty line)
    AABBCC         where a type has regions: their names

Words are numbers, signs, values, or the first letters of predicates, as the drawings of
the declarations say: see `words_of`. `.`, `-` and `_` are empty cells, `@` are missing
ones. Numbers beside the board stand in a row above it and at the start of each row.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from galaxies_asp.core.board.atoms import Atom, Value, unquoted
from galaxies_asp.core.board.declarations import CORNERS, Declaration
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point, is_cell

EMPTY, MISSING, UNKNOWN = ".-_", "@", "?"
_ALSO_EMPTY = "·+~"
_SIGNS = {"shade": "#█", "block": "#▓", "dot": "●*", "circle": "○o", "symbol": "*"}
_DIVIDED = re.compile(r"[^\s,;|][\s,;|]+[^\s,;|]")
_SIZES = ("width", "height")
_CELLS = ("number", "block", *_SIGNS)

Known = Mapping[str, Declaration]
"""Declarations by signature."""


@dataclass(frozen=True)
class Word:
    """A word of a text with its place: line and column, from 1."""

    text: str
    line: int
    column: int

    def fault(self, message: str) -> NotationError:
        """Return an error at this place."""
        return NotationError(message, self.line, self.column)


Row = Sequence[Word]
Block = Sequence[Row]


@dataclass(frozen=True)
class Form:
    """How boards of a type are written in rows.

    `beside`: the predicates of numbers beside the board.
    """

    known: Known
    beside: frozenset[str] = frozenset()

    @cached_property
    def _inputs(self) -> list[Declaration]:
        return [one for one in self.known.values() if one.role == "Input"]

    @cached_property
    def counts(self) -> list[str]:
        """The predicates of numbers of the whole board, besides its size."""
        return [
            one.name
            for one in self._inputs
            if len(one.arguments) == 1
            and one.name not in (*_SIZES, "hole")
            and not one.drawing
        ]

    @cached_property
    def region(self) -> str:
        """The predicate of regions; empty if there is none."""
        found = (one.name for one in self._inputs if one.drawing == "region")
        return next(found, "")

    @cached_property
    def corners(self) -> dict[str, str]:
        """The predicates of numbers in corners of cells, which rows cannot hold."""
        return {o.style: o.name for o in self._inputs if o.style in CORNERS}

    @cached_property
    def has_given_lines(self) -> bool:
        """Whether lines from cell to cell are clues."""
        return any(one.drawing == "line" for one in self._inputs)

    @cached_property
    def _constant(self) -> str:
        """The signs of what follows from the facts, which says nothing."""
        shown = (one for one in self.known.values() if one.role == "Board")
        return "".join(_SIGNS.get(one.drawing, "") for one in shown)

    @cached_property
    def numbers(self) -> list[Declaration]:
        """The numbers in cells: those of clues, or else of the output."""
        found = [
            one
            for one in self.known.values()
            if one.drawing in ("number", "block")
            and one.style in ("", "circled")
            and len(one.arguments) == 2
            and one.name not in self.beside
        ]
        clues = [one for one in found if one.role == "Input"]
        return clues or [one for one in found if one.role == "Output"]

    @cached_property
    def words_of(self) -> dict[str, tuple[str, Value | None]]:
        """The words of cells without numbers: each with a predicate and a value.

        A word that two predicates have belongs to the first one, and inputs come first;
        its other words are the sign of its drawing and the first letter of its name.
        """
        words: dict[str, tuple[str, Value | None]] = {}
        ordered = sorted(self.known.values(), key=lambda one: one.role != "Input")
        shown = [one for one in ordered if one.role in ("Input", "Output")]
        for one in shown:
            if one.drawing == "symbol" and len(one.arguments) == 2:
                for value, text in re.findall(r"(\w+)=([^\s,]+)", one.style):
                    words.setdefault(text, (one.name, value))
                    words.setdefault(value, (one.name, value))
            elif one.drawing in _SIGNS and len(one.arguments) == 1:
                first = one.name[0]
                own = one.style if one.drawing == "symbol" else ""
                signs = "●" if one.style == "black" else _SIGNS[one.drawing]
                for text in (own, *signs, first, first.upper()):
                    if text:
                        words.setdefault(text, (one.name, None))
        return words

    # Reading

    def read(self, text: str) -> list[list[Atom]]:
        """Return the atoms of each board of a text.

        Raises `NotationError` with the place of what cannot be meant.
        """
        boards, blocks = list[list[Atom]](), _blocks(text)
        while blocks:
            head, blocks = self._head(blocks)
            parts = 1
            if self.region and len(blocks) > 1 and _size(blocks[1]) == _size(blocks[0]):
                parts = 2
            boards.append(self._board(head, blocks[:parts]))
            blocks = blocks[parts:]
        return boards

    def _head(self, blocks: list[Block]) -> tuple[Row, list[Block]]:
        """Divide a row of numbers of the board from the rows of cells."""
        (first, *rows), *others = blocks
        is_head = all(word.text.isdigit() for word in first)
        is_head &= len(first) <= 2 + len(self.counts)
        if rows and is_head and len(first) != len(rows[0]):
            return first, [rows, *others]
        if not rows and is_head and others and len(first) != len(others[0][0]):
            return first, others
        return (), blocks

    def _board(self, head: Row, blocks: Sequence[Block]) -> list[Atom]:
        named = [block for block in blocks if self._names_regions(block)]
        if len(blocks) == 2 and not named:
            raise blocks[1][0][0].fault("none of two blocks names a region everywhere")
        regions, cells = (
            named[-1:],
            [block for block in blocks if block not in named[-1:]],
        )
        atoms = list[Atom]()
        if cells and self.beside:
            margin, cells[0] = self._margin(cells[0])
            atoms += margin
        width, height = _size((cells or regions)[0])
        atoms += self._counted(head, width, height)
        for block in (*cells, *regions):
            for y, row in enumerate(block):
                if len(row) != width:
                    fault = f"{len(row)} cells, and other rows have {width}"
                    raise row[-1].fault(fault)
                for x, word in enumerate(row):
                    at = Point(2 * x + 1, 2 * y + 1)
                    found = self.region_at if block in regions else self.cell
                    atoms += found(word, at)
        return [
            *(Atom(n, (v,)) for n, v in zip(_SIZES, (width, height), strict=True)),
            *dict.fromkeys(atoms),
        ]

    def _counted(self, head: Row, width: int, height: int) -> Iterator[Atom]:
        """Yield the numbers of the whole board, and compare its size."""
        numbers = [int(word.text) for word in head]
        for sizes, others in ((numbers[:n], numbers[n:]) for n in (2, 1, 0)):
            is_size = not sizes or {*sizes} == {width, height}
            if is_size and len(others) in (0, len(self.counts)):
                pairs = zip(self.counts, others, strict=False)
                yield from (Atom(name, (number,)) for name, number in pairs)
                return
        said = " and ".join(map(str, numbers))
        raise head[0].fault(f"{said}, but {height} rows of {width} cells")

    def _margin(self, block: Block) -> tuple[list[Atom], Block]:
        """Return the numbers beside a board, and its rows without them."""
        above, *rows = block
        lengths = {len(row) for row in rows}
        if len(lengths) != 1 or lengths > {len(above), len(above) + 1}:
            return [], block
        (length,) = lengths
        if len(above) not in (length, length - 1):
            return [], block
        corner, columns = above[: len(above) - length + 1], above[1 - length :]
        places = [(Point(2 * x + 1, -1), word) for x, word in enumerate(columns)]
        places += [(Point(-1, 2 * y + 1), row[0]) for y, row in enumerate(rows)]
        numbers = [(at, word) for at, word in places if word.text not in EMPTY]
        is_margin = all(word.text.isdigit() for _, word in numbers)
        is_margin &= all(word.text in EMPTY for word in corner)
        if not numbers or not is_margin:
            return [], block
        name = min(self.beside)
        found = [Atom(name, (at, int(word.text))) for at, word in numbers]
        return found, [row[1:] for row in rows]

    def _names_regions(self, block: Block) -> bool:
        """Tell whether each cell of a block names a region, or is missing."""
        words = (word.text for row in block for word in row)
        return bool(self.region) and all(w.isalnum() or w == MISSING for w in words)

    def region_at(self, word: Word, at: Point) -> Iterator[Atom]:
        """Yield the region that a word names, or that a cell is missing."""
        if word.text == MISSING:
            yield Atom("hole", (at,))
        else:
            name = int(word.text) if word.text.isdigit() else f'"{word.text}"'
            yield Atom(self.region, (at, name))

    def cell(self, word: Word, at: Point) -> Iterator[Atom]:
        """Yield the atom of a word in a cell, if it is not empty."""
        text = word.text
        if text in (*EMPTY, *_ALSO_EMPTY, *self._constant):
            return
        if text == MISSING and "hole/1" in self.known:
            yield Atom("hole", (at,))
            return
        for one in self.numbers:
            is_unknown = text == UNKNOWN
            is_unknown |= one.drawing == "block" and text in _SIGNS["block"]
            if is_unknown and f'"{UNKNOWN}"' in one.domain:
                yield Atom(one.name, (at, f'"{UNKNOWN}"'))
                return
            if text.isdigit() and len(text) < 10:
                if int(text) or re.search(r"\b0\b", one.domain):
                    yield Atom(one.name, (at, int(text)))
                return  # a zero that is no clue is an empty cell
        if text in self.words_of:
            name, value = self.words_of[text]
            yield Atom(name, (at,) if value is None else (at, value))
            return
        known = ", ".join((*("a number" for _ in self.numbers[:1]), *self.words_of))
        raise word.fault(f"{text!r} stands for nothing here; cells have {known} or .")

    # Writing

    def written(self, atoms: Iterable[Atom]) -> str:
        """Return the rows of a board.

        What has no word, such as lines between cells, is left out if it is drawn.

        Raises `NotationError` if a clue cannot be written.
        """
        found, head = list(atoms), dict[str, int]()
        cells, regions = dict[Point, str](), dict[Point, str]()
        beside = dict[Point, str]()
        inverse: dict[tuple[str, Value | None], str] = {}
        for text, meant in self.words_of.items():
            inverse.setdefault(meant, text)
        inputs = {one.signature for one in self._inputs}
        numbers = {one.name for one in self.numbers}
        for atom in sorted(found, key=lambda atom: atom.signature not in inputs):
            at, value = atom.arguments[0], atom.arguments[-1]
            alone = value if len(atom.arguments) == 2 else None
            if not isinstance(at, Point):
                head[atom.name] = int(str(at))
            elif atom.name == self.region:
                regions[at] = unquoted(value)
            elif atom.name == "hole":
                cells[at] = regions[at] = MISSING
            elif atom.name in self.beside and min(at) < 0:
                beside[at] = unquoted(value)
            elif at in cells:
                if atom.signature in inputs:
                    raise NotationError(f"rows have one word for the cell of {atom}")
            elif atom.name in numbers and alone is not None:
                cells[at] = unquoted(value)
            elif (atom.name, alone) in inverse and is_cell(at):
                cells[at] = inverse[atom.name, alone]
            elif atom.signature in inputs:
                raise NotationError(f"rows have no word for {atom}")
        width, height = (head.pop(name) for name in _SIZES)
        points = [
            [Point(2 * x + 1, 2 * y + 1) for x in range(width)] for y in range(height)
        ]
        lines = []
        if head:
            lines += [[str(height), str(width), *map(str, head.values())]]
        if beside:
            across = (Point(2 * x + 1, -1) for x in range(width))
            lines += [[".", *(beside.get(at, ".") for at in across)]]
        blocks = [lines]
        if not regions or {*cells.values()} - {MISSING}:
            for y, row in enumerate(points):
                side = [beside.get(Point(-1, 2 * y + 1), ".")] if beside else []
                lines.append([*side, *(cells.get(at, ".") for at in row)])
        if regions:
            if cell := next(
                (c for row in points for c in row if c not in regions), None
            ):
                raise NotationError(f"rows have no word for {cell} without a region")
            blocks.append([[regions[at] for at in row] for row in points])
        return "\n".join(_aligned(block) for block in blocks if block)


def _blocks(text: str) -> list[Block]:
    """Return the rows of words of a text, divided at empty lines."""
    lines = [*enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if not line.lstrip().startswith("%")]
    blocks = list[Block]()
    for is_empty, some in groupby(lines, lambda line: not line[1].strip()):
        if is_empty:
            continue
        found = list(some)
        rows = [line for _, line in found[1:] or found]  # the first may be of numbers
        is_divided = any(map(_DIVIDED.search, rows))
        blocks.append([_words(n, line, is_divided=is_divided) for n, line in found])
    return [block for block in blocks if all(block)]


def _words(number: int, line: str, *, is_divided: bool) -> Row:
    """Return the words of a line; one of numbers is divided where it has blanks."""
    is_divided |= re.fullmatch(r"[\d\s,;|]+", line) is not None and bool(
        _DIVIDED.search(line)
    )
    word = r"[^\s,;|]+" if is_divided else r"[^\s,;|]"
    return [Word(one[0], number, one.start() + 1) for one in re.finditer(word, line)]


def _size(block: Block) -> tuple[int, int]:
    return len(block[0]), len(block)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of words, those of a column below each other."""
    widest = max(map(len, (word for row in rows for word in row)), default=1)
    lines = (" ".join(word.rjust(widest) for word in row) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)
