"""The site answers for programs of users as Python does: clingo-wasm beside clingo."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.user_programs import programs

from galaxies_asp.play.export import HERE, THIN_CLINGO

PAGE = Path(__file__).parents[1] / "page"
ASKED = Path(__file__).parents[1] / "support" / "asked.py"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (PAGE / "node_modules/clingo-wasm").is_dir(),
    reason="node, and npm ci --prefix tests/page",
)

GROW = '#include "grow.lp".\n'

PAGES = {
    "a choice without a meaning": "{aux}. #project aux/0.",
    "another part at the end": "#program extra.",
    "a comment that shows": "% #show cell/1.",
    "a hidden choice": "{_a}.",
    "no output": "#show cell/1.",
    "a syntax error": "a :-",
    "an external": "#external e. :- e.",
    "a theory": "&sum{x} <= 3.",
    "optimization": "#minimize{1,X: galaxy(X,(1,1))}.",
    "a constant": "#const n=2. :- galaxy((1,n-1),(X,Y)), X > 4.",
}
"""Statements behind an encoding."""


def asked(kind: str, questions: list[Any], *arguments: str) -> list[Any]:
    """Return the answers with a module `clingo`."""
    done = subprocess.run(
        [sys.executable, str(ASKED), kind, *arguments],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def differing(kind: str, questions: list[Any]) -> str:
    """Return the first questions whose answers differ, with both."""
    site = str(HERE / "site" / THIN_CLINGO), str(PAGE / "clingo.js")
    both = asked(kind, questions), asked(kind, questions, *site)
    lines = [
        f"{question}\n{key}: {one.get(key)}\nsite: {other.get(key)}"
        for question, one, other in zip(questions, *both, strict=True)
        for key in sorted({*one, *other})
        if one.get(key) != other.get(key)
    ]
    return "\n\n".join(lines[:5])


@pytest.mark.slow("pairs of statements of all kinds")
def test_programs_have_the_same_models() -> None:
    assert not differing("programs", programs(300))


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
