"""A board of another type in a browser: crosses, faults, hints, and what is kept."""

import json

import pytest
from support.page import Page

STARS = """width(4). height(4). stars(1). hole((7,7)).
region((1,1;3,1;5,1;1,3),1). region((7,1;7,3;7,5),2).
region((1,5;1,7;3,7),3). region((3,3;5,3;3,5;5,5;5,7),4)."""
BOARD = {"family": "star-battle", "id": "", "facts": STARS}


@pytest.mark.slow("the page starts in a browser")
def test_a_board_is_played_to_the_end_by_crosses_and_hints(page: Page) -> None:
    page.open(json.dumps(BOARD))
    page.until("Number(document.body.dataset.strokes) > 0")
    page.click((7, 7))  # where no cell is
    page.click((1, 1))
    page.until_game("game.now.board.attempt?.atoms[0] === 'star((1,1))'")
    assert page.game("game.now.board.attempt.atoms.length") == 1
    page.click((3, 3))
    page.until("/touch/.test(document.getElementById('fault-list').textContent)")
    (place,) = page.places([(3, 3)])
    page.page.mouse.click(*place, button="right")
    page.until_game("game.now.board.attempt.excluded?.[0] === 'star((3,3))'")
    page.until("document.getElementById('fault-list').textContent === 'none'")
    page.page.focus("#board")
    page.page.keyboard.press("u")
    page.page.keyboard.press("u")
    page.page.keyboard.press("u")
    page.until_game("!game.now.board.attempt")
    for _ in range(40):
        if page.game("game.now.progress.solved"):
            break
        drawn = page.game("game.past.length")
        page.page.evaluate("import('./help.js').then((one) => one.giveHint(true))")
        page.until("!document.getElementById('do').hidden")
        page.page.keyboard.press("d")
        page.until_game(f"game.past.length > {drawn}")
    assert page.is_solved
    kept = page.game("game.now.board.attempt")
    assert kept["excluded"]
    page.reload()
    assert page.game("game.now.board.attempt") == kept
