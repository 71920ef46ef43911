"""The guide to notations, followed to the letter."""

import re
import sys
from textwrap import dedent
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.documents import ROOT
from support.strategies import damaged, positions

from galaxies_asp.core import notation
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position

GUIDE = (ROOT / "docs" / "how-to" / "notation.md").read_text(encoding="utf-8")
MODULE, ENTRY = re.findall(r"^ {3}```python\n(.*?)^ {3}```$", GUIDE, re.DOTALL | re.M)
TEXT = "3 1: 1 1, 3 1\n"


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the notation of the guide."""
    name = f"{notation.__name__}.listed"
    module = ModuleType(name)
    exec(dedent(MODULE), vars(module))
    monkeypatch.setitem(sys.modules, name, module)
    entry = eval(dedent(ENTRY), vars(notation))
    monkeypatch.setattr(notation, "NOTATIONS", (*notation.NOTATIONS, entry))


def test_each_function_of_the_table_is_in_the_module() -> None:
    functions = re.findall(r"^\| `(\w+)\(", GUIDE, re.MULTILINE)
    assert functions == ["recognizes", "read_line", "write"]
    assert all(f"\ndef {name}(" in dedent(MODULE) for name in functions)


def test_the_notation_is_detected_read_and_written() -> None:
    (position,) = notation.parse_all(TEXT)
    assert position.puzzle.centers == ((1, 1), (5, 1))
    assert notation.write(position, "listed") == TEXT
    with pytest.raises(NotationError, match="line 2, column 1"):
        notation.parse_all(f"{TEXT}3 1: 4 1")


@given(position=positions())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_again(position: Position) -> None:
    try:
        text = notation.write(position, "listed")
    except NotationError:
        return
    (back,) = notation.parse_all(text)
    assert back.puzzle == position.puzzle


@given(text=damaged(st.just(TEXT)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_texts_are_refused_or_read(text: str) -> None:
    try:
        notation.parse_all(text, "listed")
    except NotationError:
        return
