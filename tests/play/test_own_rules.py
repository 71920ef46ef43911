"""The page plays by a program of the user: it judges, hints, counts and repairs."""

from typing import Any

import pytest
from support.page import Page

from galaxies_asp.core.asp.encodings import text
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.notation import parse
from galaxies_asp.play.addresses import address, program_address
from galaxies_asp.play.answers import answer

STAR = """
%*! star(P)
Input. The cell P contains a star. Domain: cell(P). Drawing: symbol ★.
*%
#defined star/1.

% Test: each region contains exactly one star.
:- center(C), { galaxy(P,C) : star(P) } != 1.
"""
PROGRAM = text("grow").text + STAR
DOTS = "width(4). height(3). center((3,1)). center((4,3)). center((5,5))."
STARS = f"{DOTS} star((1,1)). star((1,3)). star((7,5))."
"""Without the stars there are two solutions."""

ANSWERED = ["hint", "wrong", "walkthrough", "grade", "solutions", "forced", "repair"]


def under(program: str, **request: Any) -> Any:
    """Return the answer to a request under the rules of a program."""
    return answer({**request, "under": {"encoding": "grow", "program": program}})


def board_of(facts: str) -> Any:
    """Return the board of a puzzle, as the page has it."""
    return answer({"ask": "load", "text": facts})["puzzles"][0]["board"]


def test_programs_decide_how_many_solutions_there_are() -> None:
    assert answer({"ask": "number", "board": board_of(DOTS)})["status"] == "multiple"
    starred = board_of(STARS)
    assert under(PROGRAM, ask="number", board=starred)["status"] == "unique"
    assert under(PROGRAM, ask="count", board=starred)["count"] == 1


def test_a_solution_of_the_dots_alone_is_not_one_of_the_program() -> None:
    (right,) = under(PROGRAM, ask="solutions", board=board_of(STARS))["boards"]
    both = answer({"ask": "solutions", "board": board_of(DOTS)})["boards"]
    (wrong,) = (each for each in both if each["attempt"] != right["attempt"])
    judged = [
        under(PROGRAM, ask="load", board=right | {"attempt": drawn["attempt"]})
        for drawn in (right, wrong)
    ]
    solved = [each["puzzles"][0]["progress"]["solved"] for each in judged]
    assert solved == [True, False]


@pytest.mark.parametrize("ask", ANSWERED)
def test_programs_answer(ask: str) -> None:
    said = under(PROGRAM, ask=ask, board=board_of(STARS))
    assert "error" not in said
    assert "/program.lp" not in str(said)


def test_a_declared_clue_is_drawn_by_its_symbol() -> None:
    (shown,) = under(PROGRAM, ask="load", text=STARS)["puzzles"]
    assert "★" in str(shown["picture"])


LINES = PROGRAM.count("\n") + 1


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (f"{PROGRAM}cell(", f"line {LINES + 1}: syntax error: the program ends"),
        (f"{PROGRAM}p(X).", f"line {LINES}: no positive atom of the body has the"),
        (text("grow").text, "star((1,1)): unknown predicate; "),
    ],
)
def test_a_program_that_does_not_fit_is_refused(program: str, expected: str) -> None:
    said = under(program, ask="hint", board=board_of(STARS))
    assert said["error"].startswith(expected)


def test_variants_are_rules_without_a_program() -> None:
    puzzle = board_of("width(2). height(2). center((2,2)).")
    rules = {"encoding": "choice", "variants": ["thin"]}
    asked = {"ask": "number", "board": puzzle}
    assert answer(asked)["status"] == "unique"
    assert answer(asked | {"under": rules})["status"] == "none"


@pytest.mark.slow
def test_all_tabs_follow_the_program_of_an_address(page: Page) -> None:
    place = f"{page.address}#{address(sheet_of(Position(parse(STARS))))}"
    page.page.goto(f"{place}&{program_address(PROGRAM)}")
    page.until("!document.getElementById('rules-note').hidden")
    page.page.click("#tab-play")
    page.page.click("#hint")
    page.until("document.getElementById('help-text').textContent.startsWith('Look')")
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until(
        "document.getElementById('explore-text').textContent.startsWith('Exactly')"
    )
    page.reload()
    page.page.click("#tab-explore")
    page.page.click("#count")
    page.until("document.getElementById('explore-text').textContent === '1 solution.'")
    page.page.click("#standard-rules")
    page.page.click("#count")
    page.until("document.getElementById('alert').textContent.includes('unknown')")
    page.page.click("#tab-rules")
    assert not page.page.is_checked("#play-rules")


@pytest.mark.parametrize("ask", ["number", "hint", "forced", "count", "solutions"])
def test_theory_atoms_are_refused(ask: str) -> None:
    theory = "#theory t { s { + : 1, unary }; &diff/0 : s, { <= }, s, any }.\n"
    asked = under(
        f"{PROGRAM}{theory}:- &diff {{ 1 }} <= 2.\n", ask=ask, board=board_of(STARS)
    )
    assert "no such theory is loaded" in asked["error"]
