"""Texts of programs: their tokens, their statements, and what they show."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

_MARK = re.compile(r'"(?:[^"\\\n]|\\.)*"|%\*|(?:%|#!)[^\n]*')
_NESTED = re.compile(r"%\*|\*%|%[^\n]*")
_TOKEN = re.compile(
    r"""\s+|("(?:[^"\\]|\\.)*"|0[xob][\da-fA-F]+|\d+|\#sum\+|\#?_*[a-zA-Z][\w']*|"""
    r""":-|:~|\.\.|\*\*|[!<>=]=|.)"""
)
_SIGNATURE = re.compile(r"#show\s*(?:(-?)\s*(_*[a-z][\w']*)\s*/\s*(\d+)\s*)?\.")
_NAME = re.compile(r"_*[a-z][\w']*$")
_OPEN, _CLOSE = "([{", ")]}"

SHOWN = "__shown"
"""The predicate of the terms that are shown."""


def _end_of_comment(text: str, at: int) -> int:
    """Return the end of a block comment, in which others may be nested."""
    depth = 1
    for mark in _NESTED.finditer(text, at):
        depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
        if depth == 0:
            return mark.end()
    return len(text)


def blanked(text: str) -> str:
    """Return a text of blanks with the same lines."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text: str) -> str:
    """Return a text with blanks for its comments."""
    parts, at, end = list[str](), 0, 0
    while mark := _MARK.search(text, end):
        end = mark.end()
        if mark[0][0] == '"':
            continue
        if mark[0] == "%*":
            end = _end_of_comment(text, end)
        parts += [text[at : mark.start()], blanked(text[mark.start() : end])]
        at = end
    return "".join([*parts, text[at:]])


def tokens(text: str) -> list[tuple[str, int]]:
    """Return the tokens of a text without its comments, and where they begin."""
    found = _TOKEN.finditer(without_comments(text))
    return [(one[1], one.start()) for one in found if one[1]]


class Statement(NamedTuple):
    """A statement of a text."""

    begin: int
    end: int
    words: list[str]
    """Its tokens."""
    colon: int
    """Where the first colon outside of brackets is; -1 if there is none."""


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a text; a text that does not parse may have others."""
    found = tokens(text)
    at = 0
    while at < len(found):
        first, depth, colon = at, 0, -1
        while at < len(found) and found[at][0] != ".":
            word, place = found[at]
            depth += (word in _OPEN) - (word in _CLOSE)
            if word == ":" and depth == 0 and colon < 0:
                colon = place
            at += 1
        if found[at + 1 : at + 2] and found[at + 1][0] == "[":
            while at < len(found) and found[at][0] != "]":
                at += 1
        at += 1
        last, place = found[min(at, len(found)) - 1]
        words = [word for word, _ in found[first:at]]
        yield Statement(found[first][1], place + len(last), words, colon)


class Shows(NamedTuple):
    """A text without what it shows."""

    text: str
    """The text, in which rules with the predicate `SHOWN` derive terms that are shown,
    and what shows atoms is blank."""
    signatures: dict[str, str]
    """The signatures that are shown, an empty one for `#show.`, and their places."""
    mentioned: set[str]
    """The signatures of what may be an atom in the part `base`."""
    is_complete: bool
    """Whether the last statement ends."""


def _place(text: str, begin: int, end: int) -> str:
    """Return a place as clingo's messages name it."""
    lines = [text.count("\n", 0, at) + 1 for at in (begin, end)]
    begin, end = (at - text.rfind("\n", 0, at) for at in (begin, end))
    last = f"{lines[1]}:" if lines[1] > lines[0] else ""
    return f"<string>:{lines[0]}:{begin}-{last}{end}"


def _signatures(words: list[str]) -> Iterator[str]:
    """Yield the signatures of names, with a sign if one stands before."""
    open_names = list[list[Any]]()
    for at, word in enumerate(words):
        if word in _OPEN:
            name = words[at - 1] if word == "(" and _NAME.match(words[at - 1]) else ""
            sign = "-" * (words[at - 2 : at - 1] == ["-"])
            open_names.append([sign + name, words[at + 1] != ")"])
        elif word in _CLOSE and open_names:
            name, arity = open_names.pop()
            yield f"{name}/{arity:d}"
        elif word == "," and open_names:
            open_names[-1][1] += 1
        elif word == ";" and open_names:
            yield "{}/{:d}".format(*open_names[-1])
            open_names[-1][1] = 1
        elif _NAME.match(word):
            yield f"{'-' * (words[at - 1 : at] == ['-'])}{word}/0"
        elif word == "/" and _NAME.match(words[at - 1]):  # as in #defined
            yield f"{words[at - 1]}/{words[at + 1]}"


def without_shows(text: str) -> Shows:
    """Take what is shown out of a text."""
    parts, shown, mentioned = list[str](), dict[str, str](), set[str]()
    at, is_base, words = 0, True, list[str]()
    bare = without_comments(text)
    for begin, end, words, colon in statements(text):
        if words[0] == "#program":
            is_base = words[1:] == ["base", "."]
        elif words[0] != "#show" and is_base:
            mentioned.update(_signatures(words))
        if words[0] != "#show":
            continue
        parts.append(text[at:begin])
        at = end
        if signature := _SIGNATURE.fullmatch(bare[begin:end]):
            sign, name, arity = signature.groups("")
            shown[f"{sign}{name}/{arity}" if name else ""] = _place(text, begin, end)
            parts.append(blanked(text[begin:end]))
            continue
        split = colon if colon > 0 else end - 1
        body = f":-{bare[split + 1 : end]}" if colon > 0 else "."
        parts.append(f"{SHOWN}({bare[begin + len('#show') : split]}){body}")
    is_complete = not words or words[-1] in (".", "]")
    return Shows("".join([*parts, text[at:]]), shown, mentioned, is_complete)


def parts_of(texts: Iterable[str]) -> Iterator[tuple[str, list[str], str]]:
    """Yield the statements of texts, each with its part and the parameters of that."""
    for text in texts:
        name, parameters = "base", list[str]()
        for begin, end, words, _ in statements(text):
            if words[0] == "#program":
                name, parameters = words[1], words[3:-2:2]
            else:
                yield name, parameters, text[begin:end]
