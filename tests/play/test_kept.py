"""Nothing is lost on the page: boards, drawings, programs; and faulty addresses."""

from collections.abc import Callable

import pytest
from support.page import Page
from support.puzzles import IDP_5X5, IDP_7X7

from galaxies_asp.board.puzzle import Position
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.play.addresses import address, program_address


@pytest.mark.slow
def test_undo_goes_back_over_boards_and_reloads(page: Page) -> None:
    page.open(IDP_7X7)
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    page.page.click("#tab-make")
    page.page.click("#blank button")
    page.until_game("game.now.names.length === 0")
    page.reload()
    assert page.game("game.now.names.length") == 0
    page.page.click("#undo")
    page.until_game("game.now.board.attempt?.walls?.length === 1")
    page.page.click("#undo")
    page.until_game("!game.now.board.attempt?.walls?.length")
    page.reload()
    page.page.click("#redo")
    page.until_game("game.now.board.attempt?.walls?.length === 1")
    page.page.click("#open-button")
    page.until("document.querySelectorAll('#recent-list .thumbnail').length === 2")
    page.page.click("#recent-list button >> nth=1")
    page.until_game("game.now.names.length === 0")


@pytest.mark.slow
def test_a_faulty_address_opens_nothing(page: Page) -> None:
    page.open("garbage")
    assert "holds no puzzle" in page.text("alert")
    assert page.game("game.now") is None
    page.paste("7x7%3Acghsppedzzaccdtce")
    page.until_game("game.now?.board.width === 7")
    assert page.text("alert") == ""
    whole = address(GalaxiesSheet.of(Position(IDP_5X5, [(2, 1)])))
    page.page.evaluate(f"location.hash = '#{whole[:-4]}'")
    page.until("document.getElementById('alert').textContent.includes('cut off')")
    assert page.game("game.now.board.width") == 7
    page.paste(f"look at <http://elsewhere/#{whole}>.")
    page.until_game("game.now.board.width === 5")
    assert page.game("game.now.board.attempt.walls") == [[2, 1]]


@pytest.mark.slow
def test_a_program_is_kept(page: Page) -> None:
    page.open(IDP_5X5)
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")

    mine = "% mine\ngalaxy(P,C) :- cell(P), center(C)."
    page.page.fill("#program", mine)
    page.reload()
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    page.page.fill("#program-name", "first")
    page.page.click("#program-keep")
    page.page.uncheck("#parts input[value=mirror]")
    page.until("!document.getElementById('program').value.startsWith('% mine')")
    page.page.click("#program-back")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    page.page.click("#program-share")
    page.until("document.getElementById('program-address').value.includes('&r=')")
    link = page.page.input_value("#program-address")
    page.page.click("#reload")
    page.until("!document.getElementById('program').value.startsWith('% mine')")
    page.page.select_option("#programs", "first")
    page.until("document.getElementById('program').value.startsWith('% mine')")
    other = Page(page.page.context.browser.new_context().new_page(), page.address)
    other.page.goto(link)
    other.until("document.body.dataset.ready === 'true'")
    other.until("document.getElementById('program').value.startsWith('% mine')")
    other.page.context.close()


@pytest.mark.slow
def test_an_address_of_the_command_line_opens_an_encoding(page: Page) -> None:
    puzzle = address(GalaxiesSheet.of(Position(IDP_5X5)))
    page.page.goto(f"{page.address}#{puzzle}&{program_address('% mine')}")
    page.until("document.body.dataset.ready === 'true'")
    page.until("document.getElementById('program').value === '% mine'")
    assert page.page.is_visible("#program")


@pytest.mark.slow
def test_an_alert_ends_with_its_cause(new_page: Callable[..., Page]) -> None:
    page = new_page(expects_errors=True)
    page.open(IDP_5X5)
    page.page.route("**/answers", lambda route: route.abort())
    page.click((2, 1))
    page.until("document.getElementById('alert').textContent.includes('not answer')")
    page.page.unroute("**/answers")
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    assert page.text("alert") == ""
