"""Errors in typing: the texts that differ from a game ID or an address by one letter.

A letter was replaced, left out, inserted, or exchanged with the next one; or the width
or the height is too large or too small by one. Of all such texts, those of puzzles with
exactly one solution are few: often the right one is alone.
"""

import re
from collections.abc import Iterator
from string import ascii_letters, ascii_lowercase, digits

from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import NOTATIONS, one_line_notation, parse
from galaxies_asp.solving.search import is_unique

_NUMBER = re.compile("[0-9]+")
_PARTS = {
    "tatham": re.compile(r"(?:.*[#:])?(?P<size>[0-9]+(?: ?[xX×] ?[0-9]+)?)[a-z]*:\s*"),
    "puzzlink": re.compile(r".*?/(?P<size>[0-9]+/[0-9]+)/"),
}
"""What is before the dots, and the size in it."""
_MAX_LETTERS = 100


def typed_in(text: str) -> list[str]:
    """Return the short game IDs and addresses of puzz.link in a line of text."""
    line = text.strip()
    found = [line] if one_line_notation(line) else NOTATIONS.inside(line)
    return [*filter(_head, found)] if "\n" not in line else []


def corrected(typed: str) -> Iterator[str | None]:
    """Yield the texts with exactly one solution, and None for each of the others."""
    return (other if is_right(other) else None for other in _variants(typed))


def puzzle_of(text: str) -> Puzzle | None:
    """Return the puzzle of a text; None if it cannot be read."""
    try:
        return parse(text)
    except GalaxiesError:
        return None


def is_right(text: str) -> bool:
    """Tell whether a text is that of a puzzle with exactly one solution."""
    puzzle = puzzle_of(text)
    try:
        return puzzle is not None and is_unique(puzzle, rules=FAST)
    except GalaxiesError:
        return False


def _head(typed: str) -> re.Match[str] | None:
    """Return what is before the dots; None if they are no few letters."""
    notation = one_line_notation(typed)
    part = _PARTS.get(notation.name) if notation else None
    head = part.match(typed) if part else None
    return head if head and len(typed) - head.end() <= _MAX_LETTERS else None


def _variants(typed: str) -> list[str]:
    """Return the texts that differ by one letter, or by one in the size."""
    match = _head(typed)
    if match is None:
        return []
    head, body = match[0], typed[match.end() :]
    sizes = [
        head[: number.start()] + str(side) + head[number.end() :] + body
        for number in _NUMBER.finditer(head, match.start("size"))
        for side in (int(number[0]) - 1, int(number[0]) + 1)
        if side > 0
    ]
    letters = ascii_lowercase if body == body.lower() else ascii_letters
    alphabet = letters if head.rstrip()[-1] == ":" else digits + ascii_lowercase
    bodies = [head + other for other in _edits(body, alphabet)]
    return [other for other in dict.fromkeys([*sizes, *bodies]) if other != typed]


def _edits(body: str, alphabet: str) -> Iterator[str]:
    """Yield what differs by one letter that is replaced, dropped, added, or moved."""
    for at in range(len(body) + 1):
        before, rest = body[:at], body[at:]
        if rest:
            yield before + rest[1:]
            yield from (before + letter + rest[1:] for letter in alphabet)
        if len(rest) > 1:
            yield before + rest[1] + rest[0] + rest[2:]
        yield from (before + letter + rest for letter in alphabet)
