"""What clingo and readers say, in words for the page."""

import re

PROGRAM = "program.lp"
"""The name of the file in which the program lies while a request is answered."""

_PLACE = rf"[^\s:]*{re.escape(PROGRAM)}\b"

_WORDS = (
    (rf"clingo refuses the (?:encoding|program)(?: {_PLACE})?:\n", ""),
    (rf"{_PLACE}:(\d+)(?::[\d:-]+)?: ", r"line \1: "),
    (rf"the encoding {_PLACE}|{_PLACE}", "your program"),
    (r"(line \d+: )error: ", r"\1"),
    (r"(syntax error), unexpected EOF", r"\1: the program ends within a statement"),
    (r"(syntax error), unexpected (\S+?),? expecting (.+)", r"\1: \3, not \2"),
    (r"(syntax error), unexpected (.+)", r"\1: \2 cannot stand here"),
    (
        r"unsafe variables in:\n.*\n.*note: ('\w+') is unsafe(?:\n.*is unsafe)*",
        r"no positive atom of the body has the variable \1",
    ),
    (r"(is in no known notation) \([\w, ]+\)", r"\1"),
    (r"; galaxies_asp\.load reads .*", ""),
    (r"(name the type) with --family", r"\1 in a line above, as in 'puzzle: TYPE'"),
    (r"(the genre '\w+'); .* is '\w+'", r"\1, which the page does not play"),
    (r"no definition found for theory atom:\n\s*", "no theory is loaded that has "),
)
"""Patterns of messages, and what is said instead, one after the other."""


def in_words(message: str) -> str:
    """Return what is wrong, and in which line of the program."""
    for pattern, words in _WORDS:
        message = re.sub(pattern, words, message)
    return message
