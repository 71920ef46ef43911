"""Every request of the page is shown when it takes long, and can be canceled."""

import json
from collections.abc import Callable

import pytest
from support.page import Page
from support.puzzles import IDP_7X7, starred

from galaxies_asp.families.registry import family_named
from galaxies_asp.play.answers import PLACES

RINGS = family_named("ring-ring")
RING = {"family": RINGS.name, "id": "", "facts": next(iter(RINGS.instances.values()))}

ASK_ALL = """async (names) => {
  const { ask, running } = await import("./ask.js");
  window.ended = [];
  const before = new Set(running.all);  // the page may ask something itself
  for (const name of names) {
    ask({ ask: name }).catch((error) => window.ended.push(error.name));
  }
  return [...running.all].filter((one) => !before.has(one)).map(({ text }) => text);
}"""


def cancel(page: Page, text: str) -> None:
    """Wait until a request is shown, and cancel it."""
    page.until(f"document.getElementById('work-text').textContent.startsWith('{text}')")
    page.until("!document.getElementById('work').hidden")
    page.page.click("#cancel")
    page.until("document.getElementById('work').hidden")
    page.release()


@pytest.mark.slow
def test_all_requests_are_named_and_canceled(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold(*PLACES)
    texts = page.page.evaluate(ASK_ALL, list(PLACES))
    assert len(texts) == len(PLACES)
    assert all(texts)
    cancel(page, texts[-1])
    page.until(f"window.ended.length === {len(PLACES)}")
    assert set(page.page.evaluate("window.ended")) == {"AbortError"}


ACTS: tuple[tuple[str, str, Callable[[Page], None]], ...] = (
    ("load", "opening", lambda page: page.paste("idp-5x5")),
    ("load", "judging", lambda page: page.click((2, 1))),
    ("load", "judging", lambda page: page.page.click("#rotate")),
    ("course", "opening the course", lambda page: page.page.click("#tab-lessons")),
)


@pytest.mark.slow
def test_a_canceled_request_changes_nothing(page: Page) -> None:
    page.open(starred(IDP_7X7))
    for strokes, (ask, text, act) in enumerate(ACTS):
        page.hold(ask)
        act(page)
        cancel(page, text)
        page.until("document.getElementById('status').textContent === 'Canceled.'")
        assert page.game("game.now.board.width") == 7
        assert page.game("game.past.length") == strokes
        page.game("game.say('')")
        page.click((2, 1))
        page.until_game(f"game.past.length === {strokes + 1}")


@pytest.mark.slow
def test_requests_of_dialogs_are_canceled_there(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold("convert")
    page.page.click("#share-button")
    page.until("document.getElementById('share-text').value.includes('#p=')")
    cancel(page, "writing")
    page.page.click("#share-drawn")
    page.until("document.querySelector('#share-notation [value=png]') !== null")
    page.hold("convert")
    page.page.click("#share-drawn")
    page.until("window.held.length === 1")
    page.page.keyboard.press("Escape")
    page.until("import('./ask.js').then(({running}) => running.all.size === 0)")
    page.release()
    page.page.click("#open-button")
    page.hold("load")  # not the boards that the dialog lists
    page.page.fill("#open-text", "idp-5x5")
    page.page.click("#open-do")
    cancel(page, "opening")
    page.until("document.getElementById('open-error').textContent === 'Canceled.'")


@pytest.mark.slow
def test_a_board_stays_when_what_can_be_drawn_is_not_known(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold("strokes")
    page.paste(json.dumps(RING))
    cancel(page, "looking for what can be drawn")
    page.until_game("game.now.board.family === 'ring-ring'")
    assert not page.game("game.strokes.length")


@pytest.mark.slow
def test_a_number_that_is_not_known_is_not_waited_for(page: Page) -> None:
    page.open(IDP_7X7)
    page.hold("number")
    page.page.click("#tab-make")
    cancel(page, "counting")
    page.until("document.getElementById('number').textContent === ''")
