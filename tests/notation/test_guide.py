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

from galaxies_asp import notation
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation import Notations

GUIDE = (ROOT / "docs" / "how-to" / "notation.md").read_text(encoding="utf-8")
MODULE, ENTRY = re.findall(r"^ {3}```python\n(.*?)^ {3}```$", GUIDE, re.DOTALL | re.M)
TEXT = "3 1: 1 1, 3 1\n"


@pytest.fixture
def notations(monkeypatch: pytest.MonkeyPatch) -> Notations:
    """Return all notations and that of the guide."""
    name = f"{notation.__name__}.listed"
    module = ModuleType(name)
    exec(dedent(MODULE), vars(module))
    monkeypatch.setitem(sys.modules, name, module)
    exec(dedent(ENTRY), names := {**vars(notation)})
    return Notations((*notation.NOTATIONS, names["LISTED"]))


def test_each_function_of_the_table_is_in_the_module() -> None:
    functions = re.findall(r"^\| `(\w+)\(", GUIDE, re.MULTILINE)
    assert functions == ["recognizes", "read_line", "write"]
    assert all(f"\ndef {name}(" in dedent(MODULE) for name in functions)


def test_the_notation_is_detected_read_and_written(notations: Notations) -> None:
    (position,) = notations.parse_all(TEXT)
    assert position.puzzle.centers == ((1, 1), (5, 1))
    assert notations.write(position, "listed") == TEXT
    with pytest.raises(NotationError, match="line 2, column 1"):
        notations.parse_all(f"{TEXT}3 1: 4 1")


@given(position=positions())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_written_texts_are_read_again(notations: Notations, position: Position) -> None:
    try:
        text = notations.write(position, "listed")
    except NotationError:
        return
    (back,) = notations.parse_all(text)
    assert back.puzzle == position.puzzle


@given(text=damaged(st.just(TEXT)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_texts_are_refused_or_read(notations: Notations, text: str) -> None:
    try:
        notations.parse_all(text, "listed")
    except NotationError:
        return
