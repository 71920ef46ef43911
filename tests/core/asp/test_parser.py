"""What is refused before clingo reads it, with the limits just kept beside it."""

import json
from pathlib import Path

import clingo
import pytest
from clingo import ast
from hypothesis import given
from hypothesis import strategies as st
from support.commands import text
from support.marks import slow_if

from galaxies_asp.core.asp import parser
from galaxies_asp.core.asp.atoms import facts_of, parsed
from galaxies_asp.core.asp.program import Program
from galaxies_asp.core.board.errors import EncodingError, OptionError

MANY, MOST = 20_000, parser.DEEPEST
DEEP = MOST + 1
"""One more than is accepted: clingo reads such terms, too."""

REFUSED = {
    "functions": ("f(" * DEEP + "1" + ")" * DEEP, "nested"),
    "brackets": ("(" * DEEP, "nested"),
    "signs": ("-" * DEEP + "1", "nested"),
    "bars": ("|" * DEEP + "1" + "|" * DEEP, "nested"),
    "sums": ("1+" * DEEP + "1", "nested"),
    "intervals": ("1.." * DEEP + "1", "nested"),
    "sums in brackets": ("f(1," * 150 + "1+" * 100 + "1" + ")" * 150, "nested"),
    "number": ("4294967298", "the number 4294967298 is above 2147483647"),
    "negative": ("-2147483648", "the number 2147483648 is above 2147483647"),
    "digits": ("1" * 20, "the number 1"),
    "hexadecimal": ("0x100000002", "the number 0x100000002 is above"),
    "octal": ("0o40000000002", "the number 0o40000000002 is above"),
    "binary": (f"0b1{'0' * 31}1", "is above"),
    "string": (f'"{"x" * 20_000}"', "the string has over 10,000 characters"),
    "open string": ('"' + '\\"' * 20_000, "the string does not end in its line"),
    "umlaut": ("ü", "allowed in strings and comments only"),
    "end of a text": ("1)\0(1", "cannot be read"),
    "half a character": ('"\ud800"', "cannot be read"),
}

ACCEPTED = {
    "functions": "f(" * (MOST - 1) + "1" + ")" * (MOST - 1),
    "sums": "1+" * (MOST - 2) + "1",
    "many arguments": "f(1+1," + "-1," * MANY + "1)",
    "number": "2147483647",
    "hexadecimal": "0x7fffffff",
    "name": "x4294967298",
    "string": f'"{"x" * 10_000}"',
    "string of anything": '"ü 4294967298 % %* \\" (((("',
}


@pytest.mark.parametrize(("term", "message"), REFUSED.values(), ids=REFUSED)
def test_texts_that_are_refused(term: str, message: str) -> None:
    text = f"width(2).\na({term})."
    with pytest.raises(
        EncodingError, match=rf"the facts, line 2, column \d+: .*{message}"
    ):
        facts_of(text)
    with pytest.raises(EncodingError, match=message):
        Program().add(text)
    with pytest.raises(RuntimeError, match=message):
        parsed(f"a({term})")
    if "=" not in term:
        with pytest.raises(OptionError, match=message):
            Program([f"--const=x={term}"])


def test_remainders_are_computed_in_facts_alone() -> None:
    assert facts_of('a(5\\3). a("\\n").') == (parsed("a(2)"), parsed('a("\\n")'))
    with pytest.raises(RuntimeError, match="remainders"):
        parsed("a(5\\3)")


@pytest.mark.parametrize(("before", "line"), [("", 1), ("\n", 2), ("b.\n\n", 3)])
def test_the_place_of_what_is_refused(before: str, line: int) -> None:
    with pytest.raises(EncodingError, match=rf"line {line}, column 3: .*comments only"):
        facts_of(f"{before}a(ü).")


@pytest.mark.parametrize(
    "name", slow_if({"sums", "many arguments"}.__contains__, ACCEPTED)
)
def test_texts_at_the_limits(name: str) -> None:
    (atom,) = facts_of(f"a({ACCEPTED[name]}).")
    assert parsed(str(atom)) == atom


@pytest.mark.parametrize("family", ["nurikabe", "ring-ring", "hexagonal-fences"])
@pytest.mark.parametrize("place", ["facts", "attempt"])
def test_facts_inside_json(family: str, place: str) -> None:
    deep = f"a({REFUSED['functions'][0]})"
    fields = {"family": family, "facts": "", "attempt": {"atoms": []}}
    fields |= {"facts": f"{deep}."} if place == "facts" else {}
    fields |= {"attempt": {"atoms": [deep]}} if place == "attempt" else {}
    for command in ("solve", "check"):
        done = text(command, json.dumps(fields))
        assert done.returncode == 65
        assert "nested" in done.stderr


def test_an_encoding_is_refused_with_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.lp"
    path.write_text('#include "grow.lp".\n\na :- b(4294967296).\n', encoding="utf-8")
    done = text("solve", "-e", str(path), "idp-5x5")
    assert done.returncode == 65
    assert "rules.lp:3:8-9: error: the number 4294967296 is above" in done.stderr


PIECES = ["%*", "*%", "%", "#!", '"', "\\", "\n", " ", "a.", "b", "(", "#", "*", "n"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_strings_and_comments_are_those_of_clingo(program: str) -> None:
    """What is left without them has the statements that clingo reads."""
    assert statements(program) in (None, statements(parser.bare(program)))


def statements(program: str) -> list[str] | None:
    found: list[ast.AST] = []
    try:
        clingo.ast.parse_string(program, found.append, logger=lambda *_: None)
    except RuntimeError:
        return None
    return [str(one) for one in found if one.ast_type != ast.ASTType.Comment]


def test_a_fault_is_named_by_its_line_and_column() -> None:
    said: list[str] = []
    with pytest.raises(RuntimeError):
        parser.check("a.\nb(4294967298).", said.append)
    assert said[0].startswith("<string>:2:3-4: error: the number 4294967298")
