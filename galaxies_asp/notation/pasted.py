r"""Puzzles inside other text: lists, tables, mails, pages of Markdown.

A text that is in a notation is read as it is. Of other texts, what surrounds puzzles is
left out: colors of terminals, invisible characters, `>` before each line, fences of
code, paragraphs of prose. In a line that is no puzzle, addresses and game IDs are
looked for between blanks, quotation marks, brackets, commas and bars:

    1. [easy](https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000)
    Game ID: 7x7:cghsppedzzaccdtce  # hard

Nothing is guessed: a damaged address is an error, and is never shortened to one that
can be read.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import unquote

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation import (
    Made,
    Notations,
    OfObject,
    check_length,
    without_puzzle,
)
from galaxies_asp.core.notation.reading import Piece, end_of

OfAddress = Callable[[Piece], Made | None]
"""Returns the board of an address of another puzzle, None if this is none."""
Note = Callable[[str], object]
"""Is told what was taken out of other text, in a sentence."""

_TERMINAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_HTML = re.compile(r"</?(?:pre|code|p|br|div|span|blockquote)\b[^<>]*>")
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x2060, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)]
) | dict.fromkeys([0xA0, 0x2007, 0x202F, 0x3000], " ")
_INVISIBLE[0xFF1A] = ":"  # as wide as a letter of Chinese
_QUOTED = re.compile(r"(?:^[ \t]*>.*(?:\n|\Z)){2,}", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_PARAGRAPH = re.compile(r"(?:.*\S.*(?:\n|\Z))+")
_PROSE = re.compile(
    r"(?!\s*(?:pzprv3|(?:[A-Z]{4,}|Answer|name|source|lattice|variants|clues"
    r"|[a-z]+ (?:cells|dots)) *:))"
    r"(?=.*[^\W\doOxXvV_]{2})[\w \t,.;:!?'\"@/&*-]*(?:\n|\Z)"
)
_OBJECT = re.compile(r"[\ufeff\s]*(?:\[\s*)?\{")
_NO_OBJECT = re.compile(r"[\ufeff\s]*\[\s*\]\s*\Z")
_CHUNK = re.compile("[^\\s\"'`<>()\\[\\]{}|,;\u2018-\u201f\u00ab\u00bb]+")
_GAME = re.compile(
    r"(?:[^\s<>()]*#|[A-Za-z]+:)?[0-9]+x[0-9]+[a-z0-9]*[:#]\w+(?:,[0-9]+)*"
)
"""A game ID, in which commas may stand before numbers."""
_LABEL = re.compile(r"[*_~]*(?:[A-Za-z]+[:=](?=[0-9]+[xX×]|https?:))?")
_BEHIND = "*_~.:!?"
_CANDIDATE = re.compile(r"[0-9]+[xX×]?[0-9]*[a-z]*:[A-Za-z]|\S*[/#]|m=|p=")
_ADDRESS = re.compile(r".+\b(?=https?:/)")
_DAMAGED = re.compile(
    r"[0-9]+[xX×][0-9]+[a-z]*(?!-[0-9])[^\s\w.,)]|p(?:\.html)?\?\w+/|tentaisho|[&?#]p="
)
"""What a line that is no prose contains."""
_CONTINUED = re.compile(
    r"\S+[ \t]+[A-Za-z]+|[0-9]+x[0-9]+[a-z0-9]*[:#]\w*[(){}<>\[\]]+\w\S*"
)
"""An ID, and what may be the rest of it: a word, or letters behind a bracket."""


class _ProseError(NotationError):
    """A line that holds no puzzle, and no part of one."""


class PastedNotations(Notations):
    """Notations whose texts may stand inside other text."""

    __slots__ = ()

    def parse_each(
        self,
        text: str,
        notation: str | None = None,
        of_object: OfObject[Made] | None = None,
        note: Note | None = None,
        of_address: OfAddress[Made] | None = None,
    ) -> Iterator[Position | Made | NotationError]:
        """Yield the puzzles in a text, and the errors in lines and blocks of it.

        `note` gets a message on puzzles inside other text. `of_address` reads
        addresses before the notations do. See `Notations.parse_each`.
        """
        if _NO_OBJECT.match(text):
            notation = notation or "json"
        if notation is not None or _OBJECT.match(text):
            yield from super().parse_each(text, notation, of_object)
            return
        check_length(text)
        note = note or (lambda sentence: None)
        found, prose, blocks = False, list[_ProseError](), _blocks(text)
        for lines, block in blocks:
            try:
                for item in self._of_block(block, of_object, note, of_address):
                    if isinstance(item, _ProseError):
                        prose.append(item)
                    else:
                        found = True
                        yield _shifted(item, lines)
            except NotationError as error:
                if len(blocks) == 1:
                    raise
                found = True
                yield _shifted(error, lines)
        if not found:
            first = prose[0] if prose else without_puzzle()
            raise NotationError(first.message, first.line, first.column)
        if prose:
            note(f"lines without a puzzle are passed over: {len(prose)}")

    def _of_block(
        self,
        block: str,
        of_object: OfObject[Made] | None,
        note: Note,
        of_address: OfAddress[Made] | None,
    ) -> Iterator[Position | Made | NotationError]:
        """Yield the puzzles of a text without fences, and the errors in it."""
        visible = _visible(block)
        failure: NotationError | None = None
        rest: Iterator[Position | Made | NotationError] = iter(())
        for text in dict.fromkeys((block, visible, self._without_prose(visible))):
            if chosen := self.detect(text):
                items = super().parse_each(text, chosen.name, of_object)
                try:
                    first = next(items)
                except NotationError as error:
                    failure = failure or error
                    continue
                if not isinstance(first, NotationError):
                    yield first
                    yield from items
                    return
                if failure is None:
                    failure, rest = first, items
        if failure is not None:
            others = [*rest]
            if not others:
                raise failure
            yield from (failure, *others)
            return
        for number, line in enumerate(visible.splitlines(), 1):
            if _OBJECT.match(line):
                try:
                    for item in super().parse_each(line, None, of_object):
                        yield _shifted(item, number - 1)
                except NotationError as error:
                    yield _shifted(error, number - 1)
            elif line.strip() and not line.lstrip().startswith("#"):
                yield from self._of_line(Piece(line.rstrip(), number), note, of_address)

    def _of_line(
        self, line: Piece, note: Note, of_address: OfAddress[Made] | None
    ) -> Iterator[Position | Made | NotationError]:
        """Yield the puzzle that a line is, or those inside it, or the error in it."""

        def read(piece: Piece) -> list[Position | Made]:
            if of_address and (made := of_address(piece)):
                return [made]
            chosen = None if piece is line else self.detect(piece)
            return chosen.load().read(piece) if chosen else [self._read_line(piece)]

        try:
            yield from read(line)
            return
        except NotationError as error:
            failure = error
        pieces = (
            [] if _CONTINUED.fullmatch(line.strip()) else self.inside(line, of_address)
        )
        for piece in pieces:
            note(f"line {line.line}: taken out of other text: {piece}")
            try:
                yield from read(piece)
            except NotationError as error:
                yield error
        if not pieces and not _DAMAGED.search(line):
            failure = _ProseError(failure.message, failure.line, failure.column)
        if not pieces:
            yield failure

    def _without_prose(self, text: str) -> str:
        """Return a text with empty lines for prose at the start of paragraphs."""

        def kept(paragraph: re.Match[str]) -> str:
            lines = paragraph[0].splitlines(keepends=True)
            for number, line in enumerate(lines):
                if not _PROSE.fullmatch(line) or self.one_line_notation(line.strip()):
                    return "\n" * number + "".join(lines[number:])
            return "\n" * paragraph[0].count("\n")

        return _PARAGRAPH.sub(kept, text)

    def inside(
        self, text: str, of_address: OfAddress[Made] | None = None
    ) -> list[Piece]:
        """Return the different addresses and game IDs in a line."""
        line = text if isinstance(text, Piece) else Piece(text)
        found: dict[str, Piece] = {}
        for match in _CHUNK.finditer(line):
            game = _GAME.match(line, match.start())
            if of_address and game and _is_known(Piece(game[0]), of_address):
                piece = line.behind(*game.span())
                found.setdefault(piece, piece)
                continue
            start = end_of(_LABEL, line, match.start())
            written = _without_stop(match[0][start - match.start() :], of_address)
            plain = unquote(written)
            for offset in dict.fromkeys((end_of(_ADDRESS, plain), 0)):
                piece = Piece(plain[offset:], *line.place(start))
                known = self.one_line_notation(piece) or self.detect(piece)
                if known and _CANDIDATE.match(piece):
                    found.setdefault(piece, piece)
                    break
        return [piece for piece in found.values() if piece != line.strip()]


def _without_stop(text: str, of_address: OfAddress[Made] | None) -> str:
    """Return an address without the marks of a sentence behind it.

    Dots at the end of an address are clues as far as it can be read with them; where
    nothing else stands for the board, they are no full stop.
    """
    short = text.rstrip(_BEHIND)
    for end in range(len(text), len(short), -1) if of_address else ():
        with suppress(NotationError):
            if of_address and of_address(Piece(text[:end])):
                return text[:end]
    is_whole = not (short.endswith("/") and text[len(short) :].startswith("."))
    return short if is_whole else text


def _is_known(piece: Piece, of_address: OfAddress[Made]) -> bool:
    """Tell whether a function reads a piece, or says what is wrong with it."""
    try:
        return of_address(piece) is not None
    except NotationError:
        return True


def _blocks(text: str) -> list[tuple[int, str]]:
    """Divide a text at fences of code; the blocks have the numbers of lines before."""
    marks = [mark.span() for mark in _FENCE.finditer(text)]
    bounds = [0, *(place for span in marks for place in span), len(text)]
    blocks, lines = [], 0
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        blocks.append((lines, text[start:end]))
        lines += text.count("\n", start, end)
    return blocks if len(marks) > 1 else [(0, text)]


def _visible(text: str) -> str:
    """Return a text without colors, invisible characters and marks of quotation."""
    if "\x1b" in text:
        text = _TERMINAL.sub("", text)
    if not text.isascii():
        text = text.translate(_INVISIBLE)
    text = _HTML.sub("", text)
    return _QUOTED.sub(lambda quoted: _QUOTE.sub("", quoted[0]), text)


def _shifted(item: Made, lines: int) -> Made:
    """Return an error with its place that many lines later, other items as they are."""
    if isinstance(item, NotationError) and item.line is not None:
        return type(item)(item.message, item.line + lines, item.column)
    return item
