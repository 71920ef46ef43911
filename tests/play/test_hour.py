"""An hour on the page with reloads, and axe in the states that it passes."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from support.browser import in_both
from support.page import AXE, Page
from support.puzzles import IDP_5X5, IDP_7X7, SEVERAL

STATE = """[
  game.now.board, game.now.crosses, game.now.trial, game.seconds >= {seconds},
  game.past.map(({{board, crosses, trial}}) => [board, crosses, trial]),
  game.future.map(({{board}}) => board),
  document.getElementById("program").value,
  document.getElementById("book-count").textContent,
]"""
"""What a reload must not lose."""


def edges(page: Page) -> list[tuple[int, int]]:
    """Return the edges between the columns that are not near a dot."""
    board = page.game("game.now.board")
    return [
        (x, y)
        for x in range(2, 2 * board["width"], 2)
        for y in range(1, 2 * board["height"], 2)
        if all(max(abs(x - a), abs(y - b)) > 1 for a, b in board["centers"])
    ]


def act(page: Page, choice: int, rng: random.Random) -> None:
    """Do what players do, and wait until it is done."""
    past = page.game("game.past.length")
    if choice < 4:
        page.click(rng.choice(edges(page)))
    elif choice == 4:
        page.page.click("#trial")
    elif choice == 5:
        page.paste(rng.choice(["7x7:cghsppedzzaccdtce", "3x3:i"]))
    elif choice == 6 and past:
        page.page.click("#undo")
        page.until_game(f"game.past.length === {past - 1}")
        return
    elif choice == 7:
        page.page.click("#tab-rules")
        page.page.fill("#program", f"% version {rng.random()}")
        page.page.click("#tab-make")
        page.page.evaluate("document.getElementById('book-add').click()")
        return
    else:
        ((x, y),) = page.places([rng.choice(edges(page))])
        page.page.mouse.click(x, y, button="right")
    page.until_game(f"game.past.length === {past + 1}")


@pytest.mark.nightly
@in_both
def test_an_hour_with_reloads_loses_nothing(page: Page) -> None:
    """Sixty actions, one a minute by the clock of the game; each sixth is reloaded."""
    page.open(IDP_7X7)
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    rng = random.Random(1)
    for minute in range(60):
        page.game(f"{{ game.seconds = Math.max(game.seconds, {60 * minute}); }}")
        act(page, rng.randrange(9), rng)
        if minute % 6 == 5:
            state = STATE.format(seconds=60 * minute)
            before = page.game(state)
            page.reload()
            page.page.click("#tab-rules")
            page.until("document.getElementById('program').value.length > 0")
            assert page.game(state) == before, minute
    while page.game("game.past.length"):
        past = page.game("game.past.length")
        page.page.click("#undo")
        page.until_game(f"game.past.length === {past - 1}")
    assert page.game("game.now.board.width") == 7
    assert not page.game("game.now.board.attempt?.walls?.length")


def unfold(page: Page, tab: str) -> None:
    for folded in page.page.query_selector_all(f"#{tab} details:not([open]) summary"):
        folded.click()


def states(page: Page) -> Any:
    """Yield the names of states while the page is in them."""
    page.open(IDP_5X5)
    yield "a first visit"
    page.page.click("#first-close")
    page.page.click("#hint")
    page.until("!document.getElementById('do').hidden")
    yield "a hint"
    page.click((2, 5))
    page.press("#trial")
    if page.page.is_visible("#more:popover-open"):
        yield "a menu"
        page.page.keyboard.press("Escape")
    page.click((4, 5))
    page.until_game("game.past.length === 3")
    yield "a trial"
    page.page.click("#walk")
    page.until("!document.getElementById('steps').hidden")
    yield "a walkthrough"
    page.page.click("#timer")
    yield "a pause"
    page.page.click("#timer")
    for dialog in ("new", "open", "share", "settings", "help"):
        page.press(f"#{dialog}-button")
        page.until("document.querySelector('dialog[open]') !== null")
        yield f"the dialog {dialog}"
        page.page.keyboard.press("Escape")
    page.page.click("#tab-lessons")
    page.page.click("#course-steps li:nth-child(4) button")
    page.until("document.activeElement.id === 'lesson-title'")
    page.page.click("#lesson-check")
    page.until("document.getElementById('lesson-result').childElementCount > 0")
    yield "a lesson"
    page.open(SEVERAL[0])
    page.page.click("#tab-make")
    unfold(page, "make")
    yield "Make"
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until("!document.getElementById('leaf').hidden")
    yield "solutions"
    page.page.click("#repair")
    page.until("document.querySelector('#repairs li') !== null")
    yield "repairs"
    page.page.click("#tab-rules")
    unfold(page, "rules")
    page.page.fill("#program", "a(")
    page.page.click("#run")
    page.until("document.getElementById('rules-text').textContent.length > 20")
    yield "a refused program"
    page.press("#open-button")
    page.page.fill("#open-text", "nothing")
    page.page.click("#open-do")
    page.until("document.getElementById('open-error').textContent.length > 0")
    yield "a text that is no puzzle"
    page.page.keyboard.press("Escape")
    page.paste("js-2024-09")
    page.until("document.querySelector('[role=alert]') !== null")
    yield "a name that is pasted"
    page.open("garbage")
    yield "a bad address"


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="npm ci --prefix tests/page")
@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ((390, 844), "dark"),
        pytest.param((640, 400), "dark", marks=pytest.mark.nightly),
        pytest.param((1280, 800), "light", marks=pytest.mark.nightly),
    ],
)
def test_all_states_are_accessible(
    new_page: Callable[..., Page], size: tuple[int, int], scheme: str
) -> None:
    """On a desk, on a window enlarged to 200 %, and on a phone."""
    width, height = size
    viewport = {"width": width, "height": height}
    page = new_page(color_scheme=scheme, bypass_csp=True, viewport=viewport)
    for state in states(page):
        assert not page.violations(), state
        wide = page.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, state
