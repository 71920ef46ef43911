"""clingo's parsers: no other module calls them.

Texts may come from anywhere. clingo ends the process at terms that are nested very
deeply, and at characters other than ASCII outside strings and comments. It reads
numbers modulo 2^32, and nothing behind a NUL. Such texts are refused here, in the form
of clingo's own messages, before it gets them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.signals import signals_deferred

if TYPE_CHECKING:  # loaded where something is parsed
    from galaxies_asp.core.asp import clingo
    from galaxies_asp.core.asp.clingo import ast

Log = Callable[[str], None]
"""Called with each message."""

MOST_CHARACTERS = 100_000_000

LONGEST_STRING = 10_000

DEEPEST = 200
"""Brackets and operators that lie within each other."""

LARGEST = 2**31 - 1

_ENCODING = 50_000
"""The characters up to which a text may be an encoding, which many puzzles share."""

_TEXTS = re.compile(r'"(?:[^"\\\n]|\\["\\n])*+"|"|%\*|(?:%|#!)[^\n]*')
_IN_COMMENT = re.compile(r"%\*|\*%|%[^\n]*")
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
_LONG_NUMBER = re.compile(
    r"(?:[1-9]\d{9,}|0(?:x[\dA-Fa-f]{8,}|o[0-7]{11,}|b[01]{32,}))", re.ASCII
)
_OPERATORS = r"/!<=>+\-*\\?&@|:;~^."
_END = re.compile(rf"\.(?<![{_OPERATORS}].)(?=\s)")
_NESTING = re.compile(rf"[()\[\]{{}},]|[{_OPERATORS}]+")


def control(options: Sequence[str], log: Log) -> "clingo.Control":
    """Return a control with options, which may have constants."""
    from galaxies_asp.core.asp import clingo

    for option in options:
        name, _, term = option.rpartition("=")
        if name.startswith(("-c", "--const")) or not name.startswith("-"):
            check(term, log)
    return clingo.Control(options, logger=lambda _, message: log(message))


def add(control: "clingo.Control", part: str, text: str, log: Log) -> None:
    """Add a text to a part of a program; raise `RuntimeError` if it is refused."""
    check(text, log)
    with signals_deferred():
        control.add(part, [], text)


def add_ground_rules(control: "clingo.Control", rules: str) -> None:
    """Add rules in the numbers of clingo's format for ground programs (aspif)."""
    control.add("base", [], f"asp 1 0 0\n{rules}0\n")


def statements(text: str, log: Log) -> "list[ast.AST]":
    """Return the statements of a program; raise `RuntimeError` if it is refused."""
    from galaxies_asp.core.asp.clingo import ast  # loaded for this alone

    check(text, log)
    parsed: list[ast.AST] = []
    with signals_deferred():
        ast.parse_string(text, parsed.append, logger=lambda _, message: log(message))
    return parsed


def term(text: str) -> "clingo.Symbol":
    """Return a term without variables; raise `RuntimeError` if it is refused."""
    from galaxies_asp.core.asp import clingo

    check(text, lambda _: None)
    if "\\" in bare(text):  # grounding refuses undefined ones
        raise RuntimeError("remainders are not computed")
    return clingo.parse_term(text, logger=lambda *_: None)


def check(text: str, log: Log) -> None:
    """Raise `RuntimeError` if a text may not be given to a parser of clingo."""
    found = _known_fault(text) if len(text) <= _ENCODING else _fault(text)
    if found is not None:
        at, fault = found
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        log(f"<string>:{line}:{column}-{column + 1}: error: {fault}")
        raise RuntimeError(fault)


def _fault(text: str) -> tuple[int, str] | None:
    return next(_faults(text), None)


_known_fault = lru_cache(maxsize=8)(_fault)


def _faults(text: str) -> Iterator[tuple[int, str]]:
    """Yield the places in a text at which it is refused, and why."""
    if len(text) > MOST_CHARACTERS:
        yield 0, f"the text has over {MOST_CHARACTERS:,} characters"
    for found in _UNREADABLE.finditer(text):
        yield found.start(), f"the character {found[0]!a} cannot be read"
    for begin, end in _strings_and_comments(text):
        if text[begin:end] == '"':
            yield begin, "the string does not end in its line"
        if text[begin] == '"' and end - begin > LONGEST_STRING + 2:
            yield begin, f"the string has over {LONGEST_STRING:,} characters"
    code = bare(text)
    if not code.isascii():
        at = next(at for at, one in enumerate(code) if not one.isascii())
        yield at, f"{code[at]!r} is allowed in strings and comments only"
    if "#script" in code:
        yield code.index("#script"), "scripts are not run"
    for found in _LONG_NUMBER.finditer(code):
        is_name = re.match(r"[\w']", code[found.start() - 1 : found.start()])
        if not is_name and (len(found[0]) > 40 or int(found[0], 0) > LARGEST):
            yield found.start(), f"the number {found[0]:.40} is above {LARGEST}"
    begin = 0
    for end in (*(found.end() for found in _END.finditer(code)), len(code)):
        if end - begin > DEEPEST:
            yield from _deep(code, begin, end)
        begin = end


def bare(text: str) -> str:
    """Return a text with blanks for its strings and comments."""
    parts, at = [], 0
    for begin, end in _strings_and_comments(text):
        parts += [text[at:begin], " " * (end - begin)]
        at = end
    return "".join([*parts, text[at:]])


def _strings_and_comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield where they begin and end."""
    end = 0
    while token := _TEXTS.search(text, end):
        end = token.end()
        if token[0] == "%*":
            end = _end_of_comment(text, end)
        yield token.start(), end


def _end_of_comment(text: str, at: int) -> int:
    """Return the end of a block comment, in which others may be nested."""
    depth = 1
    for mark in _IN_COMMENT.finditer(text, at):
        depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
        if depth == 0:
            return mark.end()
    return len(text)


def _deep(text: str, begin: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield where a statement without strings and comments is nested too deeply."""
    depth, outer = 0, [0]
    for token in _NESTING.finditer(text, begin, end):
        match token[0]:
            case "(" | "[" | "{":
                depth += 1
                outer.append(depth)
            case ")" | "]" | "}":
                depth = outer.pop() - 1 if len(outer) > 1 else 0
            case "," | ";" | ":" | ":-":
                depth = outer[-1]
            case ".":
                depth, outer = 0, [0]
            case operators:
                depth += len(operators)
        if depth > DEEPEST:
            yield token.start(), f"over {DEEPEST} brackets or operators are nested"
            return
