"""The page of puzzles of other families, in a browser, and its answers."""

from typing import Any
from urllib.parse import quote

import pytest
from support.page import Page

from galaxies_asp.families.registry import family_named
from galaxies_asp.play.answers import answer

STARS = "two-not-touch 1\naaabb\ncccbb\nddcee\nddeee\nddeee\n"
SOLUTION = [(3, 1), (9, 3), (5, 5), (1, 7), (7, 9)]


def test_a_puzzle_is_drawn_judged_and_solved(page: Page) -> None:
    browser = page.page
    browser.goto(f"{page.address}sheet.html#p={quote(STARS)}")
    page.until("document.body.dataset.ready === 'true'")

    def press(button: str, said: str) -> None:
        browser.click(f"#{button}")
        page.until(f"document.getElementById('status').textContent.includes('{said}')")

    def click(x: float, y: float) -> None:
        svg = "document.querySelector('#frame svg')"
        place = f"new DOMPoint({x}, {y}).matrixTransform({svg}.getScreenCTM())"
        at = browser.evaluate(f"(() => {{ const p = {place}; return [p.x, p.y]; }})()")
        browser.mouse.click(*at)

    def stars(number: int) -> None:
        drawn = "document.querySelector('#frame path[fill=\"#cc8800\"]')"
        outlines = f"({drawn}?.getAttribute('d').split('M').length ?? 1)"
        page.until(f"{outlines} === {1 + number}")

    press("count", "1 solution.")
    click(1, 1)
    stars(1)
    press("check", "wrong")
    click(1, 1)
    stars(0)
    press("check", "Nothing is wrong so far.")
    press("hint", "no star")
    press("why", "Click at the place")
    click(5, 5)
    page.until(
        "document.getElementById('status').textContent.includes('a star at c3r3')"
    )
    for number, place in enumerate(SOLUTION, 1):
        click(*place)
        stars(number)
    assert "solved" in page.text("title")
    press("check", "Solved.")
    browser.click("#clear")
    stars(0)
    press("solve", "Exactly 1 solution.")
    stars(5)


@pytest.mark.parametrize("family", ["", "nosuch", "/tmp/evil.py", "galaxies"])
def test_no_python_file_of_a_family_is_played(family: str) -> None:
    asked: dict[str, Any] = {"ask": "sheet-show", "text": "a.", "family": family}
    assert "built-in families and of folders" in answer(asked)["error"]


def test_fences_are_shown_and_solved_but_not_drawn_on() -> None:
    family = "hexagonal-fences"
    text = family_named(family).instances["js-2024-09-example"]
    shown = answer({"ask": "sheet-show", "text": text, "family": family})
    assert (shown["drawable"], shown["svg"][:5]) == (False, "<svg ")
    asked = {"text": shown["text"], "family": shown["family"]}
    assert answer({"ask": "sheet-solve"} | asked)["solved"]


def test_a_family_in_a_folder_is_played() -> None:
    facts = "width(3). height(3). number((3,3),0). number((1,1),2)."
    asked: dict[str, Any] = {"text": facts, "family": "slitherlink"}
    shown = answer({"ask": "sheet-show", **asked})
    assert (shown["drawable"], shown["solved"]) == (True, False)
    solved = answer({"ask": "sheet-solve", **asked})
    assert solved["solved"]
    assert answer({"ask": "sheet-hint", **asked})["say"]
