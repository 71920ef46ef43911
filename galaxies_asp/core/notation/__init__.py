"""Notations of puzzles: one module per format, with its parser and its writer.

A module has `recognizes(text)`, `read(text)`, which yields positions, or in a notation
of single lines `read_line(line)`, and, unless its format is read-only,
`write(position)`. Each header explains the format. `CORE` has the notations of this
package, `galaxies_asp.notation` all of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, TypeVar

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.errors import NotationError, did_you_mean
from galaxies_asp.core.board.grid import SQUARE, in_reading_order
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, position_of
from galaxies_asp.core.notation.reading import Piece, end_of, read_lines, with_border

MAX_CHARACTERS, MAX_LINES = 100_000_000, 10_000_000
"""Longer texts are rejected."""
_EXAMPLE = "7x7:cghsppedzzaccdtce, or a file with rows such as 'o . .'"
_ENDS_OF_LINES = "\n\r\u2028"
_SHOWN = 40
"""The longest part of a line in a message."""
_GAP = re.compile(r"(?:\s++|#[^\n]*+)*+")

Made = TypeVar("Made")
OfObject = Callable[[Fields], Made]
"""Returns what an object of JSON describes, given its fields that are not null."""


class Content(StrEnum):
    """A part of a position that some notations cannot express."""

    NAME = "the name"
    SOURCE = "the source"
    VARIANTS = "the variants of the rules"
    CLUES = "the clues of an encoding"
    LATTICE = "the lattice"
    ORDER = "the order of the dots"
    COLORS = "the dot colors"
    HOLES = "the missing cells"
    GIVEN = "the given walls"
    WALLS = "the drawn walls"
    JUNCTIONS = "the drawn junctions and borders"
    LABELS = "the dots of the cells"


DRAWN = (Content.NAME, Content.COLORS, Content.HOLES, Content.GIVEN, Content.WALLS)
"""What a drawing shows without further words."""


class Notation(NamedTuple):
    """A text format for puzzles; its module is imported when it is first used.

    Attributes
    ----------
    summary
        What a text in this notation is, for lists, and with "a" for messages.
    module
        The full name of the module that reads and writes it.
    holds
        The parts of a position that the module writes; empty if it is read-only.
    mark
        What every text in this notation contains.
    one_line
        In a text, lines of all notations with `one_line` may be mixed.
    """

    name: str
    summary: str
    module: str
    holds: tuple[Content, ...] = ()
    mark: str = ""
    one_line: bool = False

    @property
    def writable(self) -> bool:
        """Whether positions can be written."""
        return bool(self.holds)

    def load(self) -> ModuleType:
        """Return the module."""
        return import_module(self.module)

    def recognizes(self, text: str) -> bool:
        """Tell whether a text seems to be in this notation."""
        return self.mark in text and bool(self.load().recognizes(text))

    def read_line(self, line: Piece) -> Position:
        """Read a line of a one-line notation."""
        position: Position = self.load().read_line(line)
        return position


class Notations(tuple[Notation, ...]):
    """Notations, in the order in which they are tried."""

    __slots__ = ()

    def by_name(self, name: str) -> Notation:
        """Return the notation with this name; raise NotationError if there is none."""
        known = {notation.name: notation for notation in self}
        if name not in known:
            meant = did_you_mean(name, known)
            raise NotationError(
                f"unknown notation {name!r}; known: {', '.join(known)}{meant}"
            )
        return known[name]

    @checked
    def parse(self, text: str, notation: str | None = None) -> Puzzle:
        """Read one puzzle, in any notation.

        Raises `NotationError` if the text is not exactly one puzzle.
        """
        positions = self.parse_all(text, notation)
        if len(positions) > 1:
            raise NotationError(
                f"expected one puzzle, but the text holds {len(positions)}; use "
                "parse_all"
            )
        return positions[0].puzzle

    @checked
    def parse_all(self, text: str, notation: str | None = None) -> list[Position]:
        """Read all puzzles in a text, with the walls and labels drawn on them.

        Parameters
        ----------
        text
            One or more puzzles. Lines of one-line notations may be mixed; empty lines
            and lines starting with `#` are skipped between them.
        notation
            The name of the notation; None to detect it.

        Raises `NotationError` with line and column if the text is malformed.
        """
        positions = []
        for item in self.parse_each(text, notation):
            if isinstance(item, NotationError):
                raise item
            positions.append(item)
        return positions

    def parse_each(
        self,
        text: str,
        notation: str | None = None,
        of_object: OfObject[Made] | None = None,
    ) -> Iterator[Position | Made | NotationError]:
        """Yield the puzzles in a text, and the errors in lines of one-line notations.

        Objects of JSON are read by `of_object`, by default as positions.

        Raises `NotationError` where the text is malformed in another notation, after
        the puzzles before that place if it is JSON; or if it holds no puzzle.
        """
        check_length(text)
        text = text.removeprefix("\ufeff")
        chosen = self.by_name(notation) if notation else self.detect(text)
        items: Iterable[Position | Made | NotationError]
        if chosen is None or chosen.one_line:
            items = read_lines(text, chosen.read_line if chosen else self._read_line)
        elif of_object is not None and chosen.name == "json":
            items = chosen.load().read_objects(text, of_object)
        else:
            items = chosen.load().read(text)
        item = None
        for item in items:
            yield item
        if item is None:
            raise without_puzzle()

    def detect(self, text: str) -> Notation | None:
        """Detect the notation of a whole text.

        None if each line is in a one-line notation of its own.
        """
        first = text[end_of(_GAP, text) :].partition("\n")[0].rstrip()
        if not first or self.one_line_notation(first):
            return None
        others = (notation for notation in self if not notation.one_line)
        return next((each for each in others if each.recognizes(text)), None)

    def one_line_notation(self, line: str) -> Notation | None:
        """Detect the notation of a line among the one-line notations."""
        notations = (notation for notation in self if notation.one_line)
        return next((each for each in notations if each.recognizes(line)), None)

    def _read_line(self, line: Piece) -> Position:
        """Read a line in the notation that recognizes it."""
        notation = self.one_line_notation(line)
        if notation is None:
            content = line.lstrip()
            known = ", ".join(notation.name for notation in self)
            shown = content if len(content) <= _SHOWN else content[:_SHOWN] + "..."
            raise line.error(
                f"{shown!r} is in no known notation ({known}); a puzzle is, as an "
                f"example, {_EXAMPLE}",
                len(line) - len(content),
            )
        return notation.read_line(line)

    @checked
    def write(self, position: Position | Puzzle, notation: str = "drawing") -> str:
        """Write a puzzle, with the walls and labels on it if the notation has them.

        Raises `NotationError` if the notation cannot express the puzzle or is
        read-only.
        """
        chosen = self.by_name(notation)
        if not chosen.writable:
            raise NotationError(f"the notation {notation!r} is read-only")
        position = position_of(position)
        puzzle, missing = position.puzzle, self.omitted(position, notation)
        for part, named in (
            (Content.VARIANTS, f"the variant {', '.join(sorted(puzzle.variants))}"),
            (Content.CLUES, f"the clue {' '.join(puzzle.clues[:1])}"),
            (Content.LATTICE, f"the {puzzle.lattice.name} lattice"),
        ):
            if part in missing:
                holders = ", ".join(each.name for each in self if part in each.holds)
                raise NotationError(
                    f"the notation {notation!r} cannot hold {named}; {holders} can"
                )
        for part in (Content.HOLES, Content.GIVEN):
            if part in missing:
                what = part.removeprefix("the ")
                raise NotationError(f"a {chosen.summary} cannot express {what}")
        text: str = chosen.load().write(position)
        return text if text.endswith("\n") else text + "\n"

    def omitted(self, position: Position, notation: str) -> list[Content]:
        """Return the parts of a position that `write` leaves out in a notation."""
        left = contents_of(position).difference(self.by_name(notation).holds)
        return [part for part in Content if part in left]


def check_length(text: str) -> None:
    """Raise NotationError if a text is too long."""
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"the text is longer than {MAX_CHARACTERS} characters")
    if sum(map(text.count, _ENDS_OF_LINES)) > MAX_LINES:
        raise NotationError(f"the text has more than {MAX_LINES} lines")


def without_puzzle() -> NotationError:
    """Return the error in a text that holds no puzzle."""
    return NotationError(f"the text holds no puzzle; one is, for instance, {_EXAMPLE}")


def contents_of(position: Position) -> frozenset[Content]:
    """Return the parts that are not empty."""
    puzzle, walls = position.puzzle, position.walls or frozenset()
    has_labels = any(max(row) != NO_DOT for row in position.rows() or ())
    inner = position.inner_walls() if walls else frozenset()
    present = {
        Content.NAME: puzzle.name,
        Content.SOURCE: puzzle.source,
        Content.VARIANTS: puzzle.variants,
        Content.CLUES: puzzle.clues,
        Content.LATTICE: puzzle.lattice != SQUARE,
        Content.ORDER: list(puzzle.centers) != in_reading_order(puzzle.centers),
        Content.COLORS: puzzle.black,
        Content.HOLES: puzzle.holes,
        Content.GIVEN: puzzle.walls,
        Content.WALLS: walls or has_labels,
        Content.JUNCTIONS: walls != inner and walls != with_border(puzzle, inner),
        Content.LABELS: has_labels,
    }
    return frozenset(part for part, value in present.items() if value)


_IN = f"{__name__}."
DRAWING = Notation(
    "drawing",
    "drawing on the doubled grid, as in puzzles/",
    _IN + "drawing",
    (Content.SOURCE, Content.VARIANTS, Content.CLUES, Content.LATTICE, *DRAWN),
    "+-",
)
FACTS = Notation(
    "facts",
    "ASP facts, the input of the encodings",
    _IN + "facts",
    tuple(part for part in Content if part is not Content.SOURCE),
)
JSON = Notation(
    "json", "JSON, one object per line", _IN + "json_lines", tuple(Content), "{"
)
PUZZLINK = Notation(
    "puzzlink",
    "puzz.link address",
    _IN + "puzzlink",
    (Content.COLORS, Content.HOLES),
    "/",
    one_line=True,
)
TATHAM = Notation(
    "tatham",
    "game ID of Simon Tatham's collection",
    _IN + "tatham",
    (Content.COLORS,),
    one_line=True,
)
CORE = Notations((DRAWING, FACTS, JSON, PUZZLINK, TATHAM))
"""The notations of this package."""
