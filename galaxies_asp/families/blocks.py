r"""Blocks of words in texts: the rows of boards, as people and programs write them.

Rows are words divided by blanks, commas, semicolons, tabs or bars, where two of these
enclose an empty cell; or characters without blanks, which are empty cells if the rows
have no other sign for them. They may be lists of a programming language, with or
without quotes, and have lines of a table between them.

Blocks end at an empty line, or at one with a title such as `[solution]`. Lines such as
`rows 5` and `size: 5x5` give numbers, and those such as `author: X` are remarks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import NamedTuple

from galaxies_asp.core.board.answer import Fields
from galaxies_asp.core.board.errors import NotationError

EMPTY = ".-_"
_SEPARATORS = "\t;|,"
_DIVIDED = re.compile(r"\S\s+\S")
_LIST = re.compile(r"""\s*(?:\w+\s*=\s*)?[\[({]\s*[\[({"'\d.,?-]""")
_ROW = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_ITEM = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']*?))\s*(?:,|$)""")
_WORD = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))""")
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")
_QUOTED = re.compile(r"""\s*(["'])(.*)\1\s*,?\s*""")
_RULER = re.compile(r"\|[-=|: ]*-[-=|: ]*\|")
_CORNERS = re.compile(r"\s*\+(?:[-= ]+\+)+\s*")
_ONE_LINE = re.compile(r"[^\s,;|/]{2,}(?:([,;|/])[^\s,;|/]+)(?:\1[^\s,;|/]+)*")
_COMMENT = re.compile(r"\s*(?:%|//|#\s*[A-Za-z]{2}|#\s+[A-Za-z]+\s+[A-Za-z]{2})")
_TITLE = re.compile(r"\W*([a-z]+)\W*", re.IGNORECASE)
_FIELD = re.compile(r"\s*([a-z_]+)(?:\s*[:=]\s*|\s+)(\S.*?)\s*", re.IGNORECASE)
_SIZE = re.compile(r"\s*(\d{1,9})\s*[x×]\s*(\d{1,9})\s*", re.IGNORECASE)
_NOTHING = ("none", "null", "nan")

KINDS = {
    **dict.fromkeys(("problem", "puzzle", "grid", "board", "begin"), ""),
    **dict.fromkeys(("attempt", "solution", "answer"), "attempt"),
    **dict.fromkeys(("regions", "areas", "rooms"), "regions"),
    "clues": "clues",
    "end": "",
}
"""What blocks have below a title: clues or regions are told by their words."""
_SIZES = {
    **dict.fromkeys(("rows", "height"), "height"),
    **dict.fromkeys(("columns", "cols", "width"), "width"),
    "size": "size",
}
_REMARKS = (
    *("name", "title", "author", "source", "info", "date", "url", "id", "solver"),
    *("difficulty", "level", "puzzle", "type", "genre", "depth", "unit", "goal"),
)


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


@dataclass(frozen=True)
class Block:
    """Rows of words, what the line above says of them, and numbers told before."""

    rows: Sequence[Row]
    kind: str = ""
    fields: dict[str, Word] = field(default_factory=dict)
    are_words: bool = True
    """Whether the words of rows are divided; otherwise they are characters."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns of the first row, and the number of rows."""
        return len(self.rows[0]), len(self.rows)

    def words(self) -> Iterator[str]:
        """Yield the text of each word."""
        return (word.text for row in self.rows for word in row)


class _Line(NamedTuple):
    number: int
    """From 1."""
    offset: int
    """Of the first character in its line."""
    text: str


def blocks_in(
    text: str, known: Sequence[str], *, has_pairs: bool, has_blanks: bool = True
) -> list[Block]:
    """Return the blocks of a text.

    `known`: what lines may name besides the size. `has_pairs`: whether a word may be a
    pair of numbers with a comma. `has_blanks`: whether blanks may be cells.

    Raises `NotationError` if nothing follows a title or a number.
    """
    found, lines, kind = list[Block](), list[_Line](), ""
    fields: dict[str, Word] = {}
    above: dict[str, Word] = {}

    def close() -> None:
        if lines:
            above.clear()
            block = _block(lines, has_pairs=has_pairs, has_blanks=has_blanks)
            found.append(replace(block, kind=kind, fields=dict(fields)))
            lines.clear()
            fields.clear()

    if _LIST.match(text):
        found = [*_of_lists(text)]
        if not all(map(len, chain(*(block.rows for block in found)))):
            raise NotationError("a list of cells is empty", 1)
        return found
    for line in _lines_of(text):
        title = _TITLE.fullmatch(line.text)
        field = None if lines else _FIELD.fullmatch(line.text)
        if not line.text.strip():
            close()
        elif title and title[1].lower() in KINDS:
            close()
            kind = KINDS[title[1].lower()]
            above[title[1]] = _at(line, title, 1)
        elif field and (key := field[1].lower()) in _REMARKS:
            if key == "name":
                fields[key] = above[key] = _at(line, field, 2)
        elif field and (key in known or (key in _SIZES and field[2][0].isdigit())):
            fields[_SIZES.get(key, key)] = above[key] = _at(line, field, 2)
        else:
            lines.append(line)
    close()
    if above and (fields or not found):
        name, word = above.popitem()
        raise word.fault(f"no rows follow {name!r}")
    return found


def rows_in(fields: Fields) -> str:
    """Return the rows that an object of JSON has, as a text; empty if it has none.

    A field such as `grid`, `rows`, `regions` or `solution` has a text, a list of rows,
    or lists of cells; numbers are told by their names.

    Raises `NotationError` if a row is neither a text nor a list, or there is none.
    """
    numbers, blocks, empty = "", "", ""
    for name, value in fields.items():
        rows = value.splitlines() if isinstance(value, str) else value
        if isinstance(value, int | float) and name != "schema":
            numbers += f"{name} {value}\n"
        elif name in {*KINDS, "rows", "cells"} and isinstance(rows, list):
            if not any(rows):
                empty = name
                continue
            if not all(isinstance(row, str | list) for row in rows):
                raise NotationError(f'"{name}": a row is a text or a list')
            lists = ([*row] if isinstance(row, str) else row for row in rows)
            is_text = any(isinstance(row, str) and " " in row.strip() for row in rows)
            words = (
                row if is_text and isinstance(row, str) else " ".join(map(_cell, row))
                for row in (rows if is_text else lists)
            )
            blocks += "\n".join([f"[{KINDS.get(name) or 'grid'}]", *words, "", ""])
    if empty and not blocks:
        raise NotationError(f'"{empty}": the list has no rows')
    return numbers + blocks if blocks else ""


def _cell(value: object) -> str:
    """Return the word of a cell of JSON."""
    return _told("" if value is None else str(value))


def _at(line: _Line, found: re.Match[str], group: int) -> Word:
    """Return a group of a match in a line."""
    return Word(found[group], line.number, line.offset + found.start(group) + 1)


def _lines_of(text: str) -> Iterator[_Line]:
    """Yield the lines that are no comments and no rulers, without their quotes."""
    for number, line in enumerate(text.splitlines(), 1):
        if _COMMENT.match(line) or _RULER.fullmatch(line.strip()):
            continue
        if quoted := _QUOTED.fullmatch(line):
            yield _Line(number, quoted.start(2), quoted[2])
        else:
            yield _Line(number, 0, line)


def _of_lists(text: str) -> Iterator[Block]:
    """Yield the block of lists of items, or of one list of rows; maybe with a name."""
    rows, lines = list[Row](), list[_Line]()
    end = 0
    for found in _ROW.finditer(text):
        if re.search(r"[\])}]\s*[\])}]", text[end : found.start()]) and rows:
            yield Block(rows)
            rows = []
        end = found.end()
        rows.append([*_items(text, found)])
    left = re.sub(r"[\s,;\[\](){}]|^\s*\w+\s*=", "", _ROW.sub("", text))
    if text.count("[") != text.count("]"):
        raise NotationError("the brackets of the lists do not match", 1)
    if left or not rows:
        raise NotationError(f"{left[:20]!r} is outside of the lists of cells", 1)
    if len(rows) == 1 and any(len(word.text) > 1 for word in rows[0]):
        lines = [_Line(w.line, w.column - 1, w.text) for w in rows[0]]
        yield _block(lines, has_pairs=False, has_blanks=True)
    else:
        yield Block(rows)


def _items(text: str, row: re.Match[str]) -> Iterator[Word]:
    """Yield the items of a list, divided by commas or blanks; empty ones are cells."""
    pattern, inner = _ITEM if "," in row[1] else _WORD, row[1].rstrip()
    inner = inner.removesuffix(",")
    for item in pattern.finditer(inner):
        if item.start() == len(inner) and not inner.endswith(","):
            break  # behind the last one
        group = next(n for n in (1, 2, 3) if item[n] is not None)
        at = row.start(1) + item.start(group)
        line, before = text.count("\n", 0, at) + 1, text.rfind("\n", 0, at)
        yield Word(_told(item[group]), line, at - before)


def _told(text: str) -> str:
    """Return a word; one for nothing is an empty cell."""
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text.strip())
    return EMPTY[0] if not text or text.lower() in _NOTHING else text


def _block(lines: Sequence[_Line], *, has_pairs: bool, has_blanks: bool) -> Block:
    """Return lines as rows of words."""
    if _CORNERS.fullmatch(lines[0].text):
        return Block([*_of_grid(lines)])
    if len(lines) == 1 and (one := _ONE_LINE.fullmatch(lines[0].text.strip())):
        apart = [_characters(line, 0) for line in _rows_of(lines[0], one[1])]
        if len({*map(len, apart)}) == 1 and set(lines[0].text) & set(EMPTY):
            return Block(apart, are_words=False)
    rows = lines[1:] or lines  # the first one may be of numbers
    are_words = any(_DIVIDED.search(line.text) for line in rows)
    known = _SEPARATORS[:-1] if has_pairs and are_words else _SEPARATORS
    separator = next((s for s in known if any(s in line.text for line in rows)), "")
    if separator:
        found = [_parted(line, separator) for line in lines]
        texts = [line.text.strip() for line in rows]
        if all(text.endswith(separator) for text in texts) and not any(
            separator * 2 in text or text.startswith(separator) for text in texts
        ):
            found = [row[:-1] if len(row) > 1 else row for row in found]
        return Block(found)
    if has_blanks and _has_blank_cells(rows):
        width = max(len(line.text.rstrip()) for line in lines)
        return Block([_characters(line, width) for line in lines], are_words=False)
    found = [_words(line, are_words=are_words) for line in lines]
    return Block(found, are_words=are_words)


def _parted(line: _Line, separator: str) -> Row:
    """Return the words between separators; of numbers above, those between blanks."""
    if separator not in line.text:
        return _words(line, are_words=True)
    text, offset = line.text, line.offset
    if separator == "|":
        inner = text.strip()
        start = text.index(inner) + inner.startswith("|")
        offset, text = offset + start, inner.removeprefix("|").removesuffix("|")
    words, at = [], 0
    for part in text.split(separator):
        words.append(Word(_told(part), line.number, offset + at + 1))
        at += len(part) + 1
    return words


def _rows_of(line: _Line, separator: str) -> Iterator[_Line]:
    """Yield the rows that stand in one line."""
    start = len(line.text) - len(line.text.lstrip())
    for row in line.text.strip().split(separator):
        yield _Line(line.number, line.offset + start, row)
        start += len(row) + 1


def _of_grid(lines: Sequence[_Line]) -> Iterator[Row]:
    """Yield the cells between corners `+`, with all lines between them or none.

    Raises `NotationError` with the line if it is malformed.
    """
    ends = [n for n, character in enumerate(lines[0].text) if character == "+"]
    levels = "".join(line.text for line in lines[::2]).strip()
    bars = {line.text[end : end + 1] for line in lines[1::2] for end in ends}
    are_closed = not set(levels) & {" "} and bars == {"|"}
    are_open = not set(levels) - set("+ ") and bars <= {" ", ""}
    is_whole = len(lines) > 2 and len(lines) % 2 == 1
    if not is_whole or not (are_closed or are_open):
        fault = "a grid has a line between all cells, or between none"
        raise NotationError(fault, lines[0].number)
    for line in lines[1::2]:
        yield [
            Word(_told(line.text[one + 1 : other]), line.number, line.offset + one + 2)
            for one, other in pairwise(ends)
        ]


def _has_blank_cells(lines: Sequence[_Line]) -> bool:
    """Tell whether blanks are cells: the only sign for them, at odd and even places."""
    text = "".join(line.text for line in lines)
    columns = [
        tuple(n for n, character in enumerate(line.text) if not character.isspace())
        for line in lines
    ]
    return (
        len({*columns}) > 1
        and not set(text) & {*EMPTY, "·"}
        and {at % 2 for at in chain(*columns)} == {0, 1}
        and all(len(word) == 1 for word in text.split())
    )


def _characters(line: _Line, width: int) -> Row:
    """Return the characters of a line, with blanks as empty cells."""
    text = line.text.ljust(width).replace(" ", EMPTY[0])
    return [Word(one, line.number, line.offset + n) for n, one in enumerate(text, 1)]


def _words(line: _Line, *, are_words: bool) -> Row:
    """Return the words of a line; one of numbers is divided where it has blanks."""
    if size := _SIZE.fullmatch(line.text):
        return [
            Word(size[n], line.number, line.offset + size.start(n) + 1) for n in (1, 2)
        ]
    are_words |= re.fullmatch(r"[\d\s]+", line.text) is not None and bool(
        _DIVIDED.search(line.text)
    )
    found = re.finditer(r"\S+" if are_words else r"\S", line.text)
    return [Word(one[0], line.number, line.offset + one.start() + 1) for one in found]
