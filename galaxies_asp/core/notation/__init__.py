"""Notations of puzzles: one module per format, with its parser and its writer.

A module has `recognizes(text)`, `read(text)`, which yields positions, or in a notation
of single lines `read_line(line)`, and, unless its format is read-only,
`write(position)`. Each header explains the format. `CORE` has the notations of this
package, `galaxies_asp.notation` all of them.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, TypeVar

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.atoms import Atoms, texts_of
from galaxies_asp.core.board.errors import NotationError, did_you_mean
from galaxies_asp.core.board.grid import SQUARE, in_reading_order
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, position_of
from galaxies_asp.core.notation.reading import Piece, end_of, read_lines, with_border

__all__ = ["CORE", "Content", "Notation", "Notations"]

MAX_CHARACTERS, MAX_LINES = 100_000_000, 10_000_000
"""Longer texts are rejected."""
_EXAMPLE = "7x7:cghsppedzzaccdtce, or a file with rows such as 'o . .'"
_ENDS_OF_LINES = "\n\r\u2028"
_NAME = re.compile(r"[\w./#-]*[A-Za-z][\w./#-]*")
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

    `summary` says what a text is, with "a" in messages; `module` is the full name;
    `holds` are the parts of a position that it writes, none if it is read-only; `mark`
    is in all its texts. Lines of all notations with `one_line` may be mixed in a text.
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
        return _module(self.module)

    def recognizes(self, text: str) -> bool:
        """Tell whether a text seems to be in this notation."""
        return self.mark in text and bool(self.load().recognizes(text))


@cache
def _module(name: str) -> ModuleType:
    return import_module(name)


class Notations(tuple[Notation, ...]):
    """Notations, in the order in which they are tried."""

    __slots__ = ()

    def by_name(self, name: str) -> Notation:
        """Return the notation with this name; raise NotationError if there is none."""
        known = {notation.name: notation for notation in self}
        if name not in known:
            meant = ", ".join(known) + did_you_mean(name, known)
            raise NotationError(f"unknown notation {name!r}; known: {meant}")
        return known[name]

    @checked
    def parse(self, text: str, notation: str | None = None) -> Puzzle:
        """Read one puzzle, in any notation.

        Raises `NotationError` if the text is not exactly one puzzle.
        """
        positions = self.parse_all(text, notation)
        if len(positions) > 1:
            fault = f"expected one puzzle, but the text holds {len(positions)}"
            raise NotationError(f"{fault}; use parse_all")
        return positions[0].puzzle

    @checked
    def parse_all(self, text: str, notation: str | None = None) -> list[Position]:
        """Read all puzzles in a text, with the walls and labels drawn on them.

        Lines of one-line notations may be mixed; between them, empty lines and lines
        starting with `#` are skipped. Without the name of a notation, it is detected.

        Raises `NotationError` with line and column if the text is malformed.
        """
        try:
            return [*map(valid, self.parse_each(text, notation))]
        except NotationError as error:
            if len(text) > _SHOWN or not _NAME.fullmatch(text.strip()):
                raise
            said = f"{error.message}; galaxies_asp.load reads puzzles by their names"
            raise NotationError(said, error.line, error.column) from None

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
            read_line = chosen.load().read_line if chosen else self._read_line
            items = read_lines(text, read_line)
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
        is_other = first and not self.one_line_notation(first)
        return self._recognizing(text, one_line=False) if is_other else None

    def one_line_notation(self, line: str) -> Notation | None:
        """Detect the notation of a line among the one-line notations."""
        return self._recognizing(line, one_line=True)

    def _recognizing(self, text: str, *, one_line: bool) -> Notation | None:
        found = (n for n in self if n.one_line == one_line and n.recognizes(text))
        return next(found, None)

    def _read_line(self, line: Piece) -> Position:
        """Read a line in the notation that recognizes it."""
        if notation := self.one_line_notation(line):
            position: Position = notation.load().read_line(line)
            return position
        content = line.lstrip()
        known = ", ".join(notation.name for notation in self)
        shown = content if len(content) <= _SHOWN else content[:_SHOWN] + "..."
        fault = f"{shown!r} is in no known notation ({known}); a puzzle is, as an "
        fault += f"example, {_EXAMPLE}"
        raise line.error(fault, len(line) - len(content))

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
        named = {
            Content.VARIANTS: f"the variant {', '.join(sorted(puzzle.variants))}",
            Content.CLUES: f"the clue {' '.join(puzzle.clues[:1])}",
            Content.LATTICE: f"the {puzzle.lattice.name} lattice",
            Content.HOLES: Content.HOLES,
            Content.GIVEN: Content.GIVEN,
        }
        for part in filter(missing.__contains__, named):
            holders = ", ".join(each.name for each in self if part in each.holds)
            fault = f"a {chosen.summary} cannot hold {named[part]}"
            raise NotationError(f"{fault}; {holders} can")
        text: str = chosen.load().write(position)
        return text if text.endswith("\n") else text + "\n"

    def omitted(self, position: Position, notation: str) -> list[Content]:
        """Return the parts of a position that `write` leaves out in a notation."""
        left = contents_of(position).difference(self.by_name(notation).holds)
        return [part for part in Content if part in left]

    def caveat(self, position: Position, notation: str) -> str:
        """Return what another program reads differently in a notation; maybe empty."""
        module = self.by_name(notation).load()
        return module.caveat(position) if hasattr(module, "caveat") else ""


def valid(item: Made | NotationError) -> Made:
    """Return what was read; raise it if it is an error."""
    if isinstance(item, NotationError):
        raise item
    return item


def excluding(text: str, excluded: Atoms) -> str:
    """Return a board in JSON with what is excluded; in other notations as it is."""
    if not excluded or not text.startswith("{"):
        return text
    fields = json.loads(text)
    fields.setdefault("attempt", {})["excluded"] = texts_of(excluded)
    return f"{json.dumps(fields)}\n"


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
    present = (
        *(puzzle.name, puzzle.source, puzzle.variants, puzzle.clues),
        puzzle.lattice != SQUARE,
        list(puzzle.centers) != in_reading_order(puzzle.centers),
        *(puzzle.black, puzzle.holes, puzzle.walls, walls or has_labels),
        walls != inner and walls != with_border(puzzle, inner),
        has_labels,
    )
    return frozenset(
        part for part, is_in in zip(Content, present, strict=True) if is_in
    )


_IN, _ALL = f"{__name__}.", (*Content,)
_DRAWING = (Content.SOURCE, Content.VARIANTS, Content.CLUES, Content.LATTICE, *DRAWN)
_ID, _ADDRESS = "game ID of Simon Tatham's collection", "puzz.link address"
_ADDRESSED = Content.COLORS, Content.HOLES
CORE = Notations(
    (
        Notation("drawing", "drawing, as in puzzles/", _IN + "drawing", _DRAWING, "+-"),
        Notation("facts", "list of ASP facts", _IN + "facts", (_ALL[0], *_ALL[2:])),
        Notation("json", "JSON object", _IN + "json_lines", _ALL, "{"),
        Notation("puzzlink", _ADDRESS, _IN + "puzzlink", _ADDRESSED, "/", True),
        Notation("tatham", _ID, _IN + "tatham", _ADDRESSED[:1], "", True),
    )
)
"""The notations of this package."""
