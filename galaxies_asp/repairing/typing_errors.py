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
from galaxies_asp.notation import one_line_notation, parse
from galaxies_asp.solving.search import is_unique

_NUMBER = re.compile("[0-9]+")
_PARTS = {
    "tatham": re.compile(r"(?:.*[#:])?(?P<size>[0-9]+(?:[xX×][0-9]+)?)[a-z]*:"),
    "puzzlink": re.compile(r".*?/(?P<size>[0-9]+/[0-9]+)/"),
}
"""What is before the dots, and the size in it."""
_MAX_LETTERS = 100


def is_typed(text: str) -> bool:
    """Tell whether a text is a short game ID or address of puzz.link."""
    notation = one_line_notation(text)
    part = _PARTS.get(notation.name) if notation else None
    head = part.match(text) if part else None
    return head is not None and len(text) - head.end() <= _MAX_LETTERS


def corrected(text: str) -> Iterator[str | None]:
    """Yield the texts with exactly one solution, and None for each of the others.

    Nothing is yielded for a text that is not typed.
    """
    for other in _variants(text) if is_typed(text) else ():
        yield other if is_right(other) else None


def is_right(text: str) -> bool:
    """Tell whether a text is that of a puzzle with exactly one solution."""
    try:
        return is_unique(parse(text), rules=FAST)
    except GalaxiesError:
        return False


def _variants(text: str) -> list[str]:
    """Return the texts that differ by one letter, or by one in the size."""
    notation = one_line_notation(text)
    assert notation is not None
    match = _PARTS[notation.name].match(text)
    assert match is not None
    head, body = match[0], text[match.end() :]
    sizes = [
        head[: number.start()] + str(side) + head[number.end() :] + body
        for number in _NUMBER.finditer(head, match.start("size"))
        for side in (int(number[0]) - 1, int(number[0]) + 1)
        if side > 0
    ]
    letters = ascii_lowercase if body == body.lower() else ascii_letters
    alphabet = letters if notation.name == "tatham" else digits + ascii_lowercase
    bodies = [head + other for other in _edits(body, alphabet)]
    return [other for other in dict.fromkeys([*sizes, *bodies]) if other != text]


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
