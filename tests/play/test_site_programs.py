"""The site answers for programs of users as Python does: clingo-wasm beside clingo."""

import shutil
from typing import Any

import pytest
from support.marks import nightly_if
from support.site_answers import GROW, PAGE, PAGES, SITE, asked
from support.user_programs import programs

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (PAGE / "node_modules/clingo-wasm").is_dir(),
    reason="node, and npm ci --prefix tests/page",
)


def differing(kind: str, questions: list[Any]) -> str:
    """Return the first questions whose answers differ, with both."""
    both = asked(kind, questions), asked(kind, questions, *SITE)
    lines = [
        f"{question}\n{key}: {one.get(key)}\nsite: {other.get(key)}"
        for question, one, other in zip(questions, *both, strict=True)
        for key in sorted({*one, *other})
        if one.get(key) != other.get(key)
    ]
    return "\n\n".join(lines[:5])


@pytest.mark.slow
@pytest.mark.parametrize("number", [60, *nightly_if(bool, [300])])
def test_programs_have_the_same_models(number: int) -> None:
    """Pairs of statements of all kinds."""
    assert not differing("programs", programs(number))


@pytest.mark.slow
def test_what_others_call_has_the_same_answers() -> None:
    """Orders of terms, clauses of callbacks, parts, externals, assumptions."""
    assert not differing("calls", [1, 2])


BOARD = {"schema": 1, "width": 3, "height": 2, "centers": [[1, 2], [4, 2]]}


@pytest.mark.slow
def test_the_page_shows_the_same_answers() -> None:
    text = GROW + PAGES["a choice without a meaning"]
    wrong = f"{text} :- galaxy((1,1),(X,Y)), X > 2."
    requests = [
        {"ask": "experiment", "board": BOARD, "program": text},
        {"ask": "difference", "program": wrong, "against": {"encoding": "grow"}},
    ]
    assert not differing("requests", requests)


@pytest.mark.nightly
def test_the_page_shows_the_same_answers_for_many_programs() -> None:
    requests = [
        {"ask": ask, "board": BOARD} | fields
        for text in PAGES.values()
        for ask, fields in (
            ("experiment", {"program": GROW + text}),
            ("number", {"under": {"program": GROW + text}}),
        )
    ]
    assert not differing("requests", requests)
